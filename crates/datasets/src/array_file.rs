//! Arrays in files: NumPy's `.npy` and `.npz`, and CSV files with a heading.

use std::collections::BTreeMap;
use std::io::{Cursor, ErrorKind, Write};
use std::path::Path;

use csv::ByteRecord;
use keras::budget::{Budget, read_file};
use keras::{Array, Feature, Strings, Values};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::csv_file::{self, Format};
use crate::error::DataError;
use crate::npy;

/// An array of a file, and its name there.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedArray {
    /// The name of an array in an `.npz`, or of a column of a CSV or Parquet file; empty in an `.npy`.
    pub name: String,
    /// The values. Integers become `i32`, or `f32` if 32 bits are not enough for all of them; bytes and
    /// booleans become `u8`, floating-point numbers `f32`.
    pub array: Array,
}

/// Numbers or strings of a file, and their name there.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedFeature {
    /// The name, as that of a [`NamedArray`].
    pub name: String,
    /// The values.
    pub values: Feature,
}

/// The arrays of a file: one of an `.npy`, all of an `.npz` in their order, or one for each column of a
/// `.csv`, of shape `[rows]`. [`Parquet::read`](crate::parquet_file::Parquet::read) reads Parquet files.
///
/// ```
/// use datasets::array_file;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("homes.csv");
/// std::fs::write(&path, "rooms,price\n3,110.5\n5,200\n").unwrap();
/// let columns = array_file::read(&path)?;
/// assert_eq!((columns[1].name.as_str(), columns[1].array.as_f32()), ("price", Some(&[110.5, 200.0][..])));
/// # Ok::<(), datasets::DataError>(())
/// ```
///
/// # Errors
/// [`DataError`] if the file cannot be read, has another ending, or has values that are not numbers.
pub fn read(path: &Path) -> Result<Vec<NamedArray>, DataError> {
    let numbers = |NamedFeature { name, values }| match values {
        Feature::Numbers(array) => Ok(NamedArray { name, array }),
        Feature::Strings(_) => {
            Err(DataError::malformed(&format!("{}:{name}", path.display()), "the array has strings, expected numbers"))
        }
    };
    read_features(path, &Format::default(), |_| Some(Cells::Numbers))?.into_iter().map(numbers).collect()
}

/// What is read of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Numbers.
    Numbers,
    /// Strings.
    Strings,
}

/// As [`read`], and strings: arrays of NumPy's types `U` and `S`, and columns of a table. Of a `.csv` or
/// `.tsv` file in that format, only those columns are read for which `cells` says how.
///
/// ```
/// use datasets::array_file::{self, Cells};
/// use datasets::csv_file::Format;
/// use keras::Feature;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("reviews.csv");
/// std::fs::write(&path, "id,review,stars\nx7,\"Good, really\",5\n").unwrap();
/// let cells = |name: &str| match name {
///     "review" => Some(Cells::Strings),
///     "stars" => Some(Cells::Numbers),
///     _ => None,
/// };
/// let columns = array_file::read_features(&path, &Format::default(), cells)?;
/// assert_eq!(columns[0].values, Feature::from(["Good, really"]));
/// assert_eq!(columns.len(), 2);
/// # Ok::<(), datasets::DataError>(())
/// ```
///
/// # Errors
/// Those of [`read`], but for strings.
pub fn read_features(
    path: &Path,
    format: &Format,
    cells: impl Fn(&str) -> Option<Cells>,
) -> Result<Vec<NamedFeature>, DataError> {
    let file = path.display().to_string();
    let bytes = || read_file(path).map_err(DataError::io("read", path));
    match ending(path).as_str() {
        "npy" => Ok(vec![NamedFeature { name: String::new(), values: feature(&file, &bytes()?)? }]),
        "npz" => read_npz(&file, bytes()?),
        "csv" | "tsv" | "tab" => read_csv(path, format, cells),
        _ => Err(DataError::malformed(&file, "the ending is none of .npy, .npz, .csv and .tsv")),
    }
}

/// Writes `f32` arrays atomically: one to an `.npy` or, a line for each row, a `.csv`; any number to an
/// `.npz`.
///
/// # Errors
/// [`DataError`] if the file cannot be written, has another ending, or cannot have so many arrays.
pub fn write(path: &Path, arrays: &[NamedArray]) -> Result<(), DataError> {
    write_rows(path, arrays, &[])
}

/// As [`write()`], with the files of the rows, if they are known, in a column `file` of a `.csv`.
///
/// # Errors
/// Those of [`write()`].
pub fn write_rows(path: &Path, arrays: &[NamedArray], files: &[String]) -> Result<(), DataError> {
    let file = path.display().to_string();
    let bytes = match (ending(path).as_str(), arrays) {
        ("npy", [one]) => to_npy(&one.array),
        ("csv", [one]) => to_csv(&one.array, files).map_err(|e| DataError::malformed(&file, e.to_string()))?,
        ("npz", _) => to_npz(arrays).map_err(|e| DataError::malformed(&file, e.to_string()))?,
        ("npy" | "csv", _) => {
            let count = arrays.len();
            return Err(DataError::malformed(&file, format!("{count} arrays need a file that ends in .npz")));
        }
        _ => return Err(DataError::malformed(&file, "the ending is none of .npy, .npz and .csv")),
    };
    keras::utils::replace_file(path, &bytes).map_err(DataError::io("write", path))
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase()
}

pub(crate) fn from_npy(file: &str, bytes: &[u8]) -> Result<Array, DataError> {
    to_array(file, &npy::Array::parse(file, bytes)?)
}

/// The array with its values in the types of this crate; `file` is for messages.
pub(crate) fn to_array(file: &str, parsed: &npy::Array<'_>) -> Result<Array, DataError> {
    let data = &parsed.data;
    let values = match parsed.kind {
        "u1" | "b1" => Values::U8(data[..].into()),
        "f2" => {
            let numbers = data.chunks_exact(2).map(|b| half::f16::from_le_bytes([b[0], b[1]]).to_f32());
            Values::F32(numbers.collect())
        }
        "f4" => {
            let numbers = data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            Values::F32(numbers.collect())
        }
        "f8" => {
            let number = |b: &[u8]| f64::from_le_bytes(b.try_into().unwrap_or_default()) as f32;
            Values::F32(data.chunks_exact(8).map(number).collect())
        }
        _ => match parsed.integers(file)?.map(i32::try_from).collect::<Result<Vec<i32>, _>>() {
            Ok(integers) => Values::I32(integers.into()),
            // As Keras makes them of inputs.
            Err(_) => Values::F32(parsed.integers(file)?.map(|integer| integer as f32).collect()),
        },
    };
    Array::new(parsed.shape.clone(), values).map_err(|e| DataError::malformed(file, e.to_string()))
}

/// The numbers or strings of an `.npy`.
fn feature(file: &str, bytes: &[u8]) -> Result<Feature, DataError> {
    let parsed = npy::Array::parse(file, bytes)?;
    if parsed.kind.starts_with(['U', 'S']) {
        // Each has an allocation of its own.
        let (count, budget) = (parsed.shape.iter().product::<usize>(), Budget::of_data(bytes.len() as u64));
        let taken = budget.take_array::<[String; 2]>(count, "the array of strings");
        taken.map_err(|e| DataError::malformed(file, e.to_string()))?;
    }
    match parsed.strings(file)? {
        Some(strings) => Strings::new(parsed.shape, strings)
            .map(Feature::Strings)
            .map_err(|e| DataError::malformed(file, e.to_string())),
        None => to_array(file, &parsed).map(Feature::Numbers),
    }
}

fn read_npz(file: &str, bytes: Vec<u8>) -> Result<Vec<NamedFeature>, DataError> {
    let mut arrays = Vec::new();
    for_each_member(file, bytes, |name, bytes| {
        let values = feature(&format!("{file}:{name}"), &bytes)?;
        arrays.push(NamedFeature { name, values });
        Ok(())
    })?;
    Ok(arrays)
}

/// The contents of the `.npy` files of an `.npz`, by the names of the arrays.
pub(crate) fn npz_members(file: &str, bytes: Vec<u8>) -> Result<BTreeMap<String, Vec<u8>>, DataError> {
    let mut members = BTreeMap::new();
    for_each_member(file, bytes, |name, bytes| {
        members.insert(name, bytes);
        Ok(())
    })?;
    Ok(members)
}

fn for_each_member(
    file: &str,
    bytes: Vec<u8>,
    mut take: impl FnMut(String, Vec<u8>) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let failed = |e: zip::result::ZipError| DataError::malformed(file, e.to_string());
    let budget = Budget::of_data(bytes.len() as u64);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(failed)?;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(failed)?;
        let name = entry.name().map_err(failed)?.trim_end_matches(".npy").to_string();
        let method = entry.compression();
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            let reason =
                format!("{name} is compressed by {method}, which is not read: numpy.savez_compressed deflates");
            return Err(DataError::malformed(file, reason));
        }
        let bytes = budget.read(&mut entry, &name).map_err(|e| match e.kind() {
            ErrorKind::OutOfMemory => DataError::malformed(file, e.to_string()),
            _ => DataError::unpack(file, &e),
        })?;
        take(name, bytes)?;
    }
    Ok(())
}

/// The values of a column that grows.
enum Column {
    Numbers(Vec<f32>),
    Text(Vec<String>),
}

fn read_csv(
    path: &Path,
    format: &Format,
    cells: impl Fn(&str) -> Option<Cells>,
) -> Result<Vec<NamedFeature>, DataError> {
    let file = path.display().to_string();
    let names = format.names(path)?;
    let mut columns = Vec::new();
    for (index, name) in names.iter().enumerate() {
        columns.extend(cells(name).map(|kind| match kind {
            Cells::Numbers => (index, Column::Numbers(Vec::new())),
            Cells::Strings => (index, Column::Text(Vec::new())),
        }));
    }
    let parser = csv_file::Cells::new(file.clone(), format.clone(), names.clone());
    let (mut reader, mut row) = (format.reader(path)?, ByteRecord::new());
    while reader.read_byte_record(&mut row).map_err(|e| DataError::malformed(&file, e.to_string()))? {
        parser.check(&row)?;
        let line = row.position().map_or(0, csv::Position::line);
        for (index, column) in &mut columns {
            match column {
                Column::Text(texts) => texts.push(parser.text(&row[*index], line, *index)?),
                Column::Numbers(numbers) => numbers.push(parser.float(&row[*index], line, *index)?),
            }
        }
    }
    let named = |(index, column): (usize, Column)| NamedFeature {
        name: names[index].clone(),
        values: match column {
            Column::Numbers(numbers) => Array::from(numbers).into(),
            Column::Text(texts) => texts.into(),
        },
    };
    Ok(columns.into_iter().map(named).collect())
}

/// The values of all rows, as `f32`.
fn floats(array: &Array) -> impl Iterator<Item = f32> + '_ {
    (0..array.rows()).flat_map(move |row| array.row(row).unwrap_or_default())
}

fn to_npy(array: &Array) -> Vec<u8> {
    let dims: Vec<String> = array.dims().iter().map(|d| format!("{d},")).collect();
    let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}), }}", dims.join(" "));
    // NumPy aligns the values to 64 bytes, counted from the beginning of the file: magic, version, length.
    let padding = (64 - (10 + header.len() + 1) % 64) % 64;
    header.push_str(&" ".repeat(padding));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    floats(array).for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

fn to_npz(arrays: &[NamedArray]) -> zip::result::ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for NamedArray { name, array } in arrays {
        let bytes = to_npy(array);
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file(format!("{name}.npy"), options.large_file(bytes.len() as u64 >= u64::from(u32::MAX)))?;
        zip.write_all(&bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

fn to_csv(array: &Array, files: &[String]) -> Result<Vec<u8>, csv::Error> {
    let columns = array.row_dims().iter().product::<usize>();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let name = (!files.is_empty()).then(|| "file".to_owned());
    writer.write_record(name.into_iter().chain((0..columns).map(|i| i.to_string())))?;
    for row in 0..array.rows() {
        let values = array.row(row).unwrap_or_default();
        writer.write_record(files.get(row).cloned().into_iter().chain(values.iter().map(f32::to_string)))?;
    }
    writer.into_inner().map_err(|e| e.into_error().into())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let array = |dims: &[usize], values: &[f32]| Array::new(dims, values.to_vec()).unwrap();
        let one = NamedArray { name: String::new(), array: array(&[2, 3], &[1.5, -2.0, 3.0, 0.1, 5.0, 6e9]) };
        let npy = folder.path().join("a.npy");
        write(&npy, std::slice::from_ref(&one)).unwrap();
        assert_eq!(read(&npy).unwrap(), std::slice::from_ref(&one));
        assert_eq!(fs::read(&npy).unwrap().len(), 128 + 24);
        let both = ["b", "a"].map(|name| NamedArray { name: name.into(), ..one.clone() });
        let npz = folder.path().join("a.npz");
        write(&npz, &both).unwrap();
        assert_eq!(read(&npz).unwrap(), both);
        let csv = folder.path().join("a.csv");
        write(&csv, std::slice::from_ref(&one)).unwrap();
        let columns = read(&csv).unwrap();
        assert_eq!((columns.len(), columns[2].array.as_f32()), (3, Some(&[3.0, 6e9][..])));
        assert!(write(&npy, &both).unwrap_err().to_string().contains("2 arrays need a file that ends in .npz"));
    }

    #[test]
    fn what_is_no_number_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        let message = |text: &str| {
            fs::write(&path, text).unwrap();
            read(&path).unwrap_err().to_string()
        };
        assert!(message("a,b\n1,2\n3,red\n").contains("line 3, column \"b\": \"red\" is not a number"));
        assert!(message("a,b\n1\n").contains("a.csv"));
        assert!(
            read(&folder.path().join("a.txt")).unwrap_err().to_string().contains("none of .npy, .npz, .csv and .tsv")
        );
    }
}
