//! Writes epochs to a table.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use super::{Callback, Logs, TrainContext, setters};
use crate::{Error, Result};

/// Writes each epoch's values as a row of a CSV file, under a row of their names.
///
/// Columns are `epoch` and the first epoch's names in alphabetical order; where none of these is of a validation, a
/// `val_` column for each follows, filled with `NA` until there is one.
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
    /// Writes that file anew.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), separator: ',', append: false, file: None, write_names: true, names: None }
    }

    setters! {
        /// What stands between values. Default a comma.
        separator(char) => separator;
        /// Whether rows are added to a file that is there, instead of writing it anew. Default false.
        append(bool) => append;
    }

    fn write_row(&mut self, fields: impl Iterator<Item = String>) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let fields: Vec<String> = fields.map(|field| quoted(field, self.separator)).collect();
        let row = fields.join(&self.separator.to_string());
        // Rows end as the format's description, RFC 4180, has it.
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
