//! Activation functions, applied by a layer to its output or as a layer of their own.

mod activation;

pub use activation::Activation;
