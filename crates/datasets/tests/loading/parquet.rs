//! Parquet files with their structure changed by rules, and by hand: pages and footers that claim anything.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use datasets::parquet_file::Parquet;
use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use testkit::budgets::over_budget;
use testkit::hostile::Seed;

use crate::bounded::READER;

type Files = Vec<(String, Vec<u8>)>;

/// Reads a file whole, and in batches.
pub fn read(path: &Path) -> Result<(), String> {
    let parquet = Parquet::new(path).fill_nulls(0.5);
    let names = parquet.names().map_err(|e| e.to_string())?;
    let whole = parquet.read(&names).map_err(|e| e.to_string());
    let dataset = parquet.open().map_err(|e| e.to_string())?;
    let batches = dataset.batches(0).map_err(|e| e.to_string())?;
    let batches = batches.take(1000).find_map(Result::err).map_or(Ok(()), |e| Err(e.to_string()));
    whole.and(batches)
}

/// A table of numbers, texts and nulls.
fn table(properties: WriterProperties) -> Vec<u8> {
    let schema = "message m { required int64 a; optional double b; required boolean c; required binary d (UTF8); }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties)).unwrap();
    for group in 0..2 {
        let mut rows = file.next_row_group().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<Int64Type>().write_batch(&[7, 1 << 40, 7, group], None, None).unwrap();
        column.close().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<DoubleType>().write_batch(&[0.5, -1.5], Some(&[1, 0, 0, 1]), None).unwrap();
        column.close().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        column.typed::<BoolType>().write_batch(&[true, true, false, true], None, None).unwrap();
        column.close().unwrap();
        let mut column = rows.next_column().unwrap().unwrap();
        let texts = ["Wien", "Bern", "Wien", "Åre"].map(ByteArray::from);
        column.typed::<ByteArrayType>().write_batch(&texts, None, None).unwrap();
        column.close().unwrap();
        rows.close().unwrap();
    }
    file.close().unwrap();
    bytes
}

fn seeds() -> Vec<Seed> {
    let writer = WriterProperties::builder;
    let gzip = Compression::GZIP(Default::default());
    vec![
        Seed::new("snappy", "parquet", table(writer().set_compression(Compression::SNAPPY).build())),
        Seed::new("gzip", "parquet", table(writer().set_compression(gzip).build())),
        Seed::new("lz4", "parquet", table(writer().set_compression(Compression::LZ4_RAW).build())),
        Seed::new("hadoop", "parquet", table(writer().set_compression(Compression::LZ4).build())),
        Seed::new("plain", "parquet", table(writer().set_dictionary_enabled(false).build())),
        Seed::new("second", "parquet", table(writer().set_writer_version(WriterVersion::PARQUET_2_0).build())),
    ]
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// A field of a structure in Thrift's compact protocol.
enum Field {
    Int32(i64),
    Int64(i64),
    Text(&'static str),
    Structure(Vec<u8>),
    /// Values of this type.
    List(u8, Vec<Vec<u8>>),
}

fn integer(value: i64) -> Vec<u8> {
    varint(((value << 1) ^ (value >> 63)) as u64)
}

fn text(value: &str) -> Vec<u8> {
    [varint(value.len() as u64), value.into()].concat()
}

/// A structure of fields with these numbers, in ascending order.
fn structure(fields: Vec<(u8, Field)>) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for (number, field) in fields {
        let (kind, content) = match field {
            Field::Int32(value) => (5, integer(value)),
            Field::Int64(value) => (6, integer(value)),
            Field::Text(value) => (8, text(value)),
            Field::Structure(content) => (12, content),
            Field::List(kind, values) => (9, [vec![(values.len() as u8) << 4 | kind], values.concat()].concat()),
        };
        bytes.push((number - last) << 4 | kind);
        bytes.extend(content);
        last = number;
    }
    bytes.push(0);
    bytes
}

/// The kinds of pages.
const DATA: i64 = 0;
const DICTIONARY: i64 = 2;
/// Encodings.
const PLAIN: i64 = 0;
const OF_DICTIONARY: i64 = 8;
/// Codecs.
const NONE: i64 = 0;
const SNAPPY: i64 = 1;
const GZIP: i64 = 2;
/// Types of columns.
const INT64: i64 = 2;
const BYTES: i64 = 6;

/// A page with this claim of values and of the size without compression.
fn page(kind: i64, values: i64, encoding: i64, size: i64, content: &[u8]) -> Vec<u8> {
    use Field::{Int32, Structure};
    let head = match kind {
        DATA => (5, Structure(structure(vec![(1, Int32(values)), (2, Int32(encoding)), (3, Int32(3)), (4, Int32(3))]))),
        _ => (7, Structure(structure(vec![(1, Int32(values)), (2, Int32(encoding))]))),
    };
    let header = structure(vec![(1, Int32(kind)), (2, Int32(size)), (3, Int32(content.len() as i64)), head]);
    [&header, content].concat()
}

/// A file of one column with these pages and claims.
fn file(kind: i64, codec: i64, rows: i64, has_dictionary: bool, pages: &[Vec<u8>]) -> Vec<u8> {
    use Field::{Int32, Int64, List, Structure, Text};
    let pages = pages.concat();
    let mut column = vec![
        (1, Int32(kind)),
        (2, List(5, vec![integer(PLAIN)])),
        (3, List(8, vec![text("a")])),
        (4, Int32(codec)),
        (5, Int64(rows)),
        (6, Int64(pages.len() as i64)),
        (7, Int64(pages.len() as i64)),
        (9, Int64(4)),
    ];
    if has_dictionary {
        column.push((11, Int64(4)));
    }
    let chunk = structure(vec![(2, Int64(4)), (3, Structure(structure(column)))]);
    let group = structure(vec![(1, List(12, vec![chunk])), (2, Int64(pages.len() as i64)), (3, Int64(rows))]);
    let root = structure(vec![(4, Text("m")), (5, Int32(1))]);
    let leaf = match kind {
        BYTES => vec![(1, Int32(kind)), (3, Int32(0)), (4, Text("a")), (6, Int32(0))],
        _ => vec![(1, Int32(kind)), (3, Int32(0)), (4, Text("a"))],
    };
    let schema = List(12, vec![root, structure(leaf)]);
    let footer = structure(vec![(1, Int32(1)), (2, schema), (3, Int64(rows)), (4, List(12, vec![group]))]);
    [b"PAR1", &pages[..], &footer, &(footer.len() as u32).to_le_bytes(), b"PAR1"].concat()
}

/// Two values of a column and the codes of a dictionary that repeat the first one so often.
fn repeated(times: u64) -> [Vec<u8>; 2] {
    let values = [7i64.to_le_bytes(), 9i64.to_le_bytes()].concat();
    let codes = [vec![1], varint(times << 1), vec![0]].concat();
    [page(DICTIONARY, 2, PLAIN, 16, &values), page(DATA, times as i64, OF_DICTIONARY, codes.len() as i64, &codes)]
}

/// Files that claim more than they have.
fn claims() -> Files {
    let (large, values) = (i64::from(i32::MAX), 7i64.to_le_bytes());
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::copy(&mut std::io::Read::take(std::io::repeat(0), 600 << 20), &mut bomb).unwrap();
    bomb.flush().unwrap();
    let bomb = bomb.finish().unwrap();
    let texts = [&4u32.to_le_bytes()[..], b"Wien"].concat();
    let wide = [&[1u8][..], &varint((1 << 30) << 1), &[1]].concat();
    let dictionary = |count: i64, content: &[u8]| page(DICTIONARY, count, PLAIN, content.len() as i64, content);
    let codes = |content: &[u8]| page(DATA, 1 << 30, OF_DICTIONARY, content.len() as i64, content);
    let data = |count: i64, size: i64, content: &[u8]| page(DATA, count, PLAIN, size, content);
    let [first, run] = repeated(1 << 30);
    let all = [
        ("values", file(INT64, NONE, large, false, &[data(large, 8, &values)])),
        ("rows", file(INT64, NONE, i64::MAX, false, &[data(1, 8, &values)])),
        ("negative", file(INT64, NONE, -1, false, &[data(-1, -8, &values)])),
        ("snappy", file(INT64, SNAPPY, 1, false, &[data(1, large, &values)])),
        ("gzip_size", file(INT64, GZIP, 1, false, &[data(1, large, &values)])),
        ("gzip_bomb", file(INT64, GZIP, 1, false, &[data(1, 8, &bomb)])),
        ("dictionary", file(INT64, NONE, 1, true, &[dictionary(large, &values), codes(&wide)])),
        ("texts", file(BYTES, NONE, 1, true, &[dictionary(large, &texts), codes(&wide)])),
        ("no_dictionary", file(INT64, NONE, 1, false, &[codes(&wide)])),
        ("two", file(INT64, NONE, 1, true, &[dictionary(1, &values), dictionary(1, &values), codes(&wide)])),
        ("index", file(INT64, NONE, 1, true, &[dictionary(1, &values), codes(&wide)])),
        ("width", file(INT64, NONE, 1, true, &[dictionary(1, &values), codes(&[255, 255, 255])])),
        ("run", file(INT64, NONE, 1 << 30, true, &[first, run])),
        ("text_run", file(BYTES, NONE, 1 << 30, true, &[dictionary(1, &texts), codes(&[0, 128, 128, 128, 128, 8, 0])])),
        ("pages", file(INT64, NONE, 0, false, &vec![data(0, 0, &[]); 100_000])),
    ];
    all.map(|(name, bytes)| (format!("claims_{name}.parquet"), bytes)).into()
}

#[test]
fn changed_parquet_files_stay_within_their_budgets() {
    let files = seeds().iter().flat_map(|seed| seed.files(24)).chain(claims()).collect::<Files>();
    assert_eq!(over_budget(READER, &files), [""; 0]);
}

#[test]
#[ignore = "a minute: thousands of files"]
fn all_changed_parquet_files_stay_within_their_budgets() {
    assert_eq!(over_budget(READER, &seeds().iter().flat_map(|seed| seed.files(1000)).collect::<Files>()), [""; 0]);
}

/// The files that are written by hand are valid where their claims are.
#[test]
fn files_by_hand_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.parquet");
    let read = |bytes: Vec<u8>| {
        std::fs::write(&path, bytes).unwrap();
        Parquet::new(&path).read(&["a"]).map(|arrays| arrays[0].array.clone()).map_err(|e| e.to_string())
    };
    let values = [7i64.to_le_bytes(), (1i64 << 40).to_le_bytes()].concat();
    let plain = read(file(INT64, NONE, 2, false, &[page(DATA, 2, PLAIN, 16, &values)])).unwrap();
    // Integers that 32 bits are not enough for are floating-point numbers, as in `.npy` and `.csv` files.
    assert_eq!(plain, keras::Array::new([2], vec![7.0f32, (1u64 << 40) as f32]).unwrap());
    assert_eq!(read(file(INT64, NONE, 5, true, &repeated(5))).unwrap(), keras::Array::new([5], vec![7; 5]).unwrap());
    let [first, run] = repeated(1 << 30);
    let error = read(file(INT64, NONE, 1 << 30, true, &[first.clone(), run.clone()])).unwrap_err();
    assert!(error.contains("column \"a\": the table takes 4.0 GiB of memory, more than the 512.0 MiB"), "{error}");
    let error = read(file(INT64, NONE, 5, true, &[first, run.clone()])).unwrap_err();
    assert!(error.contains("more rows than its footer says"), "{error}");
    let error = read(file(INT64, NONE, 5, false, &[run])).unwrap_err();
    assert!(error.contains("needs a dictionary, which is not there"), "{error}");
    for (codec, name) in [(4, "brotli"), (6, "zstd")] {
        let error = read(file(INT64, codec, 2, false, &[page(DATA, 2, PLAIN, 16, &values)])).unwrap_err();
        assert!(error.contains(&format!("compressed by {name}, which is not read: write it with snappy")), "{error}");
    }
}
