//! Reports on programs compiled for TPUs, by Google's own compiler where it can be installed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::fixtures::*;

/// Runs the command in a Python environment with libtpu.
fn with_libtpu(environment: &Path, args: &[&str]) -> Ended {
    run_with(args, &[("VIRTUAL_ENV", environment.as_os_str())])
}

fn report(environment: &Path, args: &[&str]) -> Value {
    let args: Vec<&str> = ["compile"].iter().chain(args).copied().chain(["--json"]).collect();
    serde_json::from_str(&with_libtpu(environment, &args).succeeds()).unwrap()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_articles_training_step_on_a_v2_8() {
    let Some(environment) = testkit::libtpu() else { return };
    let folder = folder();
    let page = folder.path().join("report.html");
    let report = report(&environment, &["--html", page.to_str().unwrap()]);
    assert_eq!(report["label"], "the TPU compiler's estimate");
    assert_eq!((&report["cores"], &report["rows_per_core"]), (&8.into(), &128.into()));
    assert_eq!(report["memory"]["fits"], true);

    // By the compiler's estimate, an epoch in one call takes at most a quarter of a second; the article's
    // took six.
    assert_eq!(report["steps_per_call"], 49);
    let (step, around) = (number(&report["step"]["seconds"]), number(&report["around_the_steps"]["seconds"]));
    let epoch = number(&report["epoch_s"]);
    assert!(step > 0.0 && (epoch - (49.0 * step + around)).abs() < 1e-9, "{report}");
    assert!(epoch <= 0.25, "{epoch} s");

    // Multiply-adds of the forward pass, and twice as many in the backward pass. Those with padding are not
    // counted.
    let forward =
        (32 * 32 * 27 * 32 + 32 * 32 * 288 * 32 + 16 * 16 * 288 * 64 + 14 * 14 * 576 * 64) + 3136 * 512 + 512 * 10;
    let (flops, all) = (number(&report["step"]["flops"]), f64::from(2 * 3 * forward) * 128.0);
    assert!((0.95..1.0).contains(&(flops / all)), "{flops} of {all}");

    // Names of layers are passed as locations.
    let layers: Vec<&str> = report["layers"].as_array().unwrap().iter().map(|l| l["name"].as_str().unwrap()).collect();
    for layer in ["conv2d", "grad(conv2d_3)", "grad(dense)", "max_pooling2d", "adam"] {
        assert!(layers.contains(&layer), "{layer} is not in {layers:?}");
    }
    let cycles: f64 = report["layers"].as_array().unwrap().iter().map(|l| number(&l["cycles"])).sum();
    assert_eq!(cycles, number(&report["step"]["cycles"]));
    let dearest: Vec<f64> =
        report["dearest"].as_array().unwrap().iter().map(|d| number(&d["cycles"]) * number(&d["times"])).collect();
    assert!(dearest.len() == 10 && dearest.is_sorted_by(|a, b| a >= b), "{dearest:?}");
    assert!(report["step"]["unestimated"]["all-reduce"].is_u64(), "what is not counted is said: {report}");
    let kernel = report["tensors"].as_array().unwrap().iter().find(|t| t["name"] == "conv2d_3/kernel").unwrap();
    assert_eq!(kernel["bytes"], 3 * 3 * 64 * 64 * 4);

    let page = fs::read_to_string(page).unwrap();
    for part in ["<svg", "<circle", "conv2d_3", "not a measurement", "</html>"] {
        assert!(page.contains(part), "{part:?} is not in the page");
    }
    for foreign in ["<script", "src=", "<link", "@import"] {
        assert!(!page.contains(foreign), "{foreign:?} is in the page");
    }
}

#[test]
fn a_batch_that_is_no_multiple_of_128_is_advised_against() {
    let Some(environment) = testkit::libtpu() else { return };
    let args = ["compile", "predict", "--topology", "tpu:v2-8", "--batch-size", "512", "--steps", "2"];
    let table = with_libtpu(&environment, &args).succeeds();
    for words in ["predict, float32, batch 512 for v2:2x2 of 8 core(s)", "2 step(s)", "fits", "multiple of 128", "1024"]
    {
        assert!(table.contains(words), "{words:?} is not in\n{table}");
    }
}

#[test]
fn a_program_from_a_file_on_one_core_of_another_generation() {
    let Some(environment) = testkit::libtpu() else { return };
    let folder = folder();
    let file = folder.path().join("product.mlir");
    let text = "module @m { func.func @main(%x: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
        %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
            : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16> loc(\"square\")
        return %y : tensor<512x512xbf16> } }";
    fs::write(&file, text).unwrap();
    let report = report(&environment, &[file.to_str().unwrap(), "--topology", "v5e"]);
    assert_eq!(report["machine"]["topology"], "v5e:2x2");
    assert_eq!(
        (&report["cores"], &report["epoch_s"], &report["examples_per_s"]),
        (&1.into(), &Value::Null, &Value::Null)
    );
    assert_eq!(report["step"]["flops"], 2 * 512u64.pow(3));
    assert_eq!(report["dearest"][0]["from"][0], "square");
}

#[test]
fn invalid_arguments_and_programs_are_refused() {
    let says = |ended: Ended, code: i32, words: &[&str]| {
        let message = ended.fails(code);
        words.iter().for_each(|word| assert!(message.contains(word), "{word:?} is not in: {message}"));
    };
    says(labora(["compile", "--topology", "v1:2x2"]), 2, &["v1:2x2", "v2:2x2 (v2-8)", "v6e:2x4"]);
    says(labora(["compile", "--plugin", "nothing"]), 2, &["nothing", "pip install libtpu"]);
    says(labora(["compile", "--plugin", "/nowhere/libmine.so"]), 1, &["/nowhere/libmine.so"]);
    says(labora(["train", "--device", "tpu:v2-8"]), 2, &["labora compile --device tpu:v2-8"]);
    let Some(environment) = testkit::libtpu() else { return };
    says(with_libtpu(&environment, &["compile", "--batch-size", "1001"]), 2, &["1001", "8 cores", "--batch-size 1008"]);
    says(with_libtpu(&environment, &["compile", "/nowhere.mlir"]), 1, &["/nowhere.mlir", "train-step, predict"]);
    says(with_libtpu(&environment, &["train", "--device", "libtpu", "shapes"]), 1, &["no TPU on this machine"]);
    let folder = folder();
    let file = folder.path().join("bad.mlir");
    fs::write(&file, "module @m { this is none }").unwrap();
    says(with_libtpu(&environment, &["compile", file.to_str().unwrap()]), 1, &["PJRT_Compile"]);
}

#[test]
fn libtpu_is_listed_though_there_is_no_tpu() {
    let Some(environment) = testkit::libtpu() else { return };
    let listed = with_libtpu(&environment, &["devices", "--json"]).succeeds();
    let listed: Value = serde_json::from_str(&listed).unwrap();
    let libtpu = listed["plugins"].as_array().unwrap().iter().find(|p| p["name"] == "libtpu").unwrap();
    assert!(libtpu["api_version"].is_string() && libtpu["plugin"].as_str().unwrap().ends_with("libtpu.so"), "{libtpu}");
}
