//! Opens Parquet files.

use std::collections::BTreeMap;

use keras::budget::{Budget, OverBudget};
use keras::data::{Batches, DataSource, Dataset};
use keras::{Array, Values};

use super::Parquet;
use super::column::{self, Column, Kind};
use super::pages::{Open, guarded};
use super::rows::Rows;
use crate::array_file::NamedArray;
use crate::columns::Layout;
use crate::error::DataError;

/// Rows that are read at a time where all of them are.
const ROWS: usize = 1 << 16;

impl Parquet {
    /// The names of the columns.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read.
    pub fn names(&self) -> Result<Vec<String>, DataError> {
        guarded(&path(self), || names(self))
    }

    /// The texts of a column, sorted: the first one is category 0. Reads the whole column.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, or has no such column of texts.
    pub fn categories(&self, column: &str) -> Result<Vec<String>, DataError> {
        guarded(&path(self), || categories(self, column))
    }

    /// The data set. Reads the columns of texts, to number their categories.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, lacks a column, or has one that cannot be read as numbers.
    pub fn open(self) -> Result<Dataset, DataError> {
        guarded(&path(&self), || open(self.clone()))
    }

    /// The columns with these names as arrays of shape `[rows]`, in their order: booleans as `u8`, integers
    /// and categories as `i32`, or as `f32` if 32 bits are not enough for all of them, others as `f32`.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and that the columns take more than 512 MiB and 8 bytes for each of the
    /// file: [`open`](Self::open) reads batches.
    pub fn read(&self, columns: &[impl AsRef<str>]) -> Result<Vec<NamedArray>, DataError> {
        guarded(&path(self), || {
            let budget = Budget::of_data(Open::new(self)?.size);
            columns.iter().map(|name| column(self, name.as_ref(), &budget)).collect()
        })
    }
}

fn names(parquet: &Parquet) -> Result<Vec<String>, DataError> {
    Ok(Open::new(parquet)?.names())
}

fn categories(parquet: &Parquet, column: &str) -> Result<Vec<String>, DataError> {
    let open = Open::new(parquet)?;
    match column_of(&open, open.position(column)?)?.kind {
        Kind::Text(categories) => {
            Ok(categories.into_keys().map(|text| String::from_utf8_lossy(&text).into_owned()).collect())
        }
        _ => Err(DataError::malformed(&open.name, format!("column {column:?} has numbers, not texts"))),
    }
}

fn open(parquet: Parquet) -> Result<Dataset, DataError> {
    let open = Open::new(&parquet)?;
    if parquet.batch_size == 0 {
        return Err(DataError::malformed(&open.name, "batch_size must be at least 1"));
    }
    let layout = parquet.columns.resolve(&open.name, &open.names())?;
    let mut columns = BTreeMap::new();
    for index in layout.arrays.iter().flat_map(|array| &array.indices) {
        columns.insert(*index, column_of(&open, *index)?);
    }
    let batches = open.rows()?.div_ceil(parquet.batch_size);
    Ok(Dataset::new(Source { parquet, layout, columns, batches }))
}

/// The column with this name as an array.
fn column(parquet: &Parquet, name: &str, budget: &Budget) -> Result<NamedArray, DataError> {
    let open = Open::new(parquet)?;
    let file = open.name.clone();
    let wrong = |reason: String| DataError::malformed(&file, format!("column {name:?}: {reason}"));
    let index = open.position(name)?;
    let column = column_of(&open, index)?;
    let is_boolean = column.kind == Kind::Boolean;
    let over = |e: OverBudget| wrong(format!("{e}; --stream reads batches"));
    budget.take_array::<f32>(open.rows()?, "the table").map_err(over)?;
    let mut rows = Rows::new(open, BTreeMap::from([(index, column)]), parquet.fill_nulls);
    let (mut integers, mut floats) = (Vec::new(), None::<Vec<f32>>);
    while let Some(batch) = rows.next(ROWS)? {
        for number in batch.get(&index).into_iter().flatten() {
            match (&mut floats, number.integer().and_then(|value| i32::try_from(value).ok())) {
                (None, Some(integer)) => integers.push(integer),
                // As Keras makes them of inputs.
                (None, None) => {
                    let before = std::mem::take(&mut integers).into_iter().map(|integer: i32| integer as f32);
                    floats = Some(before.chain([number.float()]).collect());
                }
                (Some(floats), _) => floats.push(number.float()),
            }
        }
    }
    let count = floats.as_ref().map_or(integers.len(), Vec::len);
    let values = match floats {
        None if is_boolean => Values::U8(integers.into_iter().map(|value| value as u8).collect()),
        None => Values::I32(integers.into()),
        Some(floats) => Values::F32(floats.into()),
    };
    let array = Array::new([count], values).map_err(|e| wrong(e.to_string()))?;
    Ok(NamedArray { name: name.to_owned(), array })
}

pub(super) fn path(parquet: &Parquet) -> String {
    parquet.path.display().to_string()
}

/// How a column is read, with its categories if it has texts.
fn column_of(open: &Open, index: usize) -> Result<Column, DataError> {
    let mut column = Column::new(&open.name, &open.metadata, index)?;
    if let Kind::Text(_) = &column.kind {
        column.kind = Kind::Text(column::categories(open, index, &Budget::of_data(open.size))?);
    }
    Ok(column)
}

struct Source {
    parquet: Parquet,
    layout: Layout,
    columns: BTreeMap<usize, Column>,
    batches: usize,
}

impl DataSource for Source {
    fn batches(&self, _pass: u64) -> keras::Result<Batches> {
        let file = path(&self.parquet);
        let open = guarded(&file, || Open::new(&self.parquet))?;
        let mut rows = Rows::new(open, self.columns.clone(), self.parquet.fill_nulls);
        let (layout, batch_size) = (self.layout.clone(), self.parquet.batch_size);
        let next = move || guarded(&file, || rows.samples(&layout, batch_size)).map_err(keras::Error::from).transpose();
        Ok(Box::new(std::iter::from_fn(next)))
    }

    fn num_batches(&self) -> Option<usize> {
        Some(self.batches)
    }
}
