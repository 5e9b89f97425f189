//! Reports on programs compiled for TPUs and GPUs, by the vendors' own compilers where they can be installed.

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
fn models_of_files() {
    let folder = folder();
    let [compiled, plain] = model_files(&folder);
    let plan = labora(["compile", &compiled, "--device", "cpu", "--explain", "--batch-size", "8"]).succeeds();
    for words in ["plan @", "grad(memory)", "argument 0"] {
        assert!(plan.contains(words), "{words:?} is not in\n{plan}");
    }
    let Some(environment) = testkit::libtpu() else { return };
    let training = report(&environment, &[&compiled, "--batch-size", "64"]);
    assert_eq!(
        (&training["cores"], &training["rows_per_core"], &training["steps_per_call"]),
        (&8.into(), &8.into(), &1.into())
    );
    assert!(training["program"].as_str().unwrap().starts_with("training step of "), "{training}");
    let layers: Vec<&str> = training["layers"].as_array().unwrap().iter().filter_map(|l| l["name"].as_str()).collect();
    assert!(layers.contains(&"classes") && layers.contains(&"memory"), "{layers:?}");
    let predictions = report(&environment, &[&plain, "--batch-size", "64"]);
    assert!(predictions["program"].as_str().unwrap().starts_with("predictions of "), "{predictions}");
}

#[test]
fn invalid_arguments_and_programs_are_refused() {
    let says = |ended: Ended, code: i32, words: &[&str]| {
        let message = ended.fails(code);
        words.iter().for_each(|word| assert!(message.contains(word), "{word:?} is not in: {message}"));
    };
    says(labora(["compile", "--topology", "v1:2x2"]), 2, &["v1:2x2", "v2:2x2 (v2-8)", "v6e:2x4"]);
    says(labora(["compile", "--topology", "h2000"]), 2, &["h2000", "h200", "rtx6000pro"]);
    says(labora(["compile", "--plugin", "nothing"]), 2, &["nothing", "pip install libtpu"]);
    says(labora(["compile", "--topology", "h200"]), 2, &["cuda13", "pip install jax-cuda13-pjrt nvidia-cuda-nvcc"]);
    says(labora(["compile", "--topology", "v100:4"]), 2, &["cuda12", "jax-cuda12-pjrt"]);
    says(labora(["compile", "--compare", "v2-8,h2000"]), 2, &["h2000"]);
    says(labora(["compile", "--compare", "v2-8,h200", "--cores", "4"]), 2, &["--cores", "--compare"]);
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

/// A convolution and a product on two replicas, whose results are summed over the replicas.
const TWO_REPLICAS: &str = "module @m attributes {mhlo.num_replicas = 2 : i32} {
  func.func @main(%x: tensor<64x16x16x32xbf16>, %f: tensor<3x3x32x64xbf16>, %w: tensor<64x64xbf16>)
      -> (tensor<64x16x16x64xbf16>, tensor<64x64xbf16>) {
    %y = \"stablehlo.convolution\"(%x, %f) {
        batch_group_count = 1 : i64, feature_group_count = 1 : i64,
        dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
        padding = dense<1> : tensor<2x2xi64>, window_strides = array<i64: 1, 1>
      } : (tensor<64x16x16x32xbf16>, tensor<3x3x32x64xbf16>) -> tensor<64x16x16x64xbf16> loc(\"edges\")
    %p = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0]
        : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16> loc(\"square\")
    %s = \"stablehlo.all_reduce\"(%p) ({
      ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
        %c = stablehlo.add %a, %b : tensor<bf16>
        stablehlo.return %c : tensor<bf16>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
    return %y, %s : tensor<64x16x16x64xbf16>, tensor<64x64xbf16> } }";

#[test]
fn kernels_and_bounds_of_a_program_on_two_gpus() {
    let Some(environment) = testkit::cuda() else { return };
    let folder = folder();
    let file = folder.path().join("step.mlir");
    fs::write(&file, TWO_REPLICAS).unwrap();
    let report = report(&environment, &[file.to_str().unwrap(), "--topology", "h200:2"]);
    assert_eq!((&report["label"], &report["unit"]), (&"a roofline bound".into(), &"GPU".into()));
    assert_eq!((&report["cores"], &report["memory"]["fits"]), (&2.into(), &true.into()));
    // With "same" padding, 46 of 48 pairs of positions in each direction read the image.
    let convolution = 2 * 64 * 46 * 46 * 32 * 64u64;
    assert_eq!(report["step"]["flops"], convolution + 2 * 64u64.pow(3));
    // A ring of two sends half of the gradients twice.
    assert_eq!(report["step"]["link_bytes"].as_u64().unwrap() % (64 * 64 * 2), 0, "{}", report["step"]);
    let layer = report["layers"].as_array().unwrap().iter().find(|layer| layer["name"] == "edges").unwrap();
    assert!(layer["kernels"].to_string().contains("cuDNN conv"), "{layer}");
    // No kernel is faster than the card's peak and bandwidth.
    for kernel in report["dearest"].as_array().unwrap() {
        let (flops, bytes, seconds) = (number(&kernel["flops"]), number(&kernel["bytes"]), number(&kernel["seconds"]));
        assert!(seconds >= flops / 989.4e12 * 0.999 && seconds >= bytes / 4.8e12 * 0.999, "{kernel}");
    }
}

#[test]
fn machines_are_compared_side_by_side() {
    let (Some(tpu), Some(gpu)) = (testkit::libtpu(), testkit::cuda()) else { return };
    let folder = folder();
    let (file, plot) = (folder.path().join("step.mlir"), folder.path().join("plot.png"));
    fs::write(&file, TWO_REPLICAS).unwrap();
    let args = ["compile", file.to_str().unwrap(), "--compare", "v2-8,h200:2", "--plot", plot.to_str().unwrap()];
    let environment = [("VIRTUAL_ENV", tpu.as_os_str()), ("CONDA_PREFIX", gpu.as_os_str())];
    let table = run_with(args, &environment).succeeds();
    for words in ["v2-8", "estimate", "h200:2", "bound", "nothing here was measured"] {
        assert!(table.contains(words), "{words:?} is not in\n{table}");
    }
    assert!(fs::read(plot).unwrap().starts_with(b"\x89PNG"));
}
