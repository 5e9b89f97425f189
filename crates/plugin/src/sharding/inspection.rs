//! Inspections: custom calls that tell the host the sharding of a value, when the program is compiled.

use stablehlo::sharding::TensorSharding;
use stablehlo::{Block, Module, OpKind, TensorType};

/// The target of the custom call. Its `backend_config` is the number of the callback, in decimal.
const TARGET: &str = "labora.inspect_sharding";

/// The sharding of a value, of which a callback of the host is to be told.
pub struct Inspection {
    /// The number of the callback.
    pub callback: u64,
    pub ty: TensorType,
    /// The sharding, if it is known.
    pub sharding: Option<TensorSharding>,
}

/// The number of the callback, if the operation is an inspection.
pub fn callback_of(kind: &OpKind) -> Option<u64> {
    match kind {
        OpKind::CustomCall { target, backend_config, .. } if target == TARGET => backend_config.parse().ok(),
        _ => None,
    }
}

/// Removes all inspections: they compute nothing.
pub fn remove(module: &mut Module) {
    module.funcs.iter_mut().for_each(|func| remove_in(&mut func.body));
}

fn remove_in(block: &mut Block) {
    block.ops.retain(|op| callback_of(&op.kind).is_none() || !op.results.is_empty());
    block.ops.iter_mut().flat_map(|op| &mut op.regions).for_each(remove_in);
}
