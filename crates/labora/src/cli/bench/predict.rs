//! `labora bench predict`: times inference with the article's network.

use std::time::Instant;

use keras::Infer;
use serde_json::json;

use super::super::args::PredictSpeed;
use super::super::failure::Failure;
use super::super::{print, setup};
use super::median;
use super::train_step::noise;

pub fn run(args: &PredictSpeed) -> Result<(), Failure> {
    let device = setup::named_device(&args.device, args.cores.map(|n| n as usize))?.quiet();
    let batch = args.batch_size as usize;
    let settings = keras::applications::Cifar10Cnn { dtype: args.dtype, ..Default::default() };
    let mut model = keras::applications::cifar10_cnn(&settings)?.to_device(&device)?;
    let images = noise(batch)?;
    let mut call = || -> Result<f64, Failure> {
        let start = Instant::now();
        model.predict(&images, Infer::silent(batch))?;
        Ok(start.elapsed().as_secs_f64())
    };
    let first_call_s = call()?;
    let seconds: Vec<f64> = (0..args.calls).map(|_| call()).collect::<Result<_, _>>()?;
    let call_s = median(seconds).unwrap_or(first_call_s);
    let images_per_s = batch as f64 / call_s;
    if args.json {
        return print::line(json!({
            "call_s": call_s, "images_per_s": images_per_s, "first_call_s": first_call_s, "batch_size": batch,
            "cores": device.cores(), "device": args.device, "dtype": args.dtype.name(), "calls": args.calls,
        }));
    }
    let (cores, dtype, calls) = (device.cores(), args.dtype, args.calls);
    let lines = [
        format!("predict on {} with {cores} core(s), {dtype}, batch {batch}, median of {calls} calls", args.device),
        format!("  call          {:10.3} ms from host images to host probabilities", call_s * 1e3),
        format!("  images/s      {images_per_s:10.0}"),
        format!("  first call    {:10.3} ms with tracing and compiling", first_call_s * 1e3),
    ];
    print::line(lines.join("\n"))
}
