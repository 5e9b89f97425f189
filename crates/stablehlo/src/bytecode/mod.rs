//! Portable artifacts: programs in MLIR bytecode with the VHLO dialect, as JAX hands them to plugins and as
//! StableHLO's tools serialize them.
//!
//! The container is that of llvm-project's `mlir/docs/BytecodeFormat.md`, versions 0 to 6; attributes and
//! types are those of `stablehlo/dialect/VhloBytecode.cpp`. Attributes are decoded where an operation uses
//! them. Every read is checked, so that hostile bytes give an error: [`Error`] states the
//! position.

mod container;
mod cursor;
mod decode_types;
mod decoder;
mod ir;
mod mesh_groups;
mod module;
mod properties;
mod sdy;
mod types;
mod vhlo;
mod write;

use crate::error::{Error, ErrorKind, Result};
use crate::program::{Func, Module};
use crate::verify::verify;
pub use write::{Version, WriteOptions, write};

/// Returns true if the bytes begin as MLIR bytecode does.
///
/// ```
/// assert!(stablehlo::bytecode::is_bytecode(b"ML\xefR\x0dStableHLO_v1.13.0\0"));
/// assert!(!stablehlo::bytecode::is_bytecode(b"module {}"));
/// ```
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&container::MAGIC)
}

/// Reads a portable artifact, and verifies the module.
///
/// # Errors
/// [`Syntax`](crate::ErrorKind::Syntax) if the bytes are malformed, with the position;
/// [`Unsupported`](crate::ErrorKind::Unsupported) for operations, types and containers that are not known
/// here, by their names; the errors of [`verify`](crate::verify()).
pub fn read(bytes: &[u8]) -> Result<Module> {
    let module = module::read(bytes)?;
    verify(&module)?;
    Ok(module)
}

/// Reads each function of an artifact by itself: a report of what is supported, where [`read`] gives the
/// first error. Functions are not verified against each other.
///
/// # Errors
/// The container is malformed, or has no module.
pub fn read_functions(bytes: &[u8]) -> Result<Vec<Result<Func>>> {
    module::read_functions(bytes)
}

impl Module {
    /// Reads a program in either form, text or a portable artifact, and verifies it.
    ///
    /// # Errors
    /// As [`Module::parse`] and [`read`]; a syntax error if the bytes are neither.
    pub fn read(bytes: &[u8]) -> Result<Module> {
        if is_bytecode(bytes) {
            return read(bytes);
        }
        let text = std::str::from_utf8(bytes).map_err(|e| {
            Error::new(ErrorKind::Syntax, format!("a program is StableHLO text or a portable artifact: {e}"))
        })?;
        Module::parse(text)
    }
}
