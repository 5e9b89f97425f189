//! `labora bench predict`: times inference with the article's network.

use std::time::Instant;

use clap::{Args, value_parser};
use keras::Infer;
use serde_json::json;

use super::statistics::median;
use crate::cli::device::CpuArgs;
use crate::cli::failure::Failure;
use crate::cli::flags::{ModelArgs, OutputArgs};
use crate::cli::print;
use crate::cli::synthetic::{CIFAR10_IMAGE, noise};
use crate::cli::workloads::Workload;

/// Time inference with the article's network.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench predict                                    latency: one image at a time
  labora bench predict --batch-size 1024 --device tpu --dtype mixed_bfloat16 --json")]
pub struct PredictArgs {
    #[command(flatten)]
    device: CpuArgs,
    #[command(flatten)]
    model: ModelArgs<1>,
    /// Calls to time, after the first.
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    calls: u32,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &PredictArgs) -> Result<(), Failure> {
    let device = args.device.open()?.quiet();
    let (batch, dtype) = (args.model.batch_size(), args.model.policy());
    let mut model = (Workload::Predict.network().model)(dtype)?.to_device(&device)?;
    let images = noise(batch, CIFAR10_IMAGE)?;
    let mut call = || -> Result<f64, Failure> {
        let start = Instant::now();
        model.predict(&images, Infer::silent(batch))?;
        Ok(start.elapsed().as_secs_f64())
    };
    let first_call_s = call()?;
    let seconds: Vec<f64> = (0..args.calls).map(|_| call()).collect::<Result<_, _>>()?;
    let call_s = median(seconds).unwrap_or(first_call_s);
    let images_per_s = batch as f64 / call_s;
    let (name, cores, calls) = (args.device.name().to_string(), device.cores(), args.calls);
    if args.output.json {
        return print::line(json!({
            "call_s": call_s, "images_per_s": images_per_s, "first_call_s": first_call_s, "batch_size": batch,
            "cores": cores, "device": name, "dtype": dtype.name(), "calls": calls,
        }));
    }
    let lines = [
        format!("predict on {name} with {cores} core(s), {dtype}, batch {batch}, median of {calls} calls"),
        format!("  call          {:10.3} ms from host images to host probabilities", call_s * 1e3),
        format!("  images/s      {images_per_s:10.0}"),
        format!("  first call    {:10.3} ms with tracing and compiling", first_call_s * 1e3),
    ];
    print::line(lines.join("\n"))
}
