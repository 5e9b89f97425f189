//! Data on the host: rows of bytes, integers or floating point.

use std::sync::Arc;

use stablehlo::{ElementType, TensorType};

use crate::datasets::Images;
use crate::{Error, ErrorKind, Result};

/// Data on the host; the first dimension counts rows. Clones share the values, and so do devices that can use the
/// host's memory.
///
/// ```
/// use keras::Array;
/// let x = Array::new([2, 3], vec![0.0f32, 0.5, 1.0, 1.0, 0.5, 0.0])?;
/// assert_eq!((x.rows(), x.row_dims()), (2, &[3][..]));
/// assert!(Array::new([2, 3], vec![0u8; 5]).is_err());
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    dims: Vec<usize>,
    values: Values,
}

/// The values of an [`Array`], row-major.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Bytes, such as those of images.
    U8(Arc<[u8]>),
    /// Integers, such as labels.
    I32(Arc<[i32]>),
    /// Floating point.
    F32(Arc<[f32]>),
}

impl Array {
    /// Values with a shape.
    ///
    /// # Errors
    /// Where there is no first dimension, or the number of values is not the shape's.
    pub fn new(dims: impl Into<Vec<usize>>, values: impl Into<Values>) -> Result<Self> {
        let (dims, values) = (dims.into(), values.into());
        let count = dims.iter().try_fold(1usize, |n, d| n.checked_mul(*d));
        if dims.is_empty() || count != Some(values.len()) {
            let given = values.len();
            return Err(Error::shape(format!("an array of shape {dims:?} was given {given} values")));
        }
        Ok(Self { dims, values })
    }

    /// The whole shape.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.dims[0]
    }

    /// The shape of one row.
    pub fn row_dims(&self) -> &[usize] {
        &self.dims[1..]
    }

    /// The values.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The values as `f32`, where that is what they are.
    pub fn as_f32(&self) -> Option<&[f32]> {
        if let Values::F32(values) = &self.values { Some(values) } else { None }
    }

    /// One row's values as `f32`, converted where they are something else; none where there is no such row.
    pub fn row(&self, row: usize) -> Option<Vec<f32>> {
        let size = self.row_dims().iter().product::<usize>();
        let range = row.checked_mul(size)?..row.checked_add(1)?.checked_mul(size)?;
        Some(match &self.values {
            Values::U8(v) => v.get(range)?.iter().map(|x| f32::from(*x)).collect(),
            Values::I32(v) => v.get(range)?.iter().map(|x| *x as f32).collect(),
            Values::F32(v) => v.get(range)?.to_vec(),
        })
    }

    /// A copy of the rows of these numbers, in that order.
    ///
    /// # Errors
    /// Where there is no row of a number.
    pub fn take(&self, rows: &[usize]) -> Result<Self> {
        if let Some(row) = rows.iter().find(|row| **row >= self.rows()) {
            let count = self.rows();
            return Err(Error::argument(format!(
                "there is no row {row}: the array has {count} rows, 0 to {}",
                count - 1
            )));
        }
        let size = self.row_dims().iter().product::<usize>();
        fn pick<T: Copy>(values: &[T], rows: &[usize], size: usize) -> Arc<[T]> {
            rows.iter().flat_map(|row| &values[row * size..(row + 1) * size]).copied().collect()
        }
        let values = match &self.values {
            Values::U8(v) => Values::U8(pick(v, rows, size)),
            Values::I32(v) => Values::I32(pick(v, rows, size)),
            Values::F32(v) => Values::F32(pick(v, rows, size)),
        };
        let mut dims = self.dims.clone();
        dims[0] = rows.len();
        Ok(Self { dims, values })
    }

    /// A copy of the bytes of these rows, which have to exist, one after the other.
    pub(crate) fn gather(&self, rows: &[i32]) -> Arc<dyn AsRef<[u8]> + Send + Sync> {
        /// Values where they are: what reads them as more than bytes finds them aligned.
        struct Gathered<T>(Vec<T>);
        impl<T: bytemuck::Pod> AsRef<[u8]> for Gathered<T> {
            fn as_ref(&self) -> &[u8] {
                bytemuck::cast_slice(&self.0)
            }
        }
        fn pick<T: Copy>(values: &[T], rows: &[i32], size: usize) -> Gathered<T> {
            let mut gathered = Vec::with_capacity(rows.len() * size);
            for row in rows.iter().map(|row| *row as usize) {
                gathered.extend_from_slice(&values[row * size..(row + 1) * size]);
            }
            Gathered(gathered)
        }
        let size = self.row_dims().iter().product::<usize>();
        match &self.values {
            Values::U8(v) => Arc::new(pick(v, rows, size)),
            Values::I32(v) => Arc::new(pick(v, rows, size)),
            Values::F32(v) => Arc::new(pick(v, rows, size)),
        }
    }

    /// Bytes of all values.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.as_ref().len() as u64
    }

    /// So many rows from `first` on, filled up with the last row where there are not as many; the array itself where
    /// that is all of it.
    pub(crate) fn rows_from(&self, first: usize, rows: usize) -> Self {
        if first == 0 && rows == self.rows() {
            return self.clone();
        }
        let size = self.row_dims().iter().product::<usize>();
        fn cut<T: Copy>(values: &[T], first: usize, rows: usize, size: usize) -> Arc<[T]> {
            let there = &values[(first * size).min(values.len())..((first + rows) * size).min(values.len())];
            let last = &values[values.len().saturating_sub(size)..];
            let filling = last.iter().cycle().take(rows * size - there.len());
            there.iter().chain(filling).copied().collect()
        }
        let values = match &self.values {
            Values::U8(v) => Values::U8(cut(v, first, rows, size)),
            Values::I32(v) => Values::I32(cut(v, first, rows, size)),
            Values::F32(v) => Values::F32(cut(v, first, rows, size)),
        };
        let mut dims = self.dims.clone();
        dims[0] = rows;
        Self { dims, values }
    }

    /// What a program takes it as.
    pub fn ty(&self) -> TensorType {
        let element = match self.values {
            Values::U8(_) => ElementType::Ui8,
            Values::I32(_) => ElementType::I32,
            Values::F32(_) => ElementType::F32,
        };
        TensorType::new(element, self.dims.as_slice())
    }

    /// Checks that every value is the number of one of `classes` classes.
    pub(crate) fn check_class_numbers(&self, classes: usize) -> Result<()> {
        let per_row = self.row_dims().iter().product::<usize>().max(1);
        let is_class = |v: f64| v >= 0.0 && v < classes as f64 && v.fract() == 0.0;
        let wrong = match &self.values {
            Values::U8(v) => v.iter().position(|x| !is_class(f64::from(*x))).map(|i| (i, f64::from(v[i]))),
            Values::I32(v) => v.iter().position(|x| !is_class(f64::from(*x))).map(|i| (i, f64::from(v[i]))),
            Values::F32(v) => v.iter().position(|x| !is_class(f64::from(*x))).map(|i| (i, f64::from(v[i]))),
        };
        wrong.map_or(Ok(()), |(i, value)| {
            let (row, last) = (i / per_row, classes.saturating_sub(1));
            Err(Error::new(
                ErrorKind::Data,
                format!("label out of range: row {row} of y has the value {value}, but the classes are 0 to {last}"),
            ))
        })
    }
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(v) => v.len(),
            Self::I32(v) => v.len(),
            Self::F32(v) => v.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl AsRef<[u8]> for Values {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::U8(v) => v,
            Self::I32(v) => bytemuck::cast_slice(v),
            Self::F32(v) => bytemuck::cast_slice(v),
        }
    }
}

macro_rules! from_values {
    ($($t:ty, $variant:ident;)*) => {$(
        impl From<Arc<[$t]>> for Values {
            fn from(values: Arc<[$t]>) -> Self { Self::$variant(values) }
        }

        impl From<Vec<$t>> for Values {
            fn from(values: Vec<$t>) -> Self { Self::$variant(values.into()) }
        }

        /// A column: as many rows as values.
        impl From<Vec<$t>> for Array {
            fn from(values: Vec<$t>) -> Self { Self { dims: vec![values.len()], values: values.into() } }
        }

        /// A column: as many rows as values.
        impl From<&Arc<[$t]>> for Array {
            fn from(values: &Arc<[$t]>) -> Self { Self { dims: vec![values.len()], values: values.clone().into() } }
        }
    )*};
}

from_values! {
    u8, U8;
    i32, I32;
    f32, F32;
}

impl From<&Array> for Array {
    fn from(array: &Array) -> Self {
        array.clone()
    }
}

/// The images themselves, without their labels; the bytes are shared.
impl From<&Images> for Array {
    fn from(images: &Images) -> Self {
        Self { dims: images.shape().to_vec(), values: images.pixels.clone().into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_and_converted() {
        let x = Array::new([3, 2], vec![1u8, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(x.row(1), Some(vec![3.0, 4.0]));
        assert_eq!((x.row(3), x.row(usize::MAX)), (None, None));
        assert_eq!(x.take(&[2, 0]).unwrap(), Array::new([2, 2], vec![5u8, 6, 1, 2]).unwrap());
        assert!(x.take(&[3]).unwrap_err().message().contains("0 to 2"));
    }

    #[test]
    fn gathered_rows_are_their_bytes() {
        let x = Array::new([3, 2], vec![1, 2, 3, 4, 5, -6]).unwrap();
        let bytes = x.gather(&[2, 0, 2]);
        assert_eq!(bytemuck::cast_slice::<u8, i32>((*bytes).as_ref()), [5, -6, 1, 2, 5, -6]);
        assert_eq!(x.bytes(), 24);
    }

    #[test]
    fn a_part_is_filled_up_with_the_last_row() {
        let x = Array::new([3, 2], vec![1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(x.rows_from(1, 2), Array::new([2, 2], vec![3, 4, 5, 6]).unwrap());
        assert_eq!(x.rows_from(2, 3), Array::new([3, 2], vec![5, 6, 5, 6, 5, 6]).unwrap());
        assert_eq!(x.rows_from(0, 3), x);
    }

    #[test]
    fn a_label_out_of_range_is_named_by_row_and_value() {
        let y = Array::from(vec![0, 9, 3]);
        assert!(y.check_class_numbers(10).is_ok());
        let message = Array::new([2, 1], vec![0, -1]).unwrap().check_class_numbers(10).unwrap_err().to_string();
        assert_eq!(message, "label out of range: row 1 of y has the value -1, but the classes are 0 to 9");
        assert!(Array::from(vec![0.5f32]).check_class_numbers(10).is_err());
    }
}
