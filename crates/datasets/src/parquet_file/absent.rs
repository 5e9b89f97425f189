//! Parquet files in a build without their reader.

use keras::data::Dataset;

use super::Parquet;
use crate::array_file::NamedArray;
use crate::error::DataError;

fn absent<T>(parquet: &Parquet) -> Result<T, DataError> {
    let reason = "this program is built without the reader of Parquet files: build it with the feature `parquet`";
    Err(DataError::malformed(&parquet.path.display().to_string(), reason))
}

impl Parquet {
    /// The names of the columns.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read.
    pub fn names(&self) -> Result<Vec<String>, DataError> {
        absent(self)
    }

    /// The texts of a column, sorted: the first one is category 0. Reads the whole column.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, or has no such column of texts.
    pub fn categories(&self, _column: &str) -> Result<Vec<String>, DataError> {
        absent(self)
    }

    /// The data set. Reads the columns of texts, to number their categories.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, lacks a column, or has one that cannot be read as numbers.
    pub fn open(self) -> Result<Dataset, DataError> {
        absent(&self)
    }

    /// The columns with these names as arrays of shape `[rows]`, in their order: booleans as `u8`, integers
    /// and categories as `i32`, or as `f32` if 32 bits are not enough for all of them, others as `f32`.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and that the columns take more than 512 MiB and 8 bytes for each of the
    /// file: [`open`](Self::open) reads batches.
    pub fn read(&self, _columns: &[impl AsRef<str>]) -> Result<Vec<NamedArray>, DataError> {
        absent(self)
    }
}
