//! Cotangents of operations whose indices are values: the adjoint of a read is an added write.

use super::context::{OperandCotangents, VjpContext, gradient_error};
use super::data_movement::zero_scalar;
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::literal::Literal;
use crate::ops::{Binary, Direction, Gather, OpKind, Scatter};
use crate::program::Value;
use crate::types::{ElementType, TensorType};

pub(super) fn dynamic_slice(b: &mut FuncBuilder, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let zeros = b.full_like(cx.operand(0), 0.0)?;
    let mut cotangents = vec![None; cx.active.len()];
    cotangents[0] = Some(b.dynamic_update_slice(zeros, g, &cx.op.operands[1..])?);
    Ok(cotangents)
}

pub(super) fn dynamic_update_slice(b: &mut FuncBuilder, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let (update, starts) = (cx.operand(1), &cx.op.operands[2..]);
    let mut cotangents = vec![None; cx.active.len()];
    cotangents[0] = cx.if_active(0, || {
        let zeros = b.full_like(update, 0.0)?;
        b.dynamic_update_slice(g, zeros, starts)
    })?;
    let sizes = b.dims(update).to_vec();
    cotangents[1] = cx.if_active(1, || b.dynamic_slice(g, starts, &sizes))?;
    Ok(cotangents)
}

/// Adds the cotangent of every gathered slice at the position that it was read from.
pub(super) fn gather(b: &mut FuncBuilder, attrs: &Gather, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let (x, indices) = (cx.operand(0), cx.operand(1));
    // `gather` clamps start indices, but `scatter` drops updates that are out of bounds: clamp the indices
    // first.
    let shape = b.dims(x).to_vec();
    let last: Vec<i64> = attrs.start_index_map.iter().map(|d| (shape[*d] - attrs.slice_sizes[*d]) as i64).collect();
    let indices = clamp_indices(b, indices, attrs.index_vector_dim, &vec![0; last.len()], &last)?;
    let scatter = Scatter {
        update_window_dims: attrs.offset_dims.clone(),
        inserted_window_dims: attrs.collapsed_slice_dims.clone(),
        input_batching_dims: attrs.operand_batching_dims.clone(),
        scatter_indices_batching_dims: attrs.start_indices_batching_dims.clone(),
        scatter_dims_to_operand_dims: attrs.start_index_map.clone(),
        index_vector_dim: attrs.index_vector_dim,
        indices_are_sorted: attrs.indices_are_sorted,
        unique_indices: false,
    };
    let zeros = b.full_like(x, 0.0)?;
    let region = b.scalar_region(Binary::Add, b.ty(x).element)?;
    let dx = b.push(OpKind::Scatter(scatter), &[zeros, indices, g], vec![region])?[0];
    Ok(vec![Some(dx), None])
}

/// A `scatter` that adds passes the cotangent to the input and to the updates. One that overwrites passes the
/// cotangent of a written element to its update only, which is defined only if indices are unique.
pub(super) fn scatter(b: &mut FuncBuilder, attrs: &Scatter, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let (indices, updates) = (cx.operand(1), cx.operand(2));
    let region = &cx.op.regions[0];
    let overwrites = match region.as_binary() {
        Some(Binary::Add) => false,
        None if region.returns_second_param() && attrs.unique_indices => true,
        None if region.returns_second_param() => {
            return Err(gradient_error("updates that overwrite have a gradient only with unique_indices = true"));
        }
        _ => return Err(gradient_error("only updates that are added, or that overwrite, have a gradient")),
    };
    let dx = cx.if_active(0, || {
        if !overwrites {
            return Ok(g);
        }
        let zeros = b.full_like(updates, 0.0)?;
        let scalar = TensorType::scalar(b.ty(g).element);
        let region = b.region(&[scalar.clone(), scalar], |_, p| Ok(vec![p[1]]))?;
        Ok(b.push(OpKind::Scatter(attrs.clone()), &[g, indices, zeros], vec![region])?[0])
    })?;
    let dupdates = cx.if_active(2, || gather_updates(b, attrs, indices, updates, g))?;
    Ok(vec![dx, None, dupdates])
}

/// Reads the cotangent at the positions of the updates. Before it is padding with zeros as wide as an update
/// window, which windows read that are not in bounds with all of their elements: `scatter` drops them.
fn gather_updates(b: &mut FuncBuilder, attrs: &Scatter, indices: Value, updates: Value, g: Value) -> Result<Value> {
    let shape = b.dims(g).to_vec();
    let mut sizes = vec![1; shape.len()];
    let windows =
        (0..shape.len()).filter(|d| !attrs.inserted_window_dims.contains(d) && !attrs.input_batching_dims.contains(d));
    for (d, from) in windows.zip(&attrs.update_window_dims) {
        sizes[d] = b.dims(updates)[*from];
    }
    let mut edges = vec![0i64; shape.len()];
    for d in &attrs.scatter_dims_to_operand_dims {
        edges[*d] = sizes[*d] as i64;
    }
    let zero = zero_scalar(b, g)?;
    let padded = b.pad(g, zero, &edges, &vec![0; shape.len()], &vec![0; shape.len()])?;
    let wide = b.convert(indices, ElementType::I64)?;
    let mut along = |of: &dyn Fn(usize) -> i64| {
        let values: Vec<i64> = attrs.scatter_dims_to_operand_dims.iter().map(|d| of(*d)).collect();
        per_component(b, wide, attrs.index_vector_dim, &values)
    };
    let (first, last) = (along(&|_| 0)?, along(&|d| shape[d] as i64 - edges[d])?);
    let (padding, shift) = (along(&|d| -edges[d])?, along(&|d| edges[d])?);
    let (is_above, is_below) = (b.compare(Direction::Ge, wide, first)?, b.compare(Direction::Le, wide, last)?);
    let is_inside = b.binary(Binary::And, is_above, is_below)?;
    let placed = b.select(is_inside, wide, padding)?;
    let shifted = b.add(placed, shift)?;
    let gather = Gather {
        offset_dims: attrs.update_window_dims.clone(),
        collapsed_slice_dims: attrs.inserted_window_dims.clone(),
        operand_batching_dims: attrs.input_batching_dims.clone(),
        start_indices_batching_dims: attrs.scatter_indices_batching_dims.clone(),
        start_index_map: attrs.scatter_dims_to_operand_dims.clone(),
        index_vector_dim: attrs.index_vector_dim,
        slice_sizes: sizes,
        indices_are_sorted: false,
    };
    b.gather(padded, shifted, gather)
}

/// Index vectors with each component clamped to its bounds, inclusive.
fn clamp_indices(b: &mut FuncBuilder, indices: Value, vector_dim: usize, low: &[i64], high: &[i64]) -> Result<Value> {
    let (low, high) = (per_component(b, indices, vector_dim, low)?, per_component(b, indices, vector_dim, high)?);
    b.clamp(low, indices, high)
}

/// A tensor of the type of `indices` with these values along the dimension of the index vectors. (A value
/// outside the range of the index type saturates, which is still a bound of every index.)
fn per_component(b: &mut FuncBuilder, indices: Value, vector_dim: usize, values: &[i64]) -> Result<Value> {
    let ty = b.ty(indices).clone();
    let values: Vec<f64> = values.iter().map(|v| *v as f64).collect();
    if vector_dim >= ty.rank() {
        return b.full(ty, values.first().copied().unwrap_or_default());
    }
    let vector = b.constant(Literal::from_f64(TensorType::new(ty.element, [values.len()]), &values)?)?;
    b.broadcast_in_dim(vector, &[vector_dim], &ty.dims)
}
