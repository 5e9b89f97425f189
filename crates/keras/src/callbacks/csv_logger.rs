//! Logs epochs to a CSV file.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use super::callback::Callback;
use super::context::TrainContext;
use super::logs::Logs;
use super::setters::setters;
use crate::error::{Error, Result};

/// Logs each epoch as a row of a CSV file with a header row.
///
/// The columns are `epoch` and the names of the first epoch's values in alphabetical order. If none of them
/// is a validation value, a `val_` column for each follows, with the value `NA` until there is one.
#[derive(Debug)]
pub struct CsvLogger {
    path: PathBuf,
    separator: char,
    append: bool,
    file: Option<File>,
    write_names: bool,
    names: Option<Vec<String>>,
}

impl CsvLogger {
    /// Logs to this file, replacing an existing one.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), separator: ',', append: false, file: None, write_names: true, names: None }
    }

    setters! {
        /// The separator of values. Default: a comma.
        separator(char) => separator;
        /// If true, appends rows to an existing file instead of replacing it. Default: false.
        append(bool) => append;
    }

    fn write_row(&mut self, fields: impl Iterator<Item = String>) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let fields: Vec<String> = fields.map(|field| quoted(field, self.separator)).collect();
        let row = fields.join(&self.separator.to_string());
        // RFC 4180 ends rows with CRLF.
        file.write_all(format!("{row}\r\n").as_bytes()).map_err(|e| Error::file("write", &self.path, e))
    }
}

impl Callback for CsvLogger {
    fn on_train_begin(&mut self, _ctx: &mut TrainContext<'_>) -> Result<()> {
        let mut options = OpenOptions::new();
        if self.append {
            options.append(true);
        } else {
            options.write(true).truncate(true);
        }
        let file = options.create(true).open(&self.path).map_err(|e| Error::file("write", &self.path, e))?;
        let length = file.metadata().map_err(|e| Error::file("read", &self.path, e))?.len();
        self.write_names = length == 0;
        self.file = Some(file);
        self.names = None;
        Ok(())
    }

    fn on_epoch_end(&mut self, _ctx: &mut TrainContext<'_>, epoch: usize, logs: &mut Logs) -> Result<()> {
        if self.names.is_none() {
            let names = columns(logs);
            if self.write_names {
                self.write_row(std::iter::once("epoch".to_owned()).chain(names.iter().cloned()))?;
                self.write_names = false;
            }
            self.names = Some(names);
        }
        let names = self.names.iter().flatten();
        let values = names.map(|name| logs.get(name).map_or("NA".to_owned(), |value| format!("{value:?}")));
        let row: Vec<String> = std::iter::once(epoch.to_string()).chain(values).collect();
        self.write_row(row.into_iter())
    }

    fn on_train_end(&mut self, _ctx: &mut TrainContext<'_>, _logs: &Logs) -> Result<()> {
        self.file = None;
        Ok(())
    }
}

fn columns(logs: &Logs) -> Vec<String> {
    let mut names: Vec<String> = logs.names().map(str::to_owned).collect();
    names.sort_unstable();
    if !names.iter().any(|name| name.starts_with("val_")) {
        names.extend(names.clone().iter().map(|name| format!("val_{name}")));
    }
    names
}

fn quoted(field: String, separator: char) -> String {
    let special = field.contains(separator) || field.contains(['"', '\r', '\n']);
    if special { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}
