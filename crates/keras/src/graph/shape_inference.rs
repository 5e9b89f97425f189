//! Programs of one layer: its output shape, and what it computes in training.

use stablehlo::{ElementType, Module, TensorType, Value};

use super::arguments::CallArguments;
use super::context::CallContext;
use super::layer::{Layer, WeightSpec, on_host};
use crate::error::{Error, Result};
use crate::shape::Shape;

/// The shapes of one row of the outputs.
pub(crate) fn output_shapes(
    layer: &dyn Layer,
    inputs: &[Shape],
    weights: &[WeightSpec],
    arguments: CallArguments,
) -> Result<Vec<Shape>> {
    let batch_size = inputs.iter().find_map(Shape::batch_size);
    if let Some(preparation) = on_host(layer) {
        return Ok(vec![preparation.prepared_shape(inputs)?.with_batch_size(batch_size)]);
    }
    // Usually more than one row, so that a formula that reduces or broadcasts the batch is noticed.
    let carries = weights.iter().any(|weight| weight.carried);
    let rows = batch_size.filter(|_| carries).unwrap_or(2);
    let mut b = stablehlo::FuncBuilder::new("shape");
    let compute = layer.base().dtype.compute();
    let inputs: Vec<Value> = inputs.iter().map(|s| b.param(TensorType::new(compute, s.with_rows(rows)))).collect();
    let weights: Vec<Value> =
        weights.iter().map(|w| b.param(TensorType::new(ElementType::F32, w.shape.clone()))).collect();
    let mut no_random_state = None;
    let mut cx = CallContext::new(&mut b, false, compute, &weights, &mut no_random_state).with_arguments(arguments);
    let outputs = layer.forward_all(&mut cx, &inputs)?;
    let shape = |output: &Value| match b.dims(*output) {
        [first, row @ ..] if *first == rows && Shape::new(row).is_countable() => {
            Ok(Shape::new(row).with_batch_size(batch_size))
        }
        [first, ..] if *first == rows => Err(Error::shape("the output has more elements than can be counted")),
        dims => Err(Error::shape(format!("the output must have a row for each row of the batch, not shape {dims:?}"))),
    };
    outputs.iter().map(shape).collect()
}

/// The StableHLO program of a layer without weights in a training step. Its parameters are the inputs, in the
/// layer's compute type and with their batch, then the random state, `ui64[2]`; its results are the outputs.
///
/// ```
/// use keras::{graph::training_program, layers::RandomInvert};
/// let program = training_program(&RandomInvert::new(), &[vec![2, 8, 8, 3]])?;
/// assert_eq!(program.main().unwrap().result_types()[0].to_string(), "tensor<2x8x8x3xf32>");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the inputs do not fit, or the layer has weights.
pub fn training_program(layer: &dyn Layer, inputs: &[Vec<usize>]) -> Result<Module> {
    let shapes: Vec<Shape> = inputs.iter().map(|dims| Shape::new(dims.get(1..).unwrap_or_default())).collect();
    layer.input_spec().check(layer.class_name(), &shapes)?;
    layer.check(&shapes)?;
    if !layer.build(&shapes)?.is_empty() {
        return Err(Error::argument(format!("{} has weights, for which a model is needed", layer.class_name())));
    }
    let mut b = stablehlo::FuncBuilder::new("main");
    let compute = layer.base().dtype.compute();
    let values: Vec<Value> = inputs.iter().map(|dims| b.param(TensorType::new(compute, dims.clone()))).collect();
    let mut state = Some(b.param(TensorType::new(ElementType::Ui64, [2])));
    let mut cx = CallContext::new(&mut b, true, compute, &[], &mut state);
    let outputs = layer.forward_all(&mut cx, &values)?;
    Ok(Module::new("layer", b.finish(outputs)))
}
