//! Parquet files as data sets: row groups are read when they are needed.
//!
//! Columns of numbers and booleans are read as they are, columns of texts as numbers of their categories,
//! which are sorted. Dates, times, decimals, lists and structures are refused by name.
//!
//! Files are read with the feature `parquet`; without it, all of them are refused with a message that says
//! so.

#[cfg(feature = "parquet")]
mod column;
#[cfg(not(feature = "parquet"))]
#[path = "absent.rs"]
mod file;
#[cfg(feature = "parquet")]
mod file;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod rows;

use std::path::PathBuf;

use crate::columns::{Selection, column_setters};

pub use crate::columns::ColumnType;

/// A Parquet file as a data set, read batch by batch.
///
/// Without other settings, all columns but the targets and weights are the one input, as floating-point
/// numbers.
///
/// ```no_run
/// use datasets::parquet_file::Parquet;
/// let homes = Parquet::new("homes.parquet").target(["price"]).fill_nulls(0.0).batch_size(64).open()?;
/// # Ok::<(), datasets::DataError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
#[cfg_attr(not(feature = "parquet"), allow(dead_code))]
pub struct Parquet {
    path: PathBuf,
    columns: Selection,
    batch_size: usize,
    fill_nulls: Option<f32>,
}

impl Parquet {
    /// The file, in batches of 32 rows.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), columns: Selection::default(), batch_size: 32, fill_nulls: None }
    }

    column_setters!();

    /// The value of nulls. Default: none; a null is an error, which names its row and column.
    pub fn fill_nulls(mut self, value: impl Into<Option<f32>>) -> Self {
        self.fill_nulls = value.into();
        self
    }
}
