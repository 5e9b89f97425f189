//! Layers. Each file is one layer: its formula and an example, its settings, then its weights, shapes and
//! trace.
//!
//! A layer is declared once (`declare`): the list of its settings generates the constructor, the setters and
//! the configuration in Keras's files. [`Layer`] is the interface of a layer; [`CallContext`] is what it has
//! access to while its formula is traced to StableHLO.

mod activation;
mod add;
mod batch_normalization;
mod concatenate;
mod conv2d;
pub(crate) mod declare;
mod dense;
mod dropout;
#[cfg(test)]
mod evaluate;
mod flatten;
mod global_average_pooling2d;
mod input;
mod max_pooling2d;
mod random_flip;
mod random_translation;
mod setting;
mod window;

pub use crate::graph::{Base, CallContext, InputSpec, Layer, WeightSpec};
pub use activation::Activation;
pub use add::Add;
pub use batch_normalization::BatchNormalization;
pub use concatenate::Concatenate;
pub use conv2d::Conv2D;
pub use dense::Dense;
pub use dropout::Dropout;
pub use flatten::Flatten;
pub use global_average_pooling2d::GlobalAveragePooling2D;
pub use input::Input;
pub use max_pooling2d::MaxPooling2D;
pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
pub use window::{Padding, Pair};
