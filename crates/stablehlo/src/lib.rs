//! StableHLO programs as values: types, one table of operations, a builder with shape inference, a verifier,
//! the text reader and printer, reverse-mode differentiation, and a reference interpreter.
//!
//! The specification is `docs/spec.md` of [openxla/stablehlo](https://github.com/openxla/stablehlo); names in
//! this crate are its names.
//!
//! # Layers
//!
//! A module uses only modules of the lines above its own:
//!
//! 1. `error`, `types`, [`sharding`]
//! 2. `literal`
//! 3. [`ops`]: the kinds of operations, their attributes, and the table that lists them; `attributes`: from
//!    named attributes to a kind
//! 4. `program`: modules, functions, blocks and values
//! 5. [`infer`]: type inference and type checks of one operation
//! 6. [`builder`], [`manual`]
//! 7. [`verify`](mod@verify), [`text`], [`grad`], [`interpret`]
//! 8. [`bytecode`], [`hlo`]
//! 9. [`filetest`]
//! 10. [`suite`]
#![forbid(unsafe_code)]

mod attributes;
pub mod budget;
pub mod builder;
pub mod bytecode;
mod complex;
pub mod custom_call;
mod error;
mod expansions;
pub mod filetest;
pub mod grad;
pub mod hlo;
pub mod infer;
pub mod interpret;
mod literal;
pub mod manual;
mod minifloat;
pub mod ops;
mod program;
mod sdy_round_trip;
pub mod sharding;
pub mod suite;
pub mod text;
mod types;
pub mod verify;

pub use builder::FuncBuilder;
pub use complex::Complex;
pub use error::{Error, ErrorKind, Result};
pub use half;
pub use literal::{Literal, NativeType};
pub use minifloat::{Minifloat, Specials};
pub use ops::OpKind;
pub use program::{Block, Func, Module, Op, Param, Value, Visibility};
pub use types::{ElementType, TensorType};
pub use verify::verify;
