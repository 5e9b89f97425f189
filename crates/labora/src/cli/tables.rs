//! The columns of tables: how they are written, and which of them a model takes, by their names.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use datasets::csv_file::{Encoding, Format, Header, is_unnamed};
use datasets::parquet_file::Parquet;
use keras::{KerasTensor, Model};
use serde_json::json;

use super::failure::Failure;

/// The name of the targets, unless another one is given.
pub const TARGET: &str = "y";

/// The note of a model with the names of the columns on which it was trained.
const COLUMNS: &str = "columns";
const INPUTS: &str = "inputs";
const TARGETS: &str = "targets";

const TABLES: &str = "Table options";

/// How tables are written and which columns are inputs, by the names of pandas.
#[derive(Args, Debug, Default)]
pub struct TableArgs {
    /// Columns that are the model's input, in this order [default: those with which it was trained, else
    /// all but the targets].
    #[arg(help_heading = TABLES, long, value_name = "NAMES", value_delimiter = ',')]
    usecols: Vec<String>,
    /// The value of what is missing, as NA or nothing [default: none; it is an error].
    #[arg(help_heading = TABLES, long, value_name = "VALUE", allow_negative_numbers = true)]
    fill_nulls: Option<f32>,
    /// Further texts for what is missing in a .csv.
    #[arg(help_heading = TABLES, long, value_name = "TEXT", num_args = 1..)]
    na_values: Vec<String>,
    /// Character between the values of a .csv [default: a comma; of a .tsv, a tab].
    #[arg(help_heading = TABLES, long, value_name = "CHAR", value_parser = character)]
    sep: Option<u8>,
    /// Character before the decimals [default: a dot].
    #[arg(help_heading = TABLES, long, value_name = "CHAR", value_parser = character)]
    decimal: Option<u8>,
    /// Character between groups of three digits.
    #[arg(help_heading = TABLES, long, value_name = "CHAR", value_parser = character)]
    thousands: Option<u8>,
    /// Character that begins lines which are left out.
    #[arg(help_heading = TABLES, long, value_name = "CHAR", value_parser = character)]
    comment: Option<u8>,
    /// Line with the names of the columns: 0, the first one; none, if there is none [default: infer, the
    /// first one, unless it has numbers].
    #[arg(help_heading = TABLES, long, value_name = "LINE", hide_possible_values = true)]
    header: Option<HeaderName>,
    /// Encoding of a .csv: utf-8, utf-16, latin-1 or cp1252 [default: utf-8].
    #[arg(help_heading = TABLES, long, value_name = "NAME", value_parser = encoding)]
    encoding: Option<Encoding>,
}

/// The line with the names, by pandas's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HeaderName {
    Infer,
    #[value(name = "0")]
    First,
    None,
}

/// The columns of a model.
#[derive(Debug)]
pub struct Columns {
    /// Those of each input.
    pub inputs: Vec<Vec<String>>,
    /// Those that are targets.
    pub targets: Vec<String>,
}

impl TableArgs {
    /// How CSV files are written.
    pub fn format(&self) -> Format {
        Format {
            sep: self.sep,
            decimal: self.decimal.unwrap_or(b'.'),
            thousands: self.thousands,
            comment: self.comment,
            header: match self.header {
                None | Some(HeaderName::Infer) => Header::Infer,
                Some(HeaderName::First) => Header::First,
                Some(HeaderName::None) => Header::None,
            },
            encoding: self.encoding.unwrap_or_default(),
            na_values: self.na_values.clone(),
            fill_nulls: self.fill_nulls,
        }
    }

    /// The file with these settings.
    pub fn parquet(&self, path: &Path) -> Parquet {
        Parquet::new(path).fill_nulls(self.fill_nulls)
    }

    /// The names of the columns of a table.
    pub fn names(&self, path: &Path) -> Result<Vec<String>, Failure> {
        let names = if is_parquet(path) { self.parquet(path).names() } else { self.format().names(path) };
        names.map_err(Failure::new)
    }

    /// Picks the columns of a model among those of `files`, which have these names; says on standard error
    /// which are not used.
    ///
    /// # Errors
    /// A column is missing, or it is not clear which ones the model takes.
    pub fn select(
        &self,
        model: &Model,
        files: &[PathBuf],
        names: &[String],
        targets: &[String],
    ) -> Result<Columns, Failure> {
        let file = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        let has = |name: &str| names.iter().any(|known| known == name);
        let targets: Vec<String> = targets_among(model, targets, has);
        let inputs = self.inputs(model, &file, names, &targets)?;
        let is_used = |name: &&String| targets.contains(name) || inputs.iter().flatten().any(|used| used == *name);
        let unused: Vec<&String> = names.iter().filter(|name| !is_used(name)).collect();
        if !unused.is_empty() {
            process::say(format_args!("note: {file}: columns that are not used: {unused:?}"));
        }
        Ok(Columns { inputs, targets })
    }

    fn inputs(
        &self,
        model: &Model,
        file: &str,
        names: &[String],
        targets: &[String],
    ) -> Result<Vec<Vec<String>>, Failure> {
        let there = |wanted: &[String], why: &str| match wanted.iter().find(|name| !names.contains(name)) {
            None => Ok(()),
            Some(missing) => Err(Failure::new(format!("{file} has no column {missing:?}, {why}; it has {names:?}"))
                .hint("--usecols names the columns of the input in their order")),
        };
        let own: Vec<String> = model.sources().iter().map(|input| input.layer().name().to_owned()).collect();
        let [input] = model.sources() else {
            if !self.usecols.is_empty() {
                return Err(Failure::usage(format!("--usecols is for models with one input; this one has {own:?}")));
            }
            if self.header == Some(HeaderName::None) && names.len() == own.len() + targets.len() {
                return Ok(names.iter().filter(|name| !targets.contains(name)).map(|n| vec![n.clone()]).collect());
            }
            there(&own, "which is the name of an input of the model")?;
            return Ok(own.into_iter().map(|name| vec![name]).collect());
        };
        if !self.usecols.is_empty() {
            there(&self.usecols, "which --usecols names")?;
            return self.fitting(model, input, file, self.usecols.clone());
        }
        if names.contains(&own[0]) && !targets.contains(&own[0]) {
            return Ok(vec![own]);
        }
        // Without a heading, the order is all that there is.
        if let Some(kept) = kept_columns(model).filter(|_| self.header != Some(HeaderName::None)) {
            there(&kept, "on which the model was trained")?;
            return Ok(vec![kept]);
        }
        let rest = names.iter().filter(|name| !targets.contains(name) && !is_unnamed(name));
        self.fitting(model, input, file, rest.cloned().collect())
    }

    /// These columns, if the input takes so many.
    fn fitting(
        &self,
        model: &Model,
        input: &KerasTensor,
        file: &str,
        columns: Vec<String>,
    ) -> Result<Vec<Vec<String>>, Failure> {
        if columns.len() == 1 || input.shape().accepts(&[columns.len()]) {
            return Ok(vec![columns]);
        }
        let (model, shape, count) = (model.name(), input.shape(), columns.len());
        Err(Failure::new(format!(
            "model '{model}' takes an input of shape {shape}; {file} has {count} columns: {columns:?}"
        ))
        .hint("--usecols names the columns of the input in their order, and --target that of the targets"))
    }
}

/// The names of the targets: the given ones, else `y`, else those of the outputs, as far as they are there.
pub fn targets_among(model: &Model, given: &[String], has: impl Fn(&str) -> bool) -> Vec<String> {
    match given {
        [] if has(TARGET) => vec![TARGET.to_owned()],
        [] => model.output_names().into_iter().filter(|name| has(name)).collect(),
        given => given.iter().filter(|name| has(name)).cloned().collect(),
    }
}

/// Notes the columns in the model, whose file keeps them: later files may have them in another order, and
/// others beside them.
pub fn keep_columns(model: &mut Model, columns: &Columns) {
    if let ([_], [inputs]) = (model.sources(), &columns.inputs[..]) {
        let note = json!({ INPUTS: inputs, TARGETS: columns.targets });
        model.notes_mut().insert(COLUMNS.to_owned(), note);
    }
}

fn kept_columns(model: &Model) -> Option<Vec<String>> {
    let names = model.notes().get(COLUMNS)?.get(INPUTS)?.as_array()?;
    names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
}

/// True for the name of a Parquet file.
pub fn is_parquet(path: &Path) -> bool {
    ends_in(path, &["parquet"])
}

/// True for the name of a file with columns.
pub fn is_table(path: &Path) -> bool {
    is_parquet(path) || ends_in(path, &["csv", "tsv", "tab"])
}

/// True if the name has one of these endings.
pub fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|extension| endings.iter().any(|ending| extension.eq_ignore_ascii_case(ending)))
}

/// Parses a character of ASCII; `\t` is a tab.
fn character(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() => Ok(*byte),
        _ => Err("one character is expected, as ';' or '\\t'".into()),
    }
}

fn encoding(name: &str) -> Result<Encoding, String> {
    name.parse()
}
