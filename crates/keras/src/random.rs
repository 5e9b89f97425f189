//! Random numbers in formulas (`keras.random`).
//!
//! The draws come from the [`Scope`] of the formula, which is in the place of Keras's `seed`: they follow
//! from the seed of the training and differ from step to step and from core to core. As
//! [`Scope::random_uniform`] they exist in training alone. All are `float32` unless another type is said.
//!
//! ```
//! use keras::graph::{Layer, Scope};
//! use keras::ops::Tensor;
//! use keras::{Result, random};
//!
//! keras::layer! {
//!     /// Multiplies by normal noise around 1 in training.
//!     Noisy() {
//!         /// The standard deviation. Default: 0.1.
//!         stddev: [f64] = 0.1;
//!     }
//! }
//!
//! impl Layer for Noisy {
//!     fn call(&self, scope: &mut Scope, inputs: &[Tensor]) -> Result<Tensor> {
//!         let x = &inputs[0];
//!         if !scope.training() {
//!             return Ok(x.clone());
//!         }
//!         Ok(x * random::normal(scope, x.shape(), 1.0, self.stddev)?)
//!     }
//! }
//! let y = Noisy::new().call(&keras::Input::new([4]))?;
//! # let _ = y;
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! Of Keras's functions, `binomial` is not here: its loop has no bound.

use stablehlo::ElementType;

use crate::error::{Error, Result};
use crate::graph::Scope;
use crate::ops::{self, Tensor};

/// Attempts for each number of [`gamma`]. One in 20 or fewer is rejected, so that one in 10^15 has none left.
const ATTEMPTS: usize = 12;
/// Half of the distance between two draws, which are multiples of 2^-23 or finer: it keeps logarithms and
/// inverse error functions finite.
const HALF_STEP: f64 = 1.0 / (1u32 << 24) as f64;
/// The greatest range of [`randint`], whose numbers are exact in `float32` up to here.
const MAX_RANGE: i64 = 1 << 24;

/// Numbers from 0 to 1, without both.
fn open_uniform(scope: &mut Scope, shape: &[usize]) -> Result<Tensor> {
    let draws = scope.random_uniform(shape)?;
    Ok(ops::minimum(&(&draws + HALF_STEP), &ops::full_like(&draws, 1.0 - HALF_STEP)))
}

/// Uniform numbers from `minval` to below `maxval`.
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn uniform(scope: &mut Scope, shape: &[usize], minval: f64, maxval: f64) -> Result<Tensor> {
    Ok(scope.random_uniform(shape)? * (maxval - minval) + minval)
}

/// Whole numbers from `minval` to below `maxval`, `int32`.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none between them, or more than 2^24;
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn randint(scope: &mut Scope, shape: &[usize], minval: i32, maxval: i32) -> Result<Tensor> {
    let range = i64::from(maxval) - i64::from(minval);
    if !(1..=MAX_RANGE).contains(&range) {
        return Err(Error::argument(format!(
            "randint draws from at least 1 and at most {MAX_RANGE} numbers. Received: minval={minval}, maxval={maxval}"
        )));
    }
    let steps = ops::floor(&(scope.random_uniform(shape)? * range as f64));
    // A product may be rounded up to the range.
    let steps = ops::minimum(&steps, &ops::full_like(&steps, (range - 1) as f64));
    Ok(steps.to(ElementType::I32) + f64::from(minval))
}

/// Normal numbers.
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn normal(scope: &mut Scope, shape: &[usize], mean: f64, stddev: f64) -> Result<Tensor> {
    let draws = open_uniform(scope, shape)?;
    Ok(ops::erfinv(&(draws * 2.0 - 1.0)) * (stddev * std::f64::consts::SQRT_2) + mean)
}

/// Normal numbers of which none is more than two standard deviations from the mean. `stddev` is that of the
/// numbers before they are cut, as in Keras.
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn truncated_normal(scope: &mut Scope, shape: &[usize], mean: f64, stddev: f64) -> Result<Tensor> {
    // erf(sqrt(2)): the part of normal numbers within two standard deviations.
    const WITHIN: f64 = 0.954_499_736_103_641_6;
    let draws = open_uniform(scope, shape)?;
    Ok(ops::erfinv(&((draws * 2.0 - 1.0) * WITHIN)) * (stddev * std::f64::consts::SQRT_2) + mean)
}

/// Classes drawn by unnormalized logarithms of their probabilities: `logits` is `(batch, classes)`, the
/// result `(batch, samples)`, `int32`.
///
/// # Errors
/// [`ErrorKind::Shape`](crate::ErrorKind::Shape) for logits of another rank;
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn categorical(scope: &mut Scope, logits: &Tensor, samples: usize) -> Result<Tensor> {
    let [batch, classes] = *logits.shape() else {
        return Err(Error::shape(format!("categorical takes logits of (batch, classes), not {:?}", logits.shape())));
    };
    // The greatest of logits with Gumbel noise is each class with its probability.
    let draws = open_uniform(scope, &[batch, samples, classes])?;
    let noise = -ops::log(&-ops::log(&draws));
    Ok(ops::argmax(&(ops::expand_dims(&logits.to(ElementType::F32), 1) + noise), -1))
}

/// Sets a fraction `rate` of the elements to 0, and divides the others by the rest of it.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for a rate that is not from 0 to below 1;
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn dropout(scope: &mut Scope, inputs: &Tensor, rate: f64) -> Result<Tensor> {
    if !(0.0..1.0).contains(&rate) {
        return Err(Error::argument(format!("the rate of dropout is from 0 to below 1. Received: rate={rate}")));
    }
    let draws = scope.random_uniform(inputs.shape())?;
    let keep = ops::greater_equal(&draws, &ops::full_like(&draws, rate));
    Ok(ops::where_(&keep, &(inputs / (1.0 - rate)), &ops::zeros_like(inputs)))
}

/// The tensor in a random order along an axis.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if it has no such axis;
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn shuffle(scope: &mut Scope, x: &Tensor, axis: i64) -> Result<Tensor> {
    let rank = x.shape().len() as i64;
    if !(-rank..rank).contains(&axis) {
        return Err(Error::argument(format!("a tensor of shape {:?} has no axis {axis}", x.shape())));
    }
    let order = ops::argsort(&scope.random_uniform(&[x.dim(axis)])?, -1);
    Ok(ops::take(x, &order, axis))
}

/// Numbers of gamma distributions with these shape parameters, and scale 1 (Marsaglia and Tsang, "A simple
/// method for generating gamma variables", 2000). The shape of the result is `shape`, with which `alpha` has
/// to be compatible.
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn gamma(scope: &mut Scope, shape: &[usize], alpha: &Tensor) -> Result<Tensor> {
    let alpha = ops::broadcast_to(&alpha.to(ElementType::F32), shape);
    // The method is for parameters from 1 on; a power of a uniform number leads to those below.
    let is_small = ops::less(&alpha, &ops::ones_like(&alpha));
    let raised = ops::where_(&is_small, &(&alpha + 1.0), &alpha);
    let d = raised - 1.0 / 3.0;
    let c = ops::rsqrt(&(&d * 9.0));
    let mut result = d.clone();
    for _ in 0..ATTEMPTS {
        let x = normal(scope, shape, 0.0, 1.0)?;
        let root = &c * &x + 1.0;
        let v = &root * &root * &root;
        let is_positive = ops::greater(&v, &ops::zeros_like(&v));
        let v = ops::where_(&is_positive, &v, &ops::ones_like(&v));
        let u = open_uniform(scope, shape)?;
        let bound = &x * &x * 0.5 + &d - &d * &v + &d * ops::log(&v);
        let accepted = ops::logical_and(&is_positive, &ops::less(&ops::log(&u), &bound));
        // The last accepted attempt is as good as the first.
        result = ops::where_(&accepted, &(&d * &v), &result);
    }
    let u = open_uniform(scope, shape)?;
    let power = ops::exp(&(ops::log(&u) / &alpha));
    Ok(ops::where_(&is_small, &(&result * power), &result))
}

/// Numbers of beta distributions: `x / (x + y)` of gamma distributions `x` and `y`.
///
/// # Errors
/// [`ErrorKind::Program`](crate::ErrorKind::Program) outside of training.
pub fn beta(scope: &mut Scope, shape: &[usize], alpha: &Tensor, beta: &Tensor) -> Result<Tensor> {
    let (x, y) = (gamma(scope, shape, alpha)?, gamma(scope, shape, beta)?);
    Ok(&x / (&x + y))
}
