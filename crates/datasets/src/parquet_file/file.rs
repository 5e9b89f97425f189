//! Opens Parquet files.

use std::collections::BTreeMap;
use std::fs::File;

use keras::data::{Batches, DataSource, Dataset};
use keras::{Array, Values};
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::Parquet;
use super::column::{self, Column, Kind, Number};
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
        names(self)
    }

    /// The texts of a column, sorted: the first one is category 0. Reads the whole column.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, or has no such column of texts.
    pub fn categories(&self, column: &str) -> Result<Vec<String>, DataError> {
        categories(self, column)
    }

    /// The data set. Reads the columns of texts, to number their categories.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, lacks a column, or has one that cannot be read as numbers.
    pub fn open(self) -> Result<Dataset, DataError> {
        open(self)
    }

    /// The columns with these names as arrays of shape `[rows]`, in their order: booleans as `u8`, integers
    /// and categories as `i32`, others as `f32`.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), and integers that do not fit 32 bits.
    pub fn read(&self, columns: &[impl AsRef<str>]) -> Result<Vec<NamedArray>, DataError> {
        columns.iter().map(|name| column(self, name.as_ref())).collect()
    }
}

fn names(parquet: &Parquet) -> Result<Vec<String>, DataError> {
    let reader = reader(parquet)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns();
    Ok(columns.iter().map(|column| column.path().string()).collect())
}

fn categories(parquet: &Parquet, column: &str) -> Result<Vec<String>, DataError> {
    let (file, index) = (path(parquet), position(parquet, column)?);
    match column_of(parquet, &reader(parquet)?, index)?.kind {
        Kind::Text(categories) => {
            Ok(categories.into_keys().map(|text| String::from_utf8_lossy(&text).into_owned()).collect())
        }
        _ => Err(DataError::malformed(&file, format!("column {column:?} has numbers, not texts"))),
    }
}

fn open(parquet: Parquet) -> Result<Dataset, DataError> {
    let file = path(&parquet);
    if parquet.batch_size == 0 {
        return Err(DataError::malformed(&file, "batch_size must be at least 1"));
    }
    let layout = parquet.columns.resolve(&file, &names(&parquet)?)?;
    let reader = reader(&parquet)?;
    let mut columns = BTreeMap::new();
    for index in layout.arrays.iter().flat_map(|array| &array.indices) {
        columns.insert(*index, column_of(&parquet, &reader, *index)?);
    }
    let rows = reader.metadata().file_metadata().num_rows();
    let batches = usize::try_from(rows).unwrap_or(0).div_ceil(parquet.batch_size);
    Ok(Dataset::new(Source { parquet, layout, columns, batches }))
}

/// The column with this name as an array.
fn column(parquet: &Parquet, name: &str) -> Result<NamedArray, DataError> {
    let (file, reader) = (path(parquet), reader(parquet)?);
    let index = position(parquet, name)?;
    let column = column_of(parquet, &reader, index)?;
    let is_boolean = column.kind == Kind::Boolean;
    let mut rows = rows(parquet, BTreeMap::from([(index, column)]))?;
    let mut numbers = Vec::new();
    while let Some(mut batch) = rows.next(ROWS)? {
        numbers.append(batch.entry(index).or_default());
    }
    let wrong = |reason: String| DataError::malformed(&file, format!("column {name:?}: {reason}"));
    let values = match numbers.iter().map(Number::integer).collect::<Option<Vec<i64>>>() {
        Some(integers) if is_boolean => Values::U8(integers.into_iter().map(|value| value as u8).collect()),
        Some(integers) => {
            let small = |value: i64| i32::try_from(value).map_err(|_| wrong(format!("{value} does not fit 32 bits")));
            Values::I32(integers.into_iter().map(small).collect::<Result<_, _>>()?)
        }
        None => Values::F32(numbers.iter().map(Number::float).collect()),
    };
    let array = Array::new([numbers.len()], values).map_err(|e| wrong(e.to_string()))?;
    Ok(NamedArray { name: name.to_owned(), array })
}

/// The position of the column with this name.
fn position(parquet: &Parquet, column: &str) -> Result<usize, DataError> {
    let names = names(parquet)?;
    names.iter().position(|name| name == column).ok_or_else(|| {
        DataError::malformed(&path(parquet), format!("there is no column {column:?}; the columns are {names:?}"))
    })
}

fn path(parquet: &Parquet) -> String {
    parquet.path.display().to_string()
}

fn reader(parquet: &Parquet) -> Result<SerializedFileReader<File>, DataError> {
    let file = File::open(&parquet.path).map_err(DataError::io("read", &parquet.path))?;
    SerializedFileReader::new(file).map_err(|e| DataError::malformed(&path(parquet), e.to_string()))
}

/// How a column is read, with its categories if it has texts.
fn column_of(parquet: &Parquet, reader: &SerializedFileReader<File>, index: usize) -> Result<Column, DataError> {
    let file = path(parquet);
    let mut column = Column::new(&file, reader, index)?;
    if let Kind::Text(_) = &column.kind {
        column.kind = Kind::Text(column::categories(&file, reader, index)?);
    }
    Ok(column)
}

fn rows(parquet: &Parquet, columns: BTreeMap<usize, Column>) -> Result<Rows, DataError> {
    Ok(Rows::new(path(parquet), reader(parquet)?, columns, parquet.fill_nulls))
}

struct Source {
    parquet: Parquet,
    layout: Layout,
    columns: BTreeMap<usize, Column>,
    batches: usize,
}

impl DataSource for Source {
    fn batches(&self, _pass: u64) -> keras::Result<Batches> {
        let mut rows = rows(&self.parquet, self.columns.clone())?;
        let (layout, batch_size) = (self.layout.clone(), self.parquet.batch_size);
        let next = move || rows.samples(&layout, batch_size).map_err(keras::Error::from).transpose();
        Ok(Box::new(std::iter::from_fn(next)))
    }

    fn num_batches(&self) -> Option<usize> {
        Some(self.batches)
    }
}
