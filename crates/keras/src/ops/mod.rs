//! `keras.ops`: functions of tensors, with which layers are written.
//!
//! A [`Tensor`] belongs to the program that is being traced; operators and functions add operations to it.
//! The names and meanings are Keras's. Arguments that Keras leaves out have to be given: `sum(&x, -1, false)`
//! is Keras's `sum(x, axis=-1, keepdims=False)`, and [`Axes::All`] its `axis=None`. A name that Rust reserves
//! has an underscore: [`where_`], [`mod_`].
//!
//! Formulas need no `?`. The trace keeps the first error, such as shapes that cannot be broadcast, and fails
//! with it. Functions of images are in [`image`]. [`NAMES`] lists the functions; `docs/coverage.md` compares
//! it with Keras's list.
//!
//! ```
//! use keras::ops::{self, Tensor};
//! fn swish(x: &Tensor, beta: f64) -> Tensor {
//!     x * ops::sigmoid(&(beta * x))
//! }
//! ```

mod arithmetic;
mod axes;
mod broadcast;
mod close;
mod control;
mod conv;
mod create;
mod creation;
mod ctc;
mod ctc_beam;
mod declare;
mod dtype;
mod einsum;
mod elementwise;
mod fft;
mod gradient;
pub mod image;
mod indexing;
mod linalg;
mod logic;
mod nn;
mod operators;
mod products;
mod reduce;
mod search;
mod shape;
mod tensor;

pub use arithmetic::*;
pub(crate) use axes::{index_along, row_of};
pub use close::*;
pub use control::*;
pub use conv::*;
pub use create::*;
pub(crate) use creation::constant;
pub use creation::*;
pub use ctc::*;
pub(crate) use einsum::{contract, permuted};
pub use einsum::{einsum, rearrange};
pub use elementwise::*;
pub use fft::*;
pub use gradient::gradients;
pub use indexing::*;
pub use linalg::*;
pub use logic::*;
pub use nn::*;
pub use products::*;
pub use reduce::*;
pub use search::*;
pub use shape::*;
pub use tensor::{Tensor, program};
pub(crate) use tensor::{emit, emit_all, random_uniform, traced, traced1};

/// The functions of this module, by file. Names that Rust reserves end in an underscore.
pub const NAMES: [&[&str]; 18] = [
    arithmetic::NAMES,
    close::NAMES,
    control::NAMES,
    conv::NAMES,
    create::NAMES,
    creation::NAMES,
    ctc::NAMES,
    einsum::NAMES,
    elementwise::NAMES,
    fft::NAMES,
    indexing::NAMES,
    linalg::NAMES,
    products::NAMES,
    logic::NAMES,
    nn::NAMES,
    reduce::NAMES,
    search::NAMES,
    shape::NAMES,
];
