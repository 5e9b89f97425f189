//! Broadcasting of shapes and promotion of element types, as NumPy and Keras do.

use stablehlo::ElementType;
use stablehlo::ops::{Binary, Direction};

use super::dtype::{floating, promote};
use super::tensor::{Tensor, emit};
use crate::error::Error;

/// The shape to which two shapes are broadcast; `None` if they do not fit.
pub(super) fn common(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let rank = a.len().max(b.len());
    let at = |dims: &[usize], d: usize| (d + dims.len()).checked_sub(rank).map_or(1, |d| dims[d]);
    let size = |d: usize| match (at(a, d), at(b, d)) {
        (x, y) if x == y || y == 1 => Some(x),
        (1, y) => Some(y),
        _ => None,
    };
    (0..rank).map(size).collect()
}

impl Tensor {
    /// This tensor with a shape to which its own can be broadcast.
    pub(super) fn broadcast(&self, shape: &[usize]) -> Tensor {
        let dims = self.shape().to_vec();
        if dims == shape {
            return self.clone();
        }
        if common(&dims, shape).as_deref() != Some(shape) {
            return self.fail(Error::shape(format!("cannot broadcast shape {dims:?} to {shape:?}")));
        }
        let lead = shape.len() - dims.len();
        // A dimension of size 1 that grows is removed first: StableHLO's backward pass then is one sum.
        let kept: Vec<usize> = (0..dims.len()).filter(|d| dims[*d] == shape[*d + lead]).collect();
        let sizes: Vec<usize> = kept.iter().map(|d| dims[*d]).collect();
        let targets: Vec<usize> = kept.iter().map(|d| d + lead).collect();
        self.map("broadcast_to", |b, x| {
            let x = if sizes == dims { x } else { b.reshape(x, &sizes)? };
            b.broadcast_in_dim(x, &targets, shape)
        })
    }

    pub(crate) fn to(&self, element: ElementType) -> Tensor {
        if self.element() == element { self.clone() } else { self.map("cast", |b, x| b.convert(x, element)) }
    }

    /// This tensor in a floating-point type.
    pub(super) fn float(&self) -> Tensor {
        self.to(floating(self.element()))
    }

    /// A tensor of this one's shape and type, filled with a number.
    pub(super) fn filled(&self, value: f64) -> Tensor {
        self.map("full_like", |b, x| b.full_like(x, value))
    }

    /// A number as a tensor that is combined with this one. A fraction makes integers `float32`.
    pub(super) fn number(&self, value: f64) -> Tensor {
        let element = self.element();
        let fits = !element.is_bool() && (!element.is_integer() || value.fract() == 0.0);
        if fits { self.filled(value) } else { self.to(ElementType::F32).filled(value) }
    }
}

/// Both operands in their common shape and type.
pub(super) fn align(x: &Tensor, y: &Tensor) -> (Tensor, Tensor) {
    let Some(shape) = common(x.shape(), y.shape()) else {
        let message = format!("shapes {:?} and {:?} cannot be broadcast together", x.shape(), y.shape());
        return (x.fail(Error::shape(message)), y.clone());
    };
    let element = promote(x.element(), y.element());
    (x.to(element).broadcast(&shape), y.to(element).broadcast(&shape))
}

pub(super) fn binary(name: &str, op: Binary, x: &Tensor, y: &Tensor) -> Tensor {
    let (x, y) = align(x, y);
    emit(name, &[&x, &y], |b, v| b.binary(op, v[0], v[1]))
}

pub(super) fn compare(name: &str, direction: Direction, x: &Tensor, y: &Tensor) -> Tensor {
    let (x, y) = align(x, y);
    emit(name, &[&x, &y], |b, v| b.compare(direction, v[0], v[1]))
}

/// Both operands in their common type.
pub(super) fn common_type(x: &Tensor, y: &Tensor) -> (Tensor, Tensor) {
    let element = promote(x.element(), y.element());
    (x.to(element), y.to(element))
}
