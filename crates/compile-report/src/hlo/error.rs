//! The error of the HLO reader.

/// The result of reading an HLO module.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why bytes could not be read as an HLO module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program format of that name is unknown.
    #[error("programs of the format {0:?} cannot be read: hlo and hlo_with_config can")]
    Format(String),
    /// The bytes do not decode as the protobuf message.
    #[error("this is no HloModuleProto: {0}")]
    Encoding(String),
    /// The message decodes, but is inconsistent.
    #[error("the HloModuleProto is inconsistent: {0}")]
    Structure(String),
}

/// The error of an inconsistent message.
pub(super) fn inconsistent(message: impl Into<String>) -> Error {
    Error::Structure(message.into())
}
