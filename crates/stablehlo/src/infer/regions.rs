//! Operations that apply a region to elements: `reduce`, `sort`, `all_reduce`; and other collectives.

use super::context::OpContext;
use crate::error::Result;
use crate::ops::{AllGather, AllReduce, CollectivePermute};
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
    check_groups(cx, a)?;
    let scalar = TensorType::scalar(x.element);
    cx.check_region(0, &[scalar.clone(), scalar.clone()], &[scalar])?;
    Ok(cx.operands.iter().map(|t| (*t).clone()).collect())
}

/// Checks the groups of a collective.
fn check_groups(cx: &OpContext, a: &AllReduce) -> Result<()> {
    cx.require(a.replica_groups.iter().all(|g| !g.is_empty()), || "a group of replicas cannot be empty".into())?;
    let ids: Vec<i64> = a.replica_groups.concat();
    for (i, id) in ids.iter().enumerate() {
        cx.require(*id >= 0, || format!("replica_groups name replica {id}"))?;
        cx.require(!ids[..i].contains(id), || format!("replica_groups name replica {id} twice"))?;
    }
    cx.require(!a.use_global_device_ids || a.channel_id.is_some_and(|c| c > 0), || {
        "use_global_device_ids needs a channel_handle with a positive handle".into()
    })
}

pub(super) fn all_gather(cx: &OpContext, a: &AllGather, results: &[TensorType]) -> Result<()> {
    check_groups(cx, &a.group)?;
    let groups = &a.group.replica_groups;
    cx.require(results.len() == cx.operands.len() && !results.is_empty(), || {
        format!("as many results as operands are needed, not {}", results.len())
    })?;
    cx.require(groups.iter().all(|g| g.len() == groups[0].len()), || "groups have to be of one size".into())?;
    for (x, result) in cx.operands.iter().zip(results) {
        cx.check_dims("all_gather_dim", &[a.dimension], x.rank())?;
        let others = |t: &TensorType| {
            let kept = t.dims.iter().enumerate().filter(|(d, _)| *d != a.dimension).map(|(_, n)| *n);
            kept.collect::<Vec<usize>>()
        };
        let (size, gathered) = (x.dims[a.dimension], result.dims.get(a.dimension).copied().unwrap_or(0));
        let fits = match groups.first() {
            Some(group) => size.checked_mul(group.len()) == Some(gathered),
            None => gathered == size || size > 0 && gathered.is_multiple_of(size),
        };
        cx.require(fits && x.element == result.element && others(x) == others(result), || {
            format!("{result} does not consist of one operand for each of a group")
        })?;
    }
    Ok(())
}

pub(super) fn collective_permute(cx: &OpContext, a: &CollectivePermute) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    let pairs = &a.source_target_pairs;
    for (i, (source, target)) in pairs.iter().enumerate() {
        cx.require(*source >= 0 && *target >= 0, || format!("source_target_pairs name {source} and {target}"))?;
        let is_new = pairs[..i].iter().all(|(s, t)| s != source && t != target);
        cx.require(is_new, || format!("source_target_pairs name the source {source} or the target {target} twice"))?;
    }
    Ok(x.clone())
}
