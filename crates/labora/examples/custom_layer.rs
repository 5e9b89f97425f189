//! A layer of one's own: it is trained, saved, and read back. `custom_layer.py` is the same program in Python.
//!
//!     cargo run --release --example custom_layer -- [FILE]

use std::error::Error;

use labora::keras::Shape;
use labora::keras::graph::Scope;
use labora::keras::initializers::GlorotUniform;
use labora::keras::models::load_model;
use labora::keras::objects::Registry;
use labora::keras::ops::{self, Tensor};
use labora::prelude::*;

keras::layer! {
    /// A product that is gated by another one: `x · kernel * sigmoid(x · gate)`.
    GatedDense(
        /// The size of the output's last dimension.
        units: [usize],
    ) {}
}

impl Layer for GatedDense {
    fn build(&self, inputs: &[Shape]) -> keras::Result<Vec<WeightSpec>> {
        let shape = [inputs[0].last().unwrap_or(1), self.units];
        let weight = |name| WeightSpec::trainable(name, shape, GlorotUniform::new());
        Ok(vec![weight("kernel"), weight("gate")])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> keras::Result<Tensor> {
        let x = &inputs[0];
        Ok(ops::matmul(x, &scope.weight(0)?) * ops::sigmoid(&ops::matmul(x, &scope.weight(1)?)))
    }
}

/// What files may have besides the objects of Keras.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    registry.add::<GatedDense>();
    registry
}

/// Finds the quadrant of a point.
pub fn build() -> keras::Result<Model> {
    let input = Input::new([2]);
    let gated = GatedDense::new(16).call(&input)?;
    let output = Dense::new(4).activation(Activation::Softmax).call(&gated)?;
    let mut model = Model::new(&input, &output)?;
    model.compile(Compile::new(SGD::new().learning_rate(0.5), "sparse_categorical_crossentropy"))?;
    Ok(model)
}

/// Three steps; the losses, and the model after them.
pub fn train(model: &Model) -> Result<(Vec<f64>, Model), Box<dyn Error>> {
    let points: Vec<f32> = (0..96).map(|i| (i * 37 % 97) as f32 / 48.0 - 1.0).collect();
    let quadrants: Vec<i32> = points.chunks(2).map(|p| i32::from(p[0] > 0.0) + 2 * i32::from(p[1] > 0.0)).collect();
    let (x, y) = (Array::new([48, 2], points)?, Array::from(quadrants));
    let mut on_device = model.to_device(&labora::cpu()?)?;
    let history = on_device.fit(&x, &y, Fit::new().batch_size(48).epochs(3))?;
    Ok((history.get("loss").unwrap_or_default().to_vec(), on_device.sync_to_cpu()?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or("custom_layer.keras".to_owned());
    let (_, trained) = train(&build()?)?;
    trained.save(&file)?;
    println!("{}", load_model(&file, &registry())?.summary());
    Ok(())
}
