//! Files of arrays, images and sounds whose heads claim anything: they take no more memory than is theirs.

use std::io::{Cursor, Write};
use std::path::Path;

use datasets::array_file;
use datasets::directory::{Audio, Directory, Images, audio_dataset_from_directory, image_dataset_from_directory};
use datasets::parse::{Format, parse};
use image::{DynamicImage, ImageFormat, RgbImage};
use testkit::budgets::over_budget;

use crate::fixtures;

/// Values of fields: the least and the greatest ones, and those that ask for much.
const VALUES: [u64; 12] =
    [0, 1, 3, 255, 2_000, 6_000, 30_000, 65_535, 1 << 24, i32::MAX as u64, u32::MAX as u64, u64::MAX];

/// A field of a head: where it is, its bytes, and whether the first one is the most significant.
struct Field(usize, usize, bool);

/// The file with each field replaced by each value, and with pairs of neighbors replaced.
fn claims(
    name: &str,
    ending: &str,
    whole: &[u8],
    fields: &[Field],
    finish: fn(&mut Vec<u8>),
) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let set = |bytes: &mut [u8], Field(at, length, is_big): &Field, value: u64| {
        let little = value.to_le_bytes();
        for (i, byte) in bytes[*at..at + length].iter_mut().enumerate() {
            *byte = little[if *is_big { length - 1 - i } else { i }];
        }
    };
    for (i, field) in fields.iter().enumerate() {
        for value in VALUES {
            for both in [false, true] {
                let mut bytes = whole.to_vec();
                set(&mut bytes, field, value);
                if let (true, Some(next)) = (both, fields.get(i + 1)) {
                    set(&mut bytes, next, value);
                }
                finish(&mut bytes);
                files.push((format!("{name}_{i}_{value}_{both}.{ending}"), bytes));
            }
        }
    }
    files
}

pub fn image(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(RgbImage::from_fn(9, 7, |x, y| image::Rgb([x as u8 * 20, y as u8 * 30, 7])))
        .write_to(&mut bytes, format)
        .unwrap();
    bytes.into_inner()
}

/// The checksum of a PNG's first chunk.
pub fn checksum(bytes: &mut [u8]) {
    let mut sum = flate2::Crc::new();
    sum.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.sum().to_be_bytes());
}

fn images() -> Vec<(String, Vec<u8>)> {
    let png = [Field(16, 4, true), Field(20, 4, true), Field(24, 1, true), Field(25, 1, true), Field(28, 1, true)];
    let mut files = claims("a", "png", &image(ImageFormat::Png), &png, |bytes| checksum(bytes));
    let jpeg = image(ImageFormat::Jpeg);
    let marker = |code: u8| jpeg.windows(2).position(|pair| pair == [0xff, code]).unwrap();
    let (frame, tables, scan) = (marker(0xc0), marker(0xc4), marker(0xda));
    let fields = [
        Field(frame + 5, 2, true),
        Field(frame + 7, 2, true),
        Field(frame + 1, 1, true),
        Field(frame + 9, 1, true),
        Field(frame + 11, 1, true),
        Field(tables + 2, 2, true),
        Field(scan + 4, 1, true),
    ];
    files.extend(claims("a", "jpg", &jpeg, &fields, |_| {}));
    let fields = [
        Field(18, 4, false),
        Field(22, 4, false),
        Field(28, 2, false),
        Field(30, 4, false),
        Field(10, 4, false),
        Field(14, 4, false),
        Field(46, 4, false),
    ];
    files.extend(claims("a", "bmp", &image(ImageFormat::Bmp), &fields, |_| {}));
    let gif = image(ImageFormat::Gif);
    let frame = gif.iter().position(|byte| *byte == 0x2c).unwrap();
    let fields = [
        Field(6, 2, false),
        Field(8, 2, false),
        Field(frame + 5, 2, false),
        Field(frame + 7, 2, false),
        Field(10, 1, false),
        Field(frame + 1, 2, false),
        Field(frame + 3, 2, false),
    ];
    files.extend(claims("a", "gif", &gif, &fields, |_| {}));
    files
}

pub fn wav() -> Vec<u8> {
    let mut bytes =
        b"RIFF\x34\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\x10\0\0\0".to_vec();
    bytes.extend([1; 16]);
    bytes
}

pub fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\0", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), data].concat()
}

pub fn npz(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn arrays() -> Vec<(String, Vec<u8>)> {
    let mut files =
        claims("a", "npy", &npy("<f4", "(2, 2)", &[0; 16]), &[Field(6, 1, false), Field(8, 2, false)], |_| {});
    let sizes =
        ["0", "1", "255", "4294967295", "4294967296", "9223372036854775807", "18446744073709551615", "-1", "1e9"];
    for descr in ["<f4", "|u1", "<f2", "<U1", "|S1", "<U0", "|S0", "<U4294967295", "|S9223372036854775807", "|O", "|b1"]
    {
        for size in sizes {
            for shape in
                [format!("({size},)"), format!("({size}, {size})"), format!("(0, {size})"), format!("({size}, 0)")]
            {
                let kind = descr.replace(['<', '|'], "");
                files.push((format!("{kind}_{}.npy", files.len()), npy(descr, &shape, &[65; 16])));
            }
        }
    }
    let dims = format!("({})", "1,".repeat(30_000));
    files.push(("dims.npy".into(), npy("<f4", &dims[..dims.len().min(60_000)], &[0; 4])));
    let text = npy("|S1", &format!("({},)", 4 << 20), &vec![b'a'; 4 << 20]);
    files.push(("letters.npy".into(), text.clone()));
    let floats = npy("<f4", &format!("({},)", 16 << 20), &vec![0; 64 << 20]);
    files.push(("zeros.npz".into(), npz(&[("x.npy", &floats), ("y.npy", &floats)])));
    files.push(("letters.npz".into(), npz(&[("x.npy", &text), ("y.npy", &text), ("z.npy", &text)])));
    for (name, text) in [
        ("columns", ",".repeat(1 << 20)),
        ("wide", format!("{}\n{}\n", vec!["a"; 1000].join(","), vec!["1"; 1000].join(",")).repeat(2)),
        ("rows", format!("a\n{}", "1\n".repeat(4 << 20))),
        ("quote", format!("a\n\"{}", "x".repeat(8 << 20))),
        ("ragged", format!("a,b\n{}", "1\n".repeat(1 << 16))),
        ("long", format!("a\n{}\n", "1".repeat(8 << 20))),
        ("empty", String::new()),
        ("blank", "\n".repeat(1 << 20)),
    ] {
        files.push((format!("{name}.csv"), text.into_bytes()));
    }
    files
}

fn read(path: &Path) -> Result<(), String> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    #[cfg(feature = "parquet")]
    if ending == "parquet" {
        return crate::parquet::read(path);
    }
    if ["npy", "npz", "csv"].contains(&ending.as_str()) {
        return array_file::read(path).map(|_| ()).map_err(|e| e.to_string());
    }
    let labels = |parts: Vec<(String, Vec<u8>)>, at: usize| parts.into_iter().nth(at).unwrap().1;
    let format = match ending.as_str() {
        "bin" => Some((Format::CifarBinary, Vec::new())),
        "pickle" => Some((Format::CifarPickle, Vec::new())),
        "idx" => Some((Format::Idx, labels(fixtures::idx_files(), 1))),
        "array" => Some((Format::Npy, labels(fixtures::npz_files(), 2))),
        _ => None,
    };
    if let Some((format, labels)) = format {
        let bytes = std::fs::read(path).unwrap();
        return parse(format, &bytes, &labels).map(|_| ()).map_err(|e| e.to_string());
    }
    // A folder of its own, with one class.
    let folder = path.with_extension(format!("{ending}.folder"));
    std::fs::create_dir_all(folder.join("class")).unwrap();
    std::fs::copy(path, folder.join("class").join(path.file_name().unwrap())).unwrap();
    let directory = Directory { shuffle: false, ..Directory::default() };
    let files = match ending.as_str() {
        "wav" => audio_dataset_from_directory(&folder, &directory, Audio::default()),
        _ => image_dataset_from_directory(&folder, &directory, Images { image_size: [8, 8], ..Images::default() }),
    };
    let mut batches = files.and_then(|files| files.dataset.batches(0)).map_err(|e| e.to_string())?;
    batches.next().transpose().map(|_| ()).map_err(|e| e.to_string())
}

/// The test in which the process reads the files.
pub const READER: &str = "bounded::read_all";

#[test]
#[ignore = "the process of the other test"]
fn read_all() {
    // 512 MiB decoded, and as much for what comes of them.
    testkit::budgets::read_all(read, |_, size| (1024 << 20) + 8 * size);
}

#[test]
fn files_that_claim_anything_stay_within_their_budgets() {
    let sound = [
        Field(4, 4, false),
        Field(16, 4, false),
        Field(20, 2, false),
        Field(22, 2, false),
        Field(24, 4, false),
        Field(34, 2, false),
        Field(40, 4, false),
    ];
    let files = [images(), arrays(), claims("a", "wav", &wav(), &sound, |_| {})].concat();
    assert!(files.len() > 900);
    assert_eq!(over_budget(READER, &files), [""; 0]);
}
