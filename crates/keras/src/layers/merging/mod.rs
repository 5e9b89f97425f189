//! Layers of several inputs.

mod add;
mod concatenate;
mod merge;

pub use add::Add;
pub use concatenate::Concatenate;
pub use merge::{Average, Dot, DotAxes, Maximum, Minimum, Multiply, Subtract};
