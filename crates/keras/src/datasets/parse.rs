//! The file formats as functions over bytes, for fuzzing and for tests with damaged data; `load` is the way for users.

use super::error::DataError;
use super::images::{Builder, Images};
use super::{cifar, idx, npy};

/// One of the formats.
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

/// Reads one file's content; for [`Format::Idx`] and [`Format::Npy`] `labels` is the content of the file of labels.
///
/// # Errors
/// See [`DataError`].
pub fn parse(format: Format, bytes: &[u8], labels: &[u8]) -> Result<Images, DataError> {
    let colour = matches!(format, Format::CifarBinary | Format::CifarPickle);
    let mut out = Builder::new(if colour { [32, 32, 3] } else { [28, 28, 1] }, 10);
    match format {
        Format::CifarBinary => cifar::read_binary("data", bytes, cifar::Record { label_bytes: 1, label: 0 }, &mut out)?,
        Format::CifarPickle => cifar::read_pickle("data", bytes, "labels", &mut out)?,
        Format::Idx => idx::read("images", bytes, "labels", labels, &mut out)?,
        Format::Npy => npy::read("images", bytes, "labels", labels, &mut out)?,
    }
    Ok(out.finish())
}
