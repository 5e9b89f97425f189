//! Rows of samples that are collected.

use std::ops::Range;

use stablehlo::{ElementType, TensorType};

use crate::array::{Array, Values};
use crate::arrays::Samples;
use crate::error::{Error, Result};

/// Rows with the arrays of some samples.
pub(super) struct RowBuffer {
    columns: Vec<Column>,
    /// The numbers of inputs and of targets.
    counts: [usize; 2],
    rows: usize,
}

/// The rows of an array.
struct Column {
    row: TensorType,
    row_bytes: usize,
    bytes: Vec<u8>,
}

/// The type of a row.
fn row_type(array: &Array) -> TensorType {
    TensorType::new(array.ty().element, array.row_dims())
}

impl RowBuffer {
    /// No rows, for samples like these.
    pub fn like(samples: &Samples) -> Self {
        let column = |array: &Array| Column {
            row: row_type(array),
            row_bytes: (array.bytes() as usize).checked_div(array.rows()).unwrap_or(0),
            bytes: Vec::new(),
        };
        let columns = samples.arrays().map(column).collect();
        Self { columns, counts: [samples.x.len(), samples.y.len()], rows: 0 }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Checks that samples have the arrays and the rows of those before.
    pub fn check(&self, samples: &Samples) -> Result<()> {
        let (own, given) = (self.columns.len(), samples.arrays().count());
        if own != given || self.counts != [samples.x.len(), samples.y.len()] {
            return Err(Error::shape(format!("a batch has {given} arrays, and the first batch has {own}")));
        }
        match self.columns.iter().zip(samples.arrays()).find(|(column, array)| column.row != row_type(array)) {
            Some((column, array)) => Err(Error::shape(format!(
                "a batch has rows of type {}, and the first batch has {}",
                row_type(array),
                column.row
            ))),
            None => Ok(()),
        }
    }

    /// Appends rows of samples that were [checked](Self::check).
    pub fn push(&mut self, samples: &Samples, rows: Range<usize>) {
        for (column, array) in self.columns.iter_mut().zip(samples.arrays()) {
            let all: &[u8] = array.values().as_ref();
            column.bytes.extend_from_slice(&all[rows.start * column.row_bytes..rows.end * column.row_bytes]);
        }
        self.rows += rows.len();
    }

    /// Appends a row of another buffer.
    pub fn push_row(&mut self, other: &Self, row: usize) {
        for (column, from) in self.columns.iter_mut().zip(&other.columns) {
            column.bytes.extend_from_slice(&from.bytes[row * from.row_bytes..(row + 1) * from.row_bytes]);
        }
        self.rows += 1;
    }

    /// Replaces a row by one of samples that were checked.
    pub fn replace(&mut self, row: usize, samples: &Samples, by: usize) {
        for (column, array) in self.columns.iter_mut().zip(samples.arrays()) {
            let (size, all): (usize, &[u8]) = (column.row_bytes, array.values().as_ref());
            column.bytes[row * size..(row + 1) * size].copy_from_slice(&all[by * size..(by + 1) * size]);
        }
    }

    /// Removes a row; the last one takes its place.
    pub fn swap_remove(&mut self, row: usize) {
        self.rows -= 1;
        for Column { row_bytes: size, bytes, .. } in &mut self.columns {
            bytes.copy_within(self.rows * *size.., row * *size);
            bytes.truncate(self.rows * *size);
        }
    }

    /// All rows as samples; the buffer is empty then.
    pub fn take(&mut self) -> Result<Samples> {
        let rows = std::mem::take(&mut self.rows);
        let mut arrays = Vec::with_capacity(self.columns.len());
        for column in &mut self.columns {
            let bytes = std::mem::take(&mut column.bytes);
            let values = match column.row.element {
                ElementType::Ui8 => Values::from(bytes),
                ElementType::I32 => Values::from(bytemuck::allocation::pod_collect_to_vec::<u8, i32>(&bytes)),
                _ => Values::from(bytemuck::allocation::pod_collect_to_vec::<u8, f32>(&bytes)),
            };
            let dims: Vec<usize> = [rows].iter().chain(&column.row.dims).copied().collect();
            arrays.push(Array::new(dims, values)?);
        }
        let weights = arrays.split_off(self.counts[0] + self.counts[1]);
        let y = arrays.split_off(self.counts[0]);
        Ok(Samples { x: arrays.into(), y: y.into(), weights: weights.into() })
    }
}
