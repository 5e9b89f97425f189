//! A training step of one's own: two gradients for one update. `custom_train_step.py` is the same program in
//! Python.
//!
//!     cargo run --release --example custom_train_step -- [FILE]
//!
//! Sharpness-aware minimization (Foret et al., 2021) asks for weights around which the loss is flat. A step goes a
//! little uphill, along the gradient, and applies to the weights the gradient that it finds there.

use std::error::Error;

use labora::keras::Function;
use labora::keras::models::load_model;
use labora::keras::objects::Registry;
use labora::keras::ops::{self, Axes, Tensor};
use labora::prelude::*;

/// How far a step goes uphill.
const RADIUS: f64 = 0.05;
const LEARNING_RATE: f64 = 0.2;

/// What files may have besides the objects of Keras: nothing.
pub fn registry() -> Registry {
    Registry::new()
}

/// Predicts a number from another one.
pub fn build() -> keras::Result<Model> {
    let input = Input::new([1]);
    let x = Dense::new(8).activation(Activation::Tanh).call(&input)?;
    Model::new(&input, &Dense::new(1).call(&x)?)
}

/// The mean squared error of the model with these variables.
fn loss(model: &Model, variables: &[Tensor], x: &Tensor, y: &Tensor) -> keras::Result<Tensor> {
    let (outputs, _) = model.stateless_call(variables, std::slice::from_ref(x), true)?;
    Ok(ops::mean(&ops::square(&(y - &outputs[0])), Axes::All, false))
}

/// The gradients of a loss.
fn gradients(loss: &Tensor, variables: &[Tensor]) -> Vec<Tensor> {
    ops::gradients(loss, &variables.iter().collect::<Vec<&Tensor>>())
}

/// Three steps; their losses, and the model after them.
pub fn train(model: &Model) -> Result<(Vec<f64>, Model), Box<dyn Error>> {
    let x: Vec<f32> = (0..48).map(|i| i as f32 / 24.0 - 1.0).collect();
    let y: Vec<f32> = x.iter().map(|x| 2.0 - x * x).collect();
    let (x, y) = (Array::new([48, 1], x)?, Array::new([48, 1], y)?);

    let count = model.variables().len();
    let step = Function::new(&labora::cpu()?, |arguments| {
        let (variables, batch) = arguments.split_at(count);
        let before = loss(model, variables, &batch[0], &batch[1])?;
        let uphill = gradients(&before, variables);
        let squares = uphill.iter().map(|g| ops::sum(&ops::square(g), Axes::All, false));
        let norm = ops::sqrt(&squares.reduce(|a, b| a + b).unwrap_or_else(|| ops::ones(&[])));
        let moved: Vec<Tensor> = variables.iter().zip(&uphill).map(|(v, g)| v + g * RADIUS / &norm).collect();
        let there = gradients(&loss(model, &moved, &batch[0], &batch[1])?, &moved);
        let updated = variables.iter().zip(&there).map(|(v, g)| v - g * LEARNING_RATE);
        Ok(updated.chain([before]).collect())
    })?;

    let mut variables = model.variables().iter().map(|v| v.to_array()).collect::<keras::Result<Vec<Array>>>()?;
    let mut losses = Vec::new();
    for _ in 0..3 {
        let mut results = step.call([&variables[..], &[x.clone(), y.clone()]].concat())?;
        let loss = results.pop().ok_or("a step has a loss")?;
        losses.push(f64::from(loss.row(0).unwrap_or_default()[0]));
        variables = results;
    }
    let mut trained = model.clone();
    trained.set_weights(variables.iter().map(|v| v.as_f32().unwrap_or_default().to_vec()).collect())?;
    Ok((losses, trained))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("custom_train_step.keras".to_owned());
    let (losses, trained) = train(&build()?)?;
    println!("{losses:.4?}");
    trained.save(&file)?;
    println!("{}", load_model(&file, &registry())?.summary());
    Ok(())
}
