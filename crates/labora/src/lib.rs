//! Labora: a tensor-processor laboratory for your own hardware.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod terminal;
