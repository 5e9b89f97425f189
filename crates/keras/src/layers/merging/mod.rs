//! Layers of several inputs.

mod add;
mod concatenate;

pub use add::Add;
pub use concatenate::Concatenate;
