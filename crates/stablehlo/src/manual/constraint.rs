//! Constraints on shardings: `sdy.sharding_constraint` and `sdy.reshard`.

use std::collections::HashMap;

use crate::attributes::Attrs;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Module, Value};
use crate::sharding::TensorSharding;

/// The results of a constraint with these attributes: its operands, if the sharding leaves all open.
///
/// # Errors
/// The attribute `sharding` is missing or malformed, or does not fit the operand.
pub(crate) fn constraint(b: &mut FuncBuilder, attrs: &Attrs, operands: &[Value]) -> Result<Vec<Value>> {
    let missing = || Error::new(ErrorKind::Syntax, "attribute 'sharding' is missing");
    let sharding: TensorSharding = attrs.text("sharding").ok_or_else(missing)?.parse()?;
    let is_open = sharding.dims.iter().all(|dim| !dim.is_closed && dim.axes.is_empty());
    if is_open && sharding.unreduced.is_empty() {
        return Ok(operands.to_vec());
    }
    b.push(OpKind::ShardingConstraint(sharding), operands, Vec::new())
}

/// Replaces the constraints of a module by their operands: for readers that know nothing of Shardy. The
/// values stay the same.
///
/// ```
/// let mut module = stablehlo::Module::parse(
///     "sdy.mesh @m = <[\"x\"=2]>
///      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
///        %y = sdy.sharding_constraint %x <@m, [{\"x\"}]> : tensor<4xf32>
///        return %y : tensor<4xf32>
///      }",
/// )?;
/// stablehlo::manual::remove_constraints(&mut module);
/// assert!(!module.to_string().contains("sharding_constraint"));
/// # Ok::<(), stablehlo::Error>(())
/// ```
pub fn remove_constraints(module: &mut Module) {
    for func in &mut module.funcs {
        let mut operands = HashMap::new();
        remove_in(&mut func.body, &mut operands);
        func.renumber();
    }
}

fn remove_in(block: &mut Block, operands: &mut HashMap<Value, Value>) {
    for mut op in std::mem::take(&mut block.ops) {
        op.operands.iter_mut().for_each(|x| *x = *operands.get(x).unwrap_or(x));
        if matches!(op.kind, OpKind::ShardingConstraint(_)) {
            operands.insert(op.results[0], op.operands[0]);
            continue;
        }
        op.regions.iter_mut().for_each(|region| remove_in(region, operands));
        block.ops.push(op);
    }
    block.results.iter_mut().for_each(|x| *x = *operands.get(x).unwrap_or(x));
}
