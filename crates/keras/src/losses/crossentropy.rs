//! Crossentropies. Each returns f32 values, one per prediction, reduced over the classes.

use stablehlo::ops::Binary;
use stablehlo::{FuncBuilder, Result, Value};

use crate::utils::trace::{
    add_scalar, clamp, log_softmax, mul_scalar, one_hot, reduce_last_keeping, scalar_minus, softplus,
};

/// Keras's epsilon: probabilities are clipped to `[epsilon, 1 - epsilon]`.
const EPSILON: f64 = 1e-7;

/// `y_true` `[..]` of class numbers, `y_pred` `[.., classes]`; result `[..]`.
pub(super) fn sparse_categorical(
    b: &mut FuncBuilder,
    y_true: Value,
    y_pred: Value,
    from_logits: bool,
) -> Result<Value> {
    let classes = b.dims(y_pred).last().copied().unwrap_or(1);
    let y_true = one_hot(b, y_true, classes)?;
    against_log(b, y_true, y_pred, from_logits)
}

/// `y_true` and `y_pred` `[.., classes]`; result `[..]`.
pub(super) fn categorical(
    b: &mut FuncBuilder,
    y_true: Value,
    y_pred: Value,
    from_logits: bool,
    smoothing: f64,
) -> Result<Value> {
    let classes = b.dims(y_pred).last().copied().unwrap_or(1);
    let y_true = smoothed(b, y_true, smoothing, smoothing / classes as f64)?;
    against_log(b, y_true, y_pred, from_logits)
}

/// `y_true`, `y_pred` and the result have the same shape.
pub(super) fn binary(
    b: &mut FuncBuilder,
    y_true: Value,
    y_pred: Value,
    from_logits: bool,
    smoothing: f64,
) -> Result<Value> {
    let y_true = smoothed(b, y_true, smoothing, 0.5 * smoothing)?;
    let y_false = scalar_minus(b, 1.0, y_true)?;
    // The negative logarithms of the probabilities of true and of false.
    let (cost_true, cost_false) = if from_logits {
        let opposite = b.negate(y_pred)?;
        (softplus(b, opposite)?, softplus(b, y_pred)?)
    } else {
        let p = clamp(b, EPSILON, y_pred, 1.0 - EPSILON)?;
        let q = scalar_minus(b, 1.0, p)?;
        let (log_p, log_q) = (b.log(p)?, b.log(q)?);
        (b.negate(log_p)?, b.negate(log_q)?)
    };
    let when_true = b.multiply(y_true, cost_true)?;
    let when_false = b.multiply(y_false, cost_false)?;
    b.add(when_true, when_false)
}

/// `-sum(y_true * log(p))` over the last dimension.
fn against_log(b: &mut FuncBuilder, y_true: Value, y_pred: Value, from_logits: bool) -> Result<Value> {
    let log_p = if from_logits {
        log_softmax(b, y_pred)?
    } else {
        let total = reduce_last_keeping(b, Binary::Add, y_pred)?;
        let p = b.divide(y_pred, total)?;
        let p = clamp(b, EPSILON, p, 1.0 - EPSILON)?;
        b.log(p)?
    };
    let terms = b.multiply(y_true, log_p)?;
    let last = b.dims(terms).len() - 1;
    let sum = b.sum(terms, &[last])?;
    b.negate(sum)
}

/// `y (1 - smoothing) + floor`; `y` itself if `smoothing` is 0.
fn smoothed(b: &mut FuncBuilder, y: Value, smoothing: f64, floor: f64) -> Result<Value> {
    if smoothing == 0.0 {
        return Ok(y);
    }
    let shrunk = mul_scalar(b, y, 1.0 - smoothing)?;
    add_scalar(b, shrunk, floor)
}
