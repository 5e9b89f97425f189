//! Convolutions.

mod conv2d;

pub use conv2d::Conv2D;
