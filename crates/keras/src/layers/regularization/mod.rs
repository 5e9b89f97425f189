//! Layers that act in training only.

mod activity_regularization;
mod dropout;
mod noise;
mod noise_shape;

pub use activity_regularization::ActivityRegularization;
pub use dropout::Dropout;
pub use noise::{AlphaDropout, GaussianDropout, GaussianNoise, SpatialDropout1D, SpatialDropout2D, SpatialDropout3D};
