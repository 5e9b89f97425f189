//! What a person sees: images in the terminal, bars, plots.

pub mod bars;
pub mod image;
pub mod plot;
