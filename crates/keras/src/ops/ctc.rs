//! Labels of connectionist temporal classification.

use super::creation::arange;
use super::ctc_beam::BeamSearch;
use super::declare::operations;
use super::indexing::ndim;
use super::logic::{equal, greater_equal, where_};
use super::reduce::{argmax, argsort, max, sum};
use super::search::take_along_axis;
use super::shape::{expand_dims, pad, reshape, slice};
use super::tensor::Tensor;
use crate::error::{Error, Result};

operations! {
    /// The labels of `inputs`, `(n, time, classes)`, the inputs of a softmax, without the blank `mask_index`:
    /// `int32`, with -1 behind the labels. Of row `i` the first `sequence_lengths[i]` steps count.
    ///
    /// The strategy `greedy` takes the best label of each step, if `merge_repeated` without repetitions: `(1,
    /// n, time)`, and the negative sums of their scores, `(n, 1)`. `beam_search` takes the most probable
    /// labels over all alignments, as far as these begin with one of the `beam_width` best prefixes of each
    /// step: `(top_paths, n, time)`, and the logarithms of their probabilities, `(n, top_paths)`, of which
    /// minus infinity is of none. Each strategy ignores the settings of the other one.
    ///
    /// # Errors
    /// If the strategy is another one, the inputs have no steps or classes, or there are no `top_paths` in
    /// `beam_width`.
    fn ctc_decode(
        inputs: &Tensor,
        sequence_lengths: &Tensor,
        strategy: &str,
        beam_width: usize,
        top_paths: usize,
        merge_repeated: bool,
        mask_index: usize,
    ) -> Result<(Tensor, Tensor)> {
        if ndim(inputs) != 3 || inputs.size() == 0 {
            let shape = inputs.shape();
            return Err(Error::shape(format!("ops.ctc_decode: inputs are (n, time, classes), not {shape:?}")));
        }
        match strategy {
            "greedy" => {}
            "beam_search" => {
                let search = BeamSearch { width: beam_width, top_paths, blank: mask_index };
                return search.decode(inputs, sequence_lengths);
            }
            _ => {
                let message = format!("the strategy is \"greedy\" or \"beam_search\", not {strategy:?}");
                return Err(Error::argument(format!("ops.ctc_decode: {message}")));
            }
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
