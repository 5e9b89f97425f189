//! `.npy` files as data sets: rows are read from the files when they are needed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use keras::budget::Budget;
use keras::data::{Dataset, Items};
use keras::{Array, Arrays, Samples};

use crate::array_file;
use crate::error::DataError;
use crate::npy;

/// An `.npy` file whose rows are read from their places, as of NumPy's memory map, so that the operating
/// system keeps in memory what is used.
#[derive(Debug)]
pub struct NpyFile {
    path: PathBuf,
    file: Mutex<File>,
    kind: String,
    is_big_endian: bool,
    shape: Vec<usize>,
    /// The position of the first row.
    start: u64,
    row_bytes: usize,
}

impl NpyFile {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// [`DataError`] if the file cannot be read, is not an `.npy` file, has other elements than numbers, or
    /// is in Fortran's order, whose rows are not in one place.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, DataError> {
        let path = path.into();
        let name = path.display().to_string();
        let mut file = File::open(&path).map_err(DataError::io("read", &path))?;
        // Headers are short: NumPy's own limit is 10,000 characters.
        let head = Budget::of_bytes(1 << 16).read(file.by_ref().take(1 << 16), "its head");
        let head = head.map_err(DataError::io("read", &path))?;
        let length = file.metadata().map_err(DataError::io("read", &path))?.len();
        let header = npy::Header::parse(&name, &head)?;
        let size = header.check_size(&name, length.saturating_sub(header.start as u64))?;
        let Some(rows) = header.shape.first().copied().filter(|rows| *rows > 0) else {
            return Err(DataError::malformed(&name, format!("an array of shape {:?} has no rows", header.shape)));
        };
        if header.is_fortran && header.shape.len() > 1 {
            return Err(DataError::malformed(
                &name,
                "the array is in Fortran's order, whose rows are not in one place: load it as a whole, or save \
                 numpy.ascontiguousarray of it",
            ));
        }
        let (kind, start, is_big_endian) = (header.kind.to_string(), header.start as u64, header.is_big_endian);
        let row_bytes = size / rows;
        Ok(Self { file: Mutex::new(file), kind, is_big_endian, shape: header.shape, start, row_bytes, path })
    }

    /// The shape of the array.
    pub fn dims(&self) -> &[usize] {
        &self.shape
    }

    /// The rows with these numbers, in this order.
    ///
    /// # Errors
    /// [`DataError`] if a row does not exist or cannot be read.
    pub fn rows(&self, rows: &[usize]) -> Result<Array, DataError> {
        let name = self.path.display().to_string();
        if let Some(row) = rows.iter().find(|row| **row >= self.shape[0]) {
            return Err(DataError::malformed(&name, format!("there is no row {row} of {}", self.shape[0])));
        }
        let mut data = vec![0u8; rows.len() * self.row_bytes];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let mut done = 0;
        // Consecutive rows are read at once.
        for run in rows.chunk_by(|row, next| row + 1 == *next) {
            let end = done + run.len() * self.row_bytes;
            let at = self.start + run[0] as u64 * self.row_bytes as u64;
            let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut data[done..end]));
            read.map_err(DataError::io("read", &self.path))?;
            done = end;
        }
        let mut shape = self.shape.clone();
        shape[0] = rows.len();
        if self.is_big_endian {
            npy::in_little_endian(&name, &self.kind, &mut data)?;
        }
        array_file::to_array(&name, &npy::Array { kind: &self.kind, shape, data: data.into() })
    }
}

/// The rows of `.npy` files: one for each input of a model, and one for each array of targets.
///
/// Floating-point numbers become `f32`, integers `i32`, bytes and booleans `u8`.
///
/// ```
/// use datasets::npy_file;
/// use keras::data::Items;
/// # let folder = tempfile::tempdir().unwrap();
/// # let (x, y) = (folder.path().join("x.npy"), folder.path().join("y.npy"));
/// # for (path, dims) in [(&x, vec![100, 3]), (&y, vec![100])] {
/// #     let array = keras::Array::new(dims.clone(), vec![0.5f32; dims.iter().product()]).unwrap();
/// #     datasets::array_file::write(path, &[datasets::array_file::NamedArray { name: String::new(), array }])?;
/// # }
/// let rows = npy_file::dataset(&[&x], &[&y], Items { shuffle: Some(1), ..Items::default() })?;
/// assert_eq!(rows.num_batches(), Some(4));
/// # Ok::<(), datasets::DataError>(())
/// ```
///
/// # Errors
/// [`DataError`] if a file cannot be read, or the numbers of rows differ.
pub fn dataset(x: &[impl AsRef<Path>], y: &[impl AsRef<Path>], items: Items) -> Result<Dataset, DataError> {
    let open = |path: &Path| NpyFile::open(path);
    let x = x.iter().map(|path| open(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let y = y.iter().map(|path| open(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let Some(count) = x.first().map(|file| file.shape[0]) else {
        return Err(DataError::malformed("npy_file", "there is no file of inputs"));
    };
    if let Some(other) = x.iter().chain(&y).find(|file| file.shape[0] != count) {
        let (file, rows) = (other.path.display().to_string(), other.shape[0]);
        return Err(DataError::malformed(
            &file,
            format!("it has {rows} rows, and {} has {count}", x[0].path.display()),
        ));
    }
    let load = move |rows: &[usize]| {
        let read = |files: &[NpyFile]| -> Result<Arrays, DataError> {
            Ok(files.iter().map(|file| file.rows(rows)).collect::<Result<Vec<Array>, _>>()?.into())
        };
        Ok(Samples { x: read(&x)?, y: read(&y)?, weights: Arrays::default() })
    };
    Dataset::from_items(count, items, load).map_err(|e| DataError::malformed("npy_file", e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array_file::NamedArray;

    #[test]
    fn rows_are_those_of_the_whole_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.npy");
        let array = Array::new([9, 2], (0..18).map(|i| i as f32).collect::<Vec<f32>>()).unwrap();
        array_file::write(&path, &[NamedArray { name: String::new(), array: array.clone() }]).unwrap();
        let file = NpyFile::open(&path).unwrap();
        for rows in [vec![0], vec![3, 4, 5, 1, 8], vec![]] {
            assert_eq!(file.rows(&rows).unwrap(), array.take(&rows).unwrap());
        }
        assert!(file.rows(&[9]).unwrap_err().to_string().contains("no row 9 of 9"));
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        assert!(NpyFile::open(&path).unwrap_err().to_string().contains("truncated"));
    }
}
