//! CSV files as data sets: rows are read when they are needed.

use std::fs::File;
use std::path::PathBuf;

use csv::{ByteRecord, Reader, ReaderBuilder};
use keras::data::{Batches, DataSource, Dataset};
use keras::{Array, Samples};

use crate::error::DataError;

/// The values of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// Numbers, as `f32`.
    Float,
    /// Integers, as `i32`: class numbers, indices of an embedding.
    Integer,
}

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
    inputs: Vec<Part>,
    targets: Vec<Part>,
    weight: Option<Part>,
    batch_size: usize,
    delimiter: u8,
    has_header: bool,
}

/// Columns that become an array.
#[derive(Clone, Debug)]
struct Part {
    columns: Vec<String>,
    ty: ColumnType,
    /// True if a single column becomes a number a row, of shape `[rows]`.
    is_flat: bool,
}

impl Part {
    fn new<C: Into<String>>(columns: impl IntoIterator<Item = C>, ty: ColumnType, is_flat: bool) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), ty, is_flat }
    }
}

impl Csv {
    /// The file with commas and a heading, in batches of 32 rows.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            inputs: Vec::new(),
            targets: Vec::new(),
            weight: None,
            batch_size: 32,
            delimiter: b',',
            has_header: true,
        }
    }

    /// Adds an input of these columns, of shape `[rows, columns]`. Default: one input of all columns but
    /// targets and weights.
    pub fn input<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>, ty: ColumnType) -> Self {
        self.inputs.push(Part::new(columns, ty, false));
        self
    }

    /// Adds targets of these columns, floating-point numbers: of shape `[rows]` for one column, otherwise
    /// `[rows, columns]`.
    pub fn target<C: Into<String>>(mut self, columns: impl IntoIterator<Item = C>) -> Self {
        self.targets.push(Part::new(columns, ColumnType::Float, true));
        self
    }

    /// Adds targets of a column of class numbers, as `i32` of shape `[rows]`.
    pub fn label(mut self, column: impl Into<String>) -> Self {
        self.targets.push(Part::new([column], ColumnType::Integer, true));
        self
    }

    /// The column with the weights of the samples. Default: none.
    pub fn sample_weight(mut self, column: impl Into<String>) -> Self {
        self.weight = Some(Part::new([column], ColumnType::Float, true));
        self
    }

    /// The number of rows of a batch. Default: 32.
    pub fn batch_size(mut self, rows: usize) -> Self {
        self.batch_size = rows;
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
        let find = |part: &Part| -> Result<Columns, DataError> {
            let index = |name: &String| {
                names.iter().position(|known| known == name).ok_or_else(|| {
                    DataError::malformed(&file, format!("there is no column {name:?}; the columns are {names:?}"))
                })
            };
            let indices = part.columns.iter().map(index).collect::<Result<Vec<_>, _>>()?;
            let is_flat = part.is_flat && indices.len() == 1;
            Ok(Columns { indices, ty: part.ty, is_flat })
        };
        let all = |parts: &[Part]| parts.iter().map(find).collect::<Result<Vec<_>, _>>();
        let (mut x, y) = (all(&self.inputs)?, all(&self.targets)?);
        let weight = self.weight.as_ref().map(find).transpose()?;
        if x.is_empty() {
            let taken: Vec<usize> = y.iter().chain(&weight).flat_map(|columns| columns.indices.clone()).collect();
            let indices = (0..names.len()).filter(|index| !taken.contains(index)).collect();
            x.push(Columns { indices, ty: ColumnType::Float, is_flat: false });
        }
        let counts = [x.len(), y.len()];
        let columns = x.into_iter().chain(y).chain(weight).collect();
        Ok(Dataset::new(Source { csv: self, names, columns, counts }))
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

/// The positions of the columns of an array.
#[derive(Clone, Debug)]
struct Columns {
    indices: Vec<usize>,
    ty: ColumnType,
    is_flat: bool,
}

struct Source {
    csv: Csv,
    names: Vec<String>,
    columns: Vec<Columns>,
    /// The numbers of inputs and of targets.
    counts: [usize; 2],
}

impl DataSource for Source {
    fn batches(&self, _pass: u64) -> keras::Result<Batches> {
        let rows = Rows {
            file: self.csv.path.display().to_string(),
            reader: self.csv.reader()?,
            record: ByteRecord::new(),
            names: self.names.clone(),
            columns: self.columns.clone(),
            counts: self.counts,
            batch_size: self.csv.batch_size,
        };
        Ok(Box::new(rows))
    }
}

/// The rows of a file that is open.
struct Rows {
    file: String,
    reader: Reader<File>,
    record: ByteRecord,
    names: Vec<String>,
    columns: Vec<Columns>,
    counts: [usize; 2],
    batch_size: usize,
}

/// The values of an array that grows.
enum Values {
    Float(Vec<f32>),
    Integer(Vec<i32>),
}

impl Rows {
    fn next_batch(&mut self) -> Result<Option<Samples>, DataError> {
        let values = |columns: &Columns| {
            let capacity = columns.indices.len() * self.batch_size.min(1 << 16);
            match columns.ty {
                ColumnType::Float => Values::Float(Vec::with_capacity(capacity)),
                ColumnType::Integer => Values::Integer(Vec::with_capacity(capacity)),
            }
        };
        let mut all: Vec<Values> = self.columns.iter().map(values).collect();
        let mut rows = 0;
        while rows < self.batch_size {
            let more = self.reader.read_byte_record(&mut self.record);
            if !more.map_err(|e| DataError::malformed(&self.file, e.to_string()))? {
                break;
            }
            for (values, columns) in all.iter_mut().zip(&self.columns) {
                for index in &columns.indices {
                    match values {
                        Values::Float(values) => values.push(self.parsed(*index, "number")?),
                        Values::Integer(values) => values.push(self.parsed(*index, "integer")?),
                    }
                }
            }
            rows += 1;
        }
        if rows == 0 {
            return Ok(None);
        }
        let array = |(values, columns): (Values, &Columns)| {
            let dims = if columns.is_flat { vec![rows] } else { vec![rows, columns.indices.len()] };
            let array = match values {
                Values::Float(values) => Array::new(dims, values),
                Values::Integer(values) => Array::new(dims, values),
            };
            array.map_err(|e| DataError::malformed(&self.file, e.to_string()))
        };
        let mut x = all.into_iter().zip(&self.columns).map(array).collect::<Result<Vec<_>, _>>()?;
        let weights = x.split_off(self.counts[0] + self.counts[1]);
        let y = x.split_off(self.counts[0]);
        Ok(Some(Samples { x: x.into(), y: y.into(), weights: weights.into() }))
    }

    /// The value of a column of the current row.
    fn parsed<T: std::str::FromStr>(&self, index: usize, what: &str) -> Result<T, DataError> {
        let bytes = self.record.get(index).unwrap_or_default().trim_ascii();
        std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
            let line = self.record.position().map_or(0, csv::Position::line);
            let (text, name) = (String::from_utf8_lossy(bytes), &self.names[index]);
            DataError::malformed(&self.file, format!("line {line}, column {name:?}: {text:?} is no {what}"))
        })
    }
}

impl Iterator for Rows {
    type Item = keras::Result<Samples>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().map_err(keras::Error::from).transpose()
    }
}

#[cfg(test)]
mod tests {
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
