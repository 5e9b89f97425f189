//! The division of a batch among the cores.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, OpKind, TensorType, Value};

use crate::error::Result;

/// A batch on several cores: core `i` has the contiguous slice `i` of its rows.
///
/// If the rows cannot be divided evenly, the last cores' slices are padded; padding has weight 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Batch {
    /// The number of cores.
    pub cores: usize,
    /// The number of rows of the whole batch, without padding.
    pub rows: usize,
}

impl Batch {
    /// The number of rows of each core's slice, including padding.
    pub fn rows_per_core(self) -> usize {
        self.rows.div_ceil(self.cores).max(1)
    }

    /// Returns true if slices are padded.
    pub fn is_padded(self) -> bool {
        self.rows_per_core() * self.cores != self.rows
    }

    /// This replica's first row within the batch, `i32`.
    fn first_row(self, b: &mut FuncBuilder) -> Result<Value> {
        let replica = b.push(OpKind::ReplicaId, &[], Vec::new())?[0];
        let replica = b.convert(replica, ElementType::I32)?;
        let rows = b.scalar(self.rows_per_core() as i32)?;
        Ok(b.multiply(replica, rows)?)
    }

    /// The indices of this replica's rows within the batch, `i32`.
    pub fn row_indices(self, b: &mut FuncBuilder) -> Result<Value> {
        let rows = [self.rows_per_core()];
        let first = self.first_row(b)?;
        let first = b.broadcast_in_dim(first, &[], &rows)?;
        let iota = b.iota(TensorType::new(ElementType::I32, rows), 0)?;
        Ok(b.add(first, iota)?)
    }

    /// The weights of rows with these indices: 1 below `limit` (an `i32` scalar), otherwise 0.
    pub fn weights_below(self, b: &mut FuncBuilder, indices: Value, limit: Value) -> Result<Value> {
        let limit = b.broadcast_in_dim(limit, &[], &[self.rows_per_core()])?;
        let real = b.compare(Direction::Lt, indices, limit)?;
        Ok(b.convert(real, ElementType::F32)?)
    }

    /// The weights of this replica's rows; `None` without padding.
    pub fn row_weights(self, b: &mut FuncBuilder) -> Result<Option<Value>> {
        if !self.is_padded() {
            return Ok(None);
        }
        let indices = self.row_indices(b)?;
        let limit = b.scalar(self.rows as i32)?;
        Ok(Some(self.weights_below(b, indices, limit)?))
    }
}

/// Concatenates sum and count of the loss and the parts of the metrics' states to one vector, which a step
/// adds to the epoch's totals.
pub(crate) fn totals(b: &mut FuncBuilder, values: &[Value]) -> Result<Value> {
    let mut parts = Vec::with_capacity(values.len());
    for value in values {
        let size = b.dims(*value).iter().product();
        parts.push(b.reshape(*value, &[size])?);
    }
    Ok(b.concatenate(&parts, 0)?)
}
