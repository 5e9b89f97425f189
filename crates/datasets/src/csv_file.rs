//! CSV files as data sets: rows are read when they are needed.

use std::fs::File;
use std::path::PathBuf;
use std::thread::available_parallelism;

use csv::{ByteRecord, Reader, ReaderBuilder};
use keras::Samples;
use keras::data::{Batches, DataSource, Dataset, ParallelMap};

use crate::columns::{Layout, Selection, Values, column_setters};
use crate::error::DataError;

pub use crate::columns::ColumnType;

/// A CSV file as a data set, read row by row.
///
/// Without other settings, all columns but the targets and weights are the one input, as floating-point
/// numbers.
///
/// ```
/// use datasets::csv_file::Csv;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("homes.csv");
/// std::fs::write(&path, "rooms,area,price\n3,70,110.5\n5,120,200\n").unwrap();
/// let homes = Csv::new(&path).target(["price"]).batch_size(2).open()?;
/// let batch = homes.batches(0)?.next().unwrap()?;
/// assert_eq!((batch.x[0].dims(), batch.y[0].as_f32()), (&[2, 2][..], Some(&[110.5, 200.0][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Csv {
    path: PathBuf,
    columns: Selection,
    batch_size: usize,
    delimiter: u8,
    has_header: bool,
    threads: usize,
}

impl Csv {
    /// The file with commas and a heading, in batches of 32 rows.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        let columns = Selection::default();
        Self { path: path.into(), columns, batch_size: 32, delimiter: b',', has_header: true, threads }
    }

    column_setters!();

    /// The number of threads that parse numbers, besides the one that reads. Results do not depend on it.
    /// Default: one for each processor.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The character between values. Default: a comma.
    pub fn delimiter(mut self, delimiter: u8) -> Self {
        self.delimiter = delimiter;
        self
    }

    /// Whether the first line has the names of the columns. Otherwise these are `0`, `1` and so on. Default:
    /// true.
    pub fn has_header(mut self, has_header: bool) -> Self {
        self.has_header = has_header;
        self
    }

    /// The data set. Reads the first line.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, or lacks a column.
    pub fn open(self) -> Result<Dataset, DataError> {
        let file = self.path.display().to_string();
        if self.batch_size == 0 {
            return Err(DataError::malformed(&file, "batch_size must be at least 1"));
        }
        let names = self.names()?;
        let layout = self.columns.resolve(&file, &names)?;
        Ok(Dataset::new(Source { csv: self, names, layout }))
    }

    /// The names of the columns.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read.
    pub fn names(&self) -> Result<Vec<String>, DataError> {
        let file = self.path.display().to_string();
        let failed = |e: csv::Error| DataError::malformed(&file, e.to_string());
        let mut reader = self.reader()?;
        if self.has_header {
            return Ok(reader.headers().map_err(failed)?.iter().map(|name| name.trim().to_string()).collect());
        }
        let mut record = ByteRecord::new();
        reader.read_byte_record(&mut record).map_err(failed)?;
        Ok((0..record.len()).map(|index| index.to_string()).collect())
    }

    fn reader(&self) -> Result<Reader<File>, DataError> {
        let file = File::open(&self.path).map_err(DataError::io("read", &self.path))?;
        let mut builder = ReaderBuilder::new();
        builder.delimiter(self.delimiter).has_headers(self.has_header).buffer_capacity(1 << 18);
        Ok(builder.from_reader(file))
    }
}

struct Source {
    csv: Csv,
    names: Vec<String>,
    layout: Layout,
}

impl DataSource for Source {
    fn batches(&self, _pass: u64) -> keras::Result<Batches> {
        let indices = self.layout.arrays.iter().flat_map(|array| array.indices.clone()).collect();
        let file = self.csv.path.display().to_string();
        let texts = Texts {
            file: file.clone(),
            reader: self.csv.reader()?,
            record: ByteRecord::new(),
            indices,
            batch_size: self.csv.batch_size,
        };
        let parser = Parser { file, names: self.names.clone(), layout: self.layout.clone() };
        let parse = move |batch: Result<TextBatch, DataError>| Ok(parser.batch(&batch?)?);
        Ok(Box::new(ParallelMap::new(texts, self.csv.threads, parse)?))
    }
}

/// The values of a batch as texts, row by row, in the order of the arrays' columns.
#[derive(Default)]
struct TextBatch {
    bytes: Vec<u8>,
    /// The end of each value in `bytes`.
    ends: Vec<usize>,
    /// The line of each row.
    lines: Vec<u64>,
}

/// The batches of a file that is open.
struct Texts {
    file: String,
    reader: Reader<File>,
    record: ByteRecord,
    /// The columns that are read.
    indices: Vec<usize>,
    batch_size: usize,
}

impl Iterator for Texts {
    type Item = Result<TextBatch, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut batch = TextBatch::default();
        while batch.lines.len() < self.batch_size {
            match self.reader.read_byte_record(&mut self.record) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Some(Err(DataError::malformed(&self.file, error.to_string()))),
            }
            for index in &self.indices {
                batch.bytes.extend_from_slice(self.record.get(*index).unwrap_or_default().trim_ascii());
                batch.ends.push(batch.bytes.len());
            }
            batch.lines.push(self.record.position().map_or(0, csv::Position::line));
        }
        (!batch.lines.is_empty()).then_some(Ok(batch))
    }
}

/// Makes numbers of texts.
struct Parser {
    file: String,
    names: Vec<String>,
    layout: Layout,
}

impl Parser {
    fn batch(&self, texts: &TextBatch) -> Result<Samples, DataError> {
        let mut all = self.layout.empty(texts.lines.len());
        let (mut start, mut ends) = (0, texts.ends.iter());
        for line in &texts.lines {
            for (values, columns) in all.iter_mut().zip(&self.layout.arrays) {
                for (index, end) in columns.indices.iter().zip(ends.by_ref()) {
                    let text = &texts.bytes[start..*end];
                    start = *end;
                    match values {
                        Values::Float(values) => values.push(self.parsed(text, *line, *index, "number")?),
                        Values::Integer(values) => values.push(self.parsed(text, *line, *index, "integer")?),
                    }
                }
            }
        }
        self.layout.samples(&self.file, texts.lines.len(), all)
    }

    /// The value of a column of a row.
    fn parsed<T: std::str::FromStr>(&self, text: &[u8], line: u64, index: usize, what: &str) -> Result<T, DataError> {
        std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
            let (text, name) = (String::from_utf8_lossy(text), &self.names[index]);
            DataError::malformed(&self.file, format!("line {line}, column {name:?}: {text:?} is no {what}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use keras::Array;

    use super::*;

    fn batches(csv: Csv) -> Result<Vec<Samples>, String> {
        let dataset = csv.open().map_err(|e| e.to_string())?;
        dataset.batches(0).unwrap().collect::<keras::Result<_>>().map_err(|e| e.to_string())
    }

    #[test]
    fn columns_become_arrays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "a, b,class,w\n1,\"2.5\",0,1\n 3 ,4,1,2\r\n5,6,2,0.5\n").unwrap();
        let all = batches(Csv::new(&path).label("class").sample_weight("w").batch_size(2)).unwrap();
        assert_eq!(all.iter().map(Samples::rows).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(all[0].x[0], Array::new([2, 2], vec![1.0f32, 2.5, 3.0, 4.0]).unwrap());
        assert_eq!((&all[0].y[0], &all[1].y[0]), (&vec![0, 1].into(), &vec![2].into()));
        assert_eq!(all[1].weights[0].as_f32(), Some(&[0.5][..]));
        let two = Csv::new(&path).input(["b"], ColumnType::Float).input(["class"], ColumnType::Integer);
        let all = batches(two.target(["a", "w"])).unwrap();
        assert_eq!(
            (all[0].x[1].clone(), all[0].y[0].dims()),
            (Array::new([3, 1], vec![0, 1, 2]).unwrap(), &[3, 2][..])
        );
        std::fs::write(&path, "1;2\n3;4\n").unwrap();
        let all = batches(Csv::new(&path).delimiter(b';').has_header(false).target(["1"])).unwrap();
        assert_eq!((all[0].x[0].row(1), all[0].y[0].as_f32()), (Some(vec![3.0]), Some(&[2.0, 4.0][..])));
    }

    #[test]
    fn errors_name_file_line_and_column() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let message = |text: &str, csv: Csv| {
            std::fs::write(&path, text).unwrap();
            batches(csv).unwrap_err()
        };
        let error = message("a,b\n1,2\n3,red\n", Csv::new(&path).target(["b"]));
        assert!(error.ends_with("a.csv: line 3, column \"b\": \"red\" is no number"), "{error}");
        let error = message("a,b\n1,2.5\n", Csv::new(&path).label("b"));
        assert!(error.contains("\"2.5\" is no integer"), "{error}");
        let error = message("a,b\n1,2\n3\n", Csv::new(&path).target(["b"]));
        assert!(error.contains("a.csv") && error.contains("line: 3"), "{error}");
        let error = message("a,b\n", Csv::new(&path).target(["c"]));
        assert!(error.contains("there is no column \"c\"; the columns are [\"a\", \"b\"]"), "{error}");
    }
}
