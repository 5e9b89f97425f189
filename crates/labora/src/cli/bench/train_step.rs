//! `labora bench train-step`: times a training step of the article's network.

use std::time::Duration;

use clap::Args;
use plugin::{bf16_dot_peak, peak};
use serde_json::json;

use super::statistics::{mebibytes, median};
use crate::cli::failure::Failure;
use crate::cli::flags::OutputArgs;
use crate::cli::print;
use crate::cli::synthetic::{RepeatArgs, Training, train_steps};
use crate::cli::workloads::Workload;

/// Multiply-adds of the network's forward pass for one image: four convolutions and two dense layers.
const FORWARD_MULTIPLY_ADDS: f64 =
    (32 * 32 * 27 * 32 + 32 * 32 * 288 * 32 + 16 * 16 * 288 * 64 + 14 * 14 * 576 * 64 + 3136 * 512 + 512 * 10) as f64;

/// Floating-point operations of a training step for one image: the forward pass and both gradients. The first
/// layer's input gradient is needed by the batch normalization before it.
const STEP_FLOP: f64 = 2.0 * 3.0 * FORWARD_MULTIPLY_ADDS;

/// The time to measure each of the machine's peaks for.
const PEAK_TIME: Duration = Duration::from_millis(300);

/// Time one training step of the article's network.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench train-step
  labora bench train-step --device cpu --batch-size 128 --json
  labora bench train-step --dtype mixed_bfloat16 --steps 10")]
pub struct TrainStepArgs {
    #[command(flatten)]
    repeat: RepeatArgs,
    /// Stop after the first step, and do not measure the machine's peak.
    #[arg(long, conflicts_with = "steps")]
    first_only: bool,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &TrainStepArgs) -> Result<(), Failure> {
    let RepeatArgs { device: on, model, steps } = &args.repeat;
    let steps = if args.first_only { 0 } else { *steps };
    let Training { device, report, seconds: total } = train_steps(Workload::TrainStep, &args.repeat, steps)?;
    let (batch, dtype) = (model.batch_size(), model.policy());
    let is_built_in = device.client().platform_name() == "labora";

    let first_step_s = report.calls.first().map_or(total, |c| c.seconds);
    let step_s = median(report.calls.iter().skip(1).map(|c| c.seconds).collect()).unwrap_or(first_step_s);
    let gflops = STEP_FLOP * batch as f64 / step_s / 1e9;
    let measures_peak = is_built_in && !args.first_only;
    let is_bf16 = on.is_tpu() || dtype.compute().bits() == 16;
    let options = on.client_options();
    let peak_gflops = measures_peak.then(|| peak(is_bf16, &options, PEAK_TIME));
    let dot_gflops = (measures_peak && is_bf16).then(|| bf16_dot_peak(&options, PEAK_TIME)).flatten();
    let [peak_fraction, dot_fraction] = [peak_gflops, dot_gflops].map(|peak| peak.map(|p| gflops / p));
    let images_per_s = batch as f64 / step_s;
    let (compile_s, peak_bytes) = (report.compile_seconds, report.peak_bytes);
    let (name, cores) = (on.name().to_string(), device.cores());
    if args.output.json {
        return print::line(json!({
            "step_s": step_s, "images_per_s": images_per_s, "gflops": gflops, "peak_fraction": peak_fraction,
            "first_step_s": first_step_s, "compile_s": compile_s, "peak_bytes": peak_bytes,
            "batch_size": batch, "cores": cores, "device": name, "dtype": dtype.name(),
            "steps": steps, "peak_gflops": peak_gflops, "bf16_dot_peak_gflops": dot_gflops,
            "bf16_dot_peak_fraction": dot_fraction,
        }));
    }
    let of_peak = peak_gflops.zip(peak_fraction).map_or(String::new(), |(peak, fraction)| {
        format!("   {:.0}% of this machine's measured {peak:.0}", fraction * 100.0)
    });
    let of_dot_peak = dot_gflops.zip(dot_fraction).map_or(String::new(), |(peak, fraction)| {
        format!(", {:.0}% of its bf16 dot product's {peak:.0}", fraction * 100.0)
    });
    let mut lines = vec![
        format!("{name} on {cores} core(s), {dtype}, batch {batch}, median of {steps} steps"),
        format!("  step          {:8.1} ms", step_s * 1e3),
        format!("  images/s      {images_per_s:8.0}"),
        format!("  GFLOP/s       {gflops:8.1}{of_peak}{of_dot_peak}"),
        format!("  first step    {:8.1} ms", first_step_s * 1e3),
        format!("  compile       {:8.1} ms", compile_s * 1e3),
    ];
    lines.extend(peak_bytes.map(|b| format!("  peak memory   {:8.1} MiB by the memory plan", mebibytes(b))));
    print::line(lines.join("\n"))
}
