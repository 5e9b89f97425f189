//! Pooling.

mod global_average_pooling2d;
mod max_pooling2d;

pub use global_average_pooling2d::GlobalAveragePooling2D;
pub use max_pooling2d::MaxPooling2D;
