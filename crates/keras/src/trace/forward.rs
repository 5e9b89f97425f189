//! The network's formula: every layer's trace, one after the other.

use std::sync::Arc;

use stablehlo::{FuncBuilder, Value};

use crate::layers::CallContext;
use crate::{Error, ErrorKind, Model, Result};

/// How a network is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Batch statistics and dropout.
    Training,
    /// Moving averages, nothing dropped.
    Inference,
}

/// Traces the network of `model` on a batch `x`, and gives its output.
///
/// `variables` are the model's, in its order; those that layers change (moving averages) are exchanged for their new
/// values. `rng` is the random state, exchanged likewise; none where nothing random happens.
///
/// Every layer gets its inputs in what it computes in, so data of bytes is converted by the first layer.
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
            // Calls come after those they depend on, so every input has been traced.
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
    // The output is the call that the walk of the network ended with.
    values.last().copied().ok_or_else(|| lost(model.name()))
}

fn lost(name: &str) -> Error {
    Error::new(ErrorKind::Program, format!("'{name}' is not in order: one of its tensors or weights is missing"))
}
