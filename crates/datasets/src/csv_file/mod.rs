//! CSV files as data sets: rows are read when they are needed.
//!
//! | file | contents |
//! |---|---|
//! | `format`, `encoding` | how files are written: separators, names, what is missing; encodings |
//! | `cells` | numbers and texts of the cells |

mod cells;
mod encoding;
mod format;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use csv::ByteRecord;
use keras::Samples;
use keras::data::{Batches, DataSource, Dataset, ParallelMap};

use crate::columns::{Layout, Selection, Values, column_setters};
use crate::error::DataError;

pub use crate::columns::ColumnType;
pub(crate) use cells::Cells;
pub use encoding::Encoding;
use format::Rows;
pub use format::{Format, Header, is_unnamed};

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
    format: Format,
    threads: usize,
}

impl Csv {
    /// The file with commas and a heading, in batches of 32 rows.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let threads = available_parallelism().map_or(1, usize::from);
        let columns = Selection::default();
        Self { path: path.into(), columns, batch_size: 32, format: Format::default(), threads }
    }

    column_setters!();

    /// The number of threads that parse numbers, besides the one that reads. Results do not depend on it.
    /// Default: one for each processor.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// How the file is written. Default: [`Format::default`].
    pub fn format(mut self, format: Format) -> Self {
        self.format = format;
        self
    }

    /// The character between values. Default: a comma.
    pub fn delimiter(mut self, delimiter: u8) -> Self {
        self.format.sep = Some(delimiter);
        self
    }

    /// Whether the first line has the names of the columns. Otherwise these are `0`, `1` and so on. Default:
    /// true.
    pub fn has_header(mut self, has_header: bool) -> Self {
        self.format.header = if has_header { Header::Infer } else { Header::None };
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

    /// The names of the columns; see [`Format::names`].
    ///
    /// # Errors
    /// Those of [`Format::names`].
    pub fn names(&self) -> Result<Vec<String>, DataError> {
        self.format.names(&self.path)
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
        let cells = Arc::new(Cells::new(file.clone(), self.csv.format.clone(), self.names.clone()));
        let texts = Texts {
            file: file.clone(),
            cells: cells.clone(),
            reader: self.csv.format.reader(&self.csv.path)?,
            record: ByteRecord::new(),
            indices,
            batch_size: self.csv.batch_size,
        };
        let parser = Parser { file, cells, layout: self.layout.clone() };
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
    cells: Arc<Cells>,
    reader: Rows,
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
            if let Err(error) = self.cells.check(&self.record) {
                return Some(Err(error));
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
    cells: Arc<Cells>,
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
                        Values::Float(values) => values.push(self.cells.float(text, *line, *index)?),
                        Values::Integer(values) => values.push(self.cells.integer(text, *line, *index)?),
                    }
                }
            }
        }
        self.layout.samples(&self.file, texts.lines.len(), all)
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
    fn formats_are_read_as_pandas_reads_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let read = |text: &[u8], format: Format| {
            std::fs::write(&path, text).unwrap();
            let all = batches(Csv::new(&path).format(format))?;
            Ok::<_, String>(all[0].x[0].as_f32().unwrap().to_vec())
        };
        let german = Format { sep: Some(b';'), decimal: b',', thousands: Some(b'.'), ..Format::default() };
        assert_eq!(read(b"a;b\n1,5;1.000\n", german).unwrap(), [1.5, 1000.0]);
        let comments = Format { comment: Some(b'#'), fill_nulls: Some(-1.0), ..Format::default() };
        let comments = Format { na_values: vec!["?".into()], ..comments };
        assert_eq!(read(b"# made\na,b\n?,NA\n#\n,2\n", comments).unwrap(), [-1.0, -1.0, -1.0, 2.0]);
        let utf16: Vec<u8> = "\u{feff}a,b\r\n1,2\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&utf16, Format::default()).unwrap(), [1.0, 2.0]);
        assert_eq!(read(b"a,b\nTrue,1\nfalse,0\n", Format::default()).unwrap(), [1.0, 1.0, 0.0, 0.0]);
        for (text, words) in [
            ("a,b\n1,\n", "line 2, column \"b\": the value is missing"),
            ("a,b\n1,nan\n", "the value is missing"),
            ("a,b\n1,\"1,5\"\n", "\"1,5\" is not a number with decimal='.' and without thousands"),
            ("a,b\n1,1,5\n", "line 2 has 3 values, and there are 2 columns"),
            ("# made\na,b\n1,2\n", "comment='#'"),
            ("a,b\n1,2\n1,True\n", "\"True\" is among numbers"),
        ] {
            let message = read(text.as_bytes(), Format { ..Format::default() }).unwrap_err();
            assert!(message.contains(words), "{message}");
        }
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
        assert!(error.ends_with("a.csv: line 3, column \"b\": \"red\" is not a number"), "{error}");
        let error = message("a,b\n1,2.5\n", Csv::new(&path).label("b"));
        assert!(error.contains("\"2.5\" is not an integer"), "{error}");
        let error = message("a,b\n1,2\n3\n", Csv::new(&path).target(["b"]));
        assert!(error.contains("a.csv: line 3 has 1 values, and there are 2 columns"), "{error}");
        let error = message("a,b\n", Csv::new(&path).target(["c"]));
        assert!(error.contains("there is no column \"c\"; the columns are [\"a\", \"b\"]"), "{error}");
    }
}
