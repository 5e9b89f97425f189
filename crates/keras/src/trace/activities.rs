//! What layers add to the loss.

use stablehlo::{ElementType, FuncBuilder, Value};

use crate::error::{Error, Result};
use crate::graph::Activity;
use crate::objects::Handle;
use crate::ops;
use crate::regularizers::Regularizer;

/// The sum of the penalties of outputs and of the losses that layers add, an `f32` scalar, which is divided
/// by the rows of the batch as a sum of losses is; `None` if there are none. `rows` is 0 for rows that are
/// padding, whose outputs count as zeros; `count` is the number of the core's other rows, an `f32` scalar.
pub(super) fn activity_penalty(
    b: &mut FuncBuilder,
    activities: &[Activity],
    rows: Option<Value>,
    count: Value,
) -> Result<Option<Value>> {
    let mut total: Option<Value> = None;
    for Activity { regularizer, value } in activities {
        let value = b.convert(*value, ElementType::F32)?;
        let added = match regularizer {
            Some(regularizer) => penalty_of_output(b, regularizer, value, rows)?,
            None => b.multiply(value, count)?,
        };
        total = Some(match total {
            Some(total) => b.add(total, added)?,
            None => added,
        });
    }
    Ok(total)
}

/// The penalty of a layer's output.
fn penalty_of_output(
    b: &mut FuncBuilder,
    regularizer: &Handle<dyn Regularizer>,
    mut output: Value,
    rows: Option<Value>,
) -> Result<Value> {
    if let Some(rows) = rows {
        let dims = b.dims(output).to_vec();
        let rows = b.broadcast_in_dim(rows, &[0], &dims)?;
        output = b.multiply(output, rows)?;
    }
    let penalty = ops::traced(b, &[output], |y| Ok(vec![regularizer.call(&y[0])?]))?[0];
    if b.dims(penalty).is_empty() {
        return Ok(penalty);
    }
    let shape = b.dims(penalty);
    Err(Error::shape(format!("the penalty of a layer's output is of shape {shape:?}, not a scalar")))
}
