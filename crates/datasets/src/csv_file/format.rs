//! How CSV files are written: separators, marks of what is missing, encodings.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::Read;
use std::path::Path;

use csv::{ByteRecord, Reader, ReaderBuilder};

use super::encoding::{self, Encoding};
use crate::error::DataError;

/// The line with the names of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header {
    /// The first line; a line of numbers is refused, as it is rather the first row. Default.
    #[default]
    Infer,
    /// The first line, whatever it has.
    First,
    /// None: the columns have the names `0`, `1` and so on.
    None,
}

/// How a CSV file is written. Names and, but for `sep` and missing values, defaults are those of pandas's
/// `read_csv`.
///
/// What pandas reads as missing (nothing, `NA`, `nan`, `null`, ...) is an error that names the line and the
/// column, unless `fill_nulls` gives it a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Format {
    /// The character between values. Default: a comma; in files that end in `.tsv` or `.tab`, a tab.
    pub sep: Option<u8>,
    /// The character before the decimals. Default: a dot.
    pub decimal: u8,
    /// The character between groups of three digits. Default: none.
    pub thousands: Option<u8>,
    /// The character with which lines begin that are left out. Default: none.
    pub comment: Option<u8>,
    /// The line with the names. Default: the first one.
    pub header: Header,
    /// The encoding. Default: UTF-8.
    pub encoding: Encoding,
    /// Further texts for what is missing. Default: none.
    pub na_values: Vec<String>,
    /// The value of what is missing. Default: none; it is an error.
    pub fill_nulls: Option<f32>,
}

impl Default for Format {
    fn default() -> Self {
        Self {
            sep: None,
            decimal: b'.',
            thousands: None,
            comment: None,
            header: Header::Infer,
            encoding: Encoding::Utf8,
            na_values: Vec::new(),
            fill_nulls: None,
        }
    }
}

/// An open file behind its heading.
pub(crate) type Rows = Reader<Box<dyn Read + Send>>;

impl Format {
    fn sep(&self, path: &Path) -> u8 {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        self.sep.unwrap_or(if ["tsv", "tab"].contains(&ending.as_str()) { b'\t' } else { b',' })
    }

    /// Opens a file.
    pub(crate) fn reader(&self, path: &Path) -> Result<Rows, DataError> {
        let file = File::open(path).map_err(DataError::io("read", path))?;
        let file = encoding::open(file, self.encoding).map_err(DataError::io("read", path))?;
        let mut builder = ReaderBuilder::new();
        builder.delimiter(self.sep(path)).has_headers(self.header != Header::None).buffer_capacity(1 << 18);
        // The number of values of a row is checked where it is read.
        Ok(builder.comment(self.comment).flexible(true).from_reader(file))
    }

    /// The names of the columns: without spaces around, and as in pandas `Unnamed: 3` for column 3 without a
    /// name, and `a.1` for the second one of the name `a`.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, is empty, is not in the encoding, or seems to have another
    /// separator or no heading.
    pub fn names(&self, path: &Path) -> Result<Vec<String>, DataError> {
        let file = path.display().to_string();
        let wrong = |reason: String| DataError::malformed(&file, reason);
        let mut reader = self.reader(path)?;
        let mut heading = ByteRecord::new();
        let failed = |e: csv::Error| wrong(e.to_string());
        match self.header {
            Header::None => {
                reader.read_byte_record(&mut heading).map_err(failed)?;
            }
            _ => heading = reader.byte_headers().map_err(failed)?.clone(),
        }
        if heading.iter().all(<[u8]>::is_empty) {
            return Err(wrong("there is no line with the names of columns".into()));
        }
        if heading.iter().any(|name| name.contains(&0)) {
            return Err(wrong("there are zero bytes, as in UTF-16: give the encoding, utf-16".into()));
        }
        if self.header == Header::None {
            return Ok((0..heading.len()).map(|index| index.to_string()).collect());
        }
        let name = |bytes: &[u8]| std::str::from_utf8(bytes).map(|name| name.trim().to_owned());
        let names = heading.iter().map(name).collect::<Result<Vec<String>, _>>().map_err(|_| {
            wrong("the names of the columns are not UTF-8: give the encoding: latin-1, cp1252 or utf-16".into())
        })?;
        if let ([only], None) = (&names[..], self.sep)
            && let Some((sep, called)) =
                [(';', "';'"), ('\t', "'\\t'"), ('|', "'|'")].into_iter().find(|(c, _)| only.contains(*c))
        {
            return Err(wrong(format!(
                "the heading {only:?} has no comma, but {sep:?}: give the separator, sep={called}"
            )));
        }
        let is_number = |name: &String| name.parse::<f64>().is_ok();
        // Column numbers are what pandas and `labora predict` write for columns without names.
        let are_positions = names.iter().enumerate().all(|(at, name)| *name == at.to_string());
        if self.header == Header::Infer && names.iter().all(is_number) && !are_positions {
            return Err(wrong(format!(
                "the first line has numbers where names of columns are expected, {}: give header=none if it is a row, \
                 or header=0 if these are names",
                names.join(" ")
            )));
        }
        Ok(distinct(names))
    }

    /// True for a text that stands for a missing value.
    pub(super) fn is_missing(&self, text: &str) -> bool {
        MISSING.contains(&text)
            || text.trim_start_matches(['-', '+']).eq_ignore_ascii_case("nan")
            || self.na_values.iter().any(|missing| missing == text)
    }

    /// The number of a text.
    pub(super) fn number(&self, text: &str) -> Option<f32> {
        if self.decimal == b'.' && self.thousands.is_none() {
            return text.parse().ok();
        }
        let decimal = char::from(self.decimal);
        let (integer, rest) = text.split_at(text.find([decimal, 'e', 'E']).unwrap_or(text.len()));
        let integer = match self.thousands.map(char::from) {
            Some(separator) if integer.contains(separator) => joined(integer, separator)?,
            _ => integer.to_owned(),
        };
        // With another decimal separator, a dot is none.
        if self.decimal != b'.' && (integer.contains('.') || rest.contains('.')) {
            return None;
        }
        (integer + &rest.replacen(decimal, ".", 1)).parse().ok()
    }
}

/// What pandas reads as missing.
const MISSING: [&str; 17] = [
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN",
    "None", "n/a", "nan", "null",
];

/// The digits of an integer without the separators between its groups of three digits.
fn joined(integer: &str, separator: char) -> Option<String> {
    let mut groups = integer.split(separator);
    let first = groups.next()?;
    let digits = first.trim_start_matches(['-', '+']).len();
    let are_whole = groups.all(|group| group.len() == 3 && group.bytes().all(|digit| digit.is_ascii_digit()));
    ((1..=3).contains(&digits) && are_whole).then(|| integer.replace(separator, ""))
}

/// The names of pandas for columns without a name or with one that another has.
fn distinct(names: Vec<String>) -> Vec<String> {
    let given: HashSet<&String> = names.iter().collect();
    let mut used = HashSet::new();
    // The number that the next column of a name may have.
    let mut next: HashMap<String, usize> = HashMap::new();
    let name_of = |(at, name): (usize, &String)| {
        let base = if name.is_empty() { format!("Unnamed: {at}") } else { name.clone() };
        if used.insert(base.clone()) {
            return base;
        }
        let number = next.entry(base.clone()).or_insert(1);
        loop {
            let name = format!("{base}.{number}");
            *number += 1;
            if !given.contains(&name) && used.insert(name.clone()) {
                return name;
            }
        }
    };
    names.iter().enumerate().map(name_of).collect()
}

/// True for a name that [`Format::names`] gives a column without one, or that pandas gives its index.
pub fn is_unnamed(name: &str) -> bool {
    name.starts_with("Unnamed: ") || name.starts_with("__index_level_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_separators_of_the_format() {
        let plain = Format::default();
        for (text, number) in [
            ("1.5", Some(1.5)),
            ("-2e3", Some(-2000.0)),
            ("1,5", None),
            ("1,234.5", None),
            ("inf", Some(f32::INFINITY)),
        ] {
            assert_eq!(plain.number(text), number, "{text}");
        }
        let german = Format { decimal: b',', thousands: Some(b'.'), ..Format::default() };
        for (text, number) in [
            ("1,5", Some(1.5)),
            ("1.234,5", Some(1234.5)),
            ("-1.234.567", Some(-1_234_567.0)),
            ("1.5", None),
            ("12.34,5", None),
            ("1,2,3", None),
            ("1,5e2", Some(150.0)),
        ] {
            assert_eq!(german.number(text), number, "{text}");
        }
        let comma = Format { decimal: b',', ..Format::default() };
        assert_eq!((comma.number("1.5"), comma.number("2,25")), (None, Some(2.25)));
        let english = Format { thousands: Some(b','), ..Format::default() };
        for (text, number) in
            [("1,234.5", Some(1234.5)), ("1,5", None), (",500", None), ("1234,567", None), ("12", Some(12.0))]
        {
            assert_eq!(english.number(text), number, "{text}");
        }
        assert!(plain.is_missing("-nan") && plain.is_missing("N/A") && !plain.is_missing("?"));
    }

    #[test]
    fn names_are_those_of_pandas_or_the_setting_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let names = |text: &[u8], format: &Format| {
            std::fs::write(&path, text).unwrap();
            format.names(&path).map_err(|e| e.to_string())
        };
        let plain = Format::default();
        assert_eq!(names(b",a, a,a.1,\n", &plain).unwrap(), ["Unnamed: 0", "a", "a.2", "a.1", "Unnamed: 4"]);
        assert_eq!(names("\u{feff}\"é\",b\r1,2".as_bytes(), &plain).unwrap(), ["é", "b"]);
        assert_eq!(names(b"0,1,2\n5,6,7\n", &plain).unwrap(), ["0", "1", "2"]);
        assert_eq!(names(b"1.5,2\n", &Format { header: Header::None, ..Format::default() }).unwrap(), ["0", "1"]);
        assert_eq!(
            names(b"2019,2020\n1,2\n", &Format { header: Header::First, ..Format::default() }).unwrap(),
            ["2019", "2020"]
        );
        for (text, words) in [
            (&b""[..], "no line with the names"),
            (b"1.5,2\n3,4\n", "header=none"),
            (b"a;b\n1;2\n", "sep=';'"),
            (b"a\tb\n1\t2\n", "sep='\\t'"),
            (b"prix_\xe9\n1\n", "latin-1"),
            (b"a\0,\0b\0\n\0", "utf-16"),
        ] {
            let message = names(text, &plain).unwrap_err();
            assert!(message.contains(words), "{message}");
        }
    }
}
