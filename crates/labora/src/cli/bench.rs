//! `labora bench train-step`: how long a training step of the article's network takes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use keras::datasets::Pictures;
use keras::optimizers::Adam;
use keras::utils::progbar::Verbose;
use keras::{Compile, Fit};
use plugin::peak;
use serde_json::json;

use super::args::TrainStep;
use super::failure::Failure;
use super::setup;

/// Multiply-adds of the network's products for one picture, forward: four convolutions and two dense layers.
const FORWARD_MULTIPLY_ADDS: f64 =
    (32 * 32 * 27 * 32 + 32 * 32 * 288 * 32 + 16 * 16 * 288 * 64 + 14 * 14 * 576 * 64 + 3136 * 512 + 512 * 10) as f64;

/// Operations of a training step for one picture: forward and both gradients, but for the first layer's input gradient,
/// which nobody needs.
const STEP_FLOP: f64 = 2.0 * (3.0 * FORWARD_MULTIPLY_ADDS - (32 * 32 * 27 * 32) as f64);

pub fn train_step(args: &TrainStep) -> Result<(), Failure> {
    let device = setup::device(&args.on)?.quiet();
    let batch = args.batch_size as usize;
    let settings = keras::applications::Cifar10Cnn { dtype: args.dtype, ..Default::default() };
    let mut model = keras::applications::cifar10_cnn(&settings)?;
    model.compile(
        Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["sparse_categorical_accuracy"]),
    )?;
    let data = noise(batch)?;
    let is_software = device.client().platform_name() == "labora";
    let mut on_device = model.to_device(&device)?;
    let start = Instant::now();
    let fit = Fit {
        batch_size: batch,
        epochs: args.steps as usize + 1,
        verbose: Verbose::Silent,
        steps_per_execution: Some(1),
        ..Fit::default()
    };
    on_device.fit(&data, &data.labels, fit)?;
    let total = start.elapsed().as_secs_f64();
    let report = on_device.report().ok_or_else(|| Failure::new("the training left no report"))?;

    let first_step_s = report.calls.first().map_or(total, |c| c.seconds);
    let mut seconds: Vec<f64> = report.calls.iter().skip(1).map(|c| c.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    let step_s = seconds.get(seconds.len() / 2).copied().unwrap_or(first_step_s);
    let gflops = STEP_FLOP * batch as f64 / step_s / 1e9;
    let peak_gflops = is_software
        .then(|| peak(args.on.device == "tpu" || args.dtype.compute().bits() == 16, Duration::from_millis(300)));
    let peak_fraction = peak_gflops.map(|p| gflops / p);
    let images_per_s = batch as f64 / step_s;
    let (compile_s, peak_bytes) = (report.compile_seconds, report.peak_bytes);
    if args.json {
        println!(
            "{}",
            json!({
                "step_s": step_s, "images_per_s": images_per_s, "gflops": gflops, "peak_fraction": peak_fraction,
                "first_step_s": first_step_s, "compile_s": compile_s, "peak_bytes": peak_bytes,
                "batch_size": batch, "cores": device.cores(), "device": args.on.device, "dtype": args.dtype.name(),
                "steps": args.steps, "peak_gflops": peak_gflops,
            })
        );
        return Ok(());
    }
    println!(
        "{} on {} core(s), {}, batch {batch}, median of {} steps",
        args.on.device,
        device.cores(),
        args.dtype,
        args.steps
    );
    println!("  step          {:8.1} ms", step_s * 1e3);
    println!("  images/s      {images_per_s:8.0}");
    match peak_gflops.zip(peak_fraction) {
        Some((peak, fraction)) => {
            println!("  GFLOP/s       {gflops:8.1}   {:.0}% of this machine's measured {peak:.0}", fraction * 100.0);
        }
        None => println!("  GFLOP/s       {gflops:8.1}"),
    }
    println!("  first step    {:8.1} ms", first_step_s * 1e3);
    println!("  compile       {:8.1} ms", compile_s * 1e3);
    if let Some(bytes) = peak_bytes {
        println!("  peak memory   {:8.1} MiB by the program's plan", bytes as f64 / f64::from(1 << 20));
    }
    Ok(())
}

/// Pictures of noise: what they show does not matter to the time.
fn noise(count: usize) -> Result<Pictures, Failure> {
    let mut state = 1u64;
    let mut next = || {
        // A linear congruential generator (Knuth's MMIX constants): its high bits are noise enough for pictures.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let pixels: Vec<u8> = (0..count * 32 * 32 * 3).map(|_| next()).collect();
    let labels: Vec<i32> = (0..count).map(|_| i32::from(next() % 10)).collect();
    let pictures = Pictures::new(Arc::<[u8]>::from(pixels), Arc::<[i32]>::from(labels), [32, 32, 3]);
    pictures.ok_or_else(|| Failure::new("the pictures do not fit their shape"))
}
