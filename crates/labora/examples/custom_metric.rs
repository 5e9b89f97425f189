//! A metric of one's own: a training reports it, files have it. `custom_metric.py` is the same program in Python.
//!
//!     cargo run --release --example custom_metric -- [FILE]

use std::error::Error;

use labora::keras::metrics::Metric;
use labora::keras::models::load_model;
use labora::keras::objects::Registry;
use labora::keras::ops::{self, Axes, Tensor};
use labora::prelude::*;

keras::metric! {
    /// The standard deviation of the errors. It is no mean over rows: three sums make it.
    ErrorSpread() "error_spread" {}
}

impl Metric for ErrorSpread {
    fn name(&self) -> &str {
        &self.name
    }

    /// The shapes of the sums: of the errors, of their squares, and their number.
    fn state(&self, _y_true: &[usize], _y_pred: &[usize]) -> keras::Result<Vec<Vec<usize>>> {
        Ok(vec![vec![]; 3])
    }

    /// What a batch adds to the sums. `weights` are those of the rows, 0 for rows that do not count.
    fn update(&self, y_true: &Tensor, y_pred: &Tensor, weights: Option<&Tensor>) -> keras::Result<Vec<Tensor>> {
        let errors = ops::mean(&(y_true - y_pred), -1, false);
        let counts = weights.cloned().unwrap_or_else(|| ops::ones_like(&errors));
        let sum = |values: &Tensor| ops::sum(values, Axes::All, false);
        Ok(vec![sum(&(&errors * &counts)), sum(&(ops::square(&errors) * &counts)), sum(&counts)])
    }

    /// The value of the metric, from the sums over all batches.
    fn results(&self, state: &[Vec<f64>]) -> Vec<f64> {
        let (sum, squares, count) = (state[0][0], state[1][0], state[2][0]);
        vec![(squares / count - (sum / count).powi(2)).max(0.0).sqrt()]
    }
}

/// What files may have besides the objects of Keras.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<ErrorSpread>();
    registry
}

/// Predicts a number from another one.
pub fn build() -> keras::Result<Model> {
    let input = Input::new([1]);
    let x = Dense::new(8).activation(Activation::Tanh).call(&input)?;
    let mut model = Model::new(&input, &Dense::new(1).call(&x)?)?;
    model.compile(Compile::new(SGD::new().learning_rate(0.1), "mse").metrics([ErrorSpread::new()]))?;
    Ok(model)
}

/// Three steps of one epoch; the spread of their errors, and the model after them.
pub fn train(model: &Model) -> Result<(Vec<f64>, Model), Box<dyn Error>> {
    let x: Vec<f32> = (0..48).map(|i| (i * 29 % 48) as f32 / 24.0 - 1.0).collect();
    let y: Vec<f32> = x.iter().map(|x| 2.0 - x * x).collect();
    let (x, y) = (Array::new([48, 1], x)?, Array::new([48, 1], y)?);
    let mut on_device = model.to_device(&labora::cpu()?)?;
    let history = on_device.fit(&x, &y, Fit::new().batch_size(16).shuffle(false))?;
    Ok((history.get("error_spread").unwrap_or_default().to_vec(), on_device.sync_to_cpu()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("custom_metric.keras".to_owned());
    let (spreads, trained) = train(&build()?)?;
    println!("{spreads:.4?}");
    trained.save(&file)?;
    let loaded = load_model(&file, &registry())?;
    println!("{:?}", loaded.compiled());
    Ok(())
}
