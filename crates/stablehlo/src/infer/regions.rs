//! Operations that apply a region to elements: `reduce`, `sort`, `all_reduce`.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::AllReduce;
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

pub(super) fn all_reduce(cx: &OpContext, a: &AllReduce) -> Result<Vec<TensorType>> {
    let Some(x) = cx.operands.first() else { return Err(cx.error("at least one operand is needed")) };
    cx.require(cx.operands.iter().all(|t| t.element == x.element), || {
        "they have to have the same element type".into()
    })?;
    cx.require(a.replica_groups.iter().all(|g| !g.is_empty()), || "a group of replicas cannot be empty".into())?;
    let ids: Vec<i64> = a.replica_groups.concat();
    for (i, id) in ids.iter().enumerate() {
        cx.require(*id >= 0, || format!("replica_groups name replica {id}"))?;
        cx.require(!ids[..i].contains(id), || format!("replica_groups name replica {id} twice"))?;
    }
    cx.require(!a.use_global_device_ids || a.channel_id.is_some_and(|c| c > 0), || {
        "use_global_device_ids needs a channel_handle with a positive handle".into()
    })?;
    let scalar = TensorType::scalar(x.element);
    cx.check_region(0, &[scalar.clone(), scalar.clone()], &[scalar])?;
    Ok(cx.operands.iter().map(|t| (*t).clone()).collect())
}
