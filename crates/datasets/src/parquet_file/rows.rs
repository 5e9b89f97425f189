//! The rows of a Parquet file that is open.

use std::collections::BTreeMap;

use keras::Samples;
use parquet::column::reader::ColumnReader;

use super::column::{self, Column, Kind, Number};
use super::pages::Open;
use crate::columns::{Layout, Values};
use crate::error::DataError;

/// The rows of some columns, from the first on.
pub(super) struct Rows {
    open: Open,
    columns: BTreeMap<usize, Column>,
    fill_nulls: Option<f32>,
    /// The columns of the row group that goes on.
    group: BTreeMap<usize, ColumnReader>,
    next_group: usize,
    /// The rows before the next one.
    done: usize,
}

/// The numbers of each column, by its position.
type Batch = BTreeMap<usize, Vec<Number>>;

impl Rows {
    pub fn new(open: Open, columns: BTreeMap<usize, Column>, fill_nulls: Option<f32>) -> Self {
        Self { open, columns, fill_nulls, group: BTreeMap::new(), next_group: 0, done: 0 }
    }

    /// The next rows of each column, at most `rows`; `None` after the last one.
    pub fn next(&mut self, rows: usize) -> Result<Option<Batch>, DataError> {
        let mut batch = Batch::new();
        let mut count = 0;
        while count < rows {
            let found = self.next_of_group(rows - count, &mut batch)?;
            if found == 0 && !self.open_group()? {
                break;
            }
            count += found;
        }
        Ok((count > 0).then_some(batch))
    }

    /// The next rows as a batch of a model; `None` after the last one.
    pub fn samples(&mut self, layout: &Layout, batch_size: usize) -> Result<Option<Samples>, DataError> {
        let Some(batch) = self.next(batch_size)? else { return Ok(None) };
        let rows = batch.values().map(Vec::len).min().unwrap_or(0);
        let mut all = layout.empty(rows);
        for (values, columns) in all.iter_mut().zip(&layout.arrays) {
            for row in 0..rows {
                for index in &columns.indices {
                    let Some(number) = batch.get(index).and_then(|numbers| numbers.get(row)) else { continue };
                    match values {
                        Values::Float(values) => values.push(number.float()),
                        Values::Integer(values) => values.push(self.small(*index, self.done - rows + row, number)?),
                    }
                }
            }
        }
        layout.samples(&self.open.name, rows, all).map(Some)
    }

    /// A number that must be an integer of 32 bits.
    fn small(&self, index: usize, row: usize, number: &Number) -> Result<i32, DataError> {
        let small = number.integer().and_then(|value| i32::try_from(value).ok());
        small.ok_or_else(|| {
            let text = match number {
                Number::Integer(value) => value.to_string(),
                Number::Float(value) => value.to_string(),
            };
            self.wrong(index, row, &format!("{text} is no integer of 32 bits"))
        })
    }

    /// Opens the next row group; false after the last one.
    fn open_group(&mut self) -> Result<bool, DataError> {
        if self.next_group >= self.open.metadata.num_row_groups() {
            return Ok(false);
        }
        let open = |index: &usize| Ok((*index, self.open.column(self.next_group, *index)?));
        self.group = self.columns.keys().map(open).collect::<Result<_, DataError>>()?;
        self.next_group += 1;
        Ok(true)
    }

    /// Adds the next rows of the row group that goes on. Returns how many there were.
    fn next_of_group(&mut self, rows: usize, batch: &mut Batch) -> Result<usize, DataError> {
        let mut found = None;
        for (index, reader) in &mut self.group {
            let column = &self.columns[index];
            let read = column::next(reader, &column.kind, rows);
            let read =
                read.map_err(|e| DataError::malformed(&self.open.name, format!("column {:?}: {e}", column.name)))?;
            if found.is_some_and(|found| found != read.len()) {
                return Err(DataError::malformed(
                    &self.open.name,
                    "the columns of a row group have different numbers of rows",
                ));
            }
            found = Some(read.len());
            let numbers = batch.entry(*index).or_default();
            for (row, number) in read.into_iter().enumerate() {
                let filled = number.or(self.fill_nulls.map(|value| filling(value, &column.kind)));
                numbers.push(filled.ok_or_else(|| {
                    let (row, name) = (self.done + row + 1, &column.name);
                    let reason = format!("row {row}, column {name:?} is null: fill_nulls gives nulls a value");
                    DataError::malformed(&self.open.name, reason)
                })?);
            }
        }
        self.done += found.unwrap_or(0);
        self.open.check(self.done)?;
        Ok(found.unwrap_or(0))
    }

    fn wrong(&self, index: usize, row: usize, reason: &str) -> DataError {
        let name = self.columns.get(&index).map_or("", |column| &column.name);
        DataError::malformed(&self.open.name, format!("row {}, column {name:?}: {reason}", row + 1))
    }
}

/// The value in place of a null: an integer in a column of integers, if it is one.
fn filling(value: f32, kind: &Kind) -> Number {
    match kind {
        Kind::Float => Number::Float(f64::from(value)),
        _ if value.fract() == 0.0 => Number::Integer(value as i64),
        _ => Number::Float(f64::from(value)),
    }
}
