//! The plot of a training's history: loss and accuracy over the epochs.

use plotters::chart::SeriesLabelPosition;

use super::draw::{self, Curve, Panel};
use crate::cli::failure::Failure;

/// Draws the metrics of a history, each a name and a value per epoch. Returns the bytes of a PNG file.
pub fn png<'a>(title: &str, metrics: impl Iterator<Item = (&'a str, &'a [f64])>) -> Result<Vec<u8>, Failure> {
    let metrics: Vec<(&str, &[f64])> = metrics.collect();
    let panel = |title: &'static str, legend: SeriesLabelPosition| {
        let curves = metrics.iter().filter(|(name, _)| name.ends_with(title));
        let label = |name: &str| if name.starts_with("val_") { "validation" } else { "training" };
        let curves = curves.map(|(name, values)| Curve { label: label(name), values }).collect();
        Panel { title, curves, legend }
    };
    let panels = [panel("loss", SeriesLabelPosition::UpperRight), panel("accuracy", SeriesLabelPosition::LowerRight)];
    draw::png(title, &panels).map_err(|error| Failure::new(format!("cannot draw the plot: {error}")))
}
