//! Output for terminals: images, curves and bar charts.

pub mod bars;
pub mod curves;
pub mod image;
