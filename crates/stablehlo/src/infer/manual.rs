//! `sdy.manual_computation` and `sdy.sharding_constraint`: what can be checked without their mesh.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::ManualComputation;
use crate::sharding::TensorSharding;
use crate::types::TensorType;

/// The type of the operand, which has to have the rank of the sharding.
pub(super) fn sharding_constraint(cx: &OpContext, sharding: &TensorSharding) -> Result<TensorType> {
    let [operand] = cx.expect_operands()?;
    let fits = operand.is_token() || sharding.dims.len() == operand.rank();
    cx.require(fits, || format!("its sharding {sharding} has {} dimensions", sharding.dims.len()))?;
    Ok(operand.clone())
}

/// Checks that there is a sharding of the right rank for each operand and result, and that the region has as
/// many parameters and results. The [verifier](mod@crate::verify) knows the mesh and checks the shapes.
pub(super) fn manual_computation(cx: &OpContext, attrs: &ManualComputation, results: &[TensorType]) -> Result<()> {
    let operands: Vec<TensorType> = cx.operands.iter().map(|ty| (*ty).clone()).collect();
    for (name, types, shardings) in
        [("in_shardings", &operands[..], &attrs.in_shardings), ("out_shardings", results, &attrs.out_shardings)]
    {
        let (count, needed) = (shardings.len(), types.len());
        cx.require(count == needed, || format!("{name} has {count} shardings, {needed} are needed"))?;
        for (i, (sharding, ty)) in shardings.iter().zip(types).enumerate() {
            let fits = ty.is_token() || sharding.dims.len() == ty.rank();
            cx.require(fits, || format!("sharding {i} of {name}, {sharding}, has another rank than {ty}"))?;
        }
    }
    for (i, axis) in attrs.manual_axes.iter().enumerate() {
        cx.require(!attrs.manual_axes[..i].contains(axis), || format!("manual_axes name {axis:?} twice"))?;
    }
    let Some(region) = cx.regions.first() else { return Err(cx.error("its region is missing")) };
    let counts = (region.params.len(), region.results.len());
    cx.require(counts == (operands.len(), results.len()), || {
        let ((params, returned), (operands, results)) = (counts, (operands.len(), results.len()));
        format!(
            "its region takes {params} values and returns {returned}, instead of {operands} and {results} as the operation"
        )
    })
}
