//! Reductions, and cumulative functions.

use stablehlo::ops::{Binary, Direction, WindowDim};
use stablehlo::{ElementType, FuncBuilder};

use super::arithmetic::maximum;
pub use super::axes::Axes;
use super::axes::iota;
use super::declare::operations;
use super::elementwise::{absolute, exp, log, sqrt, square};
use super::logic::{equal, isfinite, isnan, logical_not, truth, where_};
use super::tensor::{Tensor, emit_all};

/// Reduces the axes; with `keepdims` they remain with size 1.
fn reduce(name: &str, op: Binary, x: &Tensor, axes: &Axes, keepdims: bool) -> Tensor {
    let Some(dims) = axes.dims(x) else { return x.clone() };
    let kept: Vec<usize> = x.shape().iter().enumerate().map(|(d, n)| if dims.contains(&d) { 1 } else { *n }).collect();
    x.map(name, |b, x| {
        let y = if dims.is_empty() { x } else { b.reduce(op, x, &dims)? };
        if keepdims { b.reshape(y, &kept) } else { Ok(y) }
    })
}

operations! {
    /// The sum.
    fn sum(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let x = if x.element().is_bool() { x.to(ElementType::I32) } else { x.clone() };
        reduce("sum", Binary::Add, &x, &axis.into(), keepdims)
    }
    /// The product.
    fn prod(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let x = if x.element().is_bool() { x.to(ElementType::I32) } else { x.clone() };
        reduce("prod", Binary::Multiply, &x, &axis.into(), keepdims)
    }
    /// The mean, in floating point.
    fn mean(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let (x, axes) = (x.float(), axis.into());
        let count = axes.count(&x);
        sum(&x, axes, keepdims) / count
    }
    /// The variance of the population.
    fn var(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let (x, axes) = (x.float(), axis.into());
        let centered = &x - mean(&x, axes.clone(), true);
        mean(&square(&centered), axes, keepdims)
    }
    /// The standard deviation of the population.
    fn std(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { sqrt(&var(x, axis, keepdims)) }
    /// The maximum; NaN if an element is.
    fn max(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        reduce("max", Binary::Maximum, x, &axis.into(), keepdims)
    }
    /// The maximum; NaN if an element is.
    fn amax(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { max(x, axis, keepdims) }
    /// The minimum; NaN if an element is.
    fn min(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        reduce("min", Binary::Minimum, x, &axis.into(), keepdims)
    }
    /// The minimum; NaN if an element is.
    fn amin(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { min(x, axis, keepdims) }
    /// The maximum minus the minimum.
    fn ptp(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let axes = axis.into();
        max(x, axes.clone(), keepdims) - min(x, axes, keepdims)
    }
    /// True if all elements are.
    fn all(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        logical_not(&any(&logical_not(x), axis, keepdims))
    }
    /// True if an element is.
    fn any(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        reduce("any", Binary::Or, &truth(x), &axis.into(), keepdims)
    }
    /// The number of elements that are not 0, `int32`.
    fn count_nonzero(x: &Tensor, axis: impl Into<Axes>) -> Tensor { sum(&truth(x), axis, false) }
    /// `log(sum(exp(x)))`, without overflow.
    fn logsumexp(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let (x, axes) = (x.float(), axis.into());
        let top = max(&x, axes.clone(), true);
        let top = where_(&isfinite(&top), &top, &top.filled(0.0));
        let rest = log(&sum(&exp(&(&x - &top)), axes.clone(), true)) + &top;
        // The sum over dimensions of size 1 removes them.
        if keepdims { rest } else { sum(&rest, axes, false) }
    }
    /// The weighted mean; `weights` have the shape of `x`.
    fn average(x: &Tensor, weights: &Tensor, axis: impl Into<Axes>) -> Tensor {
        let (x, weights, axes) = (x.float(), weights.float().broadcast(x.shape()), axis.into());
        sum(&(&x * &weights), axes.clone(), false) / sum(&weights, axes, false)
    }
    /// The mean and the variance.
    fn moments(x: &Tensor, axes: impl Into<Axes>, keepdims: bool) -> (Tensor, Tensor) {
        let axes = axes.into();
        (mean(x, axes.clone(), keepdims), var(x, axes, keepdims))
    }
    /// The sum without NaN.
    fn nansum(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { sum(&replaced(x, 0.0), axis, keepdims) }
    /// The product without NaN.
    fn nanprod(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { prod(&replaced(x, 1.0), axis, keepdims) }
    /// The maximum without NaN; NaN if there is nothing else.
    fn nanmax(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let axes = axis.into();
        let none = all(&isnan(x), axes.clone(), keepdims);
        let y = max(&replaced(x, f64::NEG_INFINITY), axes, keepdims);
        where_(&none, &y.filled(f64::NAN), &y)
    }
    /// The minimum without NaN; NaN if there is nothing else.
    fn nanmin(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let axes = axis.into();
        let none = all(&isnan(x), axes.clone(), keepdims);
        let y = min(&replaced(x, f64::INFINITY), axes, keepdims);
        where_(&none, &y.filled(f64::NAN), &y)
    }
    /// The mean without NaN.
    fn nanmean(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let axes = axis.into();
        let count = sum(&equal(x, x), axes.clone(), keepdims).to(x.element());
        nansum(x, axes, keepdims) / count
    }
    /// The variance without NaN.
    fn nanvar(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let axes = axis.into();
        nanmean(&square(&(x - nanmean(x, axes.clone(), true))), axes, keepdims)
    }
    /// The standard deviation without NaN.
    fn nanstd(x: &Tensor, axis: impl Into<Axes>, keepdims: bool) -> Tensor { sqrt(&nanvar(x, axis, keepdims)) }
    /// The index of the maximum along an axis, the first of equals, `int32`; of the first NaN if there is
    /// one.
    fn argmax(x: &Tensor, axis: i64) -> Tensor { first_at(x, &max(x, axis, true), axis) }
    /// The index of the minimum along an axis, the first of equals, `int32`; of the first NaN if there is
    /// one.
    fn argmin(x: &Tensor, axis: i64) -> Tensor { first_at(x, &min(x, axis, true), axis) }
    /// The index of the maximum without NaN along an axis, `int32`.
    fn nanargmax(x: &Tensor, axis: i64) -> Tensor { argmax(&replaced(x, f64::NEG_INFINITY), axis) }
    /// The index of the minimum without NaN along an axis, `int32`.
    fn nanargmin(x: &Tensor, axis: i64) -> Tensor { argmin(&replaced(x, f64::INFINITY), axis) }
    /// The running sum along an axis.
    fn cumsum(x: &Tensor, axis: i64) -> Tensor { running("cumsum", Binary::Add, x, axis) }
    /// The running product along an axis.
    fn cumprod(x: &Tensor, axis: i64) -> Tensor { running("cumprod", Binary::Multiply, x, axis) }
    /// The running sum along an axis, with NaN as 0.
    fn nancumsum(x: &Tensor, axis: i64) -> Tensor { cumsum(&replaced(x, 0.0), axis) }
    /// The running product along an axis, with NaN as 1.
    fn nancumprod(x: &Tensor, axis: i64) -> Tensor { cumprod(&replaced(x, 1.0), axis) }
    /// The elements in increasing order along an axis.
    fn sort(x: &Tensor, axis: i64) -> Tensor { sorted(x, axis).0 }
    /// The indices of the elements in increasing order along an axis, `int32`.
    fn argsort(x: &Tensor, axis: i64) -> Tensor { sorted(x, axis).1 }
    /// The median along an axis.
    fn median(x: &Tensor, axis: i64, keepdims: bool) -> Tensor { quantile(x, 0.5, axis, keepdims) }
    /// The quantile `q`, in `[0, 1]`, along an axis, interpolated linearly.
    fn quantile(x: &Tensor, q: f64, axis: i64, keepdims: bool) -> Tensor {
        let sorted = sort(&x.float(), axis);
        let n = sorted.dim(axis);
        let place = q.clamp(0.0, 1.0) * n.saturating_sub(1) as f64;
        let at = |i: f64| super::shape::narrow(&sorted, axis, i as usize, 1);
        let y = at(place.floor()) * (1.0 - place.fract()) + at(place.ceil()) * place.fract();
        if keepdims { y } else { super::shape::squeeze(&y, axis) }
    }
    /// The percentile `q`, in `[0, 100]`, along an axis, interpolated linearly.
    fn percentile(x: &Tensor, q: f64, axis: i64, keepdims: bool) -> Tensor { quantile(x, q / 100.0, axis, keepdims) }
    /// The `k` largest elements along the last axis in decreasing order, and their indices, `int32`.
    fn top_k(x: &Tensor, k: usize) -> (Tensor, Tensor) {
        let (values, indices) = ordered(x, -1, Direction::Gt);
        (super::shape::narrow(&values, -1, 0, k), super::shape::narrow(&indices, -1, 0, k))
    }
    /// The norm along axes: `order` 1, 2 or infinity.
    fn norm(x: &Tensor, order: f64, axis: impl Into<Axes>, keepdims: bool) -> Tensor {
        let (x, axes) = (absolute(&x.float()), axis.into());
        if order == f64::INFINITY { return max(&x, axes, keepdims); }
        if order == 1.0 { return sum(&x, axes, keepdims); }
        if order == 2.0 { return sqrt(&sum(&square(&x), axes, keepdims)); }
        let power = |x: &Tensor, p: f64| super::arithmetic::power(x, &x.filled(p));
        power(&sum(&power(&x, order), axes, keepdims), 1.0 / order)
    }
    /// `x` divided by its norm of this order along an axis.
    fn normalize(x: &Tensor, axis: i64, order: f64) -> Tensor {
        let x = x.float();
        let norm = norm(&x, order, axis, true);
        &x / maximum(&norm, &norm.filled(1e-12))
    }
}

/// NaN replaced by a number.
fn replaced(x: &Tensor, value: f64) -> Tensor {
    if x.element().is_float() { where_(&isnan(x), &x.filled(value), x) } else { x.clone() }
}

/// The first index along an axis at which `x` equals `extreme`, or is NaN.
fn first_at(x: &Tensor, extreme: &Tensor, axis: i64) -> Tensor {
    let Some(d) = x.axis(axis) else { return x.clone() };
    let index = iota(x, d);
    let hit = super::logic::logical_or(&equal(x, extreme), &isnan(x));
    let none = index.filled(x.shape()[d] as f64);
    min(&where_(&hit, &index, &none), axis, false)
}

fn running(name: &str, op: Binary, x: &Tensor, axis: i64) -> Tensor {
    let Some(d) = x.axis(axis) else { return x.clone() };
    let window: Vec<WindowDim> = (0..x.ndim())
        .map(|i| match (i == d, x.shape()[i]) {
            (true, n @ 1..) => WindowDim { pad_low: n as i64 - 1, ..WindowDim::new(n) },
            _ => WindowDim::new(1),
        })
        .collect();
    x.map(name, |b: &mut FuncBuilder, x| b.reduce_window(op, x, &window))
}

fn sorted(x: &Tensor, axis: i64) -> (Tensor, Tensor) {
    ordered(x, axis, Direction::Lt)
}

/// Elements and their indices in the order of the elements.
fn ordered(x: &Tensor, axis: i64, direction: Direction) -> (Tensor, Tensor) {
    let Some(d) = x.axis(axis) else { return (x.clone(), x.clone()) };
    let index = iota(x, d);
    let mut both = emit_all("sort", &[x, &index], |b, v| b.sort(direction, v, d));
    let second = both.pop().unwrap_or(index);
    (both.pop().unwrap_or_else(|| second.clone()), second)
}
