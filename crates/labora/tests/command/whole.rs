//! End to end: train, save, load, evaluate, predict.

use serde_json::Value;

use crate::fixtures::*;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn what_was_trained_is_saved_loaded_evaluated_and_classifies_images() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    for ending in ["weights.h5", "h5"] {
        let weights = folder.path().join(format!("w.{ending}"));
        let history = folder.path().join("history.json");
        let plot = folder.path().join("plot.png");
        let files = ["--save", weights.to_str().unwrap(), "--history", history.to_str().unwrap(), "--plot"];
        let more: Vec<&str> = files.iter().copied().chain([plot.to_str().unwrap(), "--verbose", "2"]).collect();
        let out = train(&data, &more).succeeds();
        assert!(out.contains("Epoch 1/2") && out.contains("Epoch 2/2"), "{out}");
        assert!(out.contains("3/3 - "), "two whole batches and the remainder: {out}");
        assert!(out.contains("conv2d_3 (Conv2D)"), "the summary is shown: {out}");
        assert!(out.contains("Next: labora predict"), "{out}");

        let history = json(&std::fs::read_to_string(&history).unwrap());
        for name in ["loss", "sparse_categorical_accuracy", "val_loss", "val_sparse_categorical_accuracy"] {
            assert_eq!(history[name].as_array().map(Vec::len), Some(2), "{name} in {history}");
        }
        for name in ["test_loss", "test_accuracy", "seconds", "images_per_s"] {
            assert!(history[name].as_f64().is_some_and(f64::is_finite), "{name} in {history}");
        }
        let image = image::open(&plot).unwrap();
        assert!(image.width() > 400 && image.height() > 200);

        // The same weights measure the same on the device they were trained on.
        let common = ["--data", data.to_str().unwrap(), "--weights", weights.to_str().unwrap(), "--json"];
        let on_tpu =
            labora(["evaluate", "--device", "tpu", "--cores", "2", "--batch-size", "32"].iter().chain(&common));
        let on_tpu = json(&on_tpu.succeeds());
        let close = |a: &Value, b: &Value| (a.as_f64().unwrap() - b.as_f64().unwrap()).abs() < 1e-6;
        assert!(close(&on_tpu["loss"], &history["test_loss"]), "{on_tpu} {history}");
        assert_eq!(on_tpu["images"], TEST);

        let out = labora(["predict", "--index", "0-2,5"].iter().chain(&common)).succeeds();
        let lines: Vec<Value> = out.lines().map(json).collect();
        assert_eq!(lines.len(), 4);
        for line in &lines {
            let probabilities: Vec<f64> =
                line["probabilities"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
            assert_eq!(probabilities.len(), 10);
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-5);
            assert!(line["class"].is_string());
        }
    }
}

#[test]
fn two_runs_of_one_seed_are_the_same_and_of_two_are_not() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let weights = |name: &str, seed: &str| {
        let path = folder.path().join(name);
        train(&data, &["--save", path.to_str().unwrap(), "--seed", seed, "--verbose", "0"]).succeeds();
        std::fs::read(path).unwrap()
    };
    let (a, b, c) = (weights("a.h5", "1"), weights("b.h5", "1"), weights("c.h5", "2"));
    assert!(a == b, "the same seed gives the same weights");
    assert!(a != c, "another seed gives others");
}

#[test]
fn training_continues_from_saved_weights() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let path = folder.path().join("w.h5");
    let path = path.to_str().unwrap();
    let losses = |more: &[&str]| -> Vec<f64> {
        let history = folder.path().join("history.json");
        let fixed = ["--history", history.to_str().unwrap(), "--verbose", "0"];
        train(&data, &[&fixed, more].concat()).succeeds();
        let history = json(&std::fs::read_to_string(&history).unwrap());
        history["loss"].as_array().unwrap().iter().map(|loss| loss.as_f64().unwrap()).collect()
    };
    let first = losses(&["--save", path]);
    let continued = losses(&["--weights", path]);
    // The same seed: only the weights differ, and they have been trained.
    assert_eq!(losses(&[]), first);
    assert!(continued[0] < first[0], "{continued:?} {first:?}");
}

/// Ctrl-C during a long training saves the current weights to a file that the message names.
#[cfg(unix)]
#[test]
fn an_interrupted_training_keeps_its_weights() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = folder();
    let data = small_cifar10(folder.path());
    let mut child = Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["train", "--data", data.to_str().unwrap(), "--cores", "2", "--batch-size", "32", "--epochs", "100000"])
        .args(["--verbose", "2"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let trained = lines.by_ref().any(|line| line.unwrap().starts_with("3/3 - "));
    assert!(trained, "an epoch is done");
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    lines.for_each(drop);
    let ended = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("interrupted.weights.h5"), "{said}");
    let weights = folder.path().join("interrupted.weights.h5");
    let (weights, data) = (weights.to_str().unwrap(), data.to_str().unwrap());
    labora(["evaluate", "--weights", weights, "--data", data, "--device", "cpu", "--json"]).succeeds();
}

/// Trains in a mount namespace of its own, where the folder of `--save` is a small file system.
#[test]
fn trained_weights_survive_a_full_disk() {
    use std::process::Command;
    let namespace = ["--user", "--map-root-user", "--mount"];
    let works = Command::new("unshare").args(namespace).arg("true").status();
    if !works.is_ok_and(|status| status.success()) {
        testkit::skip("no mount namespaces");
        return;
    }
    let folder = folder();
    let data = small_cifar10(folder.path());
    let [full, temporary] = ["full", "temporary"].map(|name| folder.path().join(name));
    [&full, &temporary].into_iter().for_each(|folder| std::fs::create_dir(folder).unwrap());
    let script = r#"mount -t tmpfs -o size=16k full "$1" && shift && exec "$@""#;
    let weights = full.join("w.weights.h5");
    let mut command = Command::new("unshare");
    command.args(namespace).args(["sh", "-c", script, "sh"]).arg(&full).arg(env!("CARGO_BIN_EXE_labora"));
    command.args(["train", "--cores", "1", "--batch-size", "40", "--epochs", "1", "--data"]).arg(&data);
    let output = command.arg("--save").arg(&weights).env("TMPDIR", &temporary).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let saved = temporary.join("w.weights.h5");
    assert!(message.contains(&format!("the trained weights are in {} instead", saved.display())), "{message}");
    let found = ["evaluate", "--cores", "1", "--data", data.to_str().unwrap(), "--weights", saved.to_str().unwrap()];
    labora(found).succeeds();
}
