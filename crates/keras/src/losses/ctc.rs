use super::targets::Targets;
use crate::error::{Error, Result};
use crate::ops::{self, Tensor};

crate::loss! {
    /// Connectionist temporal classification (Graves et al., 2006): the negative log-likelihood of label
    /// sequences under any alignment with the predictions.
    ///
    /// Targets are class numbers, `[n, length]`, with 0, the blank, as padding at the end; predictions are
    /// the inputs of a softmax, `[n, time, classes]`.
    CTC "ctc" {}
    targets |_loss| { Targets::Any }
    call |_loss, y_true, y_pred| { negative_log_likelihood(y_true, y_pred)? }
}

/// The logarithm of a probability of nearly zero.
const LOG_EPSILON: f64 = -1e5;

/// Forward probabilities over the time: `phi[n]` that the first `n` labels have been emitted and the last
/// step was a blank, `emit[n]` that the last step was label `n`.
fn negative_log_likelihood(y_true: &Tensor, y_pred: &Tensor) -> Result<Tensor> {
    if y_true.ndim() != 2 || y_pred.ndim() != 3 || y_true.dim(0) != y_pred.dim(0) {
        let (targets, predictions) = (y_true.shape(), y_pred.shape());
        return Err(Error::shape(format!(
            "targets have shape [n, length] and predictions [n, time, classes], not {targets:?} and {predictions:?}"
        )));
    }
    let (steps, classes, length) = (y_pred.dim(1), y_pred.dim(2), y_true.dim(1));
    let log_p = ops::log_softmax(y_pred, -1);
    let labels = ops::one_hot(y_true, classes);
    // 1 where a label equals the next one: a blank has to stand between them.
    let (left, right) = (columns(y_true, 0, length - 1), columns(y_true, 1, length - 1));
    let same = ops::cast(&ops::equal(&left, &right), "float32");
    let repeat = &ops::pad(&same, &[(0, 0), (0, 1)], 0.0);

    let first = ops::zeros_like(&ops::cast(&columns(y_true, 0, 1), "float32"));
    let mut emit = ops::full_like(&ops::cast(y_true, "float32"), LOG_EPSILON);
    let mut phi = ops::append(&first, &emit, -1);
    for t in 0..steps {
        let now = ops::slice(&log_p, &[0, t, 0], &[y_pred.dim(0), 1, classes]);
        let log_emit = ops::sum(&(&now * &labels), -1, false);
        let log_blank = &ops::squeeze(&blank(&now), -1);
        let before = with_added(&phi, &(&emit + repeat * LOG_EPSILON));
        let next_emit = ops::logaddexp(&(columns(&before, 0, length) + &log_emit), &(&emit + &log_emit));
        let blank_after = &emit + log_blank + (1.0 - repeat) * LOG_EPSILON;
        phi = with_added(&(&before + log_blank), &blank_after);
        emit = next_emit;
    }
    let last = with_added(&phi, &emit);
    let count = ops::count_nonzero(y_true, -1);
    Ok(-ops::sum(&(last * ops::one_hot(&count, length + 1)), -1, false))
}

/// `phi` with probabilities, given by their logarithms, added from the second column on.
fn with_added(phi: &Tensor, added: &Tensor) -> Tensor {
    let sum = ops::logaddexp(&columns(phi, 1, phi.dim(1) - 1), added);
    ops::append(&columns(phi, 0, 1), &sum, -1)
}

fn columns(x: &Tensor, start: usize, count: usize) -> Tensor {
    ops::slice(x, &[0, start], &[x.dim(0), count])
}

/// The first class, the blank.
fn blank(x: &Tensor) -> Tensor {
    ops::slice(x, &[0, 0, 0], &[x.dim(0), 1, 1])
}
