//! Comparisons, logic, and selection.

use stablehlo::ElementType;
use stablehlo::ops::{Binary, Direction};

use super::broadcast::{align, binary, common, compare};
use super::declare::operations;
use super::tensor::{Tensor, emit};
use crate::error::Error;

operations! {
    /// `x == y`, element by element.
    fn equal(x: &Tensor, y: &Tensor) -> Tensor { compare("equal", Direction::Eq, x, y) }
    /// `x != y`, element by element.
    fn not_equal(x: &Tensor, y: &Tensor) -> Tensor { compare("not_equal", Direction::Ne, x, y) }
    /// `x > y`, element by element.
    fn greater(x: &Tensor, y: &Tensor) -> Tensor { compare("greater", Direction::Gt, x, y) }
    /// `x >= y`, element by element.
    fn greater_equal(x: &Tensor, y: &Tensor) -> Tensor { compare("greater_equal", Direction::Ge, x, y) }
    /// `x < y`, element by element.
    fn less(x: &Tensor, y: &Tensor) -> Tensor { compare("less", Direction::Lt, x, y) }
    /// `x <= y`, element by element.
    fn less_equal(x: &Tensor, y: &Tensor) -> Tensor { compare("less_equal", Direction::Le, x, y) }
    /// True where both are.
    fn logical_and(x: &Tensor, y: &Tensor) -> Tensor { binary("logical_and", Binary::And, &truth(x), &truth(y)) }
    /// True where either is.
    fn logical_or(x: &Tensor, y: &Tensor) -> Tensor { binary("logical_or", Binary::Or, &truth(x), &truth(y)) }
    /// True where exactly one is.
    fn logical_xor(x: &Tensor, y: &Tensor) -> Tensor { binary("logical_xor", Binary::Xor, &truth(x), &truth(y)) }
    /// True where `x` is not.
    fn logical_not(x: &Tensor) -> Tensor { truth(x).map("logical_not", |b, x| b.not(x)) }
    /// The elements of `x` where the condition is true, otherwise those of `y`.
    fn where_(condition: &Tensor, x: &Tensor, y: &Tensor) -> Tensor {
        let (x, y) = align(x, y);
        let Some(shape) = common(condition.shape(), x.shape()) else {
            let message = format!("ops.where: a condition of shape {:?} for {:?}", condition.shape(), x.shape());
            return x.fail(Error::shape(message));
        };
        let (condition, x, y) = (truth(condition).broadcast(&shape), x.broadcast(&shape), y.broadcast(&shape));
        emit("where", &[&condition, &x, &y], |b, v| b.select(v[0], v[1], v[2]))
    }
    /// True where `x` is NaN.
    fn isnan(x: &Tensor) -> Tensor { not_equal(x, x) }
    /// True where `x` is finite.
    fn isfinite(x: &Tensor) -> Tensor { x.float().map("isfinite", |b, x| b.is_finite(x)) }
    /// True where `x` is infinite.
    fn isinf(x: &Tensor) -> Tensor { logical_or(&isposinf(x), &isneginf(x)) }
    /// True where `x` is positive infinity.
    fn isposinf(x: &Tensor) -> Tensor { let x = x.float(); equal(&x, &x.filled(f64::INFINITY)) }
    /// True where `x` is negative infinity.
    fn isneginf(x: &Tensor) -> Tensor { let x = x.float(); equal(&x, &x.filled(f64::NEG_INFINITY)) }
}

/// `x != 0`.
pub(super) fn truth(x: &Tensor) -> Tensor {
    if x.element() == ElementType::I1 { x.clone() } else { not_equal(x, &x.filled(0.0)) }
}
