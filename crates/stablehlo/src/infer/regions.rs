//! Operations that apply a region to elements: `reduce`, `sort`, `all_reduce`.

use super::context::OpContext;
use crate::error::Result;
use crate::types::{ElementType, TensorType};

pub(super) fn reduce(cx: &OpContext, dims: &[usize]) -> Result<Vec<TensorType>> {
    let (inputs, inits) = cx.inputs_and_inits()?;
    let x = inputs[0];
    cx.require(inputs.iter().all(|t| t.dims == x.dims), || "inputs have to be of the same shape".into())?;
    let scalars: Vec<TensorType> = inputs.iter().map(|t| TensorType::scalar(t.element)).collect();
    cx.require(inits.iter().zip(&scalars).all(|(i, s)| *i == s), || {
        "initial values have to be scalars of the inputs' element types".into()
    })?;
    cx.check_dims("dimensions", dims, x.rank())?;
    cx.check_region(0, &[&scalars[..], &scalars].concat(), &scalars)?;
    let remaining: Vec<usize> = (0..x.rank()).filter(|d| !dims.contains(d)).map(|d| x.dims[d]).collect();
    Ok(inputs.iter().map(|t| TensorType::new(t.element, remaining.clone())).collect())
}

pub(super) fn sort(cx: &OpContext, dimension: usize) -> Result<Vec<TensorType>> {
    let Some(x) = cx.operands.first() else { return Err(cx.error("at least one operand is needed")) };
    cx.require(cx.operands.iter().all(|t| t.dims == x.dims), || "they have to be of the same shape".into())?;
    cx.check_dims("dimension", &[dimension], x.rank())?;
    // The comparator takes a left and a right element of each operand, operand by operand.
    let pairs: Vec<TensorType> = cx.operands.iter().flat_map(|t| vec![TensorType::scalar(t.element); 2]).collect();
    cx.check_region(0, &pairs, &[TensorType::scalar(ElementType::I1)])?;
    Ok(cx.operands.iter().map(|t| (*t).clone()).collect())
}
