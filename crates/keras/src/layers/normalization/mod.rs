//! Normalizations.

mod batch_normalization;
mod layer_normalization;
mod spectral_normalization;

pub use batch_normalization::BatchNormalization;
pub use layer_normalization::{GroupNormalization, LayerNormalization, RMSNormalization, UnitNormalization};
pub use spectral_normalization::SpectralNormalization;
