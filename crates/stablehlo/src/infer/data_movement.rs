//! Operations that move elements, or create them from attributes.

use super::context::OpContext;
use crate::error::Result;
use crate::types::TensorType;

pub(super) fn iota(cx: &OpContext, dimension: usize, result: &TensorType) -> Result<()> {
    cx.expect_operands::<0>()?;
    let elements = cx.kind.def().elements;
    cx.require(elements.contains(result.element), || format!("elements of {result} have to be {elements}"))?;
    cx.check_dims("dim", &[dimension], result.rank())
}

pub(super) fn broadcast_in_dim(cx: &OpContext, dims: &[usize], result: &TensorType) -> Result<()> {
    let [x] = cx.expect_operands()?;
    cx.check_len("dims", dims.len(), x.rank())?;
    cx.check_dims("dims", dims, result.rank())?;
    let fits = x.dims.iter().zip(dims).all(|(size, d)| *size == 1 || *size == result.dims[*d]);
    cx.require(fits && x.element == result.element, || {
        format!("it cannot be broadcast to {result} by dims = {dims:?}: its sizes have to be equal, or 1")
    })
}

pub(super) fn reshape(cx: &OpContext, result: &TensorType) -> Result<()> {
    let [x] = cx.expect_operands()?;
    cx.require(x.num_elements() == result.num_elements() && x.element == result.element, || {
        format!("it cannot be reshaped to {result}: {} elements, not {}", result.num_elements(), x.num_elements())
    })
}

pub(super) fn transpose(cx: &OpContext, permutation: &[usize]) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    cx.check_len("permutation", permutation.len(), x.rank())?;
    cx.check_dims("permutation", permutation, x.rank())?;
    Ok(TensorType::new(x.element, permutation.iter().map(|d| x.dims[*d]).collect::<Vec<_>>()))
}

pub(super) fn reverse(cx: &OpContext, dims: &[usize]) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    cx.check_dims("dims", dims, x.rank())?;
    Ok(x.clone())
}

pub(super) fn slice(cx: &OpContext, start: &[usize], limit: &[usize], stride: &[usize]) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    cx.check_len("start_indices", start.len(), x.rank())?;
    cx.check_len("limit_indices", limit.len(), x.rank())?;
    cx.check_len("strides", stride.len(), x.rank())?;
    let mut dims = Vec::with_capacity(x.rank());
    for (i, size) in x.dims.iter().enumerate() {
        let (from, to, by) = (start[i], limit[i], stride[i]);
        cx.require(from <= to && to <= *size && by > 0, || {
            format!("[{from}:{to}:{by}] is not inside dimension {i} of size {size}")
        })?;
        dims.push((to - from).div_ceil(by));
    }
    Ok(TensorType::new(x.element, dims))
}

pub(super) fn pad(cx: &OpContext, low: &[i64], high: &[i64], interior: &[usize]) -> Result<TensorType> {
    let [x, value] = cx.expect_operands()?;
    cx.require(*value == TensorType::scalar(x.element), || {
        "the padding value has to be a scalar of the operand's element type".into()
    })?;
    cx.check_len("low", low.len(), x.rank())?;
    cx.check_len("high", high.len(), x.rank())?;
    cx.check_len("interior", interior.len(), x.rank())?;
    let mut dims = Vec::with_capacity(x.rank());
    for (i, size) in x.dims.iter().enumerate() {
        let inner = size.saturating_sub(1) as i128 * interior[i] as i128;
        let padded = *size as i128 + inner + low[i] as i128 + high[i] as i128;
        let padded = usize::try_from(padded)
            .map_err(|_| cx.error(format!("padding dimension {i} of size {size} gives a size of {padded}")))?;
        dims.push(padded);
    }
    Ok(TensorType::new(x.element, dims))
}

pub(super) fn concatenate(cx: &OpContext, dimension: usize) -> Result<TensorType> {
    let Some(first) = cx.operands.first().copied() else {
        return Err(cx.error("at least one operand is needed"));
    };
    cx.check_dims("dim", &[dimension], first.rank())?;
    let mut result = first.clone();
    result.dims[dimension] = 0;
    for x in cx.operands {
        let same = x.element == first.element
            && x.rank() == first.rank()
            && x.dims.iter().zip(&first.dims).enumerate().all(|(i, (a, b))| i == dimension || a == b);
        cx.require(same, || format!("they may differ only in dimension {dimension}"))?;
        result.dims[dimension] = result.dims[dimension].saturating_add(x.dims[dimension]);
    }
    Ok(result)
}
