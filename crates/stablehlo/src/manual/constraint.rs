//! Constraints on shardings: `sdy.sharding_constraint` and `sdy.reshard`.

use crate::attributes::Attrs;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::Value;
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
