//! Prepared images and named predictions, compared with Keras's.

use keras::Array;
use keras::applications::{ClassIndex, PreprocessMode, decode_predictions, preprocess_input};
use keras::layers::DataFormat;
use keras::objects::{Field, Registry};
use serde_json::Value as Json;

use crate::against_keras::{numbers, script};

fn choice<T: Field>(json: &Json) -> T {
    T::from_json(json, &Registry::new()).unwrap().unwrap()
}

#[test]
fn prepared_images_are_those_of_keras() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    testkit::run_python(&python, &script(), &["images".as_ref(), folder.path().as_os_str()]);
    let text = std::fs::read_to_string(folder.path().join("images.json")).unwrap();
    let rows: Json = serde_json::from_str(&text).unwrap();
    for row in rows.as_array().unwrap() {
        let dims: Vec<usize> = numbers(&row["shape"]).iter().map(|n| *n as usize).collect();
        let bytes: Vec<u8> = numbers(&row["x"]).iter().map(|n| *n as u8).collect();
        let images = Array::new(dims, bytes).unwrap();
        let (mode, format) = (choice::<PreprocessMode>(&row["mode"]), choice::<DataFormat>(&row["format"]));
        let found = preprocess_input(&images, mode, format).unwrap();
        let (found, expected) = (found.as_f32().unwrap().to_vec(), numbers(&row["y"]));
        assert!(testkit::worst_difference(&found, &expected) <= 1e-5, "{mode:?} {format:?}");
    }
}

#[test]
fn images_without_three_channels_are_refused() {
    let gray = Array::new([2, 4, 5, 1], vec![0u8; 40]).unwrap();
    for mode in [PreprocessMode::Caffe, PreprocessMode::Torch] {
        for format in [DataFormat::ChannelsLast, DataFormat::ChannelsFirst] {
            let message = preprocess_input(&gray, mode, format).unwrap_err().to_string();
            assert!(message.contains("takes images with 3 channels"), "{message}");
        }
    }
    let row = Array::from(vec![1u8, 2, 3]);
    assert!(preprocess_input(&row, PreprocessMode::Caffe, DataFormat::ChannelsFirst).is_err());
}

#[test]
fn predictions_are_named_by_the_file_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("imagenet_class_index.json");
    let classes: Vec<String> = (0..12).map(|i| format!(r#""{i}": ["n{i:08}", "class {i}"]"#)).collect();
    std::fs::write(&path, format!("{{{}}}", classes.join(", "))).unwrap();
    let index = ClassIndex::load(&path).unwrap();
    let scores: Vec<f32> = (0..24).map(|i| ((i * 7) % 12) as f32 / 12.0).collect();
    let named = decode_predictions(&Array::new([2, 12], scores).unwrap(), &index, 3).unwrap();
    let names: Vec<&str> = named[0].iter().map(|p| p.name.as_str()).collect();
    // 7 i mod 12 is 11 at 5, 10 at 10, 9 at 3.
    assert_eq!(names, ["class 5", "class 10", "class 3"]);
    assert_eq!((named.len(), named[1][0].id.as_str(), named[1][0].score), (2, "n00000005", 11.0 / 12.0));
    let wrong = Array::new([1, 11], vec![0.0f32; 11]).unwrap();
    assert!(decode_predictions(&wrong, &index, 3).unwrap_err().to_string().contains("(samples, 12)"));
    std::fs::write(&path, r#"{"0": ["a", "b"], "2": ["c", "d"]}"#).unwrap();
    let message = ClassIndex::load(&path).unwrap_err().to_string();
    assert!(
        message.contains("class_index.json: the index of classes has no identifier and name of class 1"),
        "{message}"
    );
}
