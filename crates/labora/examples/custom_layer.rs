//! Writes a layer with `keras::ops` and trains it on generated images.
//!
//!     cargo run --release --example custom_layer -- [EPOCHS]
//!
//! In Python:
//!
//! ```text
//! class GatedDense(keras.layers.Layer):
//!     def __init__(self, units, **kwargs):
//!         super().__init__(**kwargs)
//!         self.units = units
//!     def build(self, shape):
//!         self.kernel = self.add_weight(name="kernel", shape=(shape[-1], self.units))
//!         self.gate = self.add_weight(name="gate", shape=(shape[-1], self.units))
//!     def call(self, x, training=False):
//!         y = ops.matmul(x, self.kernel) * ops.sigmoid(ops.matmul(x, self.gate))
//!         return y + 0.01 * keras.random.uniform(ops.shape(y)) if training else y
//! ```

use std::error::Error;

use labora::keras;
use labora::keras::graph::{InputSpec, Layer, Scope, WeightSpec};
use labora::keras::initializers::GlorotUniform;
use labora::keras::ops::{self, Tensor};
use labora::keras::{Array, Shape};
use labora::prelude::*;

keras::layer! {
    /// A product that is gated by another one, with noise in training.
    GatedDense(
        /// The size of the output's last dimension.
        units: [usize],
    ) {}
}

impl Layer for GatedDense {
    fn input_spec(&self) -> InputSpec {
        InputSpec::min_ndim(2)
    }

    fn build(&self, inputs: &[Shape]) -> keras::Result<Vec<WeightSpec>> {
        let shape = [inputs[0].last().unwrap_or(1), self.units];
        let weight = |name| WeightSpec::trainable(name, shape, GlorotUniform::new());
        Ok(vec![weight("kernel"), weight("gate")])
    }

    fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> keras::Result<Tensor> {
        let x = &inputs[0];
        let y = ops::matmul(x, &scope.weight(0)?) * ops::sigmoid(&ops::matmul(x, &scope.weight(1)?));
        if !scope.training() {
            return Ok(y);
        }
        let noise = scope.random_uniform(y.shape())?;
        Ok(y + 0.01 * noise)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let epochs = std::env::args().nth(1).map_or(Ok(5), |n| n.parse())?;
    // Points in the plane; the class is the quadrant.
    let mut rng = keras::utils::Rng::seeded(1);
    let points: Vec<f32> = (0..4096).map(|_| rng.normal() as f32).collect();
    let labels: Vec<i32> = points.chunks(2).map(|p| i32::from(p[0] > 0.0) + 2 * i32::from(p[1] > 0.0)).collect();
    let (x, y) = (Array::new([2048, 2], points)?, Array::from(labels));

    let input = Input::new([2]);
    let gated = GatedDense::new(32).call(&input)?;
    let output = Dense::new(4).activation(Activation::Softmax).call(&gated)?;
    let mut model = Model::new(&input, &output)?;
    model.compile(Compile::new(Adam::new(), "sparse_categorical_crossentropy").metrics(["accuracy"]))?;
    println!("{}", model.summary());
    let mut tpu_model = model.to_device(&labora::tpu()?)?;
    tpu_model.fit(&x, &y, Fit::new().batch_size(64).epochs(epochs).validation_split(0.25))?;
    Ok(())
}
