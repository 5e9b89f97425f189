//! The most probable labels of connectionist temporal classification, by a beam search over their prefixes.

use stablehlo::ElementType;

use super::arithmetic::{floor_divide, logaddexp, maximum, minimum, mod_};
use super::control::while_loop;
use super::create::one_hot;
use super::creation::{arange, constant};
use super::logic::{equal, greater, greater_equal, less, logical_and, where_};
use super::nn::log_softmax;
use super::products::matmul;
use super::reduce::{all, max, sum, top_k};
use super::search::take_along_axis;
use super::shape::{expand_dims, join, pad, reshape, slice, transpose};
use super::tensor::Tensor;
use crate::error::{Error, Result};

/// The logarithm of a probability of zero: finite, so that differences are no NaN.
const LOG_ZERO: f64 = -1e30;
/// What is in place of a label behind the last one.
const NO_LABEL: f64 = -1.0;
/// The largest number of prefixes, for each of which a step has values of all classes.
const MOST_PREFIXES: usize = 1 << 16;

/// The settings of a search.
pub(super) struct BeamSearch {
    /// The number of prefixes that are kept in each step.
    pub width: usize,
    /// The number of results.
    pub top_paths: usize,
    /// The class that is no label.
    pub blank: usize,
}

/// The prefixes that are kept: their labels, `(n, width, time)`, and the logarithms of their probabilities,
/// `(n, width)`, with the last label, and with a blank, in the last step.
struct Prefixes {
    labels: Tensor,
    label: Tensor,
    blank: Tensor,
}

impl Prefixes {
    fn of(all: &[Tensor]) -> Self {
        Self { labels: all[0].clone(), label: all[1].clone(), blank: all[2].clone() }
    }

    fn into_tensors(self) -> [Tensor; 3] {
        [self.labels, self.label, self.blank]
    }
}

impl BeamSearch {
    /// The labels, `(top_paths, n, time)`, and the logarithms of their probabilities, `(n, top_paths)`.
    pub fn decode(&self, inputs: &Tensor, sequence_lengths: &Tensor) -> Result<(Tensor, Tensor)> {
        let (width, top_paths) = (self.width, self.top_paths);
        if !(1..=width).contains(&top_paths) || width > MOST_PREFIXES {
            return Err(Error::argument(format!(
                "ops.ctc_decode: top_paths is from 1 to beam_width, which is at most {MOST_PREFIXES}; they are {top_paths} \
                 and {width}"
            )));
        }
        let scores = log_softmax(&inputs.float(), -1);
        let lengths = expand_dims(&sequence_lengths.to(ElementType::I32), -1);
        let start = self.start(&scores).into_tensors();
        let step = constant(ElementType::I32, &[], &[1.0]);
        let end = inputs.dim(1) as f64;
        let body = |all: &[Tensor]| {
            let (step, before) = (&all[0], &all[1..]);
            let next = self.next(&at(&scores, step), &Prefixes::of(before)).into_tensors();
            let goes_on = less(step, &lengths);
            let kept = next.iter().zip(before).map(|(new, old)| match old.ndim() {
                3 => where_(&expand_dims(&goes_on, -1), new, old),
                _ => where_(&goes_on, new, old),
            });
            std::iter::once(step + 1.0).chain(kept).collect::<Vec<Tensor>>()
        };
        let variables = [&[&step][..], &start.iter().collect::<Vec<_>>()[..]].concat();
        let last = while_loop(|all| less(&all[0], &all[0].filled(end)), body, &variables, None)?;
        // After an error of the trace there is one result.
        if last.len() != variables.len() {
            return Ok((last[0].clone(), last[0].clone()));
        }
        let last = Prefixes::of(&last[1..]);
        let (best, order) = top_k(&logaddexp(&last.label, &last.blank), self.top_paths);
        let labels = of_prefixes(&last.labels, &order);
        let exists = exists(&best);
        let labels = where_(&expand_dims(&exists, -1), &labels, &labels.filled(NO_LABEL));
        Ok((transpose(&labels, &[1, 0, 2]), where_(&exists, &best, &best.filled(f64::NEG_INFINITY))))
    }

    /// The prefixes after the first step: the best classes.
    fn start(&self, scores: &Tensor) -> Prefixes {
        let (rows, steps, classes) = (scores.dim(0), scores.dim(1), scores.dim(2));
        let first = reshape(&slice(scores, &[0, 0, 0], &[rows, 1, classes]), &[-1, classes as i64]);
        let count = self.width.min(classes);
        let (best, labels) = top_k(&first, count);
        let labels = labels.to(ElementType::I32);
        let is_blank = equal(&labels, &labels.filled(self.blank as f64));
        let widened = |x: &Tensor, value: f64| pad(x, &[(0, 0), (0, self.width - count)], value);
        let zero = best.filled(LOG_ZERO);
        let labels = expand_dims(&widened(&where_(&is_blank, &labels.filled(NO_LABEL), &labels), NO_LABEL), -1);
        let places = places(steps);
        let labels = where_(&equal(&places, &places.filled(0.0)), &labels, &labels.filled(NO_LABEL));
        let label = widened(&where_(&is_blank, &zero, &best), LOG_ZERO);
        Prefixes { labels, label, blank: widened(&where_(&is_blank, &best, &zero), LOG_ZERO) }
    }

    /// The best prefixes after a step with these scores, `(n, classes)`.
    fn next(&self, scores: &Tensor, before: &Prefixes) -> Prefixes {
        let (rows, classes) = (scores.dim(0), scores.dim(1));
        let (width, wide) = (self.width, (self.width * classes) as i64);
        let labels = &before.labels;
        let places = places(labels.dim(-1));
        let lengths = sum(&greater_equal(labels, &labels.filled(0.0)).to(ElementType::I32), -1, false);
        let end = expand_dims(&lengths, -1);
        let is_last = equal(&places, &(&end - 1.0));
        let some = greater(&lengths, &lengths.filled(0.0));
        let last = sum(&where_(&is_last, labels, &labels.filled(0.0)), -1, false);
        let either = logaddexp(&before.label, &before.blank);
        let zero = either.filled(LOG_ZERO);

        // Those that stay: the last label again, or a blank.
        let again = where_(&some, &(&before.label + take_along_axis(scores, &last, -1)), &zero);
        let with_blank = &either + slice(scores, &[0, self.blank], &[rows, 1]);
        // Those that get a label, `(n, width, classes)`; the last one again needs a blank in between.
        let class = reshape(&arange(0, classes as i64, 1), &[1, 1, -1]);
        let repeats = logical_and(&equal(&class, &expand_dims(&last, -1)), &expand_dims(&some, -1));
        let grown = where_(&repeats, &expand_dims(&before.blank, -1), &expand_dims(&either, -1));
        let grown = grown + expand_dims(scores, 1);
        let grown = where_(&equal(&class, &class.filled(self.blank as f64)), &grown.filled(LOG_ZERO), &grown);

        // A prefix that another one grows into gets its probability: `parent` is true, `(n, width, width)`,
        // if the second is the first without its last label.
        let without_last = expand_dims(&where_(&is_last, &labels.filled(NO_LABEL), labels), 2);
        let same = all(&equal(&without_last, &expand_dims(labels, 1)), -1, false);
        let parent = logical_and(&same, &expand_dims(&some, -1));
        let last_of_all = expand_dims(&last, -1).broadcast(&[rows, width, width]);
        let from_parents = take_along_axis(&transpose(&grown, &[0, 2, 1]), &last_of_all, 1);
        let from_parent = max(&where_(&parent, &from_parents, &from_parents.filled(LOG_ZERO)), -1, false);
        let stays = logaddexp(&again, &from_parent);
        let is_parent = transpose(&parent.to(ElementType::F32), &[0, 2, 1]);
        let taken = matmul(&is_parent, &one_hot(&last, classes));
        let grown = where_(&greater(&taken, &taken.filled(0.5)), &grown.filled(LOG_ZERO), &grown);

        let grown = reshape(&grown, &[-1, wide]);
        let none = grown.filled(LOG_ZERO);
        let (label, blank) = (join("ctc_decode", &stays, &[&grown], -1), join("ctc_decode", &with_blank, &[&none], -1));
        let (best, order) = top_k(&logaddexp(&label, &blank), width);
        let order = order.to(ElementType::I32);
        // What is behind the prefixes that stay has the number of its prefix and its class.
        let behind = &order - width as f64;
        let grows = greater_equal(&behind, &behind.filled(0.0));
        let behind = maximum(&behind, &behind.filled(0.0));
        let of = where_(&grows, &floor_divide(&behind, &behind.filled(classes as f64)), &order);
        let of = minimum(&of, &of.filled(width as f64 - 1.0));
        let added = mod_(&behind, &behind.filled(classes as f64));
        let ends = expand_dims(&take_along_axis(&lengths, &of, -1), -1);
        let is_added = logical_and(&equal(&places, &ends), &expand_dims(&grows, -1));
        let labels = where_(&is_added, &expand_dims(&added, -1), &of_prefixes(labels, &of));
        // A place without a prefix has no labels, so that no other one grows into it.
        let labels = where_(&expand_dims(&exists(&best), -1), &labels, &labels.filled(NO_LABEL));
        Prefixes { labels, label: take_along_axis(&label, &order, -1), blank: take_along_axis(&blank, &order, -1) }
    }
}

/// True for logarithms of probabilities that are not zero.
fn exists(scores: &Tensor) -> Tensor {
    greater(scores, &scores.filled(LOG_ZERO / 10.0))
}

/// The numbers of the steps, `(1, 1, time)`.
fn places(steps: usize) -> Tensor {
    reshape(&arange(0, steps as i64, 1), &[1, 1, -1])
}

/// The scores of a step, `(n, classes)`.
fn at(scores: &Tensor, step: &Tensor) -> Tensor {
    let is_step = equal(&reshape(&arange(0, scores.dim(1) as i64, 1), &[1, -1, 1]), step);
    sum(&where_(&is_step, scores, &scores.filled(0.0)), 1, false)
}

/// The labels of the prefixes with these numbers, `(n, count)`.
fn of_prefixes(labels: &Tensor, numbers: &Tensor) -> Tensor {
    let shape = [labels.dim(0), numbers.dim(1), labels.dim(2)];
    take_along_axis(labels, &expand_dims(numbers, -1).broadcast(&shape), 1)
}
