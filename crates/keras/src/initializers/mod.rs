//! Initializers: the distributions of initial weights.

mod initializer;

pub use initializer::{Distribution, FanMode, Initializer, fans};
