//! Keras in Rust: layers, models and training, run on PJRT devices. Under construction.

mod error;

pub use error::{Error, ErrorKind, Result};
