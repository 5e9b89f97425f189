//! Foreign plugins: one that injects faults and delays, and XLA's own for CPUs.

mod faults;
mod faulty;
mod xla;

use keras::Verbose;
use keras::layers::{BatchNormalization, Conv2D, Dense, Dropout, Flatten};
use keras::optimizers::Adam;
use keras::{Activation, Array, Compile, Fit, Input, Model};

/// Rows of the data set and of a batch over all cores: four steps.
const ROWS: usize = 64;
const BATCH: usize = 16;

/// Builds a small network with every kind of state: weights, moments, moving averages.
fn network() -> Model {
    let input = Input::new([6, 6, 2]);
    let x = Conv2D::new(4, 3).activation(Activation::Relu).call(&input).unwrap();
    let x = BatchNormalization::new().call(&x).unwrap();
    let x = Dropout::new(0.25).call(&x).unwrap();
    let x = Flatten::new().call(&x).unwrap();
    let x = Dense::new(3).activation(Activation::Softmax).call(&x).unwrap();
    let mut model = Model::new(&input, &x).unwrap();
    let compile = Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]);
    model.compile(compile).unwrap();
    model
}

/// Generates images of three classes that differ in brightness.
fn images() -> (Array, Array) {
    let kinds: Vec<i32> = (0..ROWS as i32).map(|row| (row * 7) % 3).collect();
    let pixels = kinds
        .iter()
        .enumerate()
        .flat_map(|(row, kind)| (0..6 * 6 * 2).map(move |i| ((row * 31 + i * 17) % 23) as f32 / 23.0 + *kind as f32));
    (Array::new(vec![ROWS, 6, 6, 2], pixels.collect::<Vec<f32>>()).unwrap(), kinds.into())
}

/// Returns settings with two steps per call.
fn settings(epochs: usize) -> Fit<'static> {
    Fit { batch_size: BATCH, epochs, verbose: Verbose::Silent, steps_per_execution: Some(2), ..Fit::default() }
}

fn weights(model: &Model) -> Vec<Vec<f32>> {
    model.variables().iter().map(|v| v.values.clone()).collect()
}
