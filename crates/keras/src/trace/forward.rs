//! Traces the layers of a network.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::Result;
use crate::graph::Masked;
use crate::models::Model;

/// The mode in which a network is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Batch statistics and dropout.
    Training,
    /// Moving averages, no dropout.
    Inference,
}

/// Traces the network of `model` on a batch of each input and returns its outputs as `f32`, with their masks.
///
/// `variables` are the model's, in its order; those that layers update (moving averages) are replaced by
/// their new values. `rng` is the random state, updated likewise; `None` in inference.
pub(crate) fn forward(
    b: &mut FuncBuilder,
    model: &Model,
    x: &[Value],
    variables: &mut [Value],
    mode: Mode,
    rng: &mut Option<Value>,
) -> Result<Vec<Masked>> {
    let inputs: Vec<Masked> = x.iter().map(|value| Masked { value: *value, mask: None }).collect();
    let mut outputs = model.network().forward_masked(b, &inputs, variables, mode == Mode::Training, rng)?;
    for output in &mut outputs {
        output.value = b.convert(output.value, ElementType::F32)?;
    }
    Ok(outputs)
}
