//! Folders of images, texts and sounds.

use std::path::Path;

use datasets::directory::{
    Audio, ColorMode, Directory, Files, Fitting, Images, Interpolation, LabelMode, Labels, Subset,
    audio_dataset_from_directory, image_dataset_from_directory, text_dataset_from_directory,
};
use keras::{Array, Samples};
use serde_json::{Value, json};

use crate::{floats, keras_reads};

fn in_order() -> Directory {
    Directory { shuffle: false, batch_size: 3, ..Directory::default() }
}

fn small() -> Images {
    Images { image_size: [8, 10], ..Images::default() }
}

/// The names of the files below the folder.
fn names(folder: &Path, files: &Files) -> Value {
    files.files.iter().map(|file| json!(file.strip_prefix(folder).unwrap())).collect()
}

/// Compares classes and batches, values up to a difference.
fn compare(ours: &Files, theirs: &Value, difference: f32, name: &str) {
    assert_eq!(json!(ours.class_names), theirs["classes"], "{name}");
    let batches: Vec<Samples> = ours.dataset.batches(0).unwrap().map(Result::unwrap).collect();
    let expected = theirs["batches"].as_array().unwrap();
    assert_eq!(batches.len(), expected.len(), "{name}");
    for (ours, theirs) in batches.iter().zip(expected) {
        assert_eq!(json!(ours.x[0].dims()), theirs["shape"], "{name}");
        let worst = testkit::worst_difference(ours.x[0].as_f32().unwrap(), &floats(&theirs["x"]));
        assert!(worst <= difference, "{name}: values differ by {worst}");
        match ours.y.first() {
            None => assert_eq!(theirs["y"], Value::Null, "{name}"),
            Some(y) => {
                assert_eq!(json!(y.dims()), theirs["y_shape"], "{name}");
                let labels: Vec<f32> = (0..y.rows()).flat_map(|row| y.row(row).unwrap()).collect();
                assert_eq!(labels, floats(&theirs["y"]), "{name}");
            }
        }
    }
}

#[test]
fn images_are_those_of_keras() {
    let Some((folder, expected)) = keras_reads() else { return };
    let plain = in_order();
    let cases = [
        ("stretch", plain.clone(), small()),
        (
            "crop",
            Directory { label_mode: LabelMode::Categorical, ..plain.clone() },
            Images { fitting: Fitting::Crop, ..small() },
        ),
        ("pad", Directory { labels: Labels::None, ..plain.clone() }, Images { fitting: Fitting::Pad, ..small() }),
        ("large", plain.clone(), Images { image_size: [70, 61], ..small() }),
    ];
    for (name, directory, settings) in cases {
        let ours = image_dataset_from_directory(folder.join("images"), &directory, settings).unwrap();
        assert_eq!(names(folder, &ours), expected[name]["files"], "{name}");
        compare(&ours, &expected[name], 0.002, name);
    }
    let class_names = Some(vec!["y".to_string(), "x".to_string()]);
    let directory = Directory { label_mode: LabelMode::Binary, class_names, ..plain.clone() };
    let gray = Images { color_mode: ColorMode::Grayscale, ..small() };
    let ours = image_dataset_from_directory(folder.join("pngs"), &directory, gray).unwrap();
    assert_eq!(names(folder, &ours), expected["gray"]["files"]);
    compare(&ours, &expected["gray"], 0.002, "gray");
    let directory = Directory { labels: Labels::Given(vec![5, 1, 5]), ..plain.clone() };
    let rgba = Images { color_mode: ColorMode::Rgba, ..small() };
    let ours = image_dataset_from_directory(folder.join("pngs"), &directory, rgba).unwrap();
    compare(&ours, &expected["rgba"], 0.002, "rgba");
    let ours = image_dataset_from_directory(folder.join("gifs"), &plain, small()).unwrap();
    compare(&ours, &expected["gif"], 0.002, "gif");
    // Decoders of JPEG may round in other ways.
    let settings = Images { image_size: [48, 64], ..Images::default() };
    let ours = image_dataset_from_directory(folder.join("photos"), &plain, settings).unwrap();
    compare(&ours, &expected["photos"], 1.0, "photos");
}

#[test]
fn interpolations_are_those_of_keras() {
    let Some((folder, expected)) = keras_reads() else { return };
    for (name, interpolation, difference) in [
        ("bilinear", Interpolation::Bilinear, 0.002),
        ("nearest", Interpolation::Nearest, 0.0),
        // TensorFlow takes the weights from a table of 1024 distances.
        ("bicubic", Interpolation::Bicubic, 0.08),
        ("area", Interpolation::Area, 0.002),
        ("lanczos3", Interpolation::Lanczos3, 0.002),
        ("lanczos5", Interpolation::Lanczos5, 0.002),
        ("gaussian", Interpolation::Gaussian, 0.002),
        ("mitchellcubic", Interpolation::MitchellCubic, 0.002),
    ] {
        let directory = Directory { batch_size: 6, ..in_order() };
        let settings = Images { interpolation, ..small() };
        let ours = image_dataset_from_directory(folder.join("images"), &directory, settings).unwrap();
        compare(&ours, &expected["methods"][name], difference, name);
    }
}

#[test]
fn shuffled_splits_are_those_of_keras() {
    let Some((folder, expected)) = keras_reads() else { return };
    for (name, subset) in [("training", Subset::Training), ("validation", Subset::Validation)] {
        for (i, seed) in [1, 1337].into_iter().enumerate() {
            let directory =
                Directory { validation_split: 0.3, subset: Some(subset), seed: Some(seed), ..Directory::default() };
            let ours = image_dataset_from_directory(folder.join("images"), &directory, small()).unwrap();
            assert_eq!(names(folder, &ours), expected["orders"][name][i], "{name}, seed {seed}");
            // Each pass has all files of the subset.
            let rows = |pass| -> usize { ours.dataset.batches(pass).unwrap().map(|batch| batch.unwrap().rows()).sum() };
            assert_eq!((rows(0), rows(1)), (ours.files.len(), ours.files.len()));
        }
    }
}

#[test]
fn texts_and_sounds_are_those_of_keras() {
    let Some((folder, expected)) = keras_reads() else { return };
    let texts = text_dataset_from_directory(folder.join("texts"), &in_order(), Some(7)).unwrap();
    let batch = &expected["texts"]["batches"][0];
    let (words, labels): (Vec<String>, Vec<Option<i32>>) = texts.dataset.texts().map(Result::unwrap).unzip();
    assert_eq!(
        (json!(words), json!(texts.class_names)),
        (batch["texts"].clone(), expected["texts"]["classes"].clone())
    );
    assert_eq!(labels.iter().map(|label| label.unwrap() as f32).collect::<Vec<_>>(), floats(&batch["y"]));

    let directory = Directory { batch_size: 2, ..in_order() };
    let sounds = |length| {
        let settings = Audio { output_sequence_length: length, sampling_rate: Some(8000) };
        audio_dataset_from_directory(folder.join("sounds"), &directory, settings).unwrap()
    };
    compare(&sounds(None), &expected["audio"], 1e-5, "audio");
    compare(&sounds(Some(500)), &expected["audio_500"], 1e-5, "audio_500");

    // Keras resamples with tensorflow_io alone, which is not published for its TensorFlow; nothing resamples here.
    let refusals: Vec<&str> = expected["audio_refusals"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(refusals[0].contains("tensorflow_io") && refusals[1].contains("higher than 0"), "{refusals:?}");
    let at_rate = |rate| {
        let settings = Audio { sampling_rate: Some(rate), ..Audio::default() };
        audio_dataset_from_directory(folder.join("sounds"), &directory, settings).map_err(|e| e.to_string())
    };
    let message = at_rate(16000).unwrap().dataset.batches(0).unwrap().next().unwrap().unwrap_err().to_string();
    assert!(message.contains(".wav: it has 8000 samples a second, not 16000: resample it"), "{message}");
    let message = at_rate(0).err().unwrap();
    assert!(message.contains("higher than 0"), "{message}");
}

#[test]
fn errors_name_the_file_or_the_setting() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    for name in ["a/1.png", "b/2.png", "b/3.wav", "a/4.txt"] {
        write(name, b"\xFFnot what the name says");
    }
    let open = |directory: Directory| image_dataset_from_directory(folder.path(), &directory, small());
    let refused = |directory: Directory, expected: &str| {
        let message = open(directory).unwrap_err().to_string();
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    };
    let (plain, subset) = (in_order(), Some(Subset::Training));
    refused(Directory { validation_split: 0.5, ..plain.clone() }, "given together");
    refused(Directory { validation_split: 0.5, subset, shuffle: true, ..plain.clone() }, "needs a seed");
    refused(Directory { validation_split: 0.1, subset, ..plain.clone() }, "keeps none of 2 files");
    refused(Directory { labels: Labels::Given(vec![1]), ..plain.clone() }, "1 labels were given for the 2 files");
    refused(Directory { class_names: Some(vec!["c".into()]), ..plain.clone() }, "no folder \"c\"");
    refused(Directory { batch_size: 0, ..plain.clone() }, "batch_size");
    let first = |files: Files| files.dataset.batches(0).unwrap().next().unwrap().unwrap_err().to_string();
    let message = first(open(plain.clone()).unwrap());
    assert!(message.contains("1.png") && message.contains("none of JPEG"), "{message}");
    let message = first(audio_dataset_from_directory(folder.path(), &plain, Audio::default()).unwrap());
    assert!(message.contains("3.wav: no WAV file"), "{message}");
    let texts = text_dataset_from_directory(folder.path(), &plain, None).unwrap().dataset;
    let texts = texts.vectorized(|texts| Ok(Array::from(vec![texts.len() as i32]).into())).unwrap();
    let message = texts.batches(0).unwrap().next().unwrap().unwrap_err().to_string();
    assert!(message.contains("4.txt: byte 0 is not UTF-8"), "{message}");
}
