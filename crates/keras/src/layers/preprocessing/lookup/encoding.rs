//! How the numbers of terms are encoded on the host.

use super::super::encoding::OutputMode;
use crate::array::Array;
use crate::error::{Error, Result};
use crate::partial_shape::PartialShape;
use crate::shape::Shape;

crate::choices! {
    /// How a layer with a vocabulary encodes the numbers of terms.
    LookupMode {
        /// As they are.
        Int = "int",
        /// A vector with a one for each term.
        OneHot = "one_hot",
        /// A vector for each row, with ones at all of its terms.
        MultiHot = "multi_hot",
        /// A vector for each row: how often it has each term.
        Count = "count",
        /// Counts, each times how rare the term is among the documents of the adaptation.
        TfIdf = "tf_idf",
    }
}

impl From<OutputMode> for LookupMode {
    fn from(mode: OutputMode) -> Self {
        match mode {
            OutputMode::Int => Self::Int,
            OutputMode::OneHot => Self::OneHot,
            OutputMode::MultiHot => Self::MultiHot,
            OutputMode::Count => Self::Count,
        }
    }
}

/// An encoding with vectors of `depth` elements, for a layer of this name.
pub(super) struct Encoding<'a> {
    pub layer: &'static str,
    pub mode: LookupMode,
    pub depth: usize,
    /// The factor of each element of [`LookupMode::TfIdf`].
    pub weights: Option<&'a [f32]>,
}

impl Encoding<'_> {
    /// The shape of the result for numbers of this shape, which may be that of a batch or of a row.
    pub fn dims(&self, dims: &[usize]) -> Result<Vec<usize>> {
        let mut result = dims.to_vec();
        match self.mode {
            LookupMode::Int => return Ok(result),
            LookupMode::OneHot if dims.len() > 1 && dims.last() == Some(&1) => {
                result.pop();
            }
            LookupMode::OneHot => {}
            _ if (1..=2).contains(&dims.len()) => {
                result.pop();
            }
            mode => {
                let (layer, mode) = (self.layer, mode.name());
                return Err(Error::shape(format!(
                    "{layer}: with output_mode {mode:?}, a batch has one or two dimensions; received {dims:?}"
                )));
            }
        }
        result.push(self.depth);
        Ok(result)
    }

    /// The shape of a row of the result, for rows of this shape.
    pub fn row(&self, input: &Shape) -> Result<PartialShape> {
        let dims = self.dims(&input.with_rows(2))?;
        if self.mode != LookupMode::Int && self.mode != LookupMode::OneHot && input.rank() == 1 {
            let (layer, mode) = (self.layer, self.mode.name());
            return Err(Error::shape(format!(
                "{layer}: with output_mode {mode:?}, rows have several terms, not {input}"
            )));
        }
        Ok(PartialShape::from(&dims[1..]))
    }

    /// Numbers of this shape, encoded. A number that is negative or too large has no element.
    pub fn encode(&self, numbers: &[i64], dims: &[usize]) -> Result<Array> {
        let result = self.dims(dims)?;
        if self.mode == LookupMode::Int {
            return Array::new(result, numbers.iter().map(|n| *n as i32).collect::<Vec<i32>>());
        }
        // The numbers that share a vector.
        let group = if self.mode == LookupMode::OneHot { 1 } else { dims.last().copied().unwrap_or(1) };
        let mut rows = numbers.chunks(group.max(1));
        let vectors = result.iter().rev().skip(1).product::<usize>();
        self.rows((0..vectors).map(|_| rows.next().unwrap_or_default()), result)
    }

    /// Rows of numbers, each as a vector, in an array of this shape.
    pub fn rows<'r>(&self, rows: impl Iterator<Item = &'r [i64]>, dims: Vec<usize>) -> Result<Array> {
        let mut values = vec![0.0f32; dims.iter().product()];
        for (vector, numbers) in values.chunks_mut(self.depth.max(1)).zip(rows) {
            for number in numbers {
                let Some(element) = usize::try_from(*number).ok().and_then(|i| vector.get_mut(i)) else { continue };
                let counts = matches!(self.mode, LookupMode::Count | LookupMode::TfIdf);
                *element = if counts { *element + 1.0 } else { 1.0 };
            }
            for (element, weight) in vector.iter_mut().zip(self.weights.unwrap_or_default()) {
                *element *= weight;
            }
        }
        Array::new(dims, values)
    }
}
