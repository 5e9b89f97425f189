//! Operations that read or write at indices that are values of the program.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::{Gather, Scatter};
use crate::types::TensorType;

fn check_starts(cx: &OpContext, starts: &[&TensorType], rank: usize) -> Result<()> {
    cx.require(starts.len() == rank, || format!("{rank} start indices are needed, one per dimension"))?;
    let fits = starts.iter().all(|t| t.rank() == 0 && t.element.is_integer() && *t == starts[0]);
    cx.require(fits, || "start indices have to be scalar integers of one type".into())
}

pub(super) fn dynamic_slice(cx: &OpContext, sizes: &[usize]) -> Result<TensorType> {
    let Some((x, starts)) = cx.operands.split_first() else { return Err(cx.error("an operand is missing")) };
    check_starts(cx, starts, x.rank())?;
    cx.check_len("sizes", sizes.len(), x.rank())?;
    cx.require(sizes.iter().zip(&x.dims).all(|(s, d)| s <= d), || format!("a slice of sizes {sizes:?} does not fit"))?;
    Ok(TensorType::new(x.element, sizes))
}

pub(super) fn dynamic_update_slice(cx: &OpContext) -> Result<TensorType> {
    let [x, update, starts @ ..] = cx.operands else { return Err(cx.error("an operand and an update are needed")) };
    check_starts(cx, starts, x.rank())?;
    let fits = x.rank() == update.rank() && update.dims.iter().zip(&x.dims).all(|(u, d)| u <= d);
    cx.require(fits && x.element == update.element, || "the update has to fit into the operand".into())?;
    Ok((*x).clone())
}

/// Checks the pairs of batching dimensions of operand and indices.
fn check_batching(
    cx: &OpContext,
    operand: &TensorType,
    indices: &TensorType,
    pairs: [&[usize]; 2],
    ivd: usize,
) -> Result<()> {
    let [of_operand, of_indices] = pairs;
    cx.check_dims("batching dims of the operand", of_operand, operand.rank())?;
    cx.check_sorted("batching dims of the operand", of_operand)?;
    cx.check_dims("batching dims of the indices", of_indices, indices.rank())?;
    cx.check_len("batching dims of the indices", of_indices.len(), of_operand.len())?;
    let equal = of_operand.iter().zip(of_indices).all(|(o, i)| operand.dims[*o] == indices.dims[*i]);
    cx.require(equal && !of_indices.contains(&ivd), || {
        format!(
            "batching dimensions {of_operand:?} and {of_indices:?} have to be of equal sizes, and must not be \
             index_vector_dim"
        )
    })
}

/// The number of components of an index vector.
fn index_components(cx: &OpContext, indices: &TensorType, index_vector_dim: usize) -> Result<usize> {
    cx.require(indices.element.is_integer(), || "indices have to be integers".into())?;
    cx.require(index_vector_dim <= indices.rank(), || {
        format!("index_vector_dim = {index_vector_dim} has to be at most the rank of the indices")
    })?;
    Ok(indices.dims.get(index_vector_dim).copied().unwrap_or(1))
}

/// The sizes of the dimensions for which `removed` is false.
fn dims_without(dims: &[usize], removed: impl Fn(usize) -> bool) -> Vec<usize> {
    dims.iter().enumerate().filter(|(i, _)| !removed(*i)).map(|(_, d)| *d).collect()
}

pub(super) fn gather(cx: &OpContext, a: &Gather) -> Result<TensorType> {
    let [x, indices] = cx.expect_operands()?;
    let components = index_components(cx, indices, a.index_vector_dim)?;
    cx.check_len("start_index_map", a.start_index_map.len(), components)?;
    cx.check_len("slice_sizes", a.slice_sizes.len(), x.rank())?;
    cx.check_len(
        "offset_dims, collapsed_slice_dims and operand_batching_dims together",
        a.offset_dims.len() + a.collapsed_slice_dims.len() + a.operand_batching_dims.len(),
        x.rank(),
    )?;
    let removed = [&a.collapsed_slice_dims[..], &a.operand_batching_dims].concat();
    cx.check_dims("collapsed_slice_dims and operand_batching_dims", &removed, x.rank())?;
    cx.check_sorted("collapsed_slice_dims", &a.collapsed_slice_dims)?;
    let mapped = [&a.start_index_map[..], &a.operand_batching_dims].concat();
    cx.check_dims("start_index_map and operand_batching_dims", &mapped, x.rank())?;
    let batching = [&a.operand_batching_dims[..], &a.start_indices_batching_dims];
    check_batching(cx, x, indices, batching, a.index_vector_dim)?;
    cx.require(a.slice_sizes.iter().zip(&x.dims).all(|(s, d)| s <= d), || {
        format!("slice_sizes = {:?} do not fit into the operand", a.slice_sizes)
    })?;
    cx.require(removed.iter().all(|d| a.slice_sizes[*d] <= 1), || {
        format!("slice_sizes = {:?} have to be at most 1 in dimensions {removed:?}", a.slice_sizes)
    })?;
    let batch = dims_without(&indices.dims, |i| i == a.index_vector_dim);
    let offset = dims_without(&a.slice_sizes, |i| removed.contains(&i));
    let rank = batch.len() + offset.len();
    cx.check_dims("offset_dims", &a.offset_dims, rank)?;
    cx.check_sorted("offset_dims", &a.offset_dims)?;
    let (mut batch, mut offset) = (batch.into_iter(), offset.into_iter());
    let dims: Vec<usize> =
        (0..rank).filter_map(|i| if a.offset_dims.contains(&i) { offset.next() } else { batch.next() }).collect();
    Ok(TensorType::new(x.element, dims))
}

pub(super) fn scatter(cx: &OpContext, a: &Scatter) -> Result<Vec<TensorType>> {
    let n = cx.operands.len() / 2;
    cx.require(cx.operands.len() == 2 * n + 1 && n > 0, || {
        "inputs, indices, and as many updates as inputs are needed".into()
    })?;
    let (inputs, indices, updates) = (&cx.operands[..n], cx.operands[n], &cx.operands[n + 1..]);
    let (x, u) = (inputs[0], updates[0]);
    cx.require(inputs.iter().all(|t| t.dims == x.dims), || "inputs have to be of the same shape".into())?;
    cx.require(updates.iter().all(|t| t.dims == u.dims), || "updates have to be of the same shape".into())?;
    cx.require(inputs.iter().zip(updates).all(|(i, u)| i.element == u.element), || {
        "updates have to be of the inputs' element types".into()
    })?;

    let components = index_components(cx, indices, a.index_vector_dim)?;
    cx.check_len("scatter_dims_to_operand_dims", a.scatter_dims_to_operand_dims.len(), components)?;
    cx.check_len(
        "update_window_dims, inserted_window_dims and input_batching_dims together",
        a.update_window_dims.len() + a.inserted_window_dims.len() + a.input_batching_dims.len(),
        x.rank(),
    )?;
    cx.check_dims("update_window_dims", &a.update_window_dims, u.rank())?;
    cx.check_sorted("update_window_dims", &a.update_window_dims)?;
    let removed = [&a.inserted_window_dims[..], &a.input_batching_dims].concat();
    cx.check_dims("inserted_window_dims and input_batching_dims", &removed, x.rank())?;
    cx.check_sorted("inserted_window_dims", &a.inserted_window_dims)?;
    let mapped = [&a.scatter_dims_to_operand_dims[..], &a.input_batching_dims].concat();
    cx.check_dims("scatter_dims_to_operand_dims and input_batching_dims", &mapped, x.rank())?;
    let batching = [&a.input_batching_dims[..], &a.scatter_indices_batching_dims];
    check_batching(cx, x, indices, batching, a.index_vector_dim)?;

    let scattered = dims_without(&indices.dims, |i| i == a.index_vector_dim);
    let outer = dims_without(&u.dims, |i| a.update_window_dims.contains(&i));
    cx.require(scattered == outer, || {
        format!(
            "updates have to be of the indices' shape {scattered:?} outside update_window_dims = {:?}",
            a.update_window_dims
        )
    })?;
    let limits = dims_without(&x.dims, |i| removed.contains(&i));
    let windows = a.update_window_dims.iter().map(|d| u.dims[*d]);
    cx.require(windows.zip(limits).all(|(w, d)| w <= d), || "the updates' windows do not fit into the inputs".into())?;

    let scalars: Vec<TensorType> = inputs.iter().map(|t| TensorType::scalar(t.element)).collect();
    cx.check_region(0, &[&scalars[..], &scalars].concat(), &scalars)?;
    Ok(inputs.iter().map(|t| (*t).clone()).collect())
}
