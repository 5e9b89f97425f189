//! The errors of loading a data set.

use std::path::{Path, PathBuf};

/// An error of loading a data set. The message names the file or URL, what was expected, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// No data set has this name.
    #[error("there is no data set named {name:?}{}; known: {known}", did_you_mean(.near))]
    UnknownDataset {
        /// The requested name.
        name: String,
        /// The closest known name, if one is similar.
        near: Option<&'static str>,
        /// All known names, separated by commas.
        known: String,
    },
    /// The path that the user named does not exist.
    #[error("{dataset}: the given path {path:?} does not exist")]
    MissingPath {
        /// The data set.
        dataset: &'static str,
        /// The path.
        path: PathBuf,
    },
    /// The data set is in none of the searched folders, and downloading is disabled.
    #[error("{dataset} is not on this machine (looked in {}); it can be: {forms}", list(.places))]
    NotFound {
        /// The data set.
        dataset: &'static str,
        /// The searched folders.
        places: Vec<PathBuf>,
        /// The files and folders that would do.
        forms: String,
    },
    /// The file or folder is intact but holds something else.
    #[error("{dataset}: {path:?} holds {found}, expected {expected}")]
    WrongArchive {
        /// The data set.
        dataset: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Its content.
        found: String,
        /// The expected content.
        expected: String,
    },
    /// The file is truncated.
    #[error("{file} is truncated: {reason}; fetch it again")]
    Truncated {
        /// The file; for a member of an archive `archive:member`.
        file: String,
        /// The missing part.
        reason: String,
    },
    /// The archive is compressed with xz, which is not supported.
    #[error(
        "{path:?} is an xz archive, which is not read here: unpack it (tar xJf {}) and give the folder",
        path.display()
    )]
    Xz {
        /// The archive.
        path: PathBuf,
    },
    /// The bytes do not follow the format.
    #[error("{file}: {reason}")]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A size in bytes or a number of records contradicts the format or the file's own header.
    #[error("{file}: {what} is {found}, expected {expected}")]
    Size {
        /// The file.
        file: String,
        /// The measured quantity.
        what: &'static str,
        /// Its value in the file.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// A label is not a class number.
    #[error("{file}: record {record} has label {value}, but the {classes} classes are 0 to {}", .classes - 1)]
    LabelOutOfRange {
        /// The file.
        file: String,
        /// The record's index in the file, from 0.
        record: usize,
        /// The label.
        value: i64,
        /// The number of classes.
        classes: usize,
    },
    /// The server cannot be reached: no network, no name resolution, connection refused or broken.
    #[error("cannot reach {url}: {reason}")]
    Offline {
        /// The URL of the download.
        url: String,
        /// The reason.
        reason: String,
    },
    /// The server answered with an error status.
    #[error("{url}: the server answered {status}")]
    Http {
        /// The URL of the download.
        url: String,
        /// The HTTP status.
        status: u16,
    },
    /// The downloaded file is complete but differs from the official one.
    #[error("{url}: the download's SHA-256 is {found}, expected {expected}; it was not kept")]
    Checksum {
        /// The URL of the download.
        url: String,
        /// The official SHA-256, in hexadecimal.
        expected: String,
        /// The SHA-256 of the download, in hexadecimal.
        found: String,
    },
    /// The cache folder cannot be written to.
    #[error(
        "cannot {action} {path:?}, where downloads are kept: {source}; make it writable, or name another folder by KERAS_HOME"
    )]
    Cache {
        /// "create", "write", ...
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// An image file cannot be read.
    #[error("image {path:?}: {reason}")]
    Image {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file operation failed.
    #[error("cannot {action} {path:?}: {source}")]
    Io {
        /// "read", "write", ...
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The operating system's error.
        source: std::io::Error,
    },
}

impl DataError {
    /// Returns true if the data set is not on this machine and cannot be obtained now: the network or the
    /// server fails, or the cache cannot be written to. A caller may then fall back to
    /// [`shapes`](crate::shapes); all other errors require a repair.
    pub fn is_unavailable(&self) -> bool {
        matches!(self, Self::NotFound { .. } | Self::Offline { .. } | Self::Http { .. } | Self::Cache { .. })
    }

    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { action, path, source }
    }

    /// Converts an I/O error to the error of the cache folder.
    pub(crate) fn in_cache(self) -> Self {
        match self {
            Self::Io { action, path, source } => Self::Cache { action, path, source },
            other => other,
        }
    }

    /// The error of decompressing `file`; an unexpected end is [`Truncated`](Self::Truncated).
    pub(crate) fn unpack(file: &str, error: &std::io::Error) -> Self {
        let file = file.to_string();
        let reason = error.to_string();
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Self::Truncated { file, reason }
        } else {
            Self::Malformed { file, reason: format!("the archive is damaged ({reason}); fetch it again") }
        }
    }

    pub(crate) fn malformed(file: &str, reason: impl Into<String>) -> Self {
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

impl From<DataError> for keras::Error {
    fn from(error: DataError) -> Self {
        let kind = match error {
            DataError::UnknownDataset { .. } => keras::ErrorKind::Argument,
            DataError::MissingPath { .. } | DataError::Io { .. } | DataError::Cache { .. } => keras::ErrorKind::File,
            _ => keras::ErrorKind::Data,
        };
        Self::new(kind, error.to_string()).with_source(error)
    }
}
