//! Output for terminals: images and bar charts.

pub mod bars;
pub mod image;
