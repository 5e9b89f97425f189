//! Traces the layers of a network.

use stablehlo::{FuncBuilder, Value};

use crate::error::{Error, ErrorKind, Result};
use crate::models::Model;

/// The mode in which a network is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Batch statistics and dropout.
    Training,
    /// Moving averages, no dropout.
    Inference,
}

/// Traces the network of `model`, which has one input and one output, on a batch `x` and returns its output.
///
/// `variables` are the model's, in its order; those that layers update (moving averages) are replaced by
/// their new values. `rng` is the random state, updated likewise; `None` in inference.
pub(crate) fn forward(
    b: &mut FuncBuilder,
    model: &Model,
    x: Value,
    variables: &mut [Value],
    mode: Mode,
    rng: &mut Option<Value>,
) -> Result<Value> {
    let outputs = model.network().forward(b, &[x], variables, mode == Mode::Training, rng)?;
    let missing = || Error::new(ErrorKind::Program, format!("model '{}' has no output", model.name()));
    outputs.first().copied().ok_or_else(missing)
}
