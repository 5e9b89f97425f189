//! Class weights as weights of the samples.

use std::collections::BTreeMap;

use crate::array::Array;
use crate::error::{Error, Result};

/// The weight of each row's class, 1 for classes without one.
///
/// The class is the number in a row of one value, or the position of the largest value in a longer row.
pub(super) fn sample_weights(y: &[Array], class_weight: &BTreeMap<usize, f64>) -> Result<Array> {
    let [y] = y else {
        let given = y.len();
        return Err(Error::argument(format!(
            "class_weight is supported for models with a single output; there are {given} arrays of targets"
        )));
    };
    if y.row_dims().len() > 1 {
        let dims = y.dims();
        return Err(Error::argument(format!("class_weight takes one class a row; the targets have shape {dims:?}")));
    }
    let weight_of = |row: Vec<f32>| {
        let class = match row[..] {
            [class] => class.round() as usize,
            _ => (0..row.len()).rev().max_by(|a, b| row[*a].total_cmp(&row[*b])).unwrap_or(0),
        };
        class_weight.get(&class).map_or(1.0, |weight| *weight as f32)
    };
    let weights: Vec<f32> = (0..y.rows()).filter_map(|row| y.row(row)).map(weight_of).collect();
    Ok(weights.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_weight_of_their_class() {
        let of = |y: Array| sample_weights(&[y], &BTreeMap::from([(1, 3.0), (2, 0.5)])).unwrap();
        assert_eq!(of(vec![0, 1, 2, 1].into()).as_f32().unwrap(), [1.0, 3.0, 0.5, 3.0]);
        let one_hot = Array::new([2, 3], vec![0.0f32, 0.0, 1.0, 1.0, 0.0, 0.0]).unwrap();
        assert_eq!(of(one_hot).as_f32().unwrap(), [0.5, 1.0]);
    }

    #[test]
    fn several_outputs_have_no_class_weights() {
        let y: [Array; 2] = [vec![0].into(), vec![1].into()];
        assert!(sample_weights(&y, &BTreeMap::new()).unwrap_err().message().contains("single output"));
    }
}
