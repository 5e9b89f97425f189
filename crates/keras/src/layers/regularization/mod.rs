//! Layers that act in training only.

mod dropout;

pub use dropout::Dropout;
