//! The event files of the callback, as TensorBoard's own server shows them.

use std::path::Path;

use keras::Fit;
use keras::callbacks::{CallbackList, TensorBoard};
use keras::models::Variable;
use serde_json::{Value as Json, json};
use testkit::{run_python, tensorboard};

use super::{CLASSES, images, network, on, silent};

/// The steps and values of a tag.
fn series(found: &Json, run: &str, tag: &str) -> Vec<(u64, f64)> {
    let points = found["scalars"][run][tag].as_array().unwrap_or_else(|| panic!("no {tag} of {run}: {found}"));
    points.iter().map(|point| (point[1].as_u64().unwrap(), point[2].as_f64().unwrap())).collect()
}

#[test]
fn tensorboard_shows_what_the_callback_logs() {
    let Some(python) = tensorboard() else { return };
    // One pass is enough: the files do not depend on how the plugin is loaded.
    if std::env::var_os(super::LIBRARY).is_some() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (x, y) = images(60);
    let mut model = on(2, &network(0.0));
    let logs = TensorBoard::new(folder.path()).histogram_freq(2).write_images(true).write_steps_per_second(true);
    let mut callbacks = CallbackList::new();
    callbacks.push(logs.update_freq(2));
    let validation_data = Some((x.clone(), y.clone()).into());
    let fit = Fit { batch_size: 12, validation_data, callbacks, steps_per_execution: Some(1), ..silent(3) };
    let history = model.fit(&x, &y, fit).unwrap();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training/read_events.py");
    let out = run_python(&python, &script, &[folder.path().as_os_str(), "2".as_ref()]);
    let found: Json = serde_json::from_str(out.lines().find_map(|line| line.strip_prefix("found ")).unwrap()).unwrap();
    for name in ["loss", "accuracy"] {
        for (run, of_history) in [("train", name.to_string()), ("validation", format!("val_{name}"))] {
            let expected = history.get(&of_history).unwrap().iter().enumerate();
            let expected: Vec<(u64, f64)> = expected.map(|(epoch, v)| (epoch as u64, f64::from(*v as f32))).collect();
            assert_eq!(series(&found, run, &format!("epoch_{name}")), expected);
        }
        let evaluations = series(&found, "validation", &format!("evaluation_{name}_vs_iterations"));
        assert_eq!(evaluations.iter().map(|(step, _)| *step).collect::<Vec<_>>(), [5, 10, 15]);
    }
    let batches = series(&found, "train", "batch_loss");
    assert_eq!(batches.iter().map(|(step, _)| *step).collect::<Vec<_>>(), [2, 4, 6, 8, 10, 12, 14]);
    assert_eq!(series(&found, "train", "epoch_learning_rate")[2], (2, f64::from(0.001f32)));
    for tag in ["epoch_steps_per_second", "batch_steps_per_second"] {
        assert!(series(&found, "train", tag).iter().all(|(_, rate)| *rate > 0.0));
    }

    // Names have numbers that depend on the other tests.
    let kernel_of = |layer: &str| {
        let of_layer = |v: &&Variable| v.path.starts_with(layer) && v.path.ends_with("/kernel");
        model.model().variables().iter().find(of_layer).unwrap()
    };
    let kernel = kernel_of("conv2d");
    let kernels = &found["histograms"]["train"][format!("{}/histogram", kernel.path)];
    let epochs: Vec<u64> = kernels.as_array().unwrap().iter().map(|one| one[1].as_u64().unwrap()).collect();
    assert_eq!(epochs, [0, 2], "every second epoch");
    let buckets = kernels[1][2].as_array().unwrap();
    let inside = |low: f64, high: f64, last: bool| {
        let of = |v: f64| v >= low && (v < high || last);
        kernel.values.iter().filter(|v| of(f64::from(**v))).count() as f64
    };
    let counts: f64 = buckets.iter().map(|bucket| bucket[2].as_f64().unwrap()).sum();
    assert_eq!((buckets.len(), counts), (30, kernel.values.len() as f64));
    for (i, bucket) in buckets.iter().enumerate() {
        let [low, high, count] = [0, 1, 2].map(|at| bucket[at].as_f64().unwrap());
        // A value at an edge may be counted on either side of it.
        assert!((inside(low, high, i == 29) - count).abs() <= 1.0, "bucket {i}: {bucket}");
    }
    let kernel = kernel_of("dense");
    let image = &found["images"][format!("{}/image", kernel.path)];
    let transposed = (0..CLASSES).flat_map(|c| kernel.values.iter().skip(c).step_by(CLASSES));
    let pixels: Vec<u64> = transposed.map(|v| (v.clamp(0.0, 1.0) * 255.5) as u64).collect();
    assert_eq!(image["size"], json!([128, CLASSES]), "the longer side is across");
    assert_eq!((&image["mode"], &image["pixels"]), (&json!("L"), &json!(pixels)));
    let graph = found["graph"].as_str().unwrap();
    for layer in ["batch_normalization", "conv2d", "flatten", "dense"] {
        assert!(graph.contains(layer), "{graph}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let (x, y) = images(12);
    let mut model = on(1, &network(0.0));
    let fit = silent(1).callback(TensorBoard::new(file.path()));
    let error = model.fit(&x, &y, fit).unwrap_err();
    assert!(error.message().contains("cannot create") && error.message().contains("train"), "{}", error.message());
}
