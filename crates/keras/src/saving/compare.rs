//! Compares the weights of a file with those of the model.

use super::hdf5::Reader;
use super::partial::Reading;
use super::weights::LayerWeights;

/// Reads a layer's weights from the data sets at `found` after comparing their number and shapes with the
/// layer's. `place` is their location in the file, for messages. Data of an unexpected shape is never read,
/// so a damaged shape cannot exhaust memory; a layer whose mismatch is skipped keeps its values.
pub(super) fn read_layer(
    file: &Reader,
    layer: &LayerWeights,
    place: &str,
    found: &[String],
    reading: &mut Reading<'_>,
) -> Result<Vec<Vec<f32>>, String> {
    let shapes = found.iter().map(|path| file.shape(path)).collect::<Result<Vec<_>, _>>()?;
    let expected: Vec<_> = layer.weights.iter().map(|weight| weight.shape.clone()).collect();
    if shapes != expected {
        let reason = format!(
            "layer {} ({}) expects {}, but {place} in the file has {}",
            layer.name,
            layer.class_name,
            describe(layer.weights.iter().map(|w| (last(&w.path), w.shape.as_slice()))),
            describe(found.iter().map(|path| last(path)).zip(shapes.iter().map(Vec::as_slice))),
        );
        reading.mismatch(&layer.name, reason)?;
        return Ok(layer.values());
    }
    found.iter().map(|path| file.read(path)).collect()
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn describe<'a>(weights: impl Iterator<Item = (&'a str, &'a [usize])>) -> String {
    let all: Vec<String> = weights.map(|(name, shape)| format!("{name} {shape:?}")).collect();
    if all.is_empty() { "no weights".into() } else { all.join(", ") }
}
