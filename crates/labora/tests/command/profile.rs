//! Profiles: a table, JSON whose shares add up, and a trace whose events do not overlap.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use crate::fixtures::*;

/// A convolution with a tanh, on two replicas.
const PROGRAM: &str = r#"module @conv attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%x: tensor<4x8x8x3xf32>, %w: tensor<3x3x3x16xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<3x3x3x16xf32>, tensor<4x6x6x16xf32>) {
    %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<4x6x6x16xf32> loc("edges")
    %z = stablehlo.tanh %y : tensor<4x6x6x16xf32> loc("bend")
    %v = stablehlo.add %w, %w : tensor<3x3x3x16xf32>
    return %v, %z : tensor<3x3x3x16xf32>, tensor<4x6x6x16xf32>
  }
}"#;
/// Two operations for each of 4 x 6 x 6 x 16 sums of 27 products.
const CONVOLUTION_FLOPS: u64 = 2 * 4 * 6 * 6 * 16 * 27;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Asserts that the shares of steps, preempted time and waiting time sum to one.
#[track_caller]
fn assert_shares_add_up(profile: &Value) {
    let steps = profile["steps"].as_array().unwrap();
    let of_steps: f64 = steps.iter().map(|s| number(&s["share"])).sum();
    assert!((of_steps - number(&profile["total"]["share"])).abs() < 1e-9, "{profile}");
    let rest = number(&profile["preempted"]["share"]) + number(&profile["waiting"]["share"]);
    assert!((of_steps + rest - 1.0).abs() < 1e-9, "{of_steps} and {rest}");
    for key in ["time_s", "flops", "bytes"] {
        let sum: f64 = steps.iter().map(|s| number(&s[key])).sum();
        assert!((sum - number(&profile["total"][key])).abs() <= 1e-9 * sum, "{key}");
    }
    let times: Vec<f64> = steps.iter().map(|s| number(&s["time_s"])).collect();
    assert!(times.is_sorted_by(|a, b| a >= b), "{times:?}");
}

/// Checks that complete events do not overlap on a track; returns their number by category.
#[track_caller]
fn assert_no_overlap(trace: &Value) -> BTreeMap<String, usize> {
    let mut tracks: BTreeMap<u64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for event in trace["traceEvents"].as_array().unwrap() {
        if event["ph"] == "M" {
            assert!(event["args"]["name"].is_string(), "{event}");
            continue;
        }
        assert_eq!(event["ph"], "X", "{event}");
        let nanoseconds = |key: &str| (number(&event[key]) * 1e3).round() as i64;
        let (from, took) = (nanoseconds("ts"), nanoseconds("dur"));
        assert!(from >= 0 && took >= 0, "{event}");
        tracks.entry(event["tid"].as_u64().unwrap()).or_default().push((from, from + took));
        *counts.entry(event["cat"].as_str().unwrap().to_string()).or_default() += 1;
        if event["cat"] == "step" {
            assert!(event["args"]["flops"].is_u64() && event["args"]["bytes"].is_u64(), "{event}");
        }
    }
    for events in tracks.values_mut() {
        events.sort_unstable();
        assert!(events.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{events:?}");
    }
    counts
}

#[test]
fn a_program_from_a_file() {
    let folder = folder();
    let (file, trace) = (folder.path().join("conv.mlir"), folder.path().join("trace.json"));
    fs::write(&file, PROGRAM).unwrap();
    let args = ["profile", file.to_str().unwrap(), "--steps", "3", "--trace", trace.to_str().unwrap()];
    let table = labora(args).succeeds();
    for words in ["conv.mlir on tpu, 2 core(s)", "3 run(s)", "<4x8x8x3xf32> <3x3x3x16xf32>", "edges", "bend", "total"] {
        assert!(table.contains(words), "{words:?} is not in\n{table}");
    }
    let trace: Value = serde_json::from_slice(&fs::read(&trace).unwrap()).unwrap();
    let counts = assert_no_overlap(&trace);
    assert_eq!(counts["run"], 3, "the first run is not in it");

    let profile: Value = serde_json::from_str(&labora(args.into_iter().chain(["--json"])).succeeds()).unwrap();
    for key in ["wall_s", "peak_gflops", "gflops", "peak_fraction", "threads", "runs", "cores"] {
        assert!(number(&profile[key]) > 0.0, "{key} in {profile}");
    }
    assert_shares_add_up(&profile);
    let steps = profile["steps"].as_array().unwrap();
    let convolution = steps.iter().find(|s| s["from"] == serde_json::json!(["edges"])).unwrap();
    assert_eq!(convolution["count"], 3 * 2);
    assert_eq!(convolution["flops"], 3 * 2 * CONVOLUTION_FLOPS);
    let count: u64 = steps.iter().map(|s| s["count"].as_u64().unwrap()).sum();
    assert_eq!(counts["step"] as u64, count, "an event for each time a step ran");
}

#[test]
fn the_articles_training_step() {
    let folder = folder();
    let trace = folder.path().join("step.json");
    let args = ["profile", "train-step", "--cores", "2", "--batch-size", "16", "--steps", "2", "--json", "--trace"];
    let out = labora(args.into_iter().chain([trace.to_str().unwrap()])).succeeds();
    let profile: Value = serde_json::from_str(&out).unwrap();
    assert_shares_add_up(&profile);
    assert_eq!((&profile["runs"], &profile["device"]), (&2.into(), &"tpu".into()));
    let from = |layer: &str| {
        let steps = profile["steps"].as_array().unwrap().iter();
        steps.filter(|s| s["from"].as_array().unwrap().iter().any(|f| f == layer)).count()
    };
    for layer in ["conv2d", "grad(conv2d)", "grad(dense)", "dropout_2", "loss", "average", "adam", "check"] {
        assert!(from(layer) > 0, "{layer} in {profile}");
    }
    let counts = assert_no_overlap(&serde_json::from_slice(&fs::read(&trace).unwrap()).unwrap());
    assert_eq!(counts["run"], 2);
}

#[test]
fn models_of_files() {
    let folder = folder();
    let [compiled, plain] = model_files(&folder);
    let profile = |file: &str| {
        let args = ["profile", file, "--device", "cpu", "--batch-size", "8", "--steps", "2", "--json"];
        serde_json::from_str::<Value>(&labora(args).succeeds()).unwrap()
    };
    let names = |profile: &Value| -> Vec<String> {
        let steps = profile["steps"].as_array().unwrap().iter();
        let from = steps.flat_map(|step| step["from"].as_array().unwrap());
        from.map(|from| from.as_str().unwrap().to_owned()).collect()
    };
    let training = profile(&compiled);
    assert_shares_add_up(&training);
    assert_eq!(training["runs"], 2);
    for layer in ["memory", "grad(memory)", "classes", "grad(value)", "adam"] {
        let names = names(&training);
        assert!(names.iter().any(|name| name == layer), "{layer} in {names:?}");
    }
    let predictions = profile(&plain);
    let names = names(&predictions);
    assert!(
        names.iter().any(|name| name == "memory") && names.iter().all(|name| !name.starts_with("grad")),
        "{names:?}"
    );
    let policy = labora(["profile", &compiled, "--dtype", "mixed_bfloat16"]).fails(2);
    assert!(policy.contains("mixed_bfloat16") && policy.contains("compiled.keras"), "{policy}");
}

#[test]
fn invalid_programs_are_refused_before_anything_runs() {
    let folder = folder();
    let file = folder.path().join("bad.mlir");
    let of = |text: &str, more: &[&str], code: i32| {
        fs::write(&file, text).unwrap();
        labora(["profile", file.to_str().unwrap()].into_iter().chain(more.iter().copied())).fails(code)
    };
    for (text, words) in [
        ("this is no program", &["bad.mlir", "line 1", "StableHLO"][..]),
        (&PROGRAM[..PROGRAM.len() / 2], &["bad.mlir", "line"]),
        (&PROGRAM.replace("@main", "@other"), &["bad.mlir", "main"]),
        (&PROGRAM.replace("tensor<4x6x6x16xf32> loc(\"edges\")", "tensor<4x6x6x8xf32>"), &["bad.mlir", "convolution"]),
    ] {
        let message = of(text, &[], 1);
        words.iter().for_each(|word| assert!(message.contains(word), "{word:?} is not in: {message}"));
    }
    assert!(of(PROGRAM, &["--cores", "1"], 1).contains("2 replicas"));
    assert!(of(PROGRAM, &["--device", "gpu"], 2).contains("tpu and cpu"));
    assert!(of(PROGRAM, &["--trace", "/no/such/folder/t.json"], 1).contains("t.json"));
    assert!(labora(["profile", "/nowhere.mlir"]).fails(1).contains("/nowhere.mlir"));
    assert!(labora(["profile"]).fails(2).contains("PROGRAM.mlir"));
}
