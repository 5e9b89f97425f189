//! The writer of portable artifacts: MLIR bytecode of version 6 with the VHLO dialect.
//!
//! Values, attributes and types are numbered in the order of first use, so equal modules give equal bytes.

mod attrs;
mod bytes;
mod ir;
mod pool;
mod values;
mod version;

pub use version::Version;

use crate::error::Result;
use crate::program::Module;
use crate::verify::verify;

/// Options of [`write()`].
#[derive(Clone, Copy, Debug, Default)]
pub struct WriteOptions {
    /// The version whose readers shall read the artifact; by default [`Version::NEWEST`].
    pub version: Version,
}

/// Writes a module as a portable artifact, which StableHLO's and JAX's tools read. Equal modules give equal
/// bytes.
///
/// ```
/// use stablehlo::{Module, bytecode};
/// let module = Module::parse("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
///   %y = stablehlo.tanh %x : tensor<2xf32>
///   return %y : tensor<2xf32>
/// }")?;
/// let artifact = bytecode::write(&module, bytecode::WriteOptions::default())?;
/// assert_eq!(bytecode::read(&artifact)?, module);
/// # Ok::<(), stablehlo::Error>(())
/// ```
///
/// # Errors
/// The errors of [`verify`](crate::verify()); [`Unsupported`](crate::ErrorKind::Unsupported) for an
/// operation, a type or an attribute that the version does not have, by its name.
pub fn write(module: &Module, options: WriteOptions) -> Result<Vec<u8>> {
    verify(module)?;
    ir::write(module, options.version)
}
