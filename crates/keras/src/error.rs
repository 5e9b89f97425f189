//! The error type of this crate.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A setting out of range, an unknown name, or a call out of order.
    Argument,
    /// Tensors or arrays whose shapes or types do not fit each other, a layer or a loss.
    Shape,
    /// Invalid data: a label out of range, a damaged archive.
    Data,
    /// A file that cannot be read or written.
    File,
    /// A weight file that is damaged or belongs to another model.
    Weights,
    /// An error while a program is built.
    Program,
    /// A device that failed or does not exist.
    Device,
    /// Training cannot continue: the loss is not finite.
    Training,
}

/// An error: its kind, a message that names what failed, what was expected and what to do, and the underlying
/// error.
///
/// ```
/// use std::error::Error as _;
///
/// use keras::{Error, ErrorKind};
/// let cause = std::io::Error::other("disk full");
/// let error = Error::new(ErrorKind::File, format!("cannot write a.csv: {cause}")).with_source(cause);
/// assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::File, "cannot write a.csv: disk full"));
/// assert!(error.source().is_some_and(|source| source.is::<std::io::Error>()));
/// ```
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), source: None }
    }

    /// A setting out of range, or an unknown name.
    pub fn argument(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Argument, message)
    }

    /// Shapes or types that do not fit.
    pub fn shape(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Shape, message)
    }

    /// A file that cannot be read or written; `action` completes "cannot ... PATH", such as `write`.
    pub fn file(action: &str, path: &Path, cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let error = Self::new(ErrorKind::File, format!("cannot {action} {}: {cause}", path.display()));
        Self { source: Some(cause.into()), ..error }
    }

    /// Sets the underlying error, which [`source`](std::error::Error::source) returns. The message should
    /// contain it.
    #[must_use]
    pub fn with_source(mut self, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Prefixes the message with the place where the error occurred.
    #[must_use]
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

/// Errors are equal if kind and message are.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.message) == (other.kind, &other.message)
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| &**source as &(dyn std::error::Error + 'static))
    }
}

impl From<stablehlo::budget::OverBudget> for Error {
    fn from(error: stablehlo::budget::OverBudget) -> Self {
        Self::argument(error.to_string())
    }
}

impl From<stablehlo::Error> for Error {
    fn from(error: stablehlo::Error) -> Self {
        Self::new(ErrorKind::Program, error.message()).with_source(error)
    }
}

impl From<pjrt::Error> for Error {
    fn from(error: pjrt::Error) -> Self {
        Self::new(ErrorKind::Device, error.to_string()).with_source(error)
    }
}
