//! IDX, the file format of MNIST: two zero bytes, the element type, the number of dimensions, the dimensions
//! as big-endian 32-bit numbers, then the elements.

use crate::error::DataError;
use crate::images::Builder;

/// The code of the element type `unsigned byte`.
const UNSIGNED_BYTE: u8 = 8;

/// Reads a file of images and the file of their labels.
pub(crate) fn read(
    image_file: &str,
    images: &[u8],
    label_file: &str,
    labels: &[u8],
    out: &mut Builder,
) -> Result<(), DataError> {
    let (shape, pixels) = parse(image_file, images)?;
    let (label_shape, labels) = parse(label_file, labels)?;
    let [h, w, channels] = out.image_shape();
    let size = |file: &str, what, found: String, expected: String| {
        Err(DataError::Size { file: file.into(), what, found, expected })
    };
    if shape.get(1..) != Some(&[h, w]) || channels != 1 {
        return size(image_file, "the shape", format!("{shape:?}"), format!("[images, {h}, {w}]"));
    }
    if label_shape != [shape[0]] {
        let expected = format!("[{}], one for each image in {image_file}", shape[0]);
        return size(label_file, "the shape", format!("{label_shape:?}"), expected);
    }
    out.reserve(labels.len());
    out.extend_pixels(pixels);
    for (record, label) in labels.iter().enumerate() {
        out.push_label(label_file, record, (*label).into())?;
    }
    Ok(())
}

/// Returns the dimensions and the elements of a file of unsigned bytes.
fn parse<'a>(file: &str, bytes: &'a [u8]) -> Result<(Vec<usize>, &'a [u8]), DataError> {
    let truncated = |reason: String| DataError::Truncated { file: file.into(), reason };
    let (magic, rest) = bytes.split_first_chunk().ok_or_else(|| truncated("it has no header".into()))?;
    let [0, 0, kind, rank] = *magic else {
        return Err(DataError::malformed(file, format!("not an IDX file (it starts with {magic:02x?})")));
    };
    if kind != UNSIGNED_BYTE {
        return Err(DataError::malformed(
            file,
            format!("its elements have IDX type {kind}, expected 8, unsigned bytes"),
        ));
    }
    let header = 4 * usize::from(rank);
    if rest.len() < header {
        return Err(truncated(format!("the header of {rank} dimensions is cut off")));
    }
    let (dimensions, elements) = rest.split_at(header);
    let shape: Vec<usize> =
        dimensions.chunks_exact(4).map(|d| d.iter().fold(0, |value, byte| (value << 8) | usize::from(*byte))).collect();
    let count = shape.iter().try_fold(1usize, |n, d| n.checked_mul(*d));
    match count {
        Some(count) if count == elements.len() => Ok((shape, elements)),
        Some(count) if count > elements.len() => {
            Err(truncated(format!("its header promises {count} bytes, {} are there", elements.len())))
        }
        _ => Err(DataError::Size {
            file: file.into(),
            what: "its size",
            found: format!("{} bytes after the header", elements.len()),
            expected: format!("what the header says, {shape:?}"),
        }),
    }
}
