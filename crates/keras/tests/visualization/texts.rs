//! Summaries and graphs, byte for byte.

use std::path::Path;
use std::process::Command;

use keras::models::{Summary, load_model};
use keras::objects::Registry;
use keras::visualization::{ModelPlot, RankDir};
use serde_json::Value as Json;

use super::{MODELS, fixture, model, read, resnet50};

/// The settings of a drawing from the arguments of `model_to_dot`.
fn plot(arguments: &Json) -> ModelPlot {
    let is = |name: &str| arguments[name] == true;
    let rankdir = if arguments["rankdir"] == "LR" { RankDir::LeftRight } else { RankDir::TopBottom };
    ModelPlot::new()
        .show_shapes(is("show_shapes"))
        .show_dtype(is("show_dtype"))
        .show_layer_names(arguments["show_layer_names"] != false)
        .show_layer_activations(is("show_layer_activations"))
        .show_trainable(is("show_trainable"))
        .expand_nested(is("expand_nested"))
        .rankdir(rankdir)
}

fn summary(arguments: &Json) -> Summary {
    let is = |name: &str| arguments[name] == true;
    let summary = Summary::new().columns(120).expand_nested(is("expand_nested")).show_trainable(is("show_trainable"));
    let summary = match arguments["line_length"].as_u64() {
        Some(length) => summary.line_length(length as usize),
        None => summary,
    };
    match arguments["layer_range"].as_array().map(Vec::as_slice) {
        Some([first, last]) => summary.layer_range(first.as_str().unwrap(), last.as_str().unwrap()),
        _ => summary,
    }
}

#[test]
fn graphs_are_those_of_model_to_dot() {
    for name in MODELS {
        let fixture = fixture(name);
        let model = model(&fixture);
        for case in fixture["dots"].as_array().unwrap() {
            let found = plot(&case["arguments"]).dot(&model);
            assert_eq!(found.trim_end(), case["text"].as_str().unwrap().trim_end(), "{name}, {}", case["arguments"]);
        }
    }
    assert_eq!(ModelPlot::new().dot(&resnet50()).trim_end(), read("resnet50.dot").trim_end());
}

#[test]
fn summaries_have_keras_s_options() {
    for name in MODELS {
        let fixture = fixture(name);
        let model = model(&fixture);
        for case in fixture["summaries"].as_array().unwrap() {
            let (found, arguments) = (model.summary_with(&summary(&case["arguments"])).unwrap(), &case["arguments"]);
            let expected = case["text"].as_str().unwrap();
            assert_eq!(found.trim_end(), expected.trim_end(), "{name}, {arguments}:\n{found}\n{expected}");
        }
    }
}

#[test]
fn what_a_summary_cannot_show_is_said() {
    let model = model(&fixture("sequential"));
    let says = |summary: Summary| model.summary_with(&summary).unwrap_err().to_string();
    let found = says(Summary::new().layer_range("dense_1", "conv"));
    assert!(found.contains("no layer has a name like \"conv\": there are start, flat, dense_1"), "{found}");
    assert!(says(Summary::new().layer_range("(", "flat")).contains("no regular expression"));
    assert!(says(Summary::new().line_length(10)).contains("lines of 10 characters are too short"));
}

#[test]
fn optimizers_count_as_in_keras_on_tensorflow() {
    let Some(python) = testkit::keras_tensorflow() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/trained.py");
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(python)
        .args([script.as_os_str(), folder.path().as_os_str()])
        .envs([("KERAS_BACKEND", "tensorflow"), ("COLUMNS", "80"), ("TF_CPP_MIN_LOG_LEVEL", "3")])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let summaries: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summaries.as_object().unwrap().len(), 4);
    for (name, expected) in summaries.as_object().unwrap() {
        let model = load_model(folder.path().join(format!("{name}.keras")), &Registry::new()).unwrap();
        let (found, expected) = (model.summary(), expected.as_str().unwrap());
        assert!(expected.contains("Optimizer params"));
        assert_eq!(found.trim_end(), expected.trim_end(), "{name}:\n{found}\n{expected}");
    }
}
