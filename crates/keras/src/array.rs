//! Arrays on the host: rows of bytes, integers or floating-point values.

use std::sync::Arc;

use stablehlo::{ElementType, TensorType};

use crate::error::{Error, ErrorKind, Result};

/// An array on the host; the first dimension counts rows. Clones share the values, and so do devices that can
/// use host memory.
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
    /// Bytes, such as pixels.
    U8(Arc<[u8]>),
    /// Integers, such as labels.
    I32(Arc<[i32]>),
    /// Floating-point values.
    F32(Arc<[f32]>),
}

/// Refuses a shape without rows, and another number of values than it has.
pub(crate) fn check_count(what: &str, dims: &[usize], given: usize) -> Result<()> {
    let count = dims.iter().try_fold(1usize, |n, d| n.checked_mul(*d));
    if dims.is_empty() || count != Some(given) {
        return Err(Error::shape(format!("{what} of shape {dims:?} was given {given} values")));
    }
    Ok(())
}

impl Array {
    /// An array of shape `dims`.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`] if there is no first dimension, or the number of values does not match the shape.
    pub fn new(dims: impl Into<Vec<usize>>, values: impl Into<Values>) -> Result<Self> {
        let (dims, values) = (dims.into(), values.into());
        check_count("an array", &dims, values.len())?;
        Ok(Self { dims, values })
    }

    /// The shape.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The number of rows.
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

    /// The values if they are `f32`.
    pub fn as_f32(&self) -> Option<&[f32]> {
        if let Values::F32(values) = &self.values { Some(values) } else { None }
    }

    /// The values of one row, converted to `f32`; `None` if `row` is out of range.
    pub fn row(&self, row: usize) -> Option<Vec<f32>> {
        let size = self.row_dims().iter().product::<usize>();
        let range = row.checked_mul(size)?..row.checked_add(1)?.checked_mul(size)?;
        Some(match &self.values {
            Values::U8(v) => v.get(range)?.iter().map(|x| f32::from(*x)).collect(),
            Values::I32(v) => v.get(range)?.iter().map(|x| *x as f32).collect(),
            Values::F32(v) => v.get(range)?.to_vec(),
        })
    }

    /// The index of the greatest value of each row, the first of equals.
    ///
    /// ```
    /// use keras::Array;
    /// assert_eq!(Array::new([2, 3], vec![1.0f32, 2.0, 0.0, 4.0, 3.0, 4.0])?.argmax(), [1, 0]);
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn argmax(&self) -> Vec<usize> {
        let of_row = |row: usize| {
            let values = self.row(row).unwrap_or_default();
            values.iter().enumerate().fold(0, |best, (i, value)| if *value > values[best] { i } else { best })
        };
        (0..self.rows()).map(of_row).collect()
    }

    /// A copy of the rows with these indices, in this order.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`] if an index is out of range.
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

    /// A contiguous copy of these rows, which must exist, as bytes.
    pub(crate) fn gather(&self, rows: &[i32]) -> Arc<dyn AsRef<[u8]> + Send + Sync> {
        Self::gather_all(&[(self, rows)], rows.len())
    }

    /// A contiguous copy of rows of several arrays of one type, one array after the other, as bytes. Zeros
    /// fill it up to `total` rows.
    pub(crate) fn gather_all(parts: &[(&Self, &[i32])], total: usize) -> Arc<dyn AsRef<[u8]> + Send + Sync> {
        /// Keeps the values typed, so that their bytes have the alignment of the type.
        struct Gathered<T>(Vec<T>);
        impl<T: bytemuck::Pod> AsRef<[u8]> for Gathered<T> {
            fn as_ref(&self) -> &[u8] {
                bytemuck::cast_slice(&self.0)
            }
        }
        fn pick<T: bytemuck::Pod>(parts: &[(&Array, &[i32])], total: usize) -> Gathered<T> {
            let size = parts.first().map_or(0, |(array, _)| array.row_dims().iter().product::<usize>());
            let mut gathered = Vec::with_capacity(total * size);
            for (array, rows) in parts {
                let values: &[T] = bytemuck::cast_slice(array.values.as_ref());
                for row in rows.iter().map(|row| *row as usize) {
                    gathered.extend_from_slice(&values[row * size..(row + 1) * size]);
                }
            }
            gathered.resize(total * size, T::zeroed());
            Gathered(gathered)
        }
        match parts.first().map(|(array, _)| &array.values) {
            Some(Values::I32(_)) => Arc::new(pick::<i32>(parts, total)),
            Some(Values::F32(_)) => Arc::new(pick::<f32>(parts, total)),
            Some(Values::U8(_)) | None => Arc::new(pick::<u8>(parts, total)),
        }
    }

    /// The size of all values, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.values.as_ref().len() as u64
    }

    /// `rows` rows from `first` on, padded with the last row beyond the end. Shares the values if that is the
    /// whole array.
    pub(crate) fn rows_from(&self, first: usize, rows: usize) -> Self {
        if first == 0 && rows == self.rows() {
            return self.clone();
        }
        let size = self.row_dims().iter().product::<usize>();
        fn cut<T: Copy>(values: &[T], first: usize, rows: usize, size: usize) -> Arc<[T]> {
            let present = &values[(first * size).min(values.len())..((first + rows) * size).min(values.len())];
            let last = &values[values.len().saturating_sub(size)..];
            let padding = last.iter().cycle().take(rows * size - present.len());
            present.iter().chain(padding).copied().collect()
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

    /// The type of the array in a program.
    pub fn ty(&self) -> TensorType {
        let element = match self.values {
            Values::U8(_) => ElementType::Ui8,
            Values::I32(_) => ElementType::I32,
            Values::F32(_) => ElementType::F32,
        };
        TensorType::new(element, self.dims.as_slice())
    }

    /// Checks that every value is a class number, an integer from 0 to `classes` - 1.
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
    /// The number of values.
    pub fn len(&self) -> usize {
        match self {
            Self::U8(v) => v.len(),
            Self::I32(v) => v.len(),
            Self::F32(v) => v.len(),
        }
    }

    /// Returns true if there are no values.
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

        /// A one-dimensional array.
        impl From<Vec<$t>> for Array {
            fn from(values: Vec<$t>) -> Self { Self { dims: vec![values.len()], values: values.into() } }
        }

        /// A one-dimensional array.
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
    fn rows_beyond_the_end_repeat_the_last_row() {
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
