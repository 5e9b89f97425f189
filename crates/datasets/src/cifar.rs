//! CIFAR's two file formats, binary records and Python pickles, after
//! <https://www.cs.toronto.edu/~kriz/cifar.html>. Both store an image as three planes, R G B.

use crate::error::DataError;
use crate::images::Builder;
use crate::pickle::Pickle;

/// The labels before an image in a binary record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    /// One label (CIFAR-10), or the coarse and the fine one (CIFAR-100).
    pub label_bytes: usize,
    /// The index of the label to read.
    pub label: usize,
}

/// Reads a file of binary records.
pub(crate) fn read_binary(file: &str, bytes: &[u8], record: Record, out: &mut Builder) -> Result<(), DataError> {
    let size = record.label_bytes + out.image_bytes();
    if bytes.is_empty() || !bytes.len().is_multiple_of(size) {
        return Err(DataError::Size {
            file: file.into(),
            what: "its size",
            found: format!(
                "{} bytes, which is {} records and {} bytes",
                bytes.len(),
                bytes.len() / size,
                bytes.len() % size
            ),
            expected: format!("whole records of {size} bytes"),
        });
    }
    out.reserve(bytes.len() / size);
    for (number, bytes) in bytes.chunks_exact(size).enumerate() {
        let (labels, planes) = bytes.split_at(record.label_bytes);
        out.push_label(file, number, labels[record.label].into())?;
        out.push_planes(planes);
    }
    Ok(())
}

/// Reads a pickled batch: a dictionary with `data` and the list of labels under `key`.
pub(crate) fn read_pickle(file: &str, bytes: &[u8], key: &str, out: &mut Builder) -> Result<(), DataError> {
    let malformed = |reason: String| DataError::malformed(file, reason);
    let pickle = Pickle::parse(bytes).map_err(|e| {
        if e.truncated {
            DataError::Truncated { file: file.into(), reason: e.to_string() }
        } else {
            malformed(e.to_string())
        }
    })?;
    let missing = |what: &str| malformed(format!("the pickle has no {what}; is it one of CIFAR's batches?"));
    let batch = pickle.dictionary().ok_or_else(|| missing("dictionary"))?;
    let (shape, data) = batch.get("data").and_then(|v| v.bytes_array()).ok_or_else(|| missing("uint8 array 'data'"))?;
    let labels =
        batch.get(key).and_then(|v| v.integers()).ok_or_else(|| missing(&format!("list of numbers '{key}'")))?;
    if shape != [labels.len(), out.image_bytes()] || data.len() != labels.len() * out.image_bytes() {
        return Err(DataError::Size {
            file: file.into(),
            what: "the array 'data'",
            found: format!("of shape {shape:?} with {} bytes", data.len()),
            expected: format!("[{}, {}], a row for each of the labels", labels.len(), out.image_bytes()),
        });
    }
    out.reserve(labels.len());
    for (number, (label, planes)) in labels.iter().zip(data.chunks_exact(out.image_bytes())).enumerate() {
        out.push_label(file, number, *label)?;
        out.push_planes(planes);
    }
    Ok(())
}
