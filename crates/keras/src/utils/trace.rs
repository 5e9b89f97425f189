//! Program fragments shared by activations, losses, metrics and optimizers.

use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, FuncBuilder, Result, TensorType, Value};

/// `x + c`, element by element.
pub(crate) fn add_scalar(b: &mut FuncBuilder, x: Value, c: f64) -> Result<Value> {
    let c = b.full_like(x, c)?;
    b.add(x, c)
}

/// `c * x`, element by element.
pub(crate) fn mul_scalar(b: &mut FuncBuilder, x: Value, c: f64) -> Result<Value> {
    let c = b.full_like(x, c)?;
    b.multiply(x, c)
}

/// `c - x`, element by element.
pub(crate) fn scalar_minus(b: &mut FuncBuilder, c: f64, x: Value) -> Result<Value> {
    let c = b.full_like(x, c)?;
    b.subtract(c, x)
}

/// `x` clamped to `[low, high]`.
pub(crate) fn clamp(b: &mut FuncBuilder, low: f64, x: Value, high: f64) -> Result<Value> {
    let scalar = TensorType::scalar(b.ty(x).element);
    let low = b.full(scalar.clone(), low)?;
    let high = b.full(scalar, high)?;
    b.clamp(low, x, high)
}

/// The reduction over the last dimension, broadcast to the shape of `x`.
pub(crate) fn reduce_last_keeping(b: &mut FuncBuilder, op: Binary, x: Value) -> Result<Value> {
    let dims = b.dims(x).to_vec();
    let last = dims.len() - 1;
    let reduced = b.reduce(op, x, &[last])?;
    let kept_dims: Vec<usize> = (0..last).collect();
    b.broadcast_in_dim(reduced, &kept_dims, &dims)
}

/// The sum of all elements, a scalar.
pub(crate) fn sum_all(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    let dims: Vec<usize> = (0..b.dims(x).len()).collect();
    if dims.is_empty() { Ok(x) } else { b.sum(x, &dims) }
}

/// The one-hot encoding: labels `[..]` of any integer type become `f32[.., classes]`. A label out of range
/// gives zeros.
pub(crate) fn one_hot(b: &mut FuncBuilder, labels: Value, classes: usize) -> Result<Value> {
    let labels = b.convert(labels, ElementType::I32)?;
    let mut dims = b.dims(labels).to_vec();
    let kept_dims: Vec<usize> = (0..dims.len()).collect();
    dims.push(classes);
    let index = b.iota(TensorType::new(ElementType::I32, dims.clone()), kept_dims.len())?;
    let labels = b.broadcast_in_dim(labels, &kept_dims, &dims)?;
    let hit = b.compare(Direction::Eq, index, labels)?;
    b.convert(hit, ElementType::F32)
}

/// The index of the maximum along the last dimension, the first of equals, as i32. If an element is NaN, the
/// result is the number of elements.
pub(crate) fn argmax_last(b: &mut FuncBuilder, x: Value) -> Result<Value> {
    let dims = b.dims(x).to_vec();
    let last = dims.len() - 1;
    let maximum = reduce_last_keeping(b, Binary::Maximum, x)?;
    let is_maximum = b.compare(Direction::Eq, x, maximum)?;
    let index = b.iota(TensorType::new(ElementType::I32, dims.clone()), last)?;
    let none = b.full_like(index, dims[last] as f64)?;
    let candidates = b.select(is_maximum, index, none)?;
    b.reduce(Binary::Minimum, candidates, &[last])
}
