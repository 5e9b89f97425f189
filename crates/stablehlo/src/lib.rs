//! StableHLO programs as values: types, one table of operations, a builder with shape inference, a verifier, the text
//! reader and printer, reverse-mode differentiation, and a slow, clear interpreter that is the oracle.
//!
//! The specification is StableHLO's own (`docs/spec.md` of openxla/stablehlo); names here are its names.

pub mod builder;
mod error;
pub mod filetest;
pub mod grad;
pub mod infer;
pub mod interpret;
mod literal;
pub mod ops;
mod program;
pub mod text;
mod types;
pub mod verify;

pub use builder::FuncBuilder;
pub use error::{Error, ErrorKind, Result};
pub use half;
pub use literal::{Literal, NativeType};
pub use ops::OpKind;
pub use program::{Block, Func, Module, Op, Param, Value, Visibility};
pub use types::{ElementType, TensorType};
pub use verify::verify;
