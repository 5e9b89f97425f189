//! Penalties of the outputs of layers.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::graph::Activity;
use crate::ops;

/// The sum of the penalties of outputs, an `f32` scalar, which is divided by the rows of the batch as a sum
/// of losses is; `None` if no output has one. `rows` is 0 for rows that are padding, whose outputs count as
/// zeros.
pub(super) fn activity_penalty(
    b: &mut FuncBuilder,
    activities: &[Activity],
    rows: Option<Value>,
) -> Result<Option<Value>> {
    let mut total: Option<Value> = None;
    for Activity { regularizer, value } in activities {
        let mut value = b.convert(*value, ElementType::F32)?;
        if let Some(rows) = rows {
            let dims = b.dims(value).to_vec();
            let rows = b.broadcast_in_dim(rows, &[0], &dims)?;
            value = b.multiply(value, rows)?;
        }
        let penalty = ops::traced(b, &[value], |y| Ok(vec![regularizer.call(&y[0])?]))?[0];
        if !b.dims(penalty).is_empty() {
            let shape = b.dims(penalty);
            return Err(Error::shape(format!("the penalty of a layer's output is of shape {shape:?}, not a scalar")));
        }
        total = Some(match total {
            Some(total) => b.add(total, penalty)?,
            None => penalty,
        });
    }
    Ok(total)
}
