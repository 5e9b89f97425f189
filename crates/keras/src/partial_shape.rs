//! Shapes of which some sizes are unknown until there is data.

use std::fmt;

use serde_json::Value as Json;

use crate::error::{Error, Result};
use crate::objects::{Field, Registry};
use crate::shape::{Shape, write_dims};

/// The shape of one row of a symbolic tensor. A size may be unknown, Keras's `None`: it comes with the data,
/// and a program is compiled for each size that comes.
///
/// ```
/// use keras::{Input, PartialShape, layers::LSTM};
/// let sequences = PartialShape::from([None, Some(64)]);
/// assert_eq!(sequences.to_string(), "(None, None, 64)");
/// assert_eq!((sequences.dims(), sequences.last()), (&[None, Some(64)][..], Some(64)));
/// assert!(sequences.accepts(&[7, 64]) && !sequences.accepts(&[7, 65]));
/// assert!(sequences.known().is_err());
/// let y = LSTM::new(4).return_sequences(true).call(&Input::new(sequences))?;
/// assert_eq!(y.shape().to_string(), "(None, None, 4)");
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialShape {
    batch_size: Option<usize>,
    dims: Vec<Option<usize>>,
}

impl PartialShape {
    /// A shape from the dimensions after the batch; `None` for a size that is unknown.
    pub fn new(dims: impl Into<Vec<Option<usize>>>) -> Self {
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
    pub fn dims(&self) -> &[Option<usize>] {
        &self.dims
    }

    /// The number of dimensions, including the batch.
    pub fn rank(&self) -> usize {
        self.dims.len() + 1
    }

    /// The size of the last dimension; `None` if it is unknown, or a row is a scalar.
    pub fn last(&self) -> Option<usize> {
        self.dims.last().copied().flatten()
    }

    /// Returns true if all sizes but that of the batch are known.
    pub fn is_known(&self) -> bool {
        self.dims.iter().all(Option::is_some)
    }

    /// The shape, if all of its sizes are known.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if one is unknown.
    pub fn known(&self) -> Result<Shape> {
        let dims: Option<Vec<usize>> = self.dims.iter().copied().collect();
        dims.map(|dims| Shape::new(dims).with_batch_size(self.batch_size)).ok_or_else(|| {
            Error::shape(format!("the shape {self} has sizes that are unknown: set them by `Model::with_input_shapes`"))
        })
    }

    /// The full shape of a batch of `rows` rows.
    ///
    /// # Errors
    /// Those of [`known`](Self::known).
    pub fn with_rows(&self, rows: usize) -> Result<Vec<usize>> {
        Ok(self.known()?.with_rows(rows))
    }

    /// The shape with this size in place of each unknown one.
    pub(crate) fn filled(&self, size: usize) -> Shape {
        let dims: Vec<usize> = self.dims.iter().map(|dim| dim.unwrap_or(size)).collect();
        Shape::new(dims).with_batch_size(self.batch_size)
    }

    /// Returns true if rows of these dimensions have this shape.
    pub fn accepts(&self, row: &[usize]) -> bool {
        let fits = |(own, size): (&Option<usize>, &usize)| own.is_none_or(|own| own == *size);
        self.dims.len() == row.len() && self.dims.iter().zip(row).all(fits)
    }

    /// The dimensions of rows that are given for this shape: those of `row`, with a last one of 1 left out,
    /// or added, if they have the rank then, as Keras takes arrays.
    ///
    /// ```
    /// use keras::PartialShape;
    /// let images = PartialShape::from([28, 28, 1].map(Some));
    /// assert_eq!(images.adjusted(&[28, 28]), [28, 28, 1]);
    /// assert_eq!(PartialShape::from([Some(4)]).adjusted(&[4, 1]), [4]);
    /// assert_eq!(images.adjusted(&[28]), [28]);
    /// ```
    pub fn adjusted(&self, row: &[usize]) -> Vec<usize> {
        match row {
            [shorter @ .., 1] if shorter.len() == self.dims.len() => shorter.to_vec(),
            _ if row.len() + 1 == self.dims.len() && self.last() == Some(1) => [row, &[1]].concat(),
            _ => row.to_vec(),
        }
    }

    /// What two shapes of the same rank have in common: sizes that differ are unknown.
    pub(crate) fn common(&self, other: &Self) -> Self {
        let dims = self.dims.iter().zip(&other.dims).map(|(a, b)| a.filter(|_| a == b));
        Self::new(dims.collect::<Vec<_>>()).with_batch_size(self.batch_size)
    }

    /// The shape of an element-by-element combination of inputs as Keras's merging layers have it: a size is
    /// unknown where it is in one of them. `None` if they do not fit.
    pub(crate) fn merged(inputs: &[Self]) -> Option<Self> {
        let (first, others) = inputs.split_first()?;
        let mut all = first.dims.clone();
        for other in others {
            let fits = all.len() == other.dims.len();
            let pairs = all.iter().zip(&other.dims).map(|(a, b)| match (a, b) {
                (None, _) | (_, None) => Some(None),
                (Some(1), size) | (size, Some(1)) => Some(*size),
                (a, b) => (a == b).then_some(*a),
            });
            all = pairs.collect::<Option<Vec<_>>>().filter(|_| fits)?;
        }
        Some(Self::new(all).with_batch_size(inputs.iter().find_map(Self::batch_size)))
    }

    /// The shapes with the size that another one has at the same place, counted from the end, in place of
    /// unknown sizes: those for which an operation can combine them.
    pub(crate) fn unified(inputs: &[Self]) -> Vec<Self> {
        let size_at = |from_end: usize| {
            let sizes = inputs.iter().filter_map(|shape| *shape.dims.iter().rev().nth(from_end)?);
            sizes.reduce(usize::max).filter(|size| *size > 1)
        };
        let unify = |shape: &Self| {
            let rank = shape.dims.len();
            let dims = shape.dims.iter().enumerate().map(|(i, size)| size.or_else(|| size_at(rank - 1 - i)));
            Self::new(dims.collect::<Vec<_>>()).with_batch_size(shape.batch_size)
        };
        inputs.iter().map(unify).collect()
    }

    /// The shape as a JSON list: `[null, null, 64]`.
    pub fn to_json(&self) -> Json {
        std::iter::once(&self.batch_size).chain(&self.dims).map(|size| Json::from(*size)).collect()
    }
}

impl From<Shape> for PartialShape {
    fn from(shape: Shape) -> Self {
        let dims: Vec<Option<usize>> = shape.dims().iter().copied().map(Some).collect();
        Self::new(dims).with_batch_size(shape.batch_size())
    }
}

macro_rules! from_dims {
    ($($dims:ty $(, $n:ident)?;)*) => { $(
        impl $(<const $n: usize>)? From<$dims> for PartialShape {
            fn from(dims: $dims) -> Self {
                Self::new(dims.iter().copied().map(Into::into).collect::<Vec<Option<usize>>>())
            }
        }
    )* };
}

from_dims! {
    [usize; N], N;
    [Option<usize>; N], N;
    Vec<usize>;
    Vec<Option<usize>>;
    &[usize];
    &[Option<usize>];
}

impl fmt::Display for PartialShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dims(f, self.batch_size, self.dims.iter().copied())
    }
}

impl Field for PartialShape {
    fn expected() -> String {
        "a shape with the batch first, such as [null, 32, 32, 3]; null is a size that is unknown".to_owned()
    }

    fn to_json(&self) -> Json {
        Self::to_json(self)
    }

    fn from_json(json: &Json, registry: &Registry) -> Result<Option<Self>> {
        let sizes = json.pointer("/items").unwrap_or(json).as_array();
        let sizes = sizes.map(|sizes| sizes.iter().map(|size| Field::from_json(size, registry)));
        let Some(sizes) = sizes else { return Ok(None) };
        let Some(sizes) = sizes.collect::<Result<Option<Vec<Option<usize>>>>>()? else { return Ok(None) };
        let Some((batch_size, dims)) = sizes.split_first() else { return Ok(None) };
        let shape = Self::from(dims).with_batch_size(*batch_size);
        Ok(Some(shape).filter(|shape| shape.filled(1).is_countable()))
    }
}
