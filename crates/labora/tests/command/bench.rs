//! Figures of benchmarks, and their errors about invalid files. No test asserts a time, only relations of
//! figures.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::fixtures::*;

/// A step of gradient descent on two replicas. The first two results have the types of the first two
/// parameters.
const STEP: &str = r#"module @descent attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%w: tensor<8x4xf32> {tf.aliasing_output = 0 : i32}, %n: tensor<i32>, %x: tensor<16x8xf32>)
      -> (tensor<8x4xf32>, tensor<i32>, tensor<16x4xf32>) {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
    %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<16x8xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %sum = "stablehlo.all_reduce"(%g) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %ab = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %ab : tensor<f32>
    }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %new = stablehlo.subtract %w, %sum : tensor<8x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.add %n, %one : tensor<i32>
    return %new, %m, %y : tensor<8x4xf32>, tensor<i32>, tensor<16x4xf32>
  }
}
"#;

fn written(folder: &Path, text: &str) -> PathBuf {
    let file = folder.join("step.mlir");
    fs::write(&file, text).unwrap();
    file
}

/// Asserts that `a` and `b` are equal up to rounding.
#[track_caller]
fn assert_same(a: f64, b: f64) {
    assert!((a / b - 1.0).abs() < 1e-9, "{a} and {b}");
}

fn number(figures: &Value, key: &str) -> f64 {
    figures[key].as_f64().unwrap_or_else(|| panic!("{key} in {figures}"))
}

/// Runs a benchmark and returns its figures; each of `keys` is a positive number.
fn figures(args: &[&str], keys: &[&str]) -> Value {
    let figures: Value = serde_json::from_str(&labora(args).succeeds()).unwrap();
    for key in keys {
        assert!(figures[key].as_f64().is_some_and(|v| v > 0.0), "{key} in {figures}");
    }
    figures
}

#[test]
fn figures_of_a_training_step_agree() {
    let args = ["bench", "train-step", "--cores", "2", "--batch-size", "16", "--steps", "2", "--json"];
    let keys = ["step_s", "images_per_s", "gflops", "peak_fraction", "first_step_s", "compile_s", "peak_bytes"];
    let figures = figures(&args, &keys);
    let of = |key| number(&figures, key);
    assert_same(of("images_per_s") * of("step_s"), 16.0);
    assert_same(of("peak_fraction") * of("peak_gflops"), of("gflops"));
    // Multiply-adds of the layers for one image: convolutions, then dense layers; twice again in the backward
    // pass.
    let convolutions = 27_648 * 32 + 294_912 * 32 + 73_728 * 64 + 112_896 * 64;
    let forward = f64::from(convolutions + 3_136 * 512 + 512 * 10);
    assert_same(of("gflops") * 1e9 * of("step_s"), 16.0 * 6.0 * forward);
    assert_eq!((&figures["steps"], &figures["cores"], &figures["device"]), (&2.into(), &2.into(), &"tpu".into()));
}

#[test]
fn the_first_step_alone_is_timed_without_the_peak() {
    let args = ["bench", "train-step", "--cores", "2", "--batch-size", "16", "--first-only", "--json"];
    let figures = figures(&args, &["step_s", "first_step_s"]);
    assert_eq!(figures["step_s"], figures["first_step_s"]);
    assert_eq!(figures["peak_fraction"], Value::Null);
}

#[test]
fn an_epoch_is_compared_with_its_steps() {
    let sizes = ["--cores", "2", "--images", "40", "--batch-size", "16", "--epochs", "2"];
    let args = [&["bench", "epoch", "--json"][..], &sizes].concat();
    let figures = figures(&args, &["epoch_s", "of_steps", "steps_s", "step_s", "validation_step_s", "of_step_by_step"]);
    // Of two epochs, the median is the mean.
    let list = |key: &str| -> Vec<f64> {
        figures[key].as_array().unwrap().iter().map(|seconds| seconds.as_f64().unwrap()).collect()
    };
    let (epochs, steps) = (list("epochs_s"), list("alone_s"));
    assert_eq!((epochs.len(), steps.len()), (2, 2));
    assert_same(number(&figures, "epoch_s"), (epochs[0] + epochs[1]) / 2.0);
    assert_same(number(&figures, "of_steps"), (epochs[0] / steps[0] + epochs[1] / steps[1]) / 2.0);
    let ratio = number(&figures, "one_call_s") / number(&figures, "step_by_step_s");
    assert_same(number(&figures, "of_step_by_step"), ratio);
    assert_eq!((&figures["steps_of_call"], &figures["resident_steps"]), (&Value::from(2), &Value::Null));
    let figures: Value =
        serde_json::from_str(&labora([&args[..], &["--resident-steps", "1"]].concat()).succeeds()).unwrap();
    assert_eq!(figures["resident_steps"], 1);
    assert_eq!(figures["validation_images"], 8);
}

#[test]
fn figures_of_a_prediction_agree() {
    for (device, batch) in [("cpu", "1"), ("tpu", "16")] {
        let args = ["bench", "predict", "--device", device, "--batch-size", batch, "--calls", "2", "--json"];
        let figures = figures(&args, &["call_s", "images_per_s", "first_call_s"]);
        assert_eq!(figures["batch_size"].to_string(), batch);
        assert_same(number(&figures, "images_per_s") * number(&figures, "call_s"), batch.parse().unwrap());
    }
}

#[test]
fn a_program_is_run_with_its_results_as_its_next_arguments() {
    let folder = folder();
    let file = written(folder.path(), STEP);
    let file = file.to_str().unwrap();
    for device in ["tpu", "cpu"] {
        let args = ["bench", "program", file, "--device", device, "--steps", "3", "--json"];
        let figures = figures(&args, &["run_s", "first_run_s", "compile_s", "gflops", "peak_bytes"]);
        assert_eq!(figures["replicas"], 2, "the replicas of the program, on {device} too");
        assert_eq!(figures["parameters"], 3);
        assert_eq!(figures["results_fed_back"], 2, "the third result is of another type than the third parameter");
        // Two products of 16 x 8 x 4 multiply-adds on each replica, and little else.
        let flop = figures["flop"].as_f64().unwrap();
        assert!((4096.0..5000.0).contains(&flop), "{flop}");
        assert_same(number(&figures, "gflops") * 1e9 * number(&figures, "run_s"), flop);
    }
    let text = labora(["bench", "program", file]).succeeds();
    assert!(text.contains("2 replica(s)") && text.contains("GFLOP/s"), "{text}");
}

#[test]
fn environment_variables_that_are_empty_are_not_set() {
    let folder = folder();
    let file = written(folder.path(), STEP);
    let names = ["THREADS", "ISA", "DATA", "WORKER", "WORKER_TOKEN", "WORKER_CA", "WORKER_CERT", "WORKER_KEY", "DUMP"];
    let names = names.map(|name| format!("LABORA_{name}"));
    let environment: Vec<(&str, &OsStr)> = names.iter().map(|name| (name.as_str(), OsStr::new(""))).collect();
    let args = ["bench", "program", file.to_str().unwrap(), "--steps", "1"];
    let text = run_with(args, &environment).succeeds();
    assert!(text.contains("2 replica(s)"), "{text}");
}

#[test]
fn a_program_that_cannot_be_run_is_refused_with_its_file_and_the_reason() {
    let folder = folder();
    for (from, to, words) in [
        ("stablehlo.subtract", "stablehlo.subtrac", &["step.mlir", "subtrac", "line 11"][..]),
        ("tensor<16x8xf32>)\n", "tensor<16x9xf32>)\n", &["step.mlir", "16x9"]),
        ("@main", "@other", &["step.mlir", "main"]),
        ("mhlo.num_replicas = 2", "mhlo.num_replicas = 2000", &["step.mlir", "2000"]),
    ] {
        let file = written(folder.path(), &STEP.replacen(from, to, 1));
        let message = labora(["bench", "program", file.to_str().unwrap()]).fails(1);
        for word in words {
            assert!(message.contains(word), "{word:?} is not in: {message}");
        }
    }
    assert!(labora(["bench", "program", "/nowhere/step.mlir"]).fails(1).contains("/nowhere/step.mlir"));
    let binary = folder.path().join("step.bin");
    fs::write(&binary, b"ML\xefR\x00\xff").unwrap();
    assert!(labora(["bench", "program", binary.to_str().unwrap()]).fails(1).contains("step.bin"));
}
