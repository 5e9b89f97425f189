//! Traces the layers of a network.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::Result;
use crate::models::Model;

/// The mode in which a network is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Batch statistics and dropout.
    Training,
    /// Moving averages, no dropout.
    Inference,
}

/// Traces the network of `model` on a batch of each input and returns its outputs.
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
) -> Result<Vec<Value>> {
    model.network().forward(b, x, variables, mode == Mode::Training, rng)
}

/// The values converted to `f32`.
pub(super) fn in_f32(b: &mut FuncBuilder, values: &[Value]) -> Result<Vec<Value>> {
    values.iter().map(|value| Ok(b.convert(*value, ElementType::F32)?)).collect()
}
