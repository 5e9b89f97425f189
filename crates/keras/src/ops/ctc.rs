//! Labels of connectionist temporal classification.

use super::creation::arange;
use super::declare::operations;
use super::indexing::ndim;
use super::logic::{equal, greater_equal, where_};
use super::reduce::{argmax, argsort, max, sum};
use super::search::take_along_axis;
use super::shape::{expand_dims, pad, reshape, slice};
use super::tensor::Tensor;
use crate::error::{Error, Result};

operations! {
    /// The best label of each step of `inputs`, `(n, time, classes)`, without the blank `mask_index` and, if
    /// `merge_repeated`, without repetitions: `(1, n, time)`, `int32`, with -1 behind the labels; and the
    /// negative sums of their scores, `(n, 1)`. Of row `i` the first `sequence_lengths[i]` steps count.
    ///
    /// The strategy is `greedy`. Keras also has `beam_search`, whose sets of paths have a size that depends
    /// on values.
    ///
    /// # Errors
    /// If the strategy is another one, or the inputs have no steps or classes.
    fn ctc_decode(
        inputs: &Tensor,
        sequence_lengths: &Tensor,
        strategy: &str,
        merge_repeated: bool,
        mask_index: usize,
    ) -> Result<(Tensor, Tensor)> {
        if strategy != "greedy" {
            return Err(Error::argument(format!("ops.ctc_decode: the strategy is \"greedy\", not {strategy:?}")));
        }
        if ndim(inputs) != 3 || inputs.size() == 0 {
            let shape = inputs.shape();
            return Err(Error::shape(format!("ops.ctc_decode: inputs are (n, time, classes), not {shape:?}")));
        }
        let steps = inputs.dim(1);
        let (labels, scores) = (argmax(inputs, -1), max(&inputs.float(), -1, false));
        let place = reshape(&arange(0, steps as i64, 1), &[1, -1]);
        let beyond = greater_equal(&place, &expand_dims(&sequence_lengths.to(place.element()), -1));
        let blank = labels.filled(mask_index as f64);
        let mut labels = where_(&beyond, &blank, &labels);
        let scores = where_(&beyond, &scores.filled(0.0), &scores);
        if merge_repeated {
            let before = pad(&slice(&labels, &[0, 0], &[labels.dim(0), steps - 1]), &[(0, 0), (1, 0)], -1.0);
            labels = where_(&equal(&labels, &before), &blank, &labels);
        }
        let is_blank = equal(&labels, &blank);
        let labels = where_(&is_blank, &labels.filled(-1.0), &labels);
        // Blanks move behind the labels.
        let place = super::shape::broadcast_to(&place, labels.shape());
        let order = argsort(&where_(&is_blank, &place.filled(steps as f64), &place), -1);
        let labels = take_along_axis(&labels, &order, -1);
        Ok((expand_dims(&labels, 0), -sum(&scores, 1, true)))
    }
}
