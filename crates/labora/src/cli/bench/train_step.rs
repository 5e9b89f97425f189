//! `labora bench train-step`: how long a training step of the article's network takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use keras::datasets::Images;
use keras::optimizers::Adam;
use keras::training::TrainingReport;
use keras::utils::progbar::Verbose;
use keras::{Device, Fit};
use plugin::{bf16_dot_peak, peak};
use serde_json::json;

use super::super::args::{TrainStep, Workload};
use super::super::failure::Failure;
use super::super::{print, setup};
use super::{mebibytes, median};

/// Multiply-adds of the network's products for one image, forward: four convolutions and two dense layers.
const FORWARD_MULTIPLY_ADDS: f64 =
    (32 * 32 * 27 * 32 + 32 * 32 * 288 * 32 + 16 * 16 * 288 * 64 + 14 * 14 * 576 * 64 + 3136 * 512 + 512 * 10) as f64;

/// Operations of a training step for one image: forward and both gradients; the first layer's input gradient is that of
/// the batch normalisation before it.
const STEP_FLOP: f64 = 2.0 * 3.0 * FORWARD_MULTIPLY_ADDS;

/// How long each of the machine's peaks is measured.
const PEAK_TIME: Duration = Duration::from_millis(300);

/// A training, and what it ran on.
pub struct Trained {
    pub device: Device,
    pub report: TrainingReport,
    /// From the first step to the last, compilation included.
    pub seconds: f64,
}

/// Trains the article's network on noise: one step, and then as many as are asked for, each a call of its own.
pub fn train(workload: &Workload) -> Result<Trained, Failure> {
    let device = setup::device(&workload.on)?.quiet();
    let batch = workload.batch_size as usize;
    let settings = keras::applications::Cifar10Cnn { dtype: workload.dtype, ..Default::default() };
    let mut model = keras::applications::cifar10_cnn(&settings)?;
    model.compile(setup::compile(Box::new(Adam::new())))?;
    let data = noise(batch)?;
    let mut on_device = model.to_device(&device)?;
    let start = Instant::now();
    let fit = Fit {
        batch_size: batch,
        epochs: workload.steps as usize + 1,
        verbose: Verbose::Silent,
        steps_per_execution: Some(1),
        ..Fit::default()
    };
    on_device.fit(&data, &data.labels, fit)?;
    let seconds = start.elapsed().as_secs_f64();
    let report = on_device.report().cloned().ok_or_else(|| Failure::new("the training left no report"))?;
    Ok(Trained { device, report, seconds })
}

pub fn run(args: &TrainStep) -> Result<(), Failure> {
    let mut workload = args.workload.clone();
    if args.first_only {
        workload.steps = 0;
    }
    let Trained { device, report, seconds: total } = train(&workload)?;
    let batch = workload.batch_size as usize;
    let is_software = device.client().platform_name() == "labora";

    let first_step_s = report.calls.first().map_or(total, |c| c.seconds);
    let step_s = median(report.calls.iter().skip(1).map(|c| c.seconds).collect()).unwrap_or(first_step_s);
    let gflops = STEP_FLOP * batch as f64 / step_s / 1e9;
    let measures = is_software && !args.first_only;
    let is_bf16 = workload.on.device == "tpu" || workload.dtype.compute().bits() == 16;
    let peak_gflops = measures.then(|| peak(is_bf16, PEAK_TIME));
    let dot_gflops = (measures && is_bf16).then(|| bf16_dot_peak(PEAK_TIME)).flatten();
    let [peak_fraction, dot_fraction] = [peak_gflops, dot_gflops].map(|peak| peak.map(|p| gflops / p));
    let images_per_s = batch as f64 / step_s;
    let (compile_s, peak_bytes) = (report.compile_seconds, report.peak_bytes);
    if args.json {
        return print::line(json!({
            "step_s": step_s, "images_per_s": images_per_s, "gflops": gflops, "peak_fraction": peak_fraction,
            "first_step_s": first_step_s, "compile_s": compile_s, "peak_bytes": peak_bytes,
            "batch_size": batch, "cores": device.cores(), "device": workload.on.device, "dtype": workload.dtype.name(),
            "steps": workload.steps, "peak_gflops": peak_gflops, "bf16_dot_peak_gflops": dot_gflops,
            "bf16_dot_peak_fraction": dot_fraction,
        }));
    }
    let of_peak = peak_gflops.zip(peak_fraction).map_or(String::new(), |(peak, fraction)| {
        format!("   {:.0}% of this machine's measured {peak:.0}", fraction * 100.0)
    });
    let of_dot_peak = dot_gflops.zip(dot_fraction).map_or(String::new(), |(peak, fraction)| {
        format!(", {:.0}% of its bf16 dot product's {peak:.0}", fraction * 100.0)
    });
    let (cores, dtype, steps) = (device.cores(), workload.dtype, workload.steps);
    let mut lines = vec![
        format!("{} on {cores} core(s), {dtype}, batch {batch}, median of {steps} steps", workload.on.device),
        format!("  step          {:8.1} ms", step_s * 1e3),
        format!("  images/s      {images_per_s:8.0}"),
        format!("  GFLOP/s       {gflops:8.1}{of_peak}{of_dot_peak}"),
        format!("  first step    {:8.1} ms", first_step_s * 1e3),
        format!("  compile       {:8.1} ms", compile_s * 1e3),
    ];
    if let Some(bytes) = peak_bytes {
        lines.push(format!("  peak memory   {:8.1} MiB by the program's plan", mebibytes(bytes)));
    }
    print::line(lines.join("\n"))
}

/// Images of noise: what they show does not matter to the time.
pub fn noise(count: usize) -> Result<Images, Failure> {
    let mut rng = keras::utils::Rng::seeded(1);
    let pixels: Vec<u8> = (0..count * 32 * 32 * 3 / 8).flat_map(|_| rng.next_u64().to_le_bytes()).collect();
    let labels: Vec<i32> = (0..count).map(|i| (i % 10) as i32).collect();
    let images = Images::new(Arc::<[u8]>::from(pixels), Arc::<[i32]>::from(labels), [32, 32, 3]);
    images.ok_or_else(|| Failure::new("the images do not fit their shape"))
}
