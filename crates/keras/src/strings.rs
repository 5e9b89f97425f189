//! Arrays of strings on the host, which layers of preparation turn into numbers before a program.

use std::sync::Arc;

use crate::array::{Array, Values, check_count};
use crate::error::{Error, Result};

/// Strings on the host; the first dimension counts rows. Clones share the strings.
///
/// ```
/// use keras::Strings;
/// let names = Strings::new([2, 1], ["red", "green"])?;
/// assert_eq!((names.rows(), names.row_dims()), (2, &[1][..]));
/// assert_eq!(Strings::from(["a", "b", "c"]).dims(), [3]);
/// # Ok::<(), keras::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    dims: Vec<usize>,
    values: Arc<[String]>,
}

impl Strings {
    /// Strings of shape `dims`, row-major.
    ///
    /// # Errors
    /// [`ErrorKind::Shape`](crate::ErrorKind::Shape) if there is no first dimension, or the number of strings
    /// does not match the shape.
    pub fn new(dims: impl Into<Vec<usize>>, values: impl IntoIterator<Item = impl Into<String>>) -> Result<Self> {
        let (dims, values) = (dims.into(), values.into_iter().map(Into::into).collect::<Arc<[String]>>());
        check_count("an array of strings", &dims, values.len())?;
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

    /// The strings, row-major.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

/// One dimension of strings.
impl<T: Into<String>> From<Vec<T>> for Strings {
    fn from(values: Vec<T>) -> Self {
        Self { dims: vec![values.len()], values: values.into_iter().map(Into::into).collect() }
    }
}

/// One dimension of strings.
impl<T: Into<String>, const N: usize> From<[T; N]> for Strings {
    fn from(values: [T; N]) -> Self {
        Vec::from(values).into()
    }
}

/// One dimension of strings.
impl From<&[String]> for Strings {
    fn from(values: &[String]) -> Self {
        Self { dims: vec![values.len()], values: values.into() }
    }
}

impl From<&Strings> for Strings {
    fn from(strings: &Strings) -> Self {
        strings.clone()
    }
}

/// What a layer of preparation takes: strings or numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Feature {
    /// Strings.
    Strings(Strings),
    /// Numbers, of which layers of preparation take whole ones.
    Numbers(Array),
}

impl Feature {
    /// The shape.
    pub fn dims(&self) -> &[usize] {
        match self {
            Self::Strings(strings) => strings.dims(),
            Self::Numbers(array) => array.dims(),
        }
    }

    /// The strings of a layer that takes nothing else.
    pub(crate) fn strings(&self, layer: &str) -> Result<&[String]> {
        match self {
            Self::Strings(strings) => Ok(strings.values()),
            Self::Numbers(_) => Err(Error::argument(format!("{layer} takes strings; received numbers"))),
        }
    }

    /// The whole numbers of a layer that takes nothing else; fractions are cut off.
    pub(crate) fn integers(&self, layer: &str) -> Result<Vec<i64>> {
        match self {
            Self::Strings(_) => Err(Error::argument(format!("{layer} takes integers; received strings"))),
            Self::Numbers(array) => Ok(match array.values() {
                Values::U8(values) => values.iter().map(|x| i64::from(*x)).collect(),
                Values::I32(values) => values.iter().map(|x| i64::from(*x)).collect(),
                Values::F32(values) => values.iter().map(|x| *x as i64).collect(),
            }),
        }
    }
}

impl From<Strings> for Feature {
    fn from(strings: Strings) -> Self {
        Self::Strings(strings)
    }
}

impl From<&Strings> for Feature {
    fn from(strings: &Strings) -> Self {
        Self::Strings(strings.clone())
    }
}

impl<T: Into<String>> From<Vec<T>> for Feature {
    fn from(strings: Vec<T>) -> Self {
        Self::Strings(strings.into())
    }
}

impl<T: Into<String>, const N: usize> From<[T; N]> for Feature {
    fn from(strings: [T; N]) -> Self {
        Self::Strings(strings.into())
    }
}

impl From<&[String]> for Feature {
    fn from(strings: &[String]) -> Self {
        Self::Strings(strings.into())
    }
}

impl From<Array> for Feature {
    fn from(array: Array) -> Self {
        Self::Numbers(array)
    }
}

impl From<&Array> for Feature {
    fn from(array: &Array) -> Self {
        Self::Numbers(array.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_strings_is_that_of_the_shape() {
        let message = Strings::new([2, 2], ["a", "b", "c"]).unwrap_err().to_string();
        assert_eq!(message, "an array of strings of shape [2, 2] was given 3 values");
        assert!(Strings::new(Vec::new(), ["a"]).is_err());
        assert!(Strings::new([usize::MAX, 2], ["a"]).is_err());
    }

    #[test]
    fn features_name_what_a_layer_takes() {
        let numbers = Feature::from(Array::from(vec![1.9f32, -2.5]));
        assert_eq!(numbers.integers("IntegerLookup").unwrap(), [1, -2]);
        let message = numbers.strings("StringLookup").unwrap_err().to_string();
        assert_eq!(message, "StringLookup takes strings; received numbers");
        assert!(Feature::from(["a"]).integers("IntegerLookup").is_err());
    }
}
