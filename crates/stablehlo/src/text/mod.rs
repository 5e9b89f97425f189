//! StableHLO text: read and printed in the current pretty syntax, as `stablehlo-opt` and JAX print it.
//!
//! ```
//! use stablehlo::Module;
//! let module = Module::parse(
//!     "module @twice {
//!        func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
//!          %y = stablehlo.add %x, %x : tensor<2xf32>
//!          return %y : tensor<2xf32>
//!        }
//!      }",
//! )?;
//! assert!(module.to_string().contains("stablehlo.add %arg0, %arg0 : tensor<2xf32>"));
//! # Ok::<(), stablehlo::Error>(())
//! ```
//!
//! What has no place in [`Module`] is read and dropped: names of values, results' attributes, attributes of operations
//! that mean nothing here, files and lines of locations (their names are kept).

mod lexer;
mod print;
mod read;

pub use read::parse;

use crate::error::Result;
use crate::program::Module;

/// Regions, literals, attributes and locations may nest this deep; what nests deeper is an error, not a full stack.
const MAX_DEPTH: usize = 96;

impl Module {
    /// Reads a module from text, and verifies it.
    ///
    /// # Errors
    /// A syntax or type error with line, column and the line itself; what [`verify`](crate::verify::verify) finds.
    pub fn parse(text: &str) -> Result<Module> {
        parse(text)
    }
}
