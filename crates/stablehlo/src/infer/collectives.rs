//! Collectives (spec: `all_reduce`, `all_gather`, `reduce_scatter`, `all_to_all`, `collective_permute`,
//! `collective_broadcast`).

use super::context::OpContext;
use crate::error::Result;
use crate::ops::Collective;
use crate::types::TensorType;

/// Checks the groups: no group is empty, none names a replica that another has.
fn check_groups(cx: &OpContext, a: &Collective) -> Result<()> {
    cx.require(a.replica_groups.iter().all(|g| !g.is_empty()), || "a group of replicas cannot be empty".into())?;
    check_distinct(cx, "replica_groups name replica", &a.replica_groups.concat())?;
    cx.require(!a.use_global_device_ids || a.channel_id.is_some_and(|c| c > 0), || {
        "use_global_device_ids needs a channel_handle with a positive handle".into()
    })
}

fn check_distinct(cx: &OpContext, what: &str, ids: &[i64]) -> Result<()> {
    for (i, id) in ids.iter().enumerate() {
        cx.require(*id >= 0, || format!("{what} {id}"))?;
        cx.require(!ids[..i].contains(id), || format!("{what} {id} twice"))?;
    }
    Ok(())
}

/// The size of all groups, if some are named.
///
/// # Errors
/// They are of different sizes.
fn group_size(cx: &OpContext, a: &Collective) -> Result<Option<usize>> {
    let Some(first) = a.replica_groups.first() else { return Ok(None) };
    cx.require(a.replica_groups.iter().all(|g| g.len() == first.len()), || {
        "groups of replicas have to be of the same size".into()
    })?;
    Ok(Some(first.len()))
}

/// The region of a reduction, for the element type of the operands.
fn check_reducer(cx: &OpContext, x: &TensorType) -> Result<()> {
    let scalar = TensorType::scalar(x.element);
    cx.check_region(0, &[scalar.clone(), scalar.clone()], &[scalar])
}

pub(super) fn all_reduce(cx: &OpContext, a: &Collective) -> Result<Vec<TensorType>> {
    let Some(x) = cx.operands.first() else { return Err(cx.error("at least one operand is needed")) };
    cx.require(cx.operands.iter().all(|t| t.element == x.element), || {
        "they have to have the same element type".into()
    })?;
    check_groups(cx, a)?;
    check_reducer(cx, x)?;
    Ok(cx.operands.iter().map(|t| (*t).clone()).collect())
}

/// Checks that `whole` is as many of `part`, along a dimension, as a group has members.
fn check_multiple(
    cx: &OpContext,
    part: &TensorType,
    whole: &TensorType,
    dimension: usize,
    groups: &Collective,
) -> Result<()> {
    cx.check_dims("dimension", &[dimension], part.rank())?;
    let members = group_size(cx, groups)?;
    let fits = part.element == whole.element
        && part.rank() == whole.rank()
        && part.dims.iter().zip(&whole.dims).enumerate().all(|(d, (a, b))| match members {
            _ if d != dimension => a == b,
            Some(members) => a.checked_mul(members) == Some(*b),
            None => *a == 0 && *b == 0 || *a != 0 && b.is_multiple_of(*a),
        });
    let of = members.map_or(String::new(), |n| format!(" of {n} members"));
    cx.require(fits, || format!("{whole} is not {part} for each of a group{of}, along dimension {dimension}"))
}

/// `all_gather`, with the results that it states.
pub(super) fn all_gather(cx: &OpContext, dimension: usize, a: &Collective, results: &[TensorType]) -> Result<()> {
    check_groups(cx, a)?;
    cx.require(!results.is_empty() && results.len() == cx.operands.len(), || {
        "there has to be a result for each operand".into()
    })?;
    cx.operands.iter().zip(results).try_for_each(|(part, whole)| check_multiple(cx, part, whole, dimension, a))
}

/// `reduce_scatter`, with the result that it states.
pub(super) fn reduce_scatter(cx: &OpContext, dimension: usize, a: &Collective, results: &[TensorType]) -> Result<()> {
    check_groups(cx, a)?;
    let [x] = cx.expect_operands()?;
    let [result] = results else { return Err(cx.error(format!("there is one result, not {}", results.len()))) };
    check_reducer(cx, x)?;
    check_multiple(cx, result, x, dimension, a)
}

pub(super) fn all_to_all(
    cx: &OpContext,
    (split, concat, count): (usize, usize, usize),
    a: &Collective,
) -> Result<Vec<TensorType>> {
    check_groups(cx, a)?;
    let members = group_size(cx, a)?;
    cx.require(count > 0 && members.is_none_or(|n| n == count), || {
        format!("split_count = {count} has to be the number of members of a group")
    })?;
    cx.require(!cx.operands.is_empty(), || "at least one operand is needed".into())?;
    let result = |x: &&TensorType| {
        cx.check_dims("split_dimension", &[split], x.rank())?;
        cx.check_dims("concat_dimension", &[concat], x.rank())?;
        cx.require(x.dims[split].is_multiple_of(count), || {
            format!("dimension {split} of {x} has to be a multiple of split_count = {count}")
        })?;
        let mut dims = x.dims.clone();
        dims[split] /= count;
        dims[concat] *= count;
        Ok(TensorType::new(x.element, dims))
    };
    cx.operands.iter().map(result).collect()
}

pub(super) fn collective_permute(cx: &OpContext, pairs: &[(i64, i64)]) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    let ids = |side: fn(&(i64, i64)) -> i64| pairs.iter().map(side).collect::<Vec<_>>();
    check_distinct(cx, "source_target_pairs name source", &ids(|pair| pair.0))?;
    check_distinct(cx, "source_target_pairs name target", &ids(|pair| pair.1))?;
    Ok(x.clone())
}

pub(super) fn collective_broadcast(cx: &OpContext, a: &Collective) -> Result<TensorType> {
    let [x] = cx.expect_operands()?;
    check_groups(cx, a)?;
    Ok(x.clone())
}
