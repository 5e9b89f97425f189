//! Activation functions and other functions of neural networks.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use stablehlo::ops::{Binary, Direction, Unary};

use super::axes::Axes;
use super::broadcast::compare;
use super::declare::operations;
use super::elementwise::{absolute, clip, exp, expm1, log, rsqrt, sqrt, square, tanh};
use super::logic::where_;
use super::reduce::{mean, sum, var};
use super::tensor::Tensor;
use crate::error::Error;

/// The constants of Klambauer et al., Self-Normalizing Neural Networks, 2017.
const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
const SELU_ALPHA: f64 = 1.673_263_242_354_377_2;

/// Keras's epsilon: probabilities are clipped to `[epsilon, 1 - epsilon]`.
const EPSILON: f64 = 1e-7;

/// Where `x` compares with a number.
fn versus(direction: Direction, x: &Tensor, value: f64) -> Tensor {
    compare("compare", direction, x, &x.filled(value))
}

/// The reduction along an axis, broadcast back to the shape of `x`.
fn along(name: &str, op: Binary, x: &Tensor, axis: i64) -> Tensor {
    let Some(d) = x.axis(axis) else { return x.clone() };
    let dims = x.shape().to_vec();
    let kept: Vec<usize> = (0..dims.len()).filter(|i| *i != d).collect();
    x.map(name, |b, x| {
        let y = b.reduce(op, x, &[d])?;
        b.broadcast_in_dim(y, &kept, &dims)
    })
}

operations! {
    /// `max(x, 0)`.
    fn relu(x: &Tensor) -> Tensor {
        // With this comparison NaN passes through; `x > 0` would turn it into zero.
        let zero = x.filled(0.0);
        where_(&compare("relu", Direction::Le, x, &zero), &zero, x)
    }
    /// `min(max(x, 0), 6)`.
    fn relu6(x: &Tensor) -> Tensor { clip(x, 0.0, 6.0) }
    /// `x` where it is positive, elsewhere `negative_slope · x`. Keras's slope: 0.2.
    fn leaky_relu(x: &Tensor, negative_slope: f64) -> Tensor {
        where_(&versus(Direction::Lt, x, 0.0), &(x * negative_slope), x)
    }
    /// `x` where it is positive, elsewhere `alpha · (exp(x) - 1)`. Keras's alpha: 1.
    fn elu(x: &Tensor, alpha: f64) -> Tensor {
        let zero = x.filled(0.0);
        let positive = compare("elu", Direction::Gt, x, &zero);
        // The branch that is not selected gets a harmless input: an overflow in it would turn the gradient
        // into NaN.
        let safe = where_(&positive, &zero, x);
        where_(&positive, x, &(expm1(&safe) * alpha))
    }
    /// The scaled exponential linear unit.
    fn selu(x: &Tensor) -> Tensor { elu(x, SELU_ALPHA) * SELU_SCALE }
    /// `max(x, 0) + min(0, alpha · (exp(x / alpha) - 1))`.
    fn celu(x: &Tensor, alpha: f64) -> Tensor {
        let positive = versus(Direction::Gt, x, 0.0);
        let safe = where_(&positive, &x.filled(0.0), x);
        where_(&positive, x, &(expm1(&(safe / alpha)) * alpha))
    }
    /// `x Φ(x)`, Φ the normal distribution; approximately by `tanh` if so asked, Keras's default.
    fn gelu(x: &Tensor, approximate: bool) -> Tensor {
        if approximate {
            let inner = (x + x * x * x * 0.044715) * (2.0 / PI).sqrt();
            return x * 0.5 * (tanh(&inner) + 1.0);
        }
        // Φ(x) = erfc(-x / √2) / 2, which is accurate in the left tail; (1 + erf(x / √2)) / 2 is not.
        x * (super::elementwise::erfc(&(x * -FRAC_1_SQRT_2)) * 0.5)
    }
    /// `1 / (1 + exp(-x))`.
    fn sigmoid(x: &Tensor) -> Tensor { x.float().map("sigmoid", |b, x| b.logistic(x)) }
    /// `log(sigmoid(x))`.
    fn log_sigmoid(x: &Tensor) -> Tensor { -softplus(&-x) }
    /// `x sigmoid(x)`.
    fn silu(x: &Tensor) -> Tensor { x * sigmoid(x) }
    /// `x sigmoid(x)`.
    fn swish(x: &Tensor) -> Tensor { silu(x) }
    /// `min(max(x / 6 + 1/2, 0), 1)`.
    fn hard_sigmoid(x: &Tensor) -> Tensor { clip(&(x + 3.0), 0.0, 6.0) * (1.0 / 6.0) }
    /// `x hard_sigmoid(x)`.
    fn hard_silu(x: &Tensor) -> Tensor { x * hard_sigmoid(x) }
    /// `x hard_sigmoid(x)`.
    fn hard_swish(x: &Tensor) -> Tensor { hard_silu(x) }
    /// `x` clamped to `[-1, 1]`.
    fn hard_tanh(x: &Tensor) -> Tensor { clip(x, -1.0, 1.0) }
    /// `x` where `|x|` exceeds the threshold, elsewhere 0.
    fn hard_shrink(x: &Tensor, threshold: f64) -> Tensor {
        where_(&versus(Direction::Le, &absolute(x), threshold), &x.filled(0.0), x)
    }
    /// `x` moved toward 0 by the threshold.
    fn soft_shrink(x: &Tensor, threshold: f64) -> Tensor {
        let moved = where_(&versus(Direction::Lt, x, 0.0), &(x + threshold), &(x - threshold));
        where_(&versus(Direction::Le, &absolute(x), threshold), &x.filled(0.0), &moved)
    }
    /// `x - tanh(x)`.
    fn tanh_shrink(x: &Tensor) -> Tensor { x - tanh(x) }
    /// `x` where it exceeds the threshold, elsewhere a value.
    fn threshold(x: &Tensor, threshold: f64, default_value: f64) -> Tensor {
        where_(&versus(Direction::Gt, x, threshold), x, &x.filled(default_value))
    }
    /// `log(1 + exp(x))`, without overflow.
    fn softplus(x: &Tensor) -> Tensor {
        x.map("softplus", |b, x| {
            let zero = b.full_like(x, 0.0)?;
            let positive = b.maximum(x, zero)?;
            let magnitude = b.abs(x)?;
            let decay = b.negate(magnitude)?;
            let decay = b.exponential(decay)?;
            let rest = b.unary(Unary::LogPlusOne, decay)?;
            b.add(positive, rest)
        })
    }
    /// `x / (|x| + 1)`.
    fn softsign(x: &Tensor) -> Tensor { x / (absolute(x) + 1.0) }
    /// `x tanh(softplus(x))`.
    fn mish(x: &Tensor) -> Tensor { x * tanh(&softplus(x)) }
    /// `(x + sqrt(x² + b)) / 2`.
    fn squareplus(x: &Tensor, b: f64) -> Tensor { (x + sqrt(&(square(x) + b))) / 2.0 }
    /// 0 up to -1, `x` from 1 on, `(x + 1)² / 4` between.
    fn sparse_plus(x: &Tensor) -> Tensor {
        let middle = where_(&versus(Direction::Lt, x, 1.0), &(square(&(x + 1.0)) * 0.25), x);
        where_(&versus(Direction::Le, x, -1.0), &x.filled(0.0), &middle)
    }
    /// 0 up to -1, 1 from 1 on, `(x + 1) / 2` between.
    fn sparse_sigmoid(x: &Tensor) -> Tensor { (clip(x, -1.0, 1.0) + 1.0) * 0.5 }
    /// The first half along an axis times the sigmoid of the second.
    fn glu(x: &Tensor, axis: i64) -> Tensor {
        match &super::shape::split(x, 2, axis)[..] {
            [value, gate] => value * sigmoid(gate),
            // The split has recorded the error.
            _ => x.clone(),
        }
    }
    /// `exp(x) / sum(exp(x))` along an axis.
    fn softmax(x: &Tensor, axis: i64) -> Tensor {
        let x = x.float();
        let powers = exp(&(&x - along("max", Binary::Maximum, &x, axis)));
        &powers / along("sum", Binary::Add, &powers, axis)
    }
    /// `log(softmax(x))` along an axis.
    fn log_softmax(x: &Tensor, axis: i64) -> Tensor {
        let x = x.float();
        // A softmax is invariant to a shift of its inputs, so the gradient through the maximum is zero.
        let shifted = &x - along("max", Binary::Maximum, &x, axis);
        let total = along("sum", Binary::Add, &exp(&shifted), axis);
        shifted - log(&total)
    }
    /// The crossentropy of distributions along the last axis.
    fn categorical_crossentropy(target: &Tensor, output: &Tensor, from_logits: bool) -> Tensor {
        let log_p = if from_logits { log_softmax(output, -1) } else {
            log(&clip(&(output / along("sum", Binary::Add, output, -1)), EPSILON, 1.0 - EPSILON))
        };
        -sum(&(target * log_p), -1, false)
    }
    /// The crossentropy with class numbers along the last axis.
    fn sparse_categorical_crossentropy(target: &Tensor, output: &Tensor, from_logits: bool) -> Tensor {
        let target = super::create::one_hot(target, output.dim(-1));
        categorical_crossentropy(&target, output, from_logits)
    }
    /// The crossentropy of targets between 0 and 1, element by element.
    fn binary_crossentropy(target: &Tensor, output: &Tensor, from_logits: bool) -> Tensor {
        if from_logits { return target * softplus(&-output) + (1.0 - target) * softplus(output); }
        let p = clip(output, EPSILON, 1.0 - EPSILON);
        -(target * log(&p) + (1.0 - target) * log(&(1.0 - &p)))
    }
    /// `(x - mean) / sqrt(variance + epsilon)` over axes.
    fn layer_normalization(x: &Tensor, axis: impl Into<Axes>, epsilon: f64) -> Tensor {
        let axes = axis.into();
        let centered = x - mean(x, axes.clone(), true);
        centered * rsqrt(&(var(x, axes, true) + epsilon))
    }
    /// `x / sqrt(mean(x²) + epsilon)` over axes.
    fn rms_normalization(x: &Tensor, axis: impl Into<Axes>, epsilon: f64) -> Tensor {
        x * rsqrt(&(mean(&square(x), axis, true) + epsilon))
    }
    /// `(x - mean) / sqrt(variance + epsilon)`, with mean and variance along the last axis.
    fn batch_normalization(x: &Tensor, mean: &Tensor, variance: &Tensor, epsilon: f64) -> Tensor {
        (x - mean) * rsqrt(&(variance + epsilon))
    }
    /// The attention of queries on keys and values, `[batch, length, heads, size]`.
    fn dot_product_attention(query: &Tensor, key: &Tensor, value: &Tensor) -> Tensor {
        if [query, key, value].iter().any(|x| x.ndim() != 4) {
            return query.fail(Error::shape("ops.dot_product_attention: query, key and value have four dimensions"));
        }
        let heads = |x: &Tensor| super::shape::swapaxes(x, 1, 2);
        let scale = 1.0 / (query.dim(-1) as f64).sqrt();
        let scores = super::products::matmul(&heads(query), &super::shape::swapaxes(&heads(key), -2, -1)) * scale;
        heads(&super::products::matmul(&softmax(&scores, -1), &heads(value)))
    }
    /// The peak signal-to-noise ratio in decibels.
    fn psnr(x1: &Tensor, x2: &Tensor, max_val: f64) -> Tensor {
        let error = mean(&square(&(x1 - x2)), Axes::All, false);
        20.0 * error.filled(max_val.log10()) - 10.0 * super::elementwise::log10(&error)
    }
    /// True where the target's class number is among the `k` largest predictions of a row.
    fn in_top_k(targets: &Tensor, predictions: &Tensor, k: usize) -> Tensor {
        let hit = super::create::one_hot(targets, predictions.dim(-1));
        let own = sum(&(hit * predictions), -1, true);
        let larger = super::reduce::count_nonzero(&super::logic::greater(predictions, &own), -1);
        super::logic::less(&larger, &larger.filled(k as f64))
    }
}
