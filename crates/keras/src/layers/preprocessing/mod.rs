//! Layers that prepare and augment images.

mod augment;
mod color;
mod encoding;
mod geometry;
mod normalization;
mod pipeline;
mod random_flip;
mod random_translation;
mod rescaling;
mod spectrogram;

pub use color::{
    AutoContrast, Equalization, RandomBrightness, RandomColorDegeneration, RandomColorJitter, RandomContrast,
    RandomErasing, RandomGaussianBlur, RandomGrayscale, RandomHue, RandomInvert, RandomPosterization, RandomSaturation,
    RandomSharpness, Solarization,
};
pub use encoding::{CategoryEncoding, Discretization, OutputMode};
pub use geometry::{CutMix, MixUp, RandomCrop, RandomPerspective, RandomRotation, RandomShear, RandomZoom};
pub use normalization::Normalization;
pub use pipeline::{Pipeline, RandAugment};
pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
pub use rescaling::{CenterCrop, Factors, Rescaling, Resizing, ResizingInterpolation};
pub use spectrogram::{MelSpectrogram, STFTSpectrogram, SpectrogramMode};
