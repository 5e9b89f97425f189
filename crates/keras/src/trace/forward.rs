//! Traces the layers of a network.

use std::sync::Arc;

use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::graph::CallContext;
use crate::models::Model;

/// The mode in which a network is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Batch statistics and dropout.
    Training,
    /// Moving averages, no dropout.
    Inference,
}

/// Traces the network of `model` on a batch `x` and returns its output.
///
/// `variables` are the model's, in its order; those that layers update (moving averages) are replaced by
/// their new values. `rng` is the random state, updated likewise; `None` in inference.
///
/// The inputs of every layer are converted to its compute type, so the first layer converts bytes.
pub(crate) fn forward(
    b: &mut FuncBuilder,
    model: &Model,
    x: Value,
    variables: &mut [Value],
    mode: Mode,
    rng: &mut Option<Value>,
) -> Result<Value> {
    let network = model.network();
    let mut values: Vec<Value> = Vec::with_capacity(network.calls.len());
    for call in &network.calls {
        if call.is_input() {
            values.push(x);
            continue;
        }
        let layer = call.layer();
        let compute = layer.layer().base().dtype.compute();
        b.set_location(Some(Arc::from(layer.name())));
        let inputs = call.inputs().iter().map(|input| {
            // The calls are in topological order, so every input has been traced.
            let at = network.calls.iter().position(|c| c.is(input)).filter(|at| *at < values.len());
            at.map(|at| values[at]).ok_or_else(|| lost(layer.name()))
        });
        let inputs = inputs.collect::<Result<Vec<Value>>>()?;
        let inputs = inputs.into_iter().map(|v| b.convert(v, compute)).collect::<stablehlo::Result<Vec<Value>>>()?;
        let own = model.range_of(layer).ok_or_else(|| lost(layer.name()))?;
        let weights = variables[own.clone()].to_vec();
        let mut cx = CallContext::new(b, mode == Mode::Training, compute, &weights, rng);
        let output =
            layer.layer().forward(&mut cx, &inputs).map_err(|e| e.at(format_args!("layer '{}'", layer.name())))?;
        for (index, value) in cx.into_updates() {
            let variable = own.clone().nth(index).ok_or_else(|| lost(layer.name()))?;
            variables[variable] = value;
        }
        values.push(output);
    }
    b.set_location(None);
    // The traversal of the network ends with the output.
    values.last().copied().ok_or_else(|| lost(model.name()))
}

fn lost(name: &str) -> Error {
    Error::new(ErrorKind::Program, format!("'{name}' is inconsistent: one of its tensors or weights is missing"))
}
