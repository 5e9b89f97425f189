//! Operations that move elements: shapes, slices, products.

use super::FuncBuilder;
use crate::error::Result;
use crate::ops::{ConvDimensionNumbers, Convolution, DotGeneral, Gather, OpKind, Precision, WindowDim};
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

    /// `dynamic_slice`.
    ///
    /// # Errors
    /// A type error where there is not one scalar integer start a dimension.
    pub fn dynamic_slice(&mut self, x: Value, starts: &[Value], sizes: &[usize]) -> Result<Value> {
        let operands: Vec<Value> = [x].iter().chain(starts).copied().collect();
        self.push1(OpKind::DynamicSlice { sizes: sizes.to_vec() }, &operands)
    }

    /// `dynamic_update_slice`.
    ///
    /// # Errors
    /// A type error where the update is larger than `x`, or of another element type.
    pub fn dynamic_update_slice(&mut self, x: Value, update: Value, starts: &[Value]) -> Result<Value> {
        let operands: Vec<Value> = [x, update].iter().chain(starts).copied().collect();
        self.push1(OpKind::DynamicUpdateSlice, &operands)
    }

    /// `gather`.
    ///
    /// # Errors
    /// A type error where the attributes do not fit the shapes.
    pub fn gather(&mut self, x: Value, indices: Value, attrs: Gather) -> Result<Value> {
        self.push1(OpKind::Gather(attrs), &[x, indices])
    }

    /// Rows of `x` by a vector of indices: a `gather` over the first dimension.
    ///
    /// # Errors
    /// A type error where `indices` is no vector of integers.
    pub fn take_rows(&mut self, x: Value, indices: Value) -> Result<Value> {
        let dims = self.dims(x).to_vec();
        let n = self.dims(indices).len();
        let attrs = Gather {
            offset_dims: (n..n + dims.len().saturating_sub(1)).collect(),
            collapsed_slice_dims: vec![0],
            start_index_map: vec![0],
            index_vector_dim: n,
            slice_sizes: [1].iter().chain(dims.iter().skip(1)).copied().collect(),
            ..Gather::default()
        };
        self.gather(x, indices, attrs)
    }

    /// `dot_general`; the element type of the result is that of the left operand unless `push_typed` is used.
    ///
    /// # Errors
    /// A type error where batch or contracted dimensions differ.
    pub fn dot_general(&mut self, lhs: Value, rhs: Value, attrs: DotGeneral) -> Result<Value> {
        self.push1(OpKind::DotGeneral(attrs), &[lhs, rhs])
    }

    /// The product of two matrices, at default precision.
    ///
    /// # Errors
    /// A type error where the inner dimensions differ.
    pub fn matmul(&mut self, lhs: Value, rhs: Value) -> Result<Value> {
        let attrs = DotGeneral { lhs_contracting: vec![1], rhs_contracting: vec![0], ..DotGeneral::default() };
        self.dot_general(lhs, rhs, attrs)
    }

    /// `convolution`.
    ///
    /// # Errors
    /// A type error where the attributes do not fit the shapes.
    pub fn convolution(&mut self, input: Value, kernel: Value, attrs: Convolution) -> Result<Value> {
        self.push1(OpKind::Convolution(attrs), &[input, kernel])
    }

    /// A two-dimensional convolution of Keras's layouts: input `[n, h, w, c]`, kernel `[kh, kw, c, k]`, at default
    /// precision, with that window (sizes are taken from the kernel).
    ///
    /// # Errors
    /// A type error where ranks or features do not fit.
    pub fn conv2d_nhwc(&mut self, input: Value, kernel: Value, mut window: [WindowDim; 2]) -> Result<Value> {
        for (w, size) in window.iter_mut().zip(self.dims(kernel)) {
            w.size = *size;
        }
        let attrs = Convolution {
            dims: ConvDimensionNumbers::nhwc(),
            window: window.to_vec(),
            feature_group_count: 1,
            batch_group_count: 1,
            precision: [Precision::Default; 2],
        };
        self.convolution(input, kernel, attrs)
    }
}
