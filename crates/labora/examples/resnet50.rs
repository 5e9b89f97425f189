//! Measures the training speed of ResNet-50 on noise, with images of 224 by 224 pixels as in ImageNet.
//!
//!     cargo run --release --example resnet50 -- [SIZE] [STEPS] [BATCH]
//!     labora compile resnet50 --dtype mixed_bfloat16      the estimate for a TPU v2-8

use std::error::Error;
use std::sync::Arc;

use datasets::Images;
use keras::Verbose;
use keras::applications::{ResNet50V15, resnet50_v15};
use keras::utils::Rng;
use labora::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let argument = |at: usize, default: usize| std::env::args().nth(at).map_or(Ok(default), |n| n.parse());
    let (size, steps, batch) = (argument(1, 224)?, argument(2, 3)?, argument(3, 32)?);

    let mut model = resnet50_v15(&ResNet50V15 { size, ..ResNet50V15::default() })?;
    let sgd = SGD::new().momentum(0.9);
    model.compile(Compile::new(sgd, "sparse_categorical_crossentropy"))?;

    let mut rng = Rng::seeded(1);
    let pixels: Vec<u8> = (0..batch * size * size * 3).map(|_| rng.next_u64() as u8).collect();
    let labels: Vec<i32> = (0..batch).map(|i| (i % 1000) as i32).collect();
    let noise = Images::new(Arc::<[u8]>::from(pixels), Arc::<[i32]>::from(labels), [size, size, 3]);
    let noise = noise.ok_or("the images do not fit their shape")?;

    // The first step compiles the program, and is not shown.
    let mut on_device = model.to_device(&labora::tpu()?)?;
    let fit = Fit { batch_size: batch, epochs: steps + 1, verbose: Verbose::Silent, ..Fit::default() };
    on_device.fit(&noise, &noise.labels, fit)?;
    let calls = on_device.report().map_or(&[][..], |report| &report.calls);
    for (step, call) in calls.iter().enumerate().skip(1) {
        println!("step {step}: {:.2} s, {:.1} images per second", call.seconds, batch as f64 / call.seconds);
    }
    Ok(())
}
