//! Programs of one layer: its weights and output shapes, and what it computes in training.

use stablehlo::{ElementType, Module, TensorType, Value};

use super::arguments::CallArguments;
use super::context::CallContext;
use super::layer::{Layer, WeightSpec, on_host};
use crate::error::{Error, Result};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

/// The numbers that stand for unknown sizes while a layer is traced. What differs between them is unknown,
/// too. They are large, for windows and crops, one is twice the other, for strides, and both are divisible by
/// 2 to 6, 8, 10 and 32, for layers that divide a size.
const TRIAL_SIZES: [usize; 2] = [480, 960];

/// The numbers for layers to which these are too small, such as one that crops more. They grow until the
/// layer can be traced.
const LARGE_TRIAL_SIZES: [[usize; 2]; 6] = [
    [3_840, 7_680],
    [15_360, 30_720],
    [61_440, 122_880],
    [245_760, 491_520],
    [983_040, 1_966_080],
    [3_932_160, 7_864_320],
];

/// The greatest number of values of a trace that tells shapes: one that a size of a file makes longer is
/// refused soon.
const MAX_VALUES: usize = 1 << 17;

/// What inputs of some shapes make of a layer.
pub(super) struct Inferred {
    pub weights: Vec<WeightSpec>,
    /// The shapes of one row of the outputs.
    pub outputs: Vec<PartialShape>,
}

/// The weights and the outputs of the layer with this name for inputs of these shapes.
pub(super) fn infer(
    name: &str,
    layer: &dyn Layer,
    inputs: &[PartialShape],
    arguments: CallArguments,
) -> Result<Inferred> {
    layer.input_spec().check(name, inputs)?;
    let locate = |error: Error| error.at(format_args!("layer '{name}' ({})", layer.class_name()));
    if let Some(outputs) = layer.known_outputs(inputs) {
        let inputs: Vec<Shape> = inputs.iter().map(|shape| shape.filled(TRIAL_SIZES[0])).collect();
        layer.check(&inputs).map_err(locate)?;
        return Ok(Inferred { weights: layer.build(&inputs).map_err(locate)?, outputs });
    }
    if inputs.iter().all(PartialShape::is_known) {
        let (weights, outputs) = trial(layer, inputs, 0, arguments).map_err(locate)?;
        return Ok(Inferred { weights, outputs });
    }
    if let Some(output) = layer.partial_output(inputs).filter(|shape| shape.filled(1).is_countable()) {
        return Ok(Inferred { weights: Vec::new(), outputs: vec![output] });
    }
    let with_sizes = |inputs: &[PartialShape], [few, many]: [usize; 2]| {
        let with_size = |size: usize| {
            let error = |e: Error| e.at(format_args!("inputs {}, with {size} in place of None", list(inputs)));
            trial(layer, inputs, size, arguments).map_err(error)
        };
        Ok([with_size(few)?, with_size(many)?])
    };
    // Only sizes that another input has may fit, or only larger ones. The error is that of the first trial.
    let trials = with_sizes(inputs, TRIAL_SIZES).or_else(|error| {
        let others = with_sizes(&PartialShape::unified(inputs), TRIAL_SIZES).ok();
        let larger = || LARGE_TRIAL_SIZES.into_iter().find_map(|sizes| with_sizes(inputs, sizes).ok());
        others.or_else(larger).ok_or(error)
    });
    let [(weights, few), (others, many)] = trials.map_err(locate)?;
    if !same_shapes(&weights, &others) {
        let undefined = format!(
            "sizes of the inputs on which the shapes of the weights depend should be defined. Found None. Full input \
             shape received: {}",
            list(inputs)
        );
        return Err(locate(Error::shape(undefined)));
    }
    if few.len() != many.len() || few.iter().zip(&many).any(|(few, many)| few.rank() != many.rank()) {
        return Err(locate(Error::shape(format!("the rank of an output depends on a size of {}", list(inputs)))));
    }
    let outputs = few.iter().zip(&many).map(|(few, many)| few.common(many)).collect();
    Ok(Inferred { weights, outputs })
}

/// The weights and the outputs with this number in place of unknown sizes.
fn trial(
    layer: &dyn Layer,
    inputs: &[PartialShape],
    size: usize,
    arguments: CallArguments,
) -> Result<(Vec<WeightSpec>, Vec<PartialShape>)> {
    let inputs: Vec<Shape> = inputs.iter().map(|shape| shape.filled(size)).collect();
    let weights = layer.build(&inputs)?;
    layer.check(&inputs)?;
    if let Some(preparation) = on_host(layer) {
        let batch_size = inputs.iter().find_map(Shape::batch_size);
        return Ok((weights, vec![preparation.prepared_shape(&inputs)?.with_batch_size(batch_size)]));
    }
    let outputs = output_shapes(layer, &inputs, &weights, arguments)?;
    Ok((weights, outputs.into_iter().map(PartialShape::from).collect()))
}

/// Returns true if the weights have the same shapes.
pub(super) fn same_shapes(a: &[WeightSpec], b: &[WeightSpec]) -> bool {
    a.iter().map(|weight| &weight.shape).eq(b.iter().map(|weight| &weight.shape))
}

/// Shapes, one after the other.
pub(super) fn list(shapes: &[PartialShape]) -> String {
    shapes.iter().map(PartialShape::to_string).collect::<Vec<_>>().join(", ")
}

/// The shapes of one row of the outputs of a layer of programs.
pub(crate) fn output_shapes(
    layer: &dyn Layer,
    inputs: &[Shape],
    weights: &[WeightSpec],
    arguments: CallArguments,
) -> Result<Vec<Shape>> {
    let batch_size = inputs.iter().find_map(Shape::batch_size);
    // Usually more than one row, so that a formula that reduces or broadcasts the batch is noticed.
    let carries = weights.iter().any(|weight| weight.carried);
    let rows = batch_size.filter(|_| carries).unwrap_or(2);
    let mut b = stablehlo::FuncBuilder::new("shape").with_limit(MAX_VALUES);
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
