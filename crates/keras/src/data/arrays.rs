//! Batches of arrays.

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::error::{Error, Result};

use super::source::{Batches, DataSource};

/// The rows of arrays in their order.
pub(super) struct ArraySource {
    samples: Samples,
    batch_size: usize,
}

impl ArraySource {
    pub fn new(samples: Samples, batch_size: usize) -> Result<Self> {
        if batch_size == 0 {
            return Err(Error::argument("batch_size must be at least 1"));
        }
        let rows = samples.rows();
        if let Some(other) = samples.arrays().map(Array::rows).find(|other| *other != rows) {
            return Err(Error::shape(format!(
                "all arrays of a data set must have the same number of rows, not {rows} and {other}"
            )));
        }
        Ok(Self { samples, batch_size })
    }
}

impl DataSource for ArraySource {
    fn batches(&self, _pass: u64) -> Result<Batches> {
        let (samples, size) = (self.samples.clone(), self.batch_size);
        let rows = samples.rows();
        let batch = move |first: usize| {
            let count = size.min(rows - first);
            let part = |arrays: &Arrays| -> Arrays {
                arrays.iter().map(|array| array.rows_from(first, count)).collect::<Vec<Array>>().into()
            };
            Ok(Samples { x: part(&samples.x), y: part(&samples.y), weights: part(&samples.weights) })
        };
        Ok(Box::new((0..rows).step_by(size).map(batch)))
    }

    fn num_batches(&self) -> Option<usize> {
        Some(self.samples.rows().div_ceil(self.batch_size))
    }
}
