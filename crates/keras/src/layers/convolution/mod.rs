//! Convolutions.

mod conv;
mod conv_transpose;
mod depthwise_conv;
mod window_conv;

pub use conv::{Conv1D, Conv2D, Conv3D};
pub use conv_transpose::{Conv1DTranspose, Conv2DTranspose, Conv3DTranspose};
pub use depthwise_conv::{DepthwiseConv1D, DepthwiseConv2D, SeparableConv1D, SeparableConv2D};
