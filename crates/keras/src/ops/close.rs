//! Comparisons with a tolerance.

use super::axes::Axes;
use super::broadcast::align;
use super::declare::operations;
use super::elementwise::absolute;
use super::logic::{equal, isfinite, less_equal, logical_and, logical_or};
use super::reduce::all;
use super::tensor::Tensor;

operations! {
    /// True where `|x - y| <= atol + rtol · |y|`. NaN equals nothing.
    fn isclose(x: &Tensor, y: &Tensor, rtol: f64, atol: f64) -> Tensor {
        let (x, y) = align(&x.float(), &y.float());
        let near = less_equal(&absolute(&(&x - &y)), &(absolute(&y) * rtol + atol));
        logical_or(&equal(&x, &y), &logical_and(&near, &isfinite(&y)))
    }
    /// True, a scalar, if all elements are close.
    fn allclose(x: &Tensor, y: &Tensor, rtol: f64, atol: f64) -> Tensor {
        all(&isclose(x, y, rtol, atol), Axes::All, false)
    }
}
