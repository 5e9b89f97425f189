//! Accuracies: f32 values, 1 for each correct prediction and 0 for each other. The caller has checked the
//! shapes.

use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, FuncBuilder, Result, Value};

use crate::utils::trace::{argmax_last, one_hot};

/// Targets are 0 or 1, as many as predictions; the result has the predictions' shape.
pub(super) fn binary(b: &mut FuncBuilder, y_true: Value, y_pred: Value, threshold: f64) -> Result<Value> {
    let shape = b.dims(y_pred).to_vec();
    let y_true = b.reshape(y_true, &shape)?;
    let y_true = b.convert(y_true, ElementType::F32)?;
    let threshold = b.full_like(y_pred, threshold)?;
    let guess = b.compare(Direction::Gt, y_pred, threshold)?;
    let guess = b.convert(guess, ElementType::F32)?;
    equal(b, y_true, guess)
}

/// Targets and predictions `[.., classes]`; result `[..]`.
pub(super) fn categorical(b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
    let class = argmax_last(b, y_true)?;
    let guess = argmax_last(b, y_pred)?;
    equal(b, class, guess)
}

/// Class numbers `[..]` or `[.., 1]`, predictions `[.., classes]`; result `[..]`.
pub(super) fn sparse_categorical(b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
    let class = without_classes(b, y_true, y_pred)?;
    let guess = argmax_last(b, y_pred)?;
    // Floating-point class numbers are compared as such: 1.5 is not a class.
    let common = if b.ty(class).element.is_float() { ElementType::F32 } else { ElementType::I32 };
    let class = b.convert(class, common)?;
    let guess = b.convert(guess, common)?;
    equal(b, class, guess)
}

/// Targets and predictions `[.., classes]`; result `[..]`.
pub(super) fn top_k_categorical(b: &mut FuncBuilder, y_true: Value, y_pred: Value, k: usize) -> Result<Value> {
    let class = argmax_last(b, y_true)?;
    among_greatest(b, class, y_pred, k)
}

/// Class numbers `[..]` or `[.., 1]`, predictions `[.., classes]`; result `[..]`.
pub(super) fn sparse_top_k(b: &mut FuncBuilder, y_true: Value, y_pred: Value, k: usize) -> Result<Value> {
    let class = without_classes(b, y_true, y_pred)?;
    among_greatest(b, class, y_pred, k)
}

/// 1 if fewer than `k` predictions are greater than that of the class, otherwise 0.
fn among_greatest(b: &mut FuncBuilder, class: Value, y_pred: Value, k: usize) -> Result<Value> {
    let y_pred = b.convert(y_pred, ElementType::F32)?;
    let shape = b.dims(y_pred).to_vec();
    let last = shape.len() - 1;
    let mask = one_hot(b, class, shape[last])?;
    let one = b.full_like(mask, 1.0)?;
    let is_class = b.compare(Direction::Eq, mask, one)?;
    let least = b.full_like(y_pred, f64::NEG_INFINITY)?;
    let of_class = b.select(is_class, y_pred, least)?;
    let of_class = b.reduce(Binary::Maximum, of_class, &[last])?;
    let kept_dims: Vec<usize> = (0..last).collect();
    let of_class = b.broadcast_in_dim(of_class, &kept_dims, &shape)?;
    let greater = b.compare(Direction::Gt, y_pred, of_class)?;
    let greater = b.convert(greater, ElementType::I32)?;
    let rank = b.sum(greater, &[last])?;
    let k = b.full_like(rank, k as f64)?;
    let hit = b.compare(Direction::Lt, rank, k)?;
    b.convert(hit, ElementType::F32)
}

/// The class numbers, reshaped to the predictions' shape without the last dimension.
fn without_classes(b: &mut FuncBuilder, y_true: Value, y_pred: Value) -> Result<Value> {
    let mut shape = b.dims(y_pred).to_vec();
    shape.pop();
    b.reshape(y_true, &shape)
}

fn equal(b: &mut FuncBuilder, x: Value, y: Value) -> Result<Value> {
    let hit = b.compare(Direction::Eq, x, y)?;
    b.convert(hit, ElementType::F32)
}
