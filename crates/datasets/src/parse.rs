//! The file formats as functions over bytes, for fuzzing and for tests with damaged data. Users call `load`.

use crate::error::DataError;
use crate::images::{Builder, Images};
use crate::{cifar, idx, npy};

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// CIFAR-10's binary records.
    CifarBinary,
    /// CIFAR-10's pickled batches.
    CifarPickle,
    /// MNIST's IDX.
    Idx,
    /// NumPy arrays, as in Keras's `mnist.npz`.
    Npy,
}

/// Parses one file; for [`Format::Idx`] and [`Format::Npy`] `labels` is the content of the file of labels.
///
/// # Errors
/// See [`DataError`].
pub fn parse(format: Format, bytes: &[u8], labels: &[u8]) -> Result<Images, DataError> {
    let is_color = matches!(format, Format::CifarBinary | Format::CifarPickle);
    let mut out = Builder::new(if is_color { [32, 32, 3] } else { [28, 28, 1] }, 10);
    match format {
        Format::CifarBinary => cifar::read_binary("data", bytes, cifar::Record { label_bytes: 1, label: 0 }, &mut out)?,
        Format::CifarPickle => cifar::read_pickle("data", bytes, "labels", &mut out)?,
        Format::Idx => idx::read("images", bytes, "labels", labels, &mut out)?,
        Format::Npy => npy::read("images", bytes, "labels", labels, &mut out)?,
    }
    Ok(out.finish())
}
