//! What can go wrong between asking for a data set and holding its images.

use std::path::{Path, PathBuf};

/// An error of [`crate::datasets`]. Every message names the file or address, what was expected and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The name is in no table.
    #[error("there is no data set named {name:?}{}; known: {known}", did_you_mean(.near))]
    UnknownDataset {
        /// What was asked for.
        name: String,
        /// The nearest known name, when one is near.
        near: Option<&'static str>,
        /// All known names, separated by commas.
        known: String,
    },
    /// The path given by hand does not exist.
    #[error("{dataset}: the given path {path:?} does not exist")]
    MissingPath {
        /// The data set.
        dataset: &'static str,
        /// The path.
        path: PathBuf,
    },
    /// Nothing of the data set is in the places searched, and downloading was not allowed.
    #[error("{dataset} is not on this machine (looked in {}); it can be: {forms}", list(.places))]
    NotFound {
        /// The data set.
        dataset: &'static str,
        /// Where it was looked for.
        places: Vec<PathBuf>,
        /// Which files and folders would do.
        forms: String,
    },
    /// The file or folder is well, but holds something else.
    #[error("{dataset}: {path:?} holds {found}, expected {expected}")]
    WrongArchive {
        /// The data set.
        dataset: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What is in it.
        found: String,
        /// What should be.
        expected: String,
    },
    /// The file ends too early.
    #[error("{file} is truncated: {reason}; fetch it again")]
    Truncated {
        /// The file, with the member after a colon when it lies in an archive.
        file: String,
        /// What was missing.
        reason: String,
    },
    /// The archive is packed by xz, which is not read here.
    #[error(
        "{path:?} is an xz archive, which is not read here: unpack it (tar xJf {}) and give the folder",
        path.display()
    )]
    Xz {
        /// The archive.
        path: PathBuf,
    },
    /// The bytes are not what the format says.
    #[error("{file}: {reason}")]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A size in bytes or a number of records is not what the format or the file's own header says.
    #[error("{file}: {what} is {found}, expected {expected}")]
    Size {
        /// The file.
        file: String,
        /// What was counted.
        what: &'static str,
        /// As found.
        found: String,
        /// As expected.
        expected: String,
    },
    /// A label names no class.
    #[error("{file}: record {record} has label {value}, but the {classes} classes are 0 to {}", .classes - 1)]
    LabelOutOfRange {
        /// The file.
        file: String,
        /// The record's number in that file, from 0.
        record: usize,
        /// The label.
        value: i64,
        /// How many classes there are.
        classes: usize,
    },
    /// The server cannot be reached: no network, no name service, connection refused or broken.
    #[error("cannot reach {url}: {reason}")]
    Offline {
        /// What was to be downloaded.
        url: String,
        /// What the system said.
        reason: String,
    },
    /// The server answered, but not with the file.
    #[error("{url}: the server answered {status}")]
    Http {
        /// What was to be downloaded.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// The file was downloaded whole, but is another one than the official.
    #[error("{url}: the download's SHA-256 is {found}, expected {expected}; it was not kept")]
    Checksum {
        /// What was downloaded.
        url: String,
        /// In hexadecimal.
        expected: String,
        /// In hexadecimal.
        found: String,
    },
    /// A download cannot be kept: the cache's folder or disk refuses it.
    #[error(
        "cannot {action} {path:?}, where downloads are kept: {source}; make it writable, or name another folder by KERAS_HOME"
    )]
    Cache {
        /// "create", "write", ...
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An image file cannot be read.
    #[error("image {path:?}: {reason}")]
    Image {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The operating system refused.
    #[error("cannot {action} {path:?}: {source}")]
    Io {
        /// "read", "write", ...
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl DataError {
    /// True when the data set is sound but not to be had now: it is not on this machine, and the network or the server
    /// does not deliver it, or it cannot be kept. A caller may then go on with [`crate::datasets::shapes`]; all other errors ask for a repair.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::NotFound { .. } | Self::Offline { .. } | Self::Http { .. } | Self::Cache { .. })
    }

    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }

    /// The same error, where it came of working in the cache's folder.
    pub(super) fn in_cache(self) -> Self {
        match self {
            Self::Io { action, path, source } => Self::Cache { action, path, source },
            other => other,
        }
    }

    /// An error while reading a packed file: an early end is told apart from other damage.
    pub(super) fn unpack(file: &str, error: &std::io::Error) -> Self {
        let file = file.to_string();
        let reason = error.to_string();
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Self::Truncated { file, reason }
        } else {
            Self::Malformed { file, reason: format!("the archive is damaged ({reason}); fetch it again") }
        }
    }

    pub(super) fn malformed(file: &str, reason: impl Into<String>) -> Self {
        Self::Malformed { file: file.to_string(), reason: reason.into() }
    }
}

fn did_you_mean(near: &Option<&'static str>) -> String {
    near.map(|n| format!(" (did you mean {n:?}?)")).unwrap_or_default()
}

fn list(places: &[PathBuf]) -> String {
    if places.is_empty() {
        return "no folder".into();
    }
    places.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ")
}

impl From<DataError> for crate::Error {
    fn from(error: DataError) -> Self {
        let kind = match error {
            DataError::UnknownDataset { .. } => crate::ErrorKind::Argument,
            DataError::MissingPath { .. } | DataError::Io { .. } | DataError::Cache { .. } => crate::ErrorKind::File,
            _ => crate::ErrorKind::Data,
        };
        Self::new(kind, error.to_string())
    }
}
