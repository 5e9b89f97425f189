//! Traces the layers of a network.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::Result;
pub(super) use crate::graph::Mode;
use crate::graph::{Activity, Masked};
use crate::models::Model;

/// What a network has for a batch.
pub(crate) struct Forward {
    /// The outputs as `f32`, with their masks.
    pub outputs: Vec<Masked>,
    /// The outputs of layers that have penalties.
    pub activities: Vec<Activity>,
}

/// Traces the network of `model` on a batch of each input.
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
) -> Result<Forward> {
    let inputs: Vec<Masked> = x.iter().map(|value| Masked { value: *value, mask: None }).collect();
    let (network, mut activities) = (model.network(), Vec::new());
    let mut outputs = network.forward_masked(b, &inputs, variables, mode, rng, &mut activities)?;
    for output in &mut outputs {
        output.value = b.convert(output.value, ElementType::F32)?;
    }
    Ok(Forward { outputs, activities })
}
