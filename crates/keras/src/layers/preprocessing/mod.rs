//! Layers that prepare and augment images.

mod random_flip;
mod random_translation;

pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
