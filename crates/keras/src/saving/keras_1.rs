//! Weights that Keras 1 wrote in another form: those of the gates of recurrent layers by themselves, and
//! kernels of one-dimensional convolutions with a second dimension.

use super::hdf5::Reader;
use super::weights::{LayerWeights, WeightValue};

/// The weights of a gate, and of a direction of a recurrent layer: kernel, recurrent kernel, bias.
const KINDS: usize = 3;
/// The places of the gates i, f, c and o of an LSTM in files, which have c before f.
const LSTM: &[usize] = &[0, 2, 1, 3];
/// The places of the gates z, r and h of a GRU.
const GRU: &[usize] = &[0, 1, 2];

/// The data of a layer whose weights at `found` are those of Keras 1; `None` if they are not in such a form.
pub(super) fn read_layer(
    file: &Reader,
    layer: &LayerWeights,
    found: &[String],
) -> Result<Option<Vec<Vec<f32>>>, String> {
    let count = layer.weights.len();
    if count == found.len() && layer.class_name == "Conv1D" {
        return convolution(file, layer, found);
    }
    let gates = [LSTM, GRU].into_iter().find(|gates| found.len() == gates.len() * count);
    let Some(gates) = gates.filter(|_| count > 0 && count.is_multiple_of(KINDS)) else { return Ok(None) };
    let mut data = Vec::new();
    for (weights, found) in layer.weights.chunks(KINDS).zip(found.chunks(KINDS * gates.len())) {
        for (kind, weight) in weights.iter().enumerate() {
            let paths: Vec<&str> = gates.iter().map(|gate| found[KINDS * gate + kind].as_str()).collect();
            let Some(joined) = joined(file, weight, &paths)? else { return Ok(None) };
            data.push(joined);
        }
    }
    Ok(Some(data))
}

/// A weight whose last dimension is that of all gates one after another.
fn joined(file: &Reader, weight: &WeightValue, gates: &[&str]) -> Result<Option<Vec<f32>>, String> {
    let Some((all, before)) = weight.shape.split_last() else { return Ok(None) };
    let width = all / gates.len();
    let shape = [before, &[width]].concat();
    let mut parts = Vec::new();
    for gate in gates {
        // Data of an unexpected shape is never read, so a damaged shape cannot exhaust memory.
        if !all.is_multiple_of(gates.len()) || file.shape(gate)? != shape {
            return Ok(None);
        }
        parts.push(file.read(gate)?);
    }
    let rows = 0..before.iter().product::<usize>();
    Ok(Some(rows.flat_map(|row| parts.iter().flat_map(move |part| &part[row * width..][..width])).copied().collect()))
}

/// The weights of a convolution whose kernel has the shape `[length, 1, inputs, filters]`.
fn convolution(file: &Reader, layer: &LayerWeights, found: &[String]) -> Result<Option<Vec<Vec<f32>>>, String> {
    let mut data = Vec::new();
    for (weight, path) in layer.weights.iter().zip(found) {
        let shape = match &weight.shape[..] {
            [length, inputs, filters] => vec![*length, 1, *inputs, *filters],
            other => other.to_vec(),
        };
        if file.shape(path)? != shape {
            return Ok(None);
        }
        data.push(file.read(path)?);
    }
    Ok(Some(data))
}
