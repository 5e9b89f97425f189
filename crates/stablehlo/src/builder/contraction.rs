//! Contractions: dots and convolutions.

use super::FuncBuilder;
use crate::error::Result;
use crate::ops::{ConvDimensionNumbers, Convolution, DotGeneral, OpKind, Precision, WindowDim};
use crate::program::Value;

impl FuncBuilder {
    /// `dot_general`. The result has the element type of the operands; use [`push_typed`](Self::push_typed)
    /// for a wider one.
    ///
    /// # Errors
    /// A type error if batch or contracting dimensions differ in size.
    pub fn dot_general(&mut self, lhs: Value, rhs: Value, attrs: DotGeneral) -> Result<Value> {
        self.push1(OpKind::DotGeneral(attrs), &[lhs, rhs])
    }

    /// The matrix product of `[m, k]` and `[k, n]`, at default precision.
    ///
    /// # Errors
    /// A type error if the inner dimensions differ.
    pub fn matmul(&mut self, lhs: Value, rhs: Value) -> Result<Value> {
        let attrs = DotGeneral { lhs_contracting: vec![1], rhs_contracting: vec![0], ..DotGeneral::default() };
        self.dot_general(lhs, rhs, attrs)
    }

    /// `convolution`.
    ///
    /// # Errors
    /// A type error if the attributes do not fit the shapes.
    pub fn convolution(&mut self, input: Value, kernel: Value, attrs: Convolution) -> Result<Value> {
        self.push1(OpKind::Convolution(attrs), &[input, kernel])
    }

    /// A two-dimensional convolution in Keras's layouts: input `[n, h, w, c]`, kernel `[kh, kw, c, k]`, at
    /// default precision. The sizes of `window` are ignored; they are those of the kernel.
    ///
    /// # Errors
    /// A type error if ranks or features do not fit.
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
