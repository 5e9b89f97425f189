//! Layers that move elements.

mod flatten;

pub use flatten::Flatten;
