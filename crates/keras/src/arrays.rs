//! The arrays of a model's inputs or outputs, and the samples of a data set.

use std::ops::Deref;
use std::sync::Arc;

use crate::array::Array;
use crate::error::Result;
use crate::partial_shape::PartialShape;

/// The arrays of a model's inputs, or of its targets: one, or several in the order of the model.
///
/// ```
/// use keras::{Array, Arrays};
/// let (age, city) = (Array::from(vec![31.0f32, 47.0]), Array::from(vec![2, 0]));
/// let one: Arrays = (&age).into();
/// let two: Arrays = [&age, &city].into();
/// assert_eq!((one.len(), two.len()), (1, 2));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrays(Vec<Array>);

impl Deref for Arrays {
    type Target = [Array];

    fn deref(&self) -> &[Array] {
        &self.0
    }
}

impl From<Array> for Arrays {
    fn from(array: Array) -> Self {
        Self(vec![array])
    }
}

impl From<&Array> for Arrays {
    fn from(array: &Array) -> Self {
        Self(vec![array.clone()])
    }
}

impl From<Vec<Array>> for Arrays {
    fn from(arrays: Vec<Array>) -> Self {
        Self(arrays)
    }
}

impl From<&[Array]> for Arrays {
    fn from(arrays: &[Array]) -> Self {
        Self(arrays.to_vec())
    }
}

impl From<&Arrays> for Arrays {
    fn from(arrays: &Arrays) -> Self {
        arrays.clone()
    }
}

impl<const N: usize> From<[Array; N]> for Arrays {
    fn from(arrays: [Array; N]) -> Self {
        Self(arrays.into())
    }
}

impl<const N: usize> From<[&Array; N]> for Arrays {
    fn from(arrays: [&Array; N]) -> Self {
        Self(arrays.into_iter().cloned().collect())
    }
}

macro_rules! from_values {
    ($($t:ty)*) => {$(
        /// A one-dimensional array.
        impl From<Vec<$t>> for Arrays {
            fn from(values: Vec<$t>) -> Self { Array::from(values).into() }
        }

        /// A one-dimensional array.
        impl From<&Arc<[$t]>> for Arrays {
            fn from(values: &Arc<[$t]>) -> Self { Array::from(values).into() }
        }
    )*};
}

from_values! { u8 i32 f32 }

impl Arrays {
    /// The arrays as rows of these shapes: see [`PartialShape::adjusted`]. Those that do not fit stay.
    pub(crate) fn adjusted<'s>(self, shapes: impl IntoIterator<Item = &'s PartialShape>) -> Self {
        let mut shapes = shapes.into_iter();
        let adjusted = |array: Array| match shapes.next().map(|shape| shape.adjusted(array.row_dims())) {
            Some(row) if row != array.row_dims() => {
                let dims = [&[array.rows()], &row[..]].concat();
                Array::new(dims, array.values().clone()).unwrap_or(array)
            }
            _ => array,
        };
        Self(self.0.into_iter().map(adjusted).collect())
    }

    /// The first rows of each array: `count`, or all if there are fewer.
    pub(crate) fn first_rows(self, count: usize) -> Result<Self> {
        let first = |array: Array| match array.rows() <= count {
            true => Ok(array),
            false => array.take(&(0..count).collect::<Vec<usize>>()),
        };
        self.0.into_iter().map(first).collect::<Result<_>>().map(Self)
    }
}

/// Rows of a data set: inputs, targets, and the weights of the samples.
///
/// It comes from a pair of inputs and targets, or a triple with weights.
///
/// ```
/// use keras::{Array, Samples};
/// let (x, y) = (Array::new([2, 1], vec![0.5f32, 1.5])?, Array::from(vec![0, 1]));
/// let weighted: Samples = (&x, &y, vec![1.0f32, 2.0]).into();
/// assert_eq!((weighted.rows(), weighted.weights.len()), (2, 1));
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// One array for each input of the model.
    pub x: Arrays,
    /// One array for each output with a loss or a metric.
    pub y: Arrays,
    /// The weights: none, one array for all targets, or one for each.
    pub weights: Arrays,
}

impl<X: Into<Arrays>, Y: Into<Arrays>> From<(X, Y)> for Samples {
    fn from((x, y): (X, Y)) -> Self {
        Self { x: x.into(), y: y.into(), weights: Arrays::default() }
    }
}

impl<X: Into<Arrays>, Y: Into<Arrays>, W: Into<Arrays>> From<(X, Y, W)> for Samples {
    fn from((x, y, weights): (X, Y, W)) -> Self {
        Self { x: x.into(), y: y.into(), weights: weights.into() }
    }
}

impl Samples {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.x.first().map_or(0, Array::rows)
    }

    /// All arrays, in the order of a program's parameters.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = &Array> {
        self.x.iter().chain(self.y.iter()).chain(self.weights.iter())
    }

    /// The size of all values, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.arrays().map(Array::bytes).sum()
    }
}
