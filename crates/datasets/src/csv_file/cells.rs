//! Numbers and texts of the cells of a file.

use std::sync::atomic::{AtomicU8, Ordering};

use csv::ByteRecord;

use super::format::Format;
use crate::error::DataError;

const NUMBERS: u8 = 1;
const BOOLEANS: u8 = 2;

/// Reads the cells of one pass over a file.
pub(crate) struct Cells {
    file: String,
    format: Format,
    names: Vec<String>,
    /// What each column has, as soon as it is known.
    found: Vec<AtomicU8>,
}

impl Cells {
    pub fn new(file: String, format: Format, names: Vec<String>) -> Self {
        let found = names.iter().map(|_| AtomicU8::new(0)).collect();
        Self { file, format, names, found }
    }

    /// Checks that a row has as many values as there are names.
    pub fn check(&self, row: &ByteRecord) -> Result<(), DataError> {
        let (values, names) = (row.len(), self.names.len());
        if values == names {
            return Ok(());
        }
        let line = row.position().map_or(0, csv::Position::line);
        let hint = match &self.names[..] {
            [first, ..] if first.starts_with('#') => "; if lines that begin with # are comments, give comment='#'",
            _ => "; a value with the separator in it takes quotes",
        };
        Err(self.wrong(format!("line {line} has {values} values, and there are {names} columns{hint}")))
    }

    /// The number of a cell. True and False are 1 and 0 in a column that has nothing else.
    pub fn float(&self, cell: &[u8], line: u64, column: usize) -> Result<f32, DataError> {
        let text = std::str::from_utf8(cell).map_or("\u{fffd}", str::trim);
        if self.format.is_missing(text) {
            return self.format.fill_nulls.ok_or_else(|| self.missing(line, column));
        }
        let (value, kind) = match text {
            "True" | "TRUE" | "true" => (Some(1.0), BOOLEANS),
            "False" | "FALSE" | "false" => (Some(0.0), BOOLEANS),
            text => (self.format.number(text), NUMBERS),
        };
        let value = value.ok_or_else(|| self.not_a(cell, line, column, "number"))?;
        let found = &self.found[column];
        match found.compare_exchange(0, kind, Ordering::Relaxed, Ordering::Relaxed) {
            Err(other) if other != kind => Err(self.at(line, column, format!("{text:?} is among {}", named(other)))),
            _ => Ok(value),
        }
    }

    /// The integer of a cell.
    pub fn integer(&self, cell: &[u8], line: u64, column: usize) -> Result<i32, DataError> {
        let text = std::str::from_utf8(cell).map_or("\u{fffd}", str::trim);
        if let Ok(integer) = text.parse() {
            return Ok(integer);
        }
        let float = self.float(cell, line, column)?;
        let integer = float as i32;
        if integer as f32 == float && float.abs() < 16_777_216.0 {
            Ok(integer)
        } else {
            Err(self.not_a(cell, line, column, "integer of 32 bits"))
        }
    }

    /// The text of a cell.
    pub fn text(&self, cell: &[u8], line: u64, column: usize) -> Result<String, DataError> {
        String::from_utf8(cell.to_vec())
            .map_err(|_| self.at(line, column, "the text is not UTF-8: give the encoding".into()))
    }

    fn not_a(&self, cell: &[u8], line: u64, column: usize, what: &str) -> DataError {
        let text = String::from_utf8_lossy(cell);
        let hint = match text.contains([',', '.']) && text.bytes().any(|byte| byte.is_ascii_digit()) {
            true => format!(" with decimal={:?}", char::from(self.format.decimal)),
            false => String::new(),
        };
        let article = if what.starts_with('i') { "an" } else { "a" };
        let thousands = if hint.is_empty() || self.format.thousands.is_some() { "" } else { " and without thousands" };
        self.at(line, column, format!("{text:?} is not {article} {what}{hint}{thousands}"))
    }

    fn missing(&self, line: u64, column: usize) -> DataError {
        self.at(line, column, "the value is missing; fill_nulls gives such values a number".into())
    }

    fn at(&self, line: u64, column: usize, reason: String) -> DataError {
        self.wrong(format!("line {line}, column {:?}: {reason}", self.names[column]))
    }

    fn wrong(&self, reason: String) -> DataError {
        DataError::malformed(&self.file, reason)
    }
}

fn named(kind: u8) -> &'static str {
    if kind == BOOLEANS { "booleans" } else { "numbers" }
}
