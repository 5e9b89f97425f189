//! Operations that move elements: shapes, slices, products.

use super::FuncBuilder;
use crate::error::Result;
use crate::ops::OpKind;
use crate::program::Value;

impl FuncBuilder {
    /// `broadcast_in_dim`: dimension `i` of `x` becomes dimension `dims[i]` of a result of shape `shape`.
    ///
    /// # Errors
    /// A type error where sizes do not fit.
    pub fn broadcast_in_dim(&mut self, x: Value, dims: &[usize], shape: &[usize]) -> Result<Value> {
        let mut ty = self.ty(x).clone();
        ty.dims = shape.to_vec();
        self.push1_typed(OpKind::BroadcastInDim { dims: dims.to_vec() }, &[x], ty)
    }

    /// Broadcasts a vector along the last dimension of `shape` (a bias, a scale).
    ///
    /// # Errors
    /// A type error where the vector is not as long as that dimension.
    pub fn broadcast_last(&mut self, vector: Value, shape: &[usize]) -> Result<Value> {
        self.broadcast_in_dim(vector, &[shape.len().saturating_sub(1)], shape)
    }

    /// `reshape`; the value itself where it has that shape already.
    ///
    /// # Errors
    /// A type error where the number of elements differs.
    pub fn reshape(&mut self, x: Value, shape: &[usize]) -> Result<Value> {
        if self.dims(x) == shape {
            return Ok(x);
        }
        let mut ty = self.ty(x).clone();
        ty.dims = shape.to_vec();
        self.push1_typed(OpKind::Reshape, &[x], ty)
    }

    /// `transpose`.
    ///
    /// # Errors
    /// A type error where `permutation` is none.
    pub fn transpose(&mut self, x: Value, permutation: &[usize]) -> Result<Value> {
        self.push1(OpKind::Transpose { permutation: permutation.to_vec() }, &[x])
    }

    /// `reverse`.
    ///
    /// # Errors
    /// A type error where a dimension is none of `x`'s.
    pub fn reverse(&mut self, x: Value, dims: &[usize]) -> Result<Value> {
        self.push1(OpKind::Reverse { dims: dims.to_vec() }, &[x])
    }

    /// `slice`, a start, limit and stride a dimension.
    ///
    /// # Errors
    /// A type error where it does not lie inside.
    pub fn slice(&mut self, x: Value, start: &[usize], limit: &[usize], stride: &[usize]) -> Result<Value> {
        let kind = OpKind::Slice { start: start.to_vec(), limit: limit.to_vec(), stride: stride.to_vec() };
        self.push1(kind, &[x])
    }

    /// `pad` with a scalar.
    ///
    /// # Errors
    /// A type error where the lists are not as long as the rank.
    pub fn pad(&mut self, x: Value, value: Value, low: &[i64], high: &[i64], interior: &[usize]) -> Result<Value> {
        let kind = OpKind::Pad { low: low.to_vec(), high: high.to_vec(), interior: interior.to_vec() };
        self.push1(kind, &[x, value])
    }

    /// `concatenate`.
    ///
    /// # Errors
    /// A type error where the other dimensions differ.
    pub fn concatenate(&mut self, xs: &[Value], dimension: usize) -> Result<Value> {
        self.push1(OpKind::Concatenate { dimension }, xs)
    }
}
