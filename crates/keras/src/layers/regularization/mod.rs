//! Layers that act in training only.

mod dropout;
mod noise;

pub use dropout::Dropout;
pub use noise::{AlphaDropout, GaussianDropout, GaussianNoise, SpatialDropout1D, SpatialDropout2D, SpatialDropout3D};
