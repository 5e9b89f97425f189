//! NumPy's array file: numbers and strings. Specification:
//! <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use std::borrow::Cow;

use crate::error::DataError;
use crate::images::Builder;

/// Reads an array of images and the array of their labels.
pub(crate) fn read(
    image_file: &str,
    images: &[u8],
    label_file: &str,
    labels: &[u8],
    out: &mut Builder,
) -> Result<(), DataError> {
    let images = Array::parse(image_file, images)?;
    let labels = Array::parse(label_file, labels)?;
    let [h, w, channels] = out.image_shape();
    let mut expected = vec![labels.shape.first().copied().unwrap_or(0), h, w, channels];
    if channels == 1 && images.shape.len() == 3 {
        expected.pop();
    }
    if images.shape != expected || images.kind != "u1" {
        return Err(DataError::Size {
            file: image_file.into(),
            what: "the array",
            found: format!("{:?} of type {}", images.shape, images.kind),
            expected: format!("{expected:?} of type u1, an image for each label"),
        });
    }
    if labels.shape.iter().skip(1).any(|d| *d != 1) {
        return Err(DataError::Size {
            file: label_file.into(),
            what: "the array",
            found: format!("{:?}", labels.shape),
            expected: "one label per row".into(),
        });
    }
    out.reserve(expected[0]);
    out.extend_pixels(&images.data);
    for (record, value) in labels.integers(label_file)?.enumerate() {
        out.push_label(label_file, record, i64::try_from(value).unwrap_or(i64::MAX))?;
    }
    Ok(())
}

pub(crate) struct Array<'a> {
    /// NumPy's element type without the byte order: `u1`, `i8`, `f4`, `U10`, ...
    pub kind: &'a str,
    pub shape: Vec<usize>,
    /// The elements, row-major and little-endian.
    pub data: Cow<'a, [u8]>,
}

/// The header of a file.
pub(crate) struct Header<'a> {
    /// NumPy's element type without the byte order.
    pub kind: &'a str,
    /// The order of the bytes of an element.
    pub is_big_endian: bool,
    /// True if the first index varies fastest.
    pub is_fortran: bool,
    pub shape: Vec<usize>,
    /// The position of the first element.
    pub start: usize,
}

impl<'a> Header<'a> {
    /// The header of a file that begins with `bytes`; `file` is for messages.
    pub fn parse(file: &str, bytes: &'a [u8]) -> Result<Self, DataError> {
        let malformed = |reason: &str| DataError::malformed(file, reason);
        let truncated = |reason: String| DataError::Truncated { file: file.into(), reason };
        let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| malformed("not a NumPy array file"))?;
        let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(|| truncated("the header is cut off".into()))?;
        let length_bytes = if version[0] == 1 { 2 } else { 4 };
        if rest.len() < length_bytes {
            return Err(truncated("the header is cut off".into()));
        }
        let (length, rest) = rest.split_at(length_bytes);
        let length = length.iter().rev().fold(0usize, |n, b| (n << 8) | usize::from(*b));
        if rest.len() < length {
            return Err(truncated("the header is cut off".into()));
        }
        let header = std::str::from_utf8(&rest[..length]).map_err(|_| malformed("the header is not text"))?;
        let value = |key: &str| {
            let at = header.find(&format!("'{key}'"))? + key.len() + 2;
            Some(header[at..].trim_start().strip_prefix(':')?.trim_start())
        };
        let descr = value("descr").ok_or_else(|| malformed("the header names no element type"))?;
        if descr.starts_with('[') {
            return Err(malformed(
                "the elements are records with fields, which are not read: save an array of each field that is needed",
            ));
        }
        let descr = descr.strip_prefix('\'').and_then(|v| v.split('\'').next());
        let descr = descr.ok_or_else(|| malformed("the header names no plain element type"))?;
        let kind = descr.strip_prefix(['|', '<', '=', '>']).unwrap_or(descr);
        let is_big_endian = descr.starts_with('>');
        let order = value("fortran_order").ok_or_else(|| malformed("the header has no order"))?;
        let is_fortran = order.starts_with("True");
        if !is_fortran && !order.starts_with("False") {
            return Err(malformed("the order in the header is neither True nor False"));
        }
        let shape = value("shape")
            .and_then(|v| v.strip_prefix('(')?.split(')').next())
            .and_then(|v| v.split(',').map(str::trim).filter(|d| !d.is_empty()).map(|d| d.parse().ok()).collect())
            .ok_or_else(|| malformed("the header has no shape"))?;
        Ok(Self { kind, is_big_endian, is_fortran, shape, start: b"\x93NUMPY".len() + 2 + length_bytes + length })
    }

    /// The size of all elements in bytes, if that is the size of what follows the header.
    pub fn check_size(&self, file: &str, present: u64) -> Result<usize, DataError> {
        let bytes = self.shape.iter().try_fold(width(file, self.kind)?, |n, d| n.checked_mul(*d));
        match bytes {
            Some(bytes) if bytes as u64 == present => Ok(bytes),
            Some(bytes) if bytes as u64 > present => Err(DataError::Truncated {
                file: file.into(),
                reason: format!("its header promises {bytes} bytes, {present} are there"),
            }),
            _ => Err(DataError::Size {
                file: file.into(),
                what: "its size",
                found: format!("{present} bytes after the header"),
                expected: format!("what the header says, {:?} of {}", self.shape, self.kind),
            }),
        }
    }
}

/// The size of an element in bytes.
fn width(file: &str, kind: &str) -> Result<usize, DataError> {
    match kind {
        "b1" | "u1" | "i1" => Ok(1),
        "u2" | "i2" | "f2" => Ok(2),
        "u4" | "i4" | "f4" => Ok(4),
        "u8" | "i8" | "f8" => Ok(8),
        "O" => Err(DataError::malformed(
            file,
            "elements of type O, objects of Python, are not read; save numpy.asarray(strings, \"U\") of strings",
        )),
        other => text_width(other).ok_or_else(|| {
            let name = match other.as_bytes().first() {
                Some(b'c') => "complex numbers",
                Some(b'M' | b'm') => "dates or times",
                Some(b'V') => "raw bytes, as of bfloat16",
                _ => "not plain numbers",
            };
            let expected = "save integers, floats of 16, 32 or 64 bits, booleans or strings";
            DataError::malformed(file, format!("elements of type {other}, {name}, are not read: {expected}"))
        }),
    }
}

/// The size in bytes of strings of a type as `U10`, of so many code points, or `S10`, of so many bytes.
fn text_width(kind: &str) -> Option<usize> {
    let (unit, length) = kind.strip_prefix('U').map(|length| (4, length)).or(kind.strip_prefix('S').map(|n| (1, n)))?;
    length.parse::<usize>().ok().filter(|length| *length > 0)?.checked_mul(unit)
}

/// The size in bytes of what the order of bytes is about: a number, or a code point of a string.
fn unit(kind: &str, width: usize) -> usize {
    match kind.as_bytes().first() {
        Some(b'U') => 4,
        Some(b'S') => 1,
        _ => width,
    }
}

/// Makes big-endian elements little-endian.
pub(crate) fn in_little_endian(file: &str, kind: &str, data: &mut [u8]) -> Result<(), DataError> {
    data.chunks_exact_mut(unit(kind, width(file, kind)?)).for_each(<[u8]>::reverse);
    Ok(())
}

/// The elements of an array in Fortran's order in C's.
fn in_rows(data: &[u8], shape: &[usize], width: usize) -> Vec<u8> {
    let strides: Vec<usize> = shape.iter().scan(1, |next, size| Some(std::mem::replace(next, *next * size))).collect();
    let mut rows = Vec::new();
    rows.reserve_exact(data.len());
    let mut index = vec![0; shape.len()];
    for _ in 0..data.len() / width {
        let at: usize = index.iter().zip(&strides).map(|(index, stride)| index * stride).sum();
        rows.extend_from_slice(&data[at * width..(at + 1) * width]);
        for (index, size) in index.iter_mut().zip(shape).rev() {
            *index += 1;
            if *index < *size {
                break;
            }
            *index = 0;
        }
    }
    rows
}

impl<'a> Array<'a> {
    /// The array of a file; `file` is for messages.
    pub fn parse(file: &str, bytes: &'a [u8]) -> Result<Self, DataError> {
        let header = Header::parse(file, bytes)?;
        let data = &bytes[header.start..];
        header.check_size(file, data.len() as u64)?;
        let mut data = Cow::Borrowed(data);
        if header.is_big_endian {
            in_little_endian(file, header.kind, data.to_mut())?;
        }
        if header.is_fortran && header.shape.len() > 1 {
            data = in_rows(&data, &header.shape, width(file, header.kind)?).into();
        }
        Ok(Self { kind: header.kind, shape: header.shape, data })
    }

    /// The elements as integers.
    pub fn integers(&self, file: &str) -> Result<impl Iterator<Item = i128>, DataError> {
        let width = width(file, self.kind)?;
        if self.kind.starts_with(['f', 'U', 'S']) {
            let kind = self.kind;
            return Err(DataError::malformed(file, format!("elements of type {kind} are not integers")));
        }
        let signed = self.kind.starts_with('i');
        Ok(self.data.chunks_exact(width).map(move |bytes| {
            let negative = signed && bytes[width - 1] & 0x80 != 0;
            bytes.iter().rev().fold(if negative { -1i128 } else { 0 }, |n, b| (n << 8) | i128::from(*b))
        }))
    }

    /// The elements as strings, without the zeros that fill them up; `None` for elements that are no strings.
    pub fn strings(&self, file: &str) -> Result<Option<Vec<String>>, DataError> {
        let Some(width) = text_width(self.kind) else { return Ok(None) };
        let count = self.shape.iter().product();
        let invalid = || DataError::malformed(file, format!("an element of type {} is not text", self.kind));
        let decode = |bytes: &[u8]| -> Option<String> {
            if self.kind.starts_with('S') {
                return std::str::from_utf8(bytes).ok().map(str::to_owned);
            }
            let code_points = bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            code_points.map(char::from_u32).collect()
        };
        let strings = (0..count).map(|at| {
            let text = decode(&self.data[at * width..(at + 1) * width]).ok_or_else(invalid)?;
            Ok(text.trim_end_matches('\0').to_owned())
        });
        strings.collect::<Result<_, _>>().map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        file(&format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n"), data)
    }

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn reads_integers_of_every_width() {
        for (descr, data) in [("|u1", &[3u8, 200][..]), ("<i2", &[3, 0, 200, 0]), ("<i4", &[3, 0, 0, 0, 200, 0, 0, 0])]
        {
            let bytes = npy(descr, "(2,)", data);
            let array = Array::parse("f", &bytes).unwrap();
            assert_eq!(array.integers("f").unwrap().collect::<Vec<_>>(), [3, 200]);
        }
        let bytes = npy("|i1", "(1,)", &[0xff]);
        assert_eq!(Array::parse("f", &bytes).unwrap().integers("f").unwrap().next(), Some(-1));
    }

    #[test]
    fn bytes_and_indices_in_the_other_order_are_turned() {
        let big = npy(">i2", "(2,)", &[0, 3, 1, 200]);
        assert_eq!(Array::parse("f", &big).unwrap().integers("f").unwrap().collect::<Vec<_>>(), [3, 456]);
        let text = npy(">U2", "(1,)", &[0, 0, 0, 97, 0, 0, 0, 0]);
        assert_eq!(Array::parse("f", &text).unwrap().strings("f").unwrap().unwrap(), ["a"]);
        // Element [i, j, k] has the value 100 i + 10 j + k.
        let mut elements = Vec::new();
        for (k, j, i) in (0..4).flat_map(|k| (0..3).flat_map(move |j| (0..2).map(move |i| (k, j, i)))) {
            elements.push(100 * i + 10 * j + k);
        }
        let fortran = file("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3, 4), }", &elements);
        let rows: Vec<u8> = (0..2).flat_map(|i| (0..12).map(move |jk| 100 * i + 10 * (jk / 4) + jk % 4)).collect();
        assert_eq!(Array::parse("f", &fortran).unwrap().data.as_ref(), rows);
    }

    #[test]
    fn reads_strings_of_both_types() {
        let utf32 = "ab\0é\0\0".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>();
        for (descr, data) in [("<U3", &utf32[..]), ("|S3", b"ab\0\xc3\xa9\0")] {
            let bytes = npy(descr, "(2,)", data);
            let array = Array::parse("f", &bytes).unwrap();
            assert_eq!(array.strings("f").unwrap().unwrap(), ["ab", "é"]);
            assert!(array.integers("f").map(|_| ()).unwrap_err().to_string().contains("are not integers"));
        }
        let bytes = npy("|S1", "(1,)", b"\xff");
        assert!(Array::parse("f", &bytes).unwrap().strings("f").unwrap_err().to_string().contains("S1 is not text"));
        let bytes = npy("|u1", "(1,)", b"a");
        assert_eq!(Array::parse("f", &bytes).unwrap().strings("f").unwrap(), None);
    }

    #[test]
    fn rejects_unsupported_arrays() {
        let error = |bytes: &[u8]| Array::parse("f.npy", bytes).map(|_| ()).unwrap_err().to_string();
        assert!(error(b"PK").contains("not a NumPy array file"));
        assert!(error(&npy("<c8", "(1,)", &[0; 8])).contains("c8, complex numbers, are not read"));
        assert!(error(&npy("<M8[s]", "(1,)", &[0; 8])).contains("dates or times"));
        assert!(error(&npy("<f16", "(1,)", &[0; 16])).contains("f16, not plain numbers"));
        let records = file("{'descr': [('a', '|u1')], 'fortran_order': False, 'shape': (1,), }", &[0]);
        assert!(error(&records).contains("records with fields"), "{}", error(&records));
        assert!(error(&npy("|O", "(1,)", &[0; 2])).contains("save numpy.asarray(strings, \"U\")"));
        assert!(error(&npy("<U", "(1,)", &[0; 2])).contains("type U, not plain numbers, are not read"));
        let floats = npy("<f4", "(1,)", &[0; 4]);
        let floats = Array::parse("f.npy", &floats).unwrap();
        assert!(floats.integers("f.npy").map(|_| ()).unwrap_err().to_string().contains("f4 are not integers"));
        assert!(error(&npy("|u1", "(2,)", &[0])).contains("truncated"));
        assert!(error(&npy("|u1", "(2,)", &[0; 3])).contains("expected what the header says"));
        assert!(error(&npy("<i8", "(18446744073709551615, 2)", &[0; 3])).contains("header"));
    }
}
