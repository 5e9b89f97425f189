//! Penalties of the outputs of layers.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::graph::Activity;
use crate::ops;

/// The sum of the penalties of outputs, an `f32` scalar, which is divided by the rows of the batch as a sum of
/// losses is; `None` if no output has one. `rows` is 0 for rows that are padding, whose outputs count as zeros;
/// there are `count` rows.
pub(super) fn activity_penalty(
    b: &mut FuncBuilder,
    activities: &[Activity],
    rows: Option<Value>,
    count: usize,
) -> Result<Option<Value>> {
    let mut total: Option<Value> = None;
    for Activity { regularizer, value } in activities {
        let value = b.convert(*value, ElementType::F32)?;
        let dims = b.dims(value).to_vec();
        // The layer of a `TimeDistributed` has several outputs for each row, one after the other.
        let steps = dims.first().map_or(1, |outputs| outputs / count.max(1)).max(1);
        let value = match rows {
            None => value,
            Some(rows) => {
                let rows = b.broadcast_in_dim(rows, &[0], &[count, steps])?;
                let rows = b.reshape(rows, &[count * steps])?;
                let rows = b.broadcast_in_dim(rows, &[0], &dims)?;
                b.multiply(value, rows)?
            }
        };
        let penalty = ops::traced(b, &[value], |y| Ok(vec![regularizer.call(&y[0])? / steps as f64]))?[0];
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
