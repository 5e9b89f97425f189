//! What is printed: help, devices, completions, images.

use serde_json::Value;

use crate::fixtures::*;

#[test]
fn help_has_examples_everywhere() {
    for command in [&["--help"][..], &["train", "--help"], &["evaluate", "--help"], &["predict", "--help"]] {
        let out = labora(command).succeeds();
        assert!(out.contains("Example") && out.contains("labora "), "{command:?}: {out}");
    }
    for command in [
        &["devices", "--help"][..],
        &["bench", "train-step", "--help"],
        &["bench", "epoch", "--help"],
        &["bench", "predict", "--help"],
        &["bench", "program", "--help"],
        &["completions", "--help"],
        &["bench", "--help"],
        &["profile", "--help"],
    ] {
        assert!(labora(command).succeeds().contains("Example"), "{command:?}");
    }
    assert!(labora(["--version"]).succeeds().contains(env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_are_printed_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(labora(["completions", shell]).succeeds().contains("batch-size"), "{shell}");
    }
}

#[test]
fn devices_lists_cores_and_attributes() {
    let out = labora(["devices", "--json"]).succeeds();
    let all: Value = serde_json::from_str(&out).unwrap();
    let plugins = all["plugins"].as_array().unwrap();
    assert_eq!(plugins.len(), 2);
    let tpu = &plugins[0];
    assert_eq!(tpu["name"], "tpu");
    assert_eq!(tpu["devices"].as_array().unwrap().len(), 8);
    assert_eq!(tpu["devices"][7]["id"], 7);
    assert_eq!(tpu["devices"][0]["attributes"]["numerics"], "tpu");
    assert_eq!(plugins[1]["devices"].as_array().unwrap().len(), 1);
    let text = labora(["devices"]).succeeds();
    assert!(text.contains("PJRT C API") && text.contains("8 device(s)"), "{text}");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert!(ended.status.success() && ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn plugins_that_the_environment_names_are_listed_with_what_is_wrong_with_them() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["devices", "--json"])
        .env("PJRT_NAMES_AND_LIBRARY_PATHS", "mine:/nowhere/libmine.so")
        .output()
        .unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(all["plugins"][2]["name"], "mine");
    assert!(all["plugins"][2]["error"].as_str().unwrap().contains("/nowhere/libmine.so"));
}

#[test]
fn an_image_of_another_size_is_resized_and_that_is_said() {
    let folder = folder();
    let data = small_cifar10(folder.path());
    let weights = folder.path().join("w.h5");
    train(&data, &["--save", weights.to_str().unwrap(), "--verbose", "0"]).succeeds();
    let path = folder.path().join("wide.png");
    image::RgbImage::from_pixel(80, 40, image::Rgb([200, 30, 30])).save(&path).unwrap();
    // No data set is needed to classify an image.
    let ended = labora(["predict", "--weights", weights.to_str().unwrap(), "--image", path.to_str().unwrap()]);
    assert!(ended.err.contains("resized from 80 x 40 to 32 x 32"), "{}", ended.err);
    let out = ended.succeeds();
    assert!(out.contains("This is: "), "{out}");
    assert_eq!(out.lines().filter(|l| l.ends_with('%')).count(), 10 + 1, "a bar a class, and the answer: {out}");
}
