//! Output: help, devices, completions, images.

use expect_test::{expect, expect_file};
use serde_json::Value;

use crate::fixtures::*;

/// Every verb.
const VERBS: &[&[&str]] = &[
    &[],
    &["train"],
    &["fit"],
    &["evaluate"],
    &["predict"],
    &["summary"],
    &["devices"],
    &["bench"],
    &["bench", "train-step"],
    &["bench", "epoch"],
    &["bench", "predict"],
    &["bench", "program"],
    &["bench", "all-reduce"],
    &["profile"],
    &["compile"],
    &["convert"],
    &["plot"],
    &["completions"],
    &["licenses"],
];

/// `UPDATE_EXPECT=1 cargo test` writes the files anew.
#[test]
fn help_of_every_verb() {
    for verb in VERBS {
        let help = labora(verb.iter().chain(&["--help"])).succeeds();
        let file = if verb.is_empty() { "labora".to_string() } else { verb.join("_") };
        expect_file![format!("./help/{file}.txt")].assert_eq(&help);
    }
}

#[test]
fn the_help_files_are_of_all_verbs() {
    let subcommands = |verb: &[&str]| {
        let help = labora(verb.iter().chain(&["--help"])).succeeds();
        let list = help.split_once("Commands:\n").unwrap().1.split("\n\n").next().unwrap().to_string();
        let names: Vec<String> = list.lines().filter_map(|line| Some(line.strip_prefix("  ")?.to_string())).collect();
        let names = names.iter().filter(|line| !line.starts_with(' ')).map(|line| line.split(' ').next().unwrap());
        // The help of these is that of another program, which need not be installed.
        names
            .filter(|name| !["help", "worker", "tunnel", "lab", "serve"].contains(name))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let listed = |depth: usize, parent: &str| -> Vec<String> {
        let verbs = VERBS.iter().filter(|verb| verb.len() == depth && (depth == 1 || verb[0] == parent));
        verbs.map(|verb| verb.last().unwrap().to_string()).collect()
    };
    assert_eq!(subcommands(&[]), listed(1, ""));
    assert_eq!(subcommands(&["bench"]), listed(2, "bench"));
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(labora(["--version"]).succeeds(), format!("labora {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn licenses_contain_the_notice_of_the_font() {
    let out = labora(["licenses"]).succeeds();
    for words in ["Apache-2.0 OR MIT", "Copyright (c) 2003 by Bitstream, Inc.", "Copyright (c) 2006 by Tavmjong Bah"] {
        assert!(out.contains(words), "{words:?} is not in {out}");
    }
}

#[test]
fn completions_of_each_shell_offer_verbs_flags_and_values() {
    let verbs = VERBS.iter().filter_map(|verb| verb.last()).chain(&["batch-size", "data-folder", "first-only"]);
    let verbs: Vec<&str> = verbs.copied().collect();
    let (flag_values, positional_values) = (["mixed_bfloat16", "RMSprop", "tpu", "cpu"], ["fashion_mnist", "davidnet"]);
    let both = [&flag_values[..], &positional_values].concat();
    for (shell, values) in
        [("bash", &both[..]), ("zsh", &both), ("fish", &flag_values), ("powershell", &[]), ("elvish", &[])]
    {
        let script = labora(["completions", shell]).succeeds();
        for word in verbs.iter().chain(values) {
            assert!(script.contains(word), "{shell} lacks {word:?}");
        }
    }
}

#[test]
fn a_history_is_plotted() {
    let folder = folder();
    let history = folder.path().join("history.json");
    let text = r#"{"loss": [2.0, 1.0], "val_loss": [2.5, 1.5], "accuracy": [0.2, 0.6], "seconds": 3.5}"#;
    std::fs::write(&history, text).unwrap();
    labora(["plot", history.to_str().unwrap()]).succeeds();
    let plot = image::open(folder.path().join("history.png")).unwrap().to_rgb8();
    assert_eq!(plot.dimensions(), (1200, 520));
    let is_blue = |pixel: &image::Rgb<u8>| pixel.0[2] > 120 && pixel.0[0] < 60;
    let blue_columns =
        |from: u32, to: u32| (from..to).filter(|x| (0..520).any(|y| is_blue(plot.get_pixel(*x, y)))).count();
    // The curve of the training crosses both panels.
    assert!(blue_columns(0, 600) > 400 && blue_columns(600, 1200) > 400);
    std::fs::write(&history, "{\"seconds\": 3.5}").unwrap();
    let message = labora(["plot", history.to_str().unwrap()]).fails(1);
    expect![[r#"
        error: [FOLDER]/history.json: there is no list of numbers in it
        hint: `labora train --history` writes such files; a CSV of Keras's CSVLogger or a log will do, too
    "#]]
    .assert_eq(&without_folder(&message, &folder));
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
fn a_closed_standard_output_is_not_a_failure() {
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
fn plugins_of_the_environment_are_listed_with_their_errors() {
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
fn an_image_of_another_size_is_resized_with_a_note() {
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
