//! Operations that read or write at indices that are values of the program.

use super::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Binary, Gather, OpKind, Scatter};
use crate::program::Value;
use crate::types::TensorType;

impl FuncBuilder {
    /// `dynamic_slice`. Start indices are clamped so that the slice is inside `x`.
    ///
    /// # Errors
    /// A type error if there is not one scalar integer start index per dimension, or `sizes` do not fit.
    pub fn dynamic_slice(&mut self, x: Value, starts: &[Value], sizes: &[usize]) -> Result<Value> {
        let operands: Vec<Value> = [x].iter().chain(starts).copied().collect();
        self.push1(OpKind::DynamicSlice { sizes: sizes.to_vec() }, &operands)
    }

    /// `dynamic_update_slice`. Start indices are clamped so that the update is inside `x`.
    ///
    /// # Errors
    /// A type error if the update is larger than `x`, or has another element type.
    pub fn dynamic_update_slice(&mut self, x: Value, update: Value, starts: &[Value]) -> Result<Value> {
        let operands: Vec<Value> = [x, update].iter().chain(starts).copied().collect();
        self.push1(OpKind::DynamicUpdateSlice, &operands)
    }

    /// The element of `x` with this index along the first dimension, which it does not have: JAX's
    /// `dynamic_index_in_dim`. The index is clamped.
    ///
    /// # Errors
    /// A type error if `x` is a scalar, or `index` is no integer scalar.
    pub fn dynamic_index(&mut self, x: Value, index: Value) -> Result<Value> {
        let dims = self.dims(x).get(1..).unwrap_or_default().to_vec();
        let starts = self.element_starts(index, 1 + dims.len())?;
        let slice = self.dynamic_slice(x, &starts, &[&[1], &dims[..]].concat())?;
        self.reshape(slice, &dims)
    }

    /// `x` with this element at an index along the first dimension: JAX's `dynamic_update_index_in_dim`. The
    /// index is clamped.
    ///
    /// # Errors
    /// A type error if the element has not the type of one, or `index` is no integer scalar.
    pub fn dynamic_update_index(&mut self, x: Value, element: Value, index: Value) -> Result<Value> {
        let dims = [&[1], self.dims(element)].concat();
        let slice = self.reshape(element, &dims)?;
        let starts = self.element_starts(index, dims.len())?;
        self.dynamic_update_slice(x, slice, &starts)
    }

    /// The starts of the slice that is an element along the first dimension.
    pub(crate) fn element_starts(&mut self, index: Value, rank: usize) -> Result<Vec<Value>> {
        let zero = self.full_like(index, 0.0)?;
        Ok((0..rank).map(|dim| if dim == 0 { index } else { zero }).collect())
    }

    /// `gather`.
    ///
    /// # Errors
    /// A type error if the attributes do not fit the shapes.
    pub fn gather(&mut self, x: Value, indices: Value, attrs: Gather) -> Result<Value> {
        self.push1(OpKind::Gather(attrs), &[x, indices])
    }

    /// Rows of `x`: a `gather` of slices of the first dimension. The result has the dimensions of `indices`,
    /// then those of `x` without the first.
    ///
    /// # Errors
    /// A type error if `x` is a scalar, or `indices` are not integers.
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

    /// `scatter` of updates into `x`, combined by an element-wise operation; `None` overwrites the elements
    /// of `x`.
    ///
    /// # Errors
    /// A type error if the attributes do not fit the shapes.
    pub fn scatter(
        &mut self,
        op: Option<Binary>,
        x: Value,
        indices: Value,
        updates: Value,
        attrs: Scatter,
    ) -> Result<Value> {
        let scalar = TensorType::scalar(self.ty(x).element);
        let region = match op {
            Some(op) => self.scalar_region(op, scalar.element)?,
            None => self.region(&[scalar.clone(), scalar], |_, p| Ok(vec![p[1]]))?,
        };
        Ok(self.push(OpKind::Scatter(attrs), &[x, indices, updates], vec![region])?[0])
    }

    /// The entry of a table of rank 1 at an index, which is clamped.
    pub(crate) fn table_entry(&mut self, table: Literal, index: Value) -> Result<Value> {
        let table = self.constant(table)?;
        let row = self.push1(OpKind::DynamicSlice { sizes: vec![1] }, &[table, index])?;
        self.reshape(row, &[])
    }
}
