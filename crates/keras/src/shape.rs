//! Shapes of samples: the dimensions of a tensor without the batch, which may have a fixed number of rows.

use std::fmt;

use crate::error::{Error, Result};

/// The shape of one row of a batch, displayed as Keras does, with `None` for the batch, or its number of rows
/// if that is fixed. Layers are built and traced for such shapes; a symbolic tensor has a
/// [`PartialShape`](crate::PartialShape).
///
/// ```
/// use keras::Shape;
/// let images = Shape::new([32, 32, 3]);
/// assert_eq!(images.to_string(), "(None, 32, 32, 3)");
/// assert_eq!(images.num_elements(), 3072);
/// assert_eq!(images.with_batch_size(Some(8)).to_string(), "(8, 32, 32, 3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    batch_size: Option<usize>,
    dims: Vec<usize>,
}

impl Shape {
    /// A shape from the dimensions after the batch.
    pub fn new(dims: impl Into<Vec<usize>>) -> Self {
        Self { batch_size: None, dims: dims.into() }
    }

    /// The shape in batches of this number of rows; `None` for batches of any number.
    #[must_use]
    pub fn with_batch_size(mut self, batch_size: Option<usize>) -> Self {
        self.batch_size = batch_size;
        self
    }

    /// The number of rows of every batch; `None` if any is possible.
    pub fn batch_size(&self) -> Option<usize> {
        self.batch_size
    }

    /// The dimensions after the batch.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The number of dimensions, including the batch.
    pub fn rank(&self) -> usize {
        self.dims.len() + 1
    }

    /// The number of elements of one row.
    pub fn num_elements(&self) -> usize {
        self.dims.iter().product()
    }

    /// Returns true if the number of elements fits 63 bits even in a batch of 2^24 rows.
    pub(crate) fn is_countable(&self) -> bool {
        self.dims.iter().try_fold(1u64 << 24, |count, n| count.checked_mul(*n as u64)).is_some_and(|n| n < 1 << 63)
    }

    /// The size of the last dimension; `None` if a row is a scalar.
    pub fn last(&self) -> Option<usize> {
        self.dims.last().copied()
    }

    /// The full shape of a batch of `rows` rows.
    pub fn with_rows(&self, rows: usize) -> Vec<usize> {
        [rows].iter().chain(&self.dims).copied().collect()
    }

    /// Converts an axis, counted from 0 (the batch) or from the end if negative, to an index into the full
    /// shape.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if the axis is out of bounds.
    pub fn axis(&self, axis: i64) -> Result<usize> {
        let rank = self.rank() as i64;
        let from_start = if axis < 0 { axis + rank } else { axis };
        if !(0..rank).contains(&from_start) {
            return Err(Error::shape(format!(
                "Axis {axis} is out of bounds for input shape {self}. Received: axis={axis}"
            )));
        }
        Ok(from_start as usize)
    }
}

impl<const N: usize> From<[usize; N]> for Shape {
    fn from(dims: [usize; N]) -> Self {
        Self::new(dims)
    }
}

impl From<Vec<usize>> for Shape {
    fn from(dims: Vec<usize>) -> Self {
        Self::new(dims)
    }
}

impl From<&[usize]> for Shape {
    fn from(dims: &[usize]) -> Self {
        Self::new(dims)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dims(f, self.batch_size, self.dims.iter().copied().map(Some))
    }
}

/// Writes a shape as Keras does, with `None` for what is unknown.
pub(crate) fn write_dims(
    f: &mut fmt::Formatter<'_>,
    batch_size: Option<usize>,
    dims: impl Iterator<Item = Option<usize>>,
) -> fmt::Result {
    let size = |size: Option<usize>| size.map_or_else(|| "None".to_owned(), |size| size.to_string());
    write!(f, "({},", size(batch_size))?;
    for (i, dim) in dims.enumerate() {
        write!(f, "{} {}", if i == 0 { "" } else { "," }, size(dim))?;
    }
    f.write_str(")")
}
