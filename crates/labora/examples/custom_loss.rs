//! A loss of one's own: it is trained with, saved, and read back. `custom_loss.py` is the same program in Python.
//!
//!     cargo run --release --example custom_loss -- [FILE]

use std::error::Error;

use labora::keras::models::load_model;
use labora::keras::objects::Registry;
use labora::keras::ops;
use labora::prelude::*;

keras::loss! {
    /// The pinball loss: the best prediction is a quantile of the targets.
    Pinball "pinball" {
        /// The fraction of the targets that are below the prediction. Default: a half, the median.
        quantile: [f64] = 0.5;
    }
    call |loss, y_true, y_pred| {
        let error = y_true - y_pred;
        ops::mean(&ops::maximum(&(&error * loss.quantile), &(&error * (loss.quantile - 1.0))), -1, false)
    }
}

/// What files may have besides the objects of Keras.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<Pinball>();
    registry
}

/// Predicts a number that nine of ten targets are below.
pub fn build() -> keras::Result<Model> {
    let input = Input::new([1]);
    let x = Dense::new(8).activation(Activation::Tanh).call(&input)?;
    let mut model = Model::new(&input, &Dense::new(1).call(&x)?)?;
    model.compile(Compile::new(SGD::new().learning_rate(0.2), Pinball::new().quantile(0.9)))?;
    Ok(model)
}

/// Three steps; the losses, and the model after them.
pub fn train(model: &Model) -> Result<(Vec<f64>, Model), Box<dyn Error>> {
    let x: Vec<f32> = (0..64).map(|i| i as f32 / 32.0 - 1.0).collect();
    let y: Vec<f32> = x.iter().enumerate().map(|(i, x)| x * x + (i * 29 % 64) as f32 / 64.0).collect();
    let (x, y) = (Array::new([64, 1], x)?, Array::new([64, 1], y)?);
    let mut on_device = model.to_device(&labora::cpu()?)?;
    let history = on_device.fit(&x, &y, Fit::new().batch_size(64).epochs(3))?;
    Ok((history.get("loss").unwrap_or_default().to_vec(), on_device.sync_to_cpu()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("custom_loss.keras".to_owned());
    let (_, trained) = train(&build()?)?;
    trained.save(&file)?;
    let loaded = load_model(&file, &registry())?;
    println!("{:?}", loaded.compiled());
    Ok(())
}
