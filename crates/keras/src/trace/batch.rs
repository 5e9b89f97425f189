//! How a batch is divided among the cores, and where its rows come from.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, FuncBuilder, OpKind, TensorType, Value};

use crate::Result;

/// A batch on several cores: core `i` has the contiguous slice `i` of its rows.
///
/// Where the rows cannot be divided evenly, the last cores' slices are filled up; what fills them has weight 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Batch {
    /// Cores, each with a slice.
    pub cores: usize,
    /// Real rows in the whole batch.
    pub rows: usize,
}

impl Batch {
    /// Rows of each core's slice, filling counted.
    pub fn rows_per_core(self) -> usize {
        self.rows.div_ceil(self.cores).max(1)
    }

    /// Whether slices are filled up.
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

    /// The numbers of this replica's rows within the batch, `i32`.
    pub fn row_numbers(self, b: &mut FuncBuilder) -> Result<Value> {
        let rows = [self.rows_per_core()];
        let first = self.first_row(b)?;
        let first = b.broadcast_in_dim(first, &[], &rows)?;
        let iota = b.iota(TensorType::new(ElementType::I32, rows), 0)?;
        Ok(b.add(first, iota)?)
    }

    /// Weight 1 for numbers below `limit` (`i32` scalar), else 0.
    pub fn weights_below(self, b: &mut FuncBuilder, numbers: Value, limit: Value) -> Result<Value> {
        let limit = b.broadcast_in_dim(limit, &[], &[self.rows_per_core()])?;
        let real = b.compare(Direction::Lt, numbers, limit)?;
        Ok(b.convert(real, ElementType::F32)?)
    }

    /// The weights of this replica's rows; none where all are real.
    pub fn row_weights(self, b: &mut FuncBuilder) -> Result<Option<Value>> {
        if !self.is_padded() {
            return Ok(None);
        }
        let numbers = self.row_numbers(b)?;
        let limit = b.scalar(self.rows as i32)?;
        Ok(Some(self.weights_below(b, numbers, limit)?))
    }
}

/// Sums and counts of the loss and of each metric, as one vector: what a step adds to the totals of its epoch.
pub(crate) fn totals(b: &mut FuncBuilder, pairs: &[(Value, Value)]) -> Result<Value> {
    let mut parts = Vec::with_capacity(2 * pairs.len());
    for value in pairs.iter().flat_map(|(sum, count)| [*sum, *count]) {
        parts.push(b.reshape(value, &[1])?);
    }
    Ok(b.concatenate(&parts, 0)?)
}
