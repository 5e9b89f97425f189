//! Weights of Keras 2's layers of cuDNN, `CuDNNLSTM` and `CuDNNGRU`, in the form of `LSTM` and `GRU`.
//!
//! A kernel has the shape of theirs, but in it lies the transposed kernel of each gate; there is a bias of
//! the input and one of the state, one after the other.

use super::hdf5::Reader;
use super::weights::LayerWeights;

/// The data of a layer some of whose weights at `found` are of layers of cuDNN; `None` if there are none, or
/// others do not fit.
pub(super) fn read_layer(
    file: &Reader,
    layer: &LayerWeights,
    found: &[String],
) -> Result<Option<Vec<Vec<f32>>>, String> {
    if found.len() != layer.weights.len() {
        return Ok(None);
    }
    let shapes = found.iter().map(|path| file.shape(path)).collect::<Result<Vec<_>, _>>()?;
    let gates: Vec<Option<usize>> =
        layer.weights.iter().zip(&shapes).map(|(weight, found)| gates_of_bias(&weight.shape, found)).collect();
    let fits = layer.weights.iter().zip(&shapes).zip(&gates).all(|((w, found), g)| g.is_some() || w.shape == *found);
    if !fits || gates.iter().all(Option::is_none) {
        return Ok(None);
    }
    // Data is read only now, as no shape is unexpected.
    let mut data = found.iter().map(|path| file.read(path)).collect::<Result<Vec<Vec<f32>>, _>>()?;
    for (bias, gates) in gates.iter().enumerate().filter_map(|(at, gates)| Some((at, (*gates)?))) {
        let Some(first) = bias.checked_sub(2) else { return Ok(None) };
        for kernel in [first, first + 1] {
            let [rows, width] = shapes[kernel][..] else { return Ok(None) };
            if width != shapes[bias][0] / 2 || width % gates != 0 {
                return Ok(None);
            }
            data[kernel] = transposed(&data[kernel], rows, width, gates);
        }
        if layer.weights[bias].shape.len() == 1 {
            let (of_input, of_state) = data[bias].split_at(data[bias].len() / 2);
            data[bias] = of_input.iter().zip(of_state).map(|(a, b)| a + b).collect();
        }
    }
    Ok(Some(data))
}

/// The number of gates if a bias of this shape is that of an `LSTM` or a `GRU`, and the one in the file has
/// the form of cuDNN.
fn gates_of_bias(expected: &[usize], found: &[usize]) -> Option<usize> {
    match (expected, found) {
        ([width], [both]) if *both == 2 * width => Some(4),
        ([2, width], [both]) if *both == 2 * width => Some(3),
        _ => None,
    }
}

/// The kernel `[rows, width]` whose gates have their transposed kernels in their place.
fn transposed(data: &[f32], rows: usize, width: usize, gates: usize) -> Vec<f32> {
    let units = width / gates;
    let mut kernel = vec![0.0; data.len()];
    for row in 0..rows {
        for column in 0..width {
            // The value's place in the `[units, rows]` that fill the gate's `[rows, units]`.
            let (gate, unit) = (column / units, column % units);
            let place = unit * rows + row;
            kernel[row * width + column] = data[place / units * width + gate * units + place % units];
        }
    }
    kernel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_of_each_gate_is_transposed() {
        // Two gates of two units, for an input of three: the kernels of the gates are [0 1; 2 3; 4 5] and
        // [6 7; 8 9; 10 11], whose values lie as [0 2 4; 1 3 5] and [6 8 10; 7 9 11] do.
        let stored = [0.0, 2.0, 6.0, 8.0, 4.0, 1.0, 10.0, 7.0, 3.0, 5.0, 9.0, 11.0];
        assert_eq!(transposed(&stored, 3, 4, 2), [0.0, 1.0, 6.0, 7.0, 2.0, 3.0, 8.0, 9.0, 4.0, 5.0, 10.0, 11.0]);
    }
}
