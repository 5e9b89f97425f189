//! Tensors that are created in the program of another one.

use stablehlo::{ElementType, TensorType};

use super::axes::iota;
use super::declare::operations;
use super::logic::equal;
use super::tensor::Tensor;

operations! {
    /// Zeros in the shape and type of `x`.
    fn zeros_like(x: &Tensor) -> Tensor { x.filled(0.0) }
    /// Ones in the shape and type of `x`.
    fn ones_like(x: &Tensor) -> Tensor { x.filled(1.0) }
    /// Zeros in the shape and type of `x`.
    fn empty_like(x: &Tensor) -> Tensor { x.filled(0.0) }
    /// A number in the shape and type of `x`.
    fn full_like(x: &Tensor, value: f64) -> Tensor { x.filled(value) }
    /// One-hot vectors, `float32`, of integers along a new last axis. A number out of range gives zeros.
    fn one_hot(x: &Tensor, num_classes: usize) -> Tensor {
        let mut dims = x.shape().to_vec();
        let kept: Vec<usize> = (0..dims.len()).collect();
        dims.push(num_classes);
        x.to(ElementType::I32).map("one_hot", |b, x| {
            let index = b.iota(TensorType::new(ElementType::I32, dims.clone()), kept.len())?;
            let labels = b.broadcast_in_dim(x, &kept, &dims)?;
            let hit = b.compare(stablehlo::ops::Direction::Eq, index, labels)?;
            b.convert(hit, ElementType::F32)
        })
    }
    /// One vector with ones at all numbers along the last axis, `float32`.
    fn multi_hot(x: &Tensor, num_classes: usize) -> Tensor {
        super::reduce::max(&one_hot(x, num_classes), -2, false)
    }
    /// The square matrix with `x` on its diagonal.
    fn diag(x: &Tensor) -> Tensor {
        let n = x.size();
        let square = super::shape::ravel(x).broadcast(&[n, n]);
        let on = equal(&iota(&square, 0), &iota(&square, 1));
        super::logic::where_(&on, &square, &square.filled(0.0))
    }
    /// The square matrix with the elements of `x` on its diagonal.
    fn diagflat(x: &Tensor) -> Tensor { diag(x) }
    /// `x` without a gradient.
    fn stop_gradient(x: &Tensor) -> Tensor {
        // A conversion to the integers of the same width and back: integers have no gradient.
        let Some(bits) = integer_of(x.element()) else { return x.clone() };
        let element = x.element();
        let dims = x.shape().to_vec();
        x.map("stop_gradient", |b, x| {
            let y = b.bitcast_convert(x, TensorType::new(bits, dims.clone()))?;
            b.bitcast_convert(y, TensorType::new(element, dims))
        })
    }
}

fn integer_of(element: ElementType) -> Option<ElementType> {
    match (element.is_float(), element.bits()) {
        (true, 16) => Some(ElementType::Ui16),
        (true, 32) => Some(ElementType::Ui32),
        (true, 64) => Some(ElementType::Ui64),
        _ => None,
    }
}
