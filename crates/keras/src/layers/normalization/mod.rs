//! Normalizations.

mod batch_normalization;

pub use batch_normalization::BatchNormalization;
