//! Activation functions, applied by a layer to its output or as a layer of their own.

mod activation;
mod keras_2;

pub use activation::Activation;
