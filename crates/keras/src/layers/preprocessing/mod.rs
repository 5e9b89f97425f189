//! Layers that prepare and augment images.

mod encoding;
mod normalization;
mod random_flip;
mod random_translation;
mod rescaling;

pub use encoding::{CategoryEncoding, Discretization, OutputMode};
pub use normalization::Normalization;
pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
pub use rescaling::{CenterCrop, Factors, Rescaling, Resizing, ResizingInterpolation};
