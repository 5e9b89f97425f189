//! Small data sets in all official layouts.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use datasets::Options;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The number of records in each file.
pub const RECORDS: usize = 12;

/// Searches the given path only.
pub fn at(path: impl Into<PathBuf>) -> Options {
    Options { path: Some(path.into()), ..nowhere() }
}

/// Searches nothing and downloads nothing.
pub fn nowhere() -> Options {
    Options { folder: None, cache: None, download: false, progress: false, ..Options::default() }
}

pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The value of a pixel, the same in every layout.
pub fn pixel(file: usize, record: usize, row: usize, column: usize, channel: usize) -> u8 {
    (file * 31 + record * 7 + row * 5 + column * 3 + channel * 101) as u8
}

pub fn label(file: usize, record: usize) -> u8 {
    ((file + record) % 10) as u8
}

/// The planes of a CIFAR image.
fn planes(file: usize, record: usize) -> Vec<u8> {
    let place = |i: usize| (i / 1024, i % 1024 / 32, i % 32);
    (0..3072).map(place).map(|(c, y, x)| pixel(file, record, y, x, c)).collect()
}

/// A file of binary records; those of CIFAR-100 have the coarse label (here half the fine one) first.
pub fn cifar_binary(file: usize, coarse: bool) -> Vec<u8> {
    let record = |r| {
        let fine = label(file, r);
        let labels = if coarse { vec![fine / 2, fine] } else { vec![fine] };
        [labels, planes(file, r)].concat()
    };
    (0..RECORDS).flat_map(record).collect()
}

/// A batch as Python 2 pickled it, protocol 2: the official files.
pub fn cifar_pickle(file: usize, labels: &[&str]) -> Vec<u8> {
    let mut p = b"\x80\x02}q\x01(U\x0bbatch_labelq\x02U\x04testq\x03".to_vec();
    for (number, key) in labels.iter().enumerate() {
        p.extend([b'U', key.len() as u8]);
        p.extend(key.as_bytes());
        p.extend(b"]q\x04(");
        // The first list contains the labels, the second the coarse ones: their halves.
        (0..RECORDS).for_each(|r| p.extend([b'K', label(file, r) >> number]));
        p.push(b'e');
    }
    p.extend(
        b"U\x04dataq\x05cnumpy.core.multiarray\n_reconstruct\nq\x06cnumpy\nndarray\nq\x07K\x00\x85U\x01b\x87Rq\x08",
    );
    p.extend(b"(K\x01");
    p.extend([b'K', RECORDS as u8]);
    p.extend(b"M\x00\x0c\x86cnumpy\ndtype\nq\x09U\x02u1K\x00K\x01\x87Rq\x0a(K\x03U\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89T");
    p.extend(((RECORDS * 3072) as u32).to_le_bytes());
    (0..RECORDS).for_each(|r| p.extend(planes(file, r)));
    p.extend(b"tbu.");
    p
}

/// The six files of CIFAR-10 with their names.
pub fn cifar10_files(binary: bool) -> Vec<(String, Vec<u8>)> {
    let end = if binary { ".bin" } else { "" };
    let content = |f| if binary { cifar_binary(f, false) } else { cifar_pickle(f, &["labels"]) };
    let mut files: Vec<_> = (1..=5).map(|f| (format!("data_batch_{f}{end}"), content(f))).collect();
    files.push((format!("test_batch{end}"), content(6)));
    files
}

/// The two files of CIFAR-100 with their names.
pub fn cifar100_files(binary: bool) -> Vec<(String, Vec<u8>)> {
    let end = if binary { ".bin" } else { "" };
    let content = |f| if binary { cifar_binary(f, true) } else { cifar_pickle(f, &["fine_labels", "coarse_labels"]) };
    vec![(format!("train{end}"), content(1)), (format!("test{end}"), content(2))]
}

fn gray(file: usize) -> Vec<u8> {
    (0..RECORDS * 784).map(|i| pixel(file, i / 784, i % 784 / 28, i % 28, 0)).collect()
}

fn labels(file: usize) -> Vec<u8> {
    (0..RECORDS).map(|r| label(file, r)).collect()
}

/// The four files of MNIST with their names.
pub fn idx_files() -> Vec<(String, Vec<u8>)> {
    let count = (RECORDS as u32).to_be_bytes();
    let side = 28u32.to_be_bytes();
    let images = |f| [&[0, 0, 8, 3], &count[..], &side, &side, &gray(f)].concat();
    let labels = |f| [&[0, 0, 8, 1], &count[..], &labels(f)].concat();
    vec![
        ("train-images-idx3-ubyte".into(), images(1)),
        ("train-labels-idx1-ubyte".into(), labels(1)),
        ("t10k-images-idx3-ubyte".into(), images(2)),
        ("t10k-labels-idx1-ubyte".into(), labels(2)),
    ]
}

/// A NumPy array file of bytes.
pub fn npy(shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), data].concat()
}

/// The four arrays of Keras's `mnist.npz`.
pub fn npz_files() -> Vec<(String, Vec<u8>)> {
    let file = |name: &str, shape: &str, data: Vec<u8>| (name.to_string(), npy(shape, &data));
    let (images, rows) = (format!("({RECORDS}, 28, 28)"), format!("({RECORDS},)"));
    vec![
        file("x_test.npy", &images, gray(2)),
        file("x_train.npy", &images, gray(1)),
        file("y_train.npy", &rows, labels(1)),
        file("y_test.npy", &rows, labels(2)),
    ]
}

pub fn write_files(folder: &Path, files: &[(String, Vec<u8>)]) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    folder.to_path_buf()
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A `.tar.gz` of the files in a folder.
pub fn tar_gz(folder: &str, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, format!("{folder}/{name}"), bytes.as_slice()).unwrap();
    }
    gzip(&tar.into_inner().unwrap())
}

pub fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}
