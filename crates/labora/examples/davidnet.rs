//! Trains DavidNet on CIFAR-10 with batches of 512 for 24 epochs, as on the TPU that held the record in 2019.
//!
//!     cargo run --release --example davidnet -- [EPOCHS]
//!     labora compile davidnet --batch-size 512 --dtype mixed_bfloat16      the estimate for a TPU v2-8
//!
//! CIFAR-10 is searched in the folder `LABORA_DATA` and in Keras's cache, else downloaded. Images are
//! shifted and flipped on the device while it trains.

use std::error::Error;

use keras::applications::{DavidNet, davidnet};
use labora::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let epochs = std::env::args().nth(1).map_or(Ok(24), |n| n.parse())?;
    let data = datasets::cifar10::load_data(&Default::default())?;

    let mut model = davidnet(&DavidNet { augment: true, dtype: DTypePolicy::MixedBfloat16, ..DavidNet::default() })?;
    let sgd = SGD::new().momentum(0.9).nesterov(true).learning_rate(0.05);
    model.compile(Compile::new(sgd, "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
    println!("{}", model.summary());

    let mut tpu_model = model.to_device(&labora::tpu()?)?;
    let fit = Fit::new().batch_size(512).epochs(epochs).validation(&data.test);
    tpu_model.fit(&data.train, &data.train.labels, fit)?;
    Ok(())
}
