//! Layers that move elements.

mod flatten;
mod margins;
mod reshape;

pub use flatten::Flatten;
pub use margins::{Cropping1D, Cropping2D, Cropping3D, Margins, ZeroPadding1D, ZeroPadding2D, ZeroPadding3D};
pub(crate) use reshape::reshaped;
pub use reshape::{Permute, RepeatVector, Reshape, UpSampling1D, UpSampling2D, UpSampling3D, UpSamplingInterpolation};
