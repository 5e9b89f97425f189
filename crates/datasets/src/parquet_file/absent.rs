//! Parquet files in a build without their reader.

use keras::data::Dataset;

use super::Parquet;
use crate::array_file::NamedArray;
use crate::error::DataError;

fn absent<T>(parquet: &Parquet) -> Result<T, DataError> {
    let reason = "this program is built without the reader of Parquet files: build it with the feature `parquet`";
    Err(DataError::malformed(&parquet.path.display().to_string(), reason))
}

pub(super) fn names(parquet: &Parquet) -> Result<Vec<String>, DataError> {
    absent(parquet)
}

pub(super) fn categories(parquet: &Parquet, _column: &str) -> Result<Vec<String>, DataError> {
    absent(parquet)
}

pub(super) fn open(parquet: Parquet) -> Result<Dataset, DataError> {
    absent(&parquet)
}

pub(super) fn read(parquet: &Parquet) -> Result<Vec<NamedArray>, DataError> {
    absent(parquet)
}
