//! What a person sees: pictures in the terminal, bars, plots.

pub mod bars;
pub mod picture;
pub mod plot;
