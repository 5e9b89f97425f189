//! Tensors that consist of given numbers. They belong to the formula that is being traced.

use std::f64::consts::PI;

use stablehlo::{ElementType, Literal, TensorType};

use super::declare::operations;
use super::shape::{expand_dims, reshape};
use super::tensor::{Tensor, create};
use crate::error::{Error, Result};

/// Numbers in this shape, as a tensor of the running formula.
pub(crate) fn constant(element: ElementType, shape: &[usize], numbers: &[f64]) -> Tensor {
    create("array", |b| b.constant(Literal::from_f64(TensorType::new(element, shape), numbers)?))
}

/// Numbers in one dimension, `float32`.
fn row(numbers: &[f64]) -> Tensor {
    constant(ElementType::F32, &[numbers.len()], numbers)
}

/// A function of the place in a window of `n` elements, from 0 at its start to 1 at its end; 1 for one
/// element.
fn window(n: usize, f: impl Fn(f64) -> f64) -> Tensor {
    let place = |i: usize| i as f64 / (n - 1) as f64;
    let numbers: Vec<f64> = if n == 1 { vec![1.0] } else { (0..n).map(|i| f(place(i))).collect() };
    row(&numbers)
}

/// `num` numbers between two, with both ends or without the last.
fn between(start: f64, stop: f64, num: usize, endpoint: bool) -> Vec<f64> {
    let steps = if endpoint { num.saturating_sub(1) } else { num }.max(1) as f64;
    let at =
        |i: usize| if endpoint && num > 1 && i == num - 1 { stop } else { start + (stop - start) * i as f64 / steps };
    (0..num).map(at).collect()
}

/// The modified Bessel function of the first kind of order 0: the mean of `exp(x cos θ)` over half a turn.
fn bessel_i0(x: f64) -> f64 {
    let inner: f64 = (1..64).map(|k| (x * (PI * f64::from(k) / 64.0).cos()).exp()).sum();
    (x.cosh() + inner) / 64.0
}

operations! {
    /// Zeros, `float32`.
    fn zeros(shape: &[usize]) -> Tensor { full(shape, 0.0) }
    /// Ones, `float32`.
    fn ones(shape: &[usize]) -> Tensor { full(shape, 1.0) }
    /// Zeros, `float32`: programs have no memory without values.
    fn empty(shape: &[usize]) -> Tensor { full(shape, 0.0) }
    /// A number in each place, `float32`.
    fn full(shape: &[usize], fill_value: f64) -> Tensor {
        create("full", |b| b.full(TensorType::new(ElementType::F32, shape), fill_value))
    }
    /// These numbers in this shape, `float32`.
    fn array(values: &[f64], shape: &[usize]) -> Tensor { constant(ElementType::F32, shape, values) }
    /// These numbers in this shape, `float32`.
    fn convert_to_tensor(values: &[f64], shape: &[usize]) -> Tensor { array(values, shape) }
    /// The integers from `start` to before `stop` by `step`, `int32`.
    fn arange(start: i64, stop: i64, step: i64) -> Tensor {
        let (width, size) = (i128::from(stop) - i128::from(start), i128::from(step));
        create("arange", |b| {
            let error = |reason| {
                let message = format!("{start} to {stop} by {step}: {reason}");
                stablehlo::Error::new(stablehlo::ErrorKind::Program, message)
            };
            if size == 0 {
                return Err(error("the step must not be 0"));
            }
            let count = usize::try_from(((width + size - size.signum()) / size).max(0));
            let count = count.map_err(|_| error("so many integers fit no memory; give a shorter range"))?;
            let index = b.iota(TensorType::new(ElementType::I32, [count]), 0)?;
            let (step, start) = (b.full_like(index, step as f64)?, b.full_like(index, start as f64)?);
            let scaled = b.multiply(index, step)?;
            b.add(scaled, start)
        })
    }
    /// `num` numbers at equal distances from `start` to `stop`, `float32`; without `stop` if not `endpoint`.
    fn linspace(start: f64, stop: f64, num: usize, endpoint: bool) -> Tensor { row(&between(start, stop, num, endpoint)) }
    /// The powers of `base` whose exponents are [`linspace`]'s.
    fn logspace(start: f64, stop: f64, num: usize, endpoint: bool, base: f64) -> Tensor {
        row(&between(start, stop, num, endpoint).iter().map(|x| base.powf(*x)).collect::<Vec<_>>())
    }
    /// `num` numbers at equal ratios from `start` to `stop`, which have the same sign, `float32`.
    fn geomspace(start: f64, stop: f64, num: usize, endpoint: bool) -> Tensor {
        let exponents = between(start.abs().ln(), stop.abs().ln(), num, endpoint);
        let numbers: Vec<f64> = exponents.iter().map(|x| x.exp() * start.signum()).collect();
        row(&numbers)
    }
    /// A matrix with ones on its `k`-th diagonal, `float32`.
    fn eye(n: usize, m: usize, k: i64) -> Tensor {
        super::logic::equal(&(place(n, m, 0) + k as f64), &place(n, m, 1)).to(ElementType::F32)
    }
    /// The square matrix with ones on its diagonal, `float32`.
    fn identity(n: usize) -> Tensor { eye(n, n, 0) }
    /// A matrix with ones on and below its `k`-th diagonal, `float32`.
    fn tri(n: usize, m: usize, k: i64) -> Tensor {
        super::logic::greater_equal(&(place(n, m, 0) + k as f64), &place(n, m, 1)).to(ElementType::F32)
    }
    /// The triangular window of `n` elements.
    fn bartlett(n: usize) -> Tensor { window(n, |t| 1.0 - (2.0 * t - 1.0).abs()) }
    /// Blackman's window of `n` elements.
    fn blackman(n: usize) -> Tensor { window(n, |t| 0.42 - 0.5 * (2.0 * PI * t).cos() + 0.08 * (4.0 * PI * t).cos()) }
    /// Hamming's window of `n` elements.
    fn hamming(n: usize) -> Tensor { window(n, |t| 0.54 - 0.46 * (2.0 * PI * t).cos()) }
    /// Hann's window of `n` elements.
    fn hanning(n: usize) -> Tensor { window(n, |t| 0.5 - 0.5 * (2.0 * PI * t).cos()) }
    /// Kaiser's window of `n` elements.
    fn kaiser(n: usize, beta: f64) -> Tensor {
        window(n, |t| bessel_i0(beta * (1.0 - (2.0 * t - 1.0).powi(2)).max(0.0).sqrt()) / bessel_i0(beta))
    }
    /// Coordinates of a grid: one tensor for each vector, of the rank of their number. With the indexing `xy`
    /// the first vector runs along the second axis, with `ij` along the first.
    ///
    /// # Errors
    /// If the indexing is another.
    fn meshgrid(xs: &[&Tensor], indexing: &str) -> Result<Vec<Tensor>> {
        if !["xy", "ij"].contains(&indexing) {
            return Err(Error::argument(format!("ops.meshgrid: indexing is 'xy' or 'ij', not {indexing:?}")));
        }
        let mut axes: Vec<usize> = (0..xs.len()).collect();
        if indexing == "xy" && xs.len() > 1 {
            axes.swap(0, 1);
        }
        let mut shape = vec![1; xs.len()];
        for (x, axis) in xs.iter().zip(&axes) {
            shape[*axis] = x.size();
        }
        let along = |(x, axis): (&&Tensor, &usize)| {
            let mut dims = vec![1; xs.len()];
            dims[*axis] = -1;
            reshape(x, &dims).broadcast(&shape)
        };
        Ok(xs.iter().zip(&axes).map(along).collect())
    }
    /// The modified Bessel function of the first kind of order 0.
    fn i0(x: &Tensor) -> Tensor {
        // The mean of exp(x cos θ) over half a turn by the trapezoid rule, which converges exponentially.
        let x = super::elementwise::absolute(&x.float());
        let mut sum = super::elementwise::cosh(&x);
        for k in 1..64 {
            sum = sum + super::elementwise::exp(&(&x * (PI * f64::from(k) / 64.0).cos()));
        }
        sum / 64.0
    }
    /// How often each number from 0 to before `length` occurs, `int32`. Rows of a matrix are counted apart.
    ///
    /// The length is Keras's `minlength`; numbers from it on are not counted, since shapes are fixed.
    fn bincount(x: &Tensor, length: usize) -> Tensor {
        let numbers = row_of_integers(length);
        super::reduce::sum(&super::logic::equal(&expand_dims(x, -1), &numbers).to(ElementType::I32), -2, false)
    }
    /// How many elements are in each of `bins` intervals of equal width, `float32` as in Keras, and the
    /// bounds of the intervals. They extend over the range, or from the least to the greatest element.
    fn histogram(x: &Tensor, bins: usize, range: Option<(f64, f64)>) -> (Tensor, Tensor) {
        let x = super::shape::ravel(&x.float());
        let all = super::axes::Axes::All;
        let edges = match range {
            Some((low, high)) => linspace(low, high, bins + 1, true),
            None => {
                let (low, high) = (super::reduce::min(&x, all.clone(), true), super::reduce::max(&x, all, true));
                let parts = linspace(0.0, 1.0, bins + 1, true);
                &low * (1.0 - &parts) + high * parts
            }
        };
        let column = expand_dims(&x, -1);
        let low = super::shape::narrow(&edges, 0, 0, bins);
        let high = super::shape::narrow(&edges, 0, 1, bins);
        let last = super::logic::equal(&row_of_integers(bins), &row_of_integers(1).filled(bins as f64 - 1.0));
        let end = super::logic::logical_and(&last, &super::logic::equal(&column, &high));
        let inside = super::logic::logical_and(
            &super::logic::greater_equal(&column, &low),
            &super::logic::logical_or(&super::logic::less(&column, &high), &end),
        );
        (super::reduce::sum(&inside.to(ElementType::F32), 0, false), edges)
    }
}

/// The integers from 0 to before `n`, `int32`.
pub(super) fn row_of_integers(n: usize) -> Tensor {
    create("arange", |b| b.iota(TensorType::new(ElementType::I32, [n]), 0))
}

/// The number of the row or of the column in a matrix, `int32`.
fn place(n: usize, m: usize, dimension: usize) -> Tensor {
    create("arange", |b| b.iota(TensorType::new(ElementType::I32, [n, m]), dimension))
}
