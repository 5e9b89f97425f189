//! Operations that move elements.

use super::FuncBuilder;
use crate::error::Result;
use crate::ops::OpKind;
use crate::program::Value;

impl FuncBuilder {
    /// `broadcast_in_dim`: dimension `i` of `x` becomes dimension `dims[i]` of a result of shape `shape`.
    ///
    /// # Errors
    /// A type error if the sizes do not fit.
    pub fn broadcast_in_dim(&mut self, x: Value, dims: &[usize], shape: &[usize]) -> Result<Value> {
        let mut ty = self.ty(x).clone();
        ty.dims = shape.to_vec();
        self.push1_typed(OpKind::BroadcastInDim { dims: dims.to_vec() }, &[x], ty)
    }

    /// Broadcasts a vector, such as a bias, along the last dimension of `shape`.
    ///
    /// # Errors
    /// A type error if the vector does not have the size of that dimension.
    pub fn broadcast_last(&mut self, vector: Value, shape: &[usize]) -> Result<Value> {
        self.broadcast_in_dim(vector, &[shape.len().saturating_sub(1)], shape)
    }

    /// `reshape`; returns `x` if it already has that shape.
    ///
    /// # Errors
    /// A type error if the numbers of elements differ.
    pub fn reshape(&mut self, x: Value, shape: &[usize]) -> Result<Value> {
        if self.dims(x) == shape {
            return Ok(x);
        }
        let mut ty = self.ty(x).clone();
        ty.dims = shape.to_vec();
        self.push1_typed(OpKind::Reshape, &[x], ty)
    }

    /// `transpose`: dimension `i` of the result is dimension `permutation[i]` of `x`.
    ///
    /// # Errors
    /// A type error if `permutation` is not a permutation of the dimensions of `x`.
    pub fn transpose(&mut self, x: Value, permutation: &[usize]) -> Result<Value> {
        self.push1(OpKind::Transpose { permutation: permutation.to_vec() }, &[x])
    }

    /// `reverse`: reverses the order of elements along `dims`.
    ///
    /// # Errors
    /// A type error if `x` does not have the dimensions.
    pub fn reverse(&mut self, x: Value, dims: &[usize]) -> Result<Value> {
        self.push1(OpKind::Reverse { dims: dims.to_vec() }, &[x])
    }

    /// `slice`, with one start (inclusive), limit (exclusive) and stride per dimension.
    ///
    /// # Errors
    /// A type error if the slice is not inside `x`.
    pub fn slice(&mut self, x: Value, start: &[usize], limit: &[usize], stride: &[usize]) -> Result<Value> {
        let kind = OpKind::Slice { start: start.to_vec(), limit: limit.to_vec(), stride: stride.to_vec() };
        self.push1(kind, &[x])
    }

    /// `pad` with the scalar `value`. Each list has one entry per dimension; negative `low` and `high` remove
    /// elements.
    ///
    /// # Errors
    /// A type error if a list does not have one entry per dimension, or a dimension of the result would be
    /// negative.
    pub fn pad(&mut self, x: Value, value: Value, low: &[i64], high: &[i64], interior: &[usize]) -> Result<Value> {
        let kind = OpKind::Pad { low: low.to_vec(), high: high.to_vec(), interior: interior.to_vec() };
        self.push1(kind, &[x, value])
    }

    /// `concatenate` along `dimension`.
    ///
    /// # Errors
    /// A type error if the other dimensions or the element types differ.
    pub fn concatenate(&mut self, xs: &[Value], dimension: usize) -> Result<Value> {
        self.push1(OpKind::Concatenate { dimension }, xs)
    }
}
