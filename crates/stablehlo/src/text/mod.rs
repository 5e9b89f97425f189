//! The text format: it is read in pretty and generic form, and printed in the pretty form of `stablehlo-opt`
//! and JAX.
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
//! The reader drops text that [`Module`] does not represent: names of values, attributes of results,
//! attributes of operations that have no meaning here, and files and lines of locations (their names are
//! kept).

mod lexer;
mod print;
mod read;

pub(crate) use lexer::escape as quoted;
pub(crate) use print::dense::dense;
pub use read::parse;
pub(crate) use read::{TypedAttr, dictionary, typed_attr};

use crate::error::Result;
use crate::program::Module;

impl Module {
    /// Reads a module from text, and verifies it.
    ///
    /// # Errors
    /// A syntax or type error with line, column and the line of text; the error of
    /// [`verify`](crate::verify::verify).
    pub fn parse(text: &str) -> Result<Module> {
        parse(text)
    }
}
