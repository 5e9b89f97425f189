//! A column of a Parquet file: its type, and its values as numbers.

use std::collections::BTreeMap;

use keras::budget::{Budget, OverBudget};
use parquet::basic::{ConvertedType, Type};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;

use super::pages::Open;
use crate::error::DataError;

/// The bytes that a text takes beside its own.
const ENTRY: u64 = 64;

/// A column that is read as numbers.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub name: String,
    pub kind: Kind,
}

/// What the values of a column mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Boolean,
    /// Integers of at most 64 bits with a sign.
    Signed,
    Unsigned,
    Float,
    /// Texts, and the numbers of their categories.
    Text(BTreeMap<Vec<u8>, i64>),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    /// The integer; `None` if it is a floating-point number.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Self::Integer(value) => Some(*value),
            Self::Float(_) => None,
        }
    }

    /// The value rounded to 32 bits.
    pub fn float(&self) -> f32 {
        match self {
            Self::Integer(value) => *value as f32,
            Self::Float(value) => *value as f32,
        }
    }
}

impl Column {
    /// The type of a column; a column of texts has no categories yet.
    ///
    /// # Errors
    /// It has neither numbers nor texts.
    pub fn new(file: &str, metadata: &ParquetMetaData, index: usize) -> Result<Self, DataError> {
        let description = metadata.file_metadata().schema_descr().column(index);
        let name = description.path().string();
        let (physical, converted) = (description.physical_type(), description.converted_type());
        // Newer types, such as times in nanoseconds, have a logical type alone.
        let is_plain = converted != ConvertedType::NONE || description.logical_type_ref().is_none();
        let kind = match (physical, converted) {
            _ if description.max_rep_level() > 0 || description.path().parts().len() > 1 || !is_plain => None,
            (Type::BOOLEAN, _) => Some(Kind::Boolean),
            (Type::FLOAT | Type::DOUBLE, _) => Some(Kind::Float),
            (
                Type::INT32 | Type::INT64,
                ConvertedType::NONE
                | ConvertedType::INT_8
                | ConvertedType::INT_16
                | ConvertedType::INT_32
                | ConvertedType::INT_64,
            ) => Some(Kind::Signed),
            (
                Type::INT32 | Type::INT64,
                ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64,
            ) => Some(Kind::Unsigned),
            (Type::BYTE_ARRAY, ConvertedType::UTF8 | ConvertedType::ENUM) => Some(Kind::Text(BTreeMap::new())),
            _ => None,
        };
        let kind = kind.ok_or_else(|| {
            let ty = match description.logical_type_ref() {
                Some(logical) => format!("{physical} ({logical:?})"),
                None => physical.to_string(),
            };
            DataError::malformed(
                file,
                format!(
                    "column {name:?} has the type {ty}; numbers, booleans and texts are read: choose other columns"
                ),
            )
        })?;
        Ok(Self { name, kind })
    }
}

/// The next values of a column, at most `rows`; `None` for nulls.
///
/// # Errors
/// The file is damaged, or a text is none of the categories.
pub(super) fn next(reader: &mut ColumnReader, kind: &Kind, rows: usize) -> Result<Vec<Option<Number>>, ParquetError> {
    let is_unsigned = *kind == Kind::Unsigned;
    match reader {
        ColumnReader::BoolColumnReader(reader) => read(reader, rows, |value| Ok(Number::Integer(i64::from(*value)))),
        ColumnReader::Int32ColumnReader(reader) => read(reader, rows, |value| {
            Ok(Number::Integer(if is_unsigned { i64::from(*value as u32) } else { i64::from(*value) }))
        }),
        ColumnReader::Int64ColumnReader(reader) => read(reader, rows, |value| match i64::try_from(*value as u64) {
            Ok(_) => Ok(Number::Integer(*value)),
            Err(_) if is_unsigned => Ok(Number::Float(*value as u64 as f64)),
            Err(_) => Ok(Number::Integer(*value)),
        }),
        ColumnReader::FloatColumnReader(reader) => read(reader, rows, |value| Ok(Number::Float(f64::from(*value)))),
        ColumnReader::DoubleColumnReader(reader) => read(reader, rows, |value| Ok(Number::Float(*value))),
        ColumnReader::ByteArrayColumnReader(reader) => read(reader, rows, |text: &ByteArray| {
            let Kind::Text(categories) = kind else { return Err(ParquetError::General("it has texts".into())) };
            let category = categories.get(text.data()).copied().map(Number::Integer);
            category.ok_or_else(|| ParquetError::General("the file has changed since it was opened".into()))
        }),
        _ => Err(ParquetError::General("its type is not read".into())),
    }
}

/// The texts of a column, sorted, with their numbers.
pub(super) fn categories(open: &Open, index: usize, budget: &Budget) -> Result<BTreeMap<Vec<u8>, i64>, DataError> {
    let over = |e: OverBudget| DataError::malformed(&open.name, e.to_string());
    budget.take_array::<i32>(open.rows()?, "the column").map_err(over)?;
    let (mut texts, mut done) = (BTreeMap::new(), 0);
    for group in 0..open.metadata.num_row_groups() {
        let ColumnReader::ByteArrayColumnReader(mut column) = open.column(group, index)? else {
            return Err(open.malformed(ParquetError::General("a column of texts has another type".into())));
        };
        loop {
            let (mut levels, mut values) = (Vec::new(), Vec::new());
            let read = column.read_records(1 << 14, Some(&mut levels), None, &mut values);
            let (rows, ..) = read.map_err(|e| open.malformed(e))?;
            if rows == 0 {
                break;
            }
            done += rows;
            open.check(done)?;
            for text in values {
                if !texts.contains_key(text.data()) {
                    budget.take(text.len() as u64 + ENTRY, "the list of texts").map_err(over)?;
                    texts.insert(text.data().to_vec(), 0);
                }
            }
        }
    }
    texts.values_mut().zip(0..).for_each(|(number, at)| *number = at);
    Ok(texts)
}

/// Reads values, and puts nulls in their places.
fn read<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    number: impl Fn(&T::T) -> Result<Number, ParquetError>,
) -> Result<Vec<Option<Number>>, ParquetError> {
    let (mut levels, mut values) = (Vec::new(), Vec::new());
    let (read, ..) = reader.read_records(rows, Some(&mut levels), None, &mut values)?;
    let mut values = values.iter().map(number);
    // A column without levels has no nulls.
    let is_null = |row: usize| levels.get(row).is_some_and(|level| *level == 0);
    (0..read).map(|row| if is_null(row) { Ok(None) } else { values.next().transpose() }).collect()
}
