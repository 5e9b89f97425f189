//! Layers that prepare data and augment images.

mod aug_mix;
mod augment;
mod bounding_boxes;
mod clahe;
mod color;
mod elastic;
mod encoding;
mod geometry;
mod lookup;
mod normalization;
mod pipeline;
mod quantiles;
mod random_flip;
mod random_translation;
mod rescaling;
mod resizing;
mod spectrogram;

pub use aug_mix::AugMix;
pub use bounding_boxes::MaxNumBoundingBoxes;
pub use clahe::ContrastLimitedAdaptiveHistogramEqualization;
pub use color::{
    AutoContrast, Equalization, RandomBrightness, RandomColorDegeneration, RandomColorJitter, RandomContrast,
    RandomErasing, RandomGaussianBlur, RandomGrayscale, RandomHue, RandomInvert, RandomPosterization, RandomSaturation,
    RandomSharpness, Solarization,
};
pub use elastic::RandomElasticTransform;
pub use encoding::{CategoryEncoding, Discretization, OutputMode};
pub use geometry::{CutMix, MixUp, RandomCrop, RandomPerspective, RandomRotation, RandomShear, RandomZoom};
pub use lookup::{
    HashedCrossing, Hashing, IntegerLookup, LookupMode, MaskValue, Ngrams, OovMethod, ResultType, Salt, Split,
    Standardize, StringLookup, Term, TextVectorization, Vocabulary,
};
pub use normalization::Normalization;
pub use pipeline::{Pipeline, RandAugment};
pub use random_flip::{FlipMode, RandomFlip};
pub use random_translation::{Factor, FillMode, Interpolation, RandomTranslation};
pub use rescaling::{CenterCrop, Factors, Rescaling};
pub use resizing::{Resizing, ResizingInterpolation};
pub use spectrogram::{MelSpectrogram, STFTSpectrogram, SpectrogramMode};
