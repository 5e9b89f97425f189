//! Core layers.

mod activation;
mod dense;
mod input;

pub use activation::Activation;
pub use dense::Dense;
pub use input::{Input, InputLayer};
