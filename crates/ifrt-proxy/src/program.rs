//! Programs as they are sent: bytes with the name of their type.

use bytes::Bytes;

use crate::error::{Error, Result};
use crate::messages::Serialized;

/// A program to compile.
///
/// ```
/// use ifrt_proxy::Program;
/// use ifrt_proxy::messages::Serialized;
///
/// let program = Program::StableHloText("func.func @main() { return }".into());
/// let sent = Serialized::from(program.clone());
/// assert_eq!(sent.type_name, "labora::StableHloText");
/// assert_eq!(Program::try_from(sent)?, program);
/// # Ok::<(), ifrt_proxy::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Program {
    /// What JAX sends: a portable artifact of StableHLO, that is, MLIR bytecode with the VHLO dialect.
    /// (`xla::ifrt::XlaProgram`)
    Xla(Bytes),
    /// StableHLO's text format, a program type of Labora's. (`labora::StableHloText`)
    StableHloText(String),
}

impl Program {
    /// The type of programs of JAX.
    pub const XLA: &str = "xla::ifrt::XlaProgram";
    /// The type of the same programs of Labora's own client, which wants their optimized form as StableHLO,
    /// and not as HLO text.
    pub const STABLEHLO_ARTIFACT: &str = "labora::StableHloArtifact";
    /// The type of programs in StableHLO's text format.
    pub const STABLEHLO_TEXT: &str = "labora::StableHloText";

    /// The bytes; the PJRT C API takes both forms as format `mlir`.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Program::Xla(bytes) => bytes,
            Program::StableHloText(text) => text.as_bytes(),
        }
    }
}

impl TryFrom<Serialized> for Program {
    type Error = Error;

    fn try_from(serialized: Serialized) -> Result<Program> {
        let Serialized { type_name, data } = serialized;
        match type_name.as_str() {
            // "ML\xefR" begins MLIR bytecode. Text is accepted, too.
            Program::XLA | Program::STABLEHLO_ARTIFACT if data.is_empty() => {
                Err(Error::invalid("the program is empty"))
            }
            Program::XLA | Program::STABLEHLO_ARTIFACT => Ok(Program::Xla(data)),
            Program::STABLEHLO_TEXT => {
                let text = String::from_utf8(data.into());
                let text = text.map_err(|e| Error::invalid(format!("the program's text is not UTF-8: {e}")))?;
                Ok(Program::StableHloText(text))
            }
            _ => {
                let known = format!("{} and {}", Program::XLA, Program::STABLEHLO_TEXT);
                Err(Error::unimplemented(format!("programs of type {type_name:?} are not served: only {known}")))
            }
        }
    }
}

impl From<Program> for Serialized {
    fn from(program: Program) -> Serialized {
        let (type_name, data) = match program {
            Program::Xla(bytes) => (Program::STABLEHLO_ARTIFACT, bytes),
            Program::StableHloText(text) => (Program::STABLEHLO_TEXT, text.into()),
        };
        Serialized { type_name: type_name.to_owned(), data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_types_and_wrong_contents_are_refused() {
        let program = |name: &str, data: &'static [u8]| {
            Program::try_from(Serialized { type_name: name.into(), data: Bytes::from_static(data) })
        };
        assert_eq!(program(Program::XLA, b"ML\xefR").unwrap().bytes(), b"ML\xefR");
        assert!(program(Program::XLA, b"").is_err());
        assert!(program(Program::STABLEHLO_TEXT, b"\xff").is_err());
        let other = program("xla::ifrt::PluginProgram", b"x").unwrap_err();
        assert_eq!(other.code(), crate::Code::Unimplemented);
        assert!(other.message().contains("xla::ifrt::PluginProgram"));
    }
}
