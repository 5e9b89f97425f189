//! Keras in Rust: layers, models and training, run on PJRT devices. Under construction.

pub mod activations;
pub mod callbacks;
pub mod datasets;
mod error;
pub mod initializers;
pub mod losses;
pub mod metrics;
pub mod optimizers;
pub mod utils;

pub use error::{Error, ErrorKind, Result};
