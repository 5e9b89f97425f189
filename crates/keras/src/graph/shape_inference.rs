//! The output shape of a layer, from a trace of its formula.

use stablehlo::{ElementType, TensorType, Value};

use super::context::CallContext;
use super::layer::{Layer, WeightSpec};
use crate::error::{Error, Result};
use crate::shape::Shape;

/// The shapes of one row of the outputs.
pub(super) fn output_shapes(layer: &dyn Layer, inputs: &[Shape], weights: &[WeightSpec]) -> Result<Vec<Shape>> {
    // More than one row, so that a formula that reduces or broadcasts the batch is noticed.
    const ROWS: usize = 2;
    let mut b = stablehlo::FuncBuilder::new("shape");
    let compute = layer.base().dtype.compute();
    let inputs: Vec<Value> = inputs.iter().map(|s| b.param(TensorType::new(compute, s.with_rows(ROWS)))).collect();
    let weights: Vec<Value> =
        weights.iter().map(|w| b.param(TensorType::new(ElementType::F32, w.shape.clone()))).collect();
    let mut no_random_state = None;
    let mut cx = CallContext::new(&mut b, false, compute, &weights, &mut no_random_state);
    let outputs = layer.forward_all(&mut cx, &inputs)?;
    let shape = |output: &Value| match b.dims(*output) {
        [ROWS, row @ ..] if Shape::new(row).is_countable() => Ok(Shape::new(row)),
        [ROWS, ..] => Err(Error::shape("the output has more elements than can be counted")),
        dims => Err(Error::shape(format!("the output must have a row for each row of the batch, not shape {dims:?}"))),
    };
    outputs.iter().map(shape).collect()
}
