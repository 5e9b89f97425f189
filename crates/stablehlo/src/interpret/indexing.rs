//! Operations whose indices are values: dynamic slices, `gather`, and the positions of `scatter`'s updates.

use std::rc::Rc;

use super::data_movement::rearrange;
use super::elementwise::convert;
use super::index::{for_each_index, pick, position, remaining_dims};
use super::shared_literal::SharedLiteral;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Gather, Scatter};
use crate::types::{ElementType, TensorType};

/// Indices of any integer type as `i64`. (A larger `ui64` becomes the greatest `i64`; both are out of bounds
/// of every tensor.)
fn integers(x: &SharedLiteral) -> Result<Vec<i64>> {
    if x.ty().element == ElementType::Ui64 {
        return Ok(x.to_vec::<u64>()?.into_iter().map(|v| v.min(i64::MAX as u64) as i64).collect());
    }
    convert(x, ElementType::I64)?.to_vec()
}

/// Start indices, clamped so that a slice of `sizes` is inside `shape`.
fn clamped_starts(starts: &[SharedLiteral], shape: &[usize], sizes: &[usize]) -> Result<Vec<usize>> {
    let mut clamped = Vec::with_capacity(starts.len());
    for (d, start) in starts.iter().enumerate() {
        clamped.push(integers(start)?[0].clamp(0, (shape[d] - sizes[d]) as i64) as usize);
    }
    Ok(clamped)
}

pub(super) fn dynamic_slice(x: &Literal, starts: &[SharedLiteral], ty: &TensorType) -> Result<SharedLiteral> {
    let starts = clamped_starts(starts, &x.ty().dims, &ty.dims)?;
    let strides = x.ty().strides();
    let first = position(&starts, &strides);
    rearrange(x, ty, None, |index| Some(first + position(index, &strides)))
}

pub(super) fn dynamic_update_slice(x: &Literal, update: &Literal, starts: &[SharedLiteral]) -> Result<SharedLiteral> {
    let starts = clamped_starts(starts, &x.ty().dims, &update.ty().dims)?;
    let strides = x.ty().strides();
    let (first, n) = (position(&starts, &strides), x.ty().element.bytes());
    let mut bytes = x.bytes().to_vec();
    let mut chunks = update.bytes().chunks_exact(n);
    for_each_index(&update.ty().dims, |index| {
        if let Some(chunk) = chunks.next() {
            bytes[(first + position(index, &strides)) * n..][..n].copy_from_slice(chunk);
        }
    });
    Ok(Rc::new(Literal::from_bytes(x.ty().clone(), bytes)?))
}

/// The indices of `gather` and `scatter`: an index vector for each index of the batch dimensions.
struct IndexVectors {
    values: Vec<i64>,
    /// The strides of the batch dimensions.
    strides: Vec<usize>,
    vector_dim: usize,
    /// The stride of the components; 0 if index vectors are scalars.
    component_stride: usize,
}

impl IndexVectors {
    fn new(indices: &SharedLiteral, vector_dim: usize) -> Result<Self> {
        let mut strides = indices.ty().strides();
        let component_stride = if vector_dim < strides.len() { strides.remove(vector_dim) } else { 0 };
        Ok(Self { values: integers(indices)?, strides, vector_dim, component_stride })
    }

    /// Component `c` of the index vector at an index of the batch dimensions.
    fn component(&self, batch: &[usize], c: usize) -> i64 {
        self.values[position(batch, &self.strides) + c * self.component_stride]
    }

    /// The batch dimension that a dimension of the indices is.
    fn batch_dim(&self, dim: usize) -> usize {
        if dim < self.vector_dim { dim } else { dim - 1 }
    }
}

pub(super) fn gather(x: &Literal, indices: &SharedLiteral, ty: &TensorType, attrs: &Gather) -> Result<SharedLiteral> {
    let vectors = IndexVectors::new(indices, attrs.index_vector_dim)?;
    let shape = &x.ty().dims;
    let strides = x.ty().strides();
    let batch_dims = remaining_dims(ty.rank(), &[&attrs.offset_dims]);
    let window_dims = remaining_dims(shape.len(), &[&attrs.collapsed_slice_dims, &attrs.operand_batching_dims]);
    // Collapsed dimensions of size 0 leave a result with elements that no element of the operand is for.
    let no_elements = x.ty().num_elements() == 0;
    rearrange(x, ty, None, |index| {
        if no_elements {
            return None;
        }
        let batch = pick(index, &batch_dims);
        let mut at = 0;
        for (c, d) in attrs.start_index_map.iter().enumerate() {
            let last = (shape[*d] - attrs.slice_sizes[*d]) as i64;
            at += vectors.component(&batch, c).clamp(0, last) as usize * strides[*d];
        }
        for (d, from) in attrs.operand_batching_dims.iter().zip(&attrs.start_indices_batching_dims) {
            at += batch[vectors.batch_dim(*from)] * strides[*d];
        }
        for (d, from) in window_dims.iter().zip(&attrs.offset_dims) {
            at += index[*from] * strides[*d];
        }
        Some(at)
    })
}

/// For each position of `scatter`'s result, the positions of its updates, in order. A window of updates that
/// is not in bounds with all of its elements is dropped as a whole, as XLA does on every device (by the words
/// of StableHLO's specification, each element that is out of bounds).
pub(super) fn scatter_positions(
    result: &TensorType,
    indices: &SharedLiteral,
    updates: &TensorType,
    attrs: &Scatter,
) -> Result<Vec<Vec<usize>>> {
    let vectors = IndexVectors::new(indices, attrs.index_vector_dim)?;
    let shape = &result.dims;
    let strides = result.strides();
    let batch_dims = remaining_dims(updates.rank(), &[&attrs.update_window_dims]);
    let window_dims = remaining_dims(shape.len(), &[&attrs.inserted_window_dims, &attrs.input_batching_dims]);
    let mut positions = vec![Vec::new(); result.num_elements()];
    let mut update = 0;
    for_each_index(&updates.dims, |index| {
        let batch = pick(index, &batch_dims);
        let mut full = vec![0i64; shape.len()];
        for (c, d) in attrs.scatter_dims_to_operand_dims.iter().enumerate() {
            full[*d] = vectors.component(&batch, c);
        }
        for (d, from) in attrs.input_batching_dims.iter().zip(&attrs.scatter_indices_batching_dims) {
            full[*d] = batch[vectors.batch_dim(*from)] as i64;
        }
        let (first, mut last) = (full.clone(), full.clone());
        for (d, from) in window_dims.iter().zip(&attrs.update_window_dims) {
            last[*d] = full[*d].saturating_add(updates.dims[*from] as i64 - 1);
            full[*d] = full[*d].saturating_add(index[*from] as i64);
        }
        if first.iter().zip(&last).zip(shape).all(|((first, last), n)| 0 <= *first && *last < *n as i64) {
            let at: usize = full.iter().zip(&strides).map(|(i, s)| *i as usize * s).sum();
            positions[at].push(update);
        }
        update += 1;
    });
    Ok(positions)
}
