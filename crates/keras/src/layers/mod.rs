//! Layers. Each file is one layer: its formula and an example, its settings, then its weights, shapes and trace.
//!
//! A layer is declared once (`declare`): the list of its settings makes its constructor, its setters and the
//! configuration in Keras's files. [`Layer`] is what a layer is to the rest of the crate; [`CallContext`] is what it
//! sees while its formula is traced to StableHLO.

mod activation;
mod add;
mod batch_normalization;
mod concatenate;
mod context;
mod conv2d;
pub(crate) mod declare;
mod dense;
mod dropout;
mod flatten;
mod global_average_pooling2d;
mod input;
mod layer;
mod max_pooling2d;
mod random_flip;
mod random_translation;
mod window;

pub use activation::Activation;
pub use add::Add;
pub use batch_normalization::BatchNormalization;
pub use concatenate::Concatenate;
pub use context::CallContext;
pub use conv2d::Conv2D;
pub use dense::Dense;
pub use dropout::Dropout;
pub use flatten::Flatten;
pub use global_average_pooling2d::GlobalAveragePooling2D;
pub use input::Input;
pub use layer::{Base, InputSpec, Layer, WeightSpec};
pub use max_pooling2d::MaxPooling2D;
pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
pub use window::{Padding, Pair};
