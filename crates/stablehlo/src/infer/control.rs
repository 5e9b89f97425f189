//! Control flow, ids of replicas and partitions, and random bits.

use super::context::{OpContext, list};
use crate::error::Result;
use crate::ops::RngAlgorithm;
use crate::types::{ElementType, TensorType};

pub(super) fn while_loop(cx: &OpContext) -> Result<Vec<TensorType>> {
    let types: Vec<TensorType> = cx.operands.iter().map(|t| (*t).clone()).collect();
    cx.check_region(0, &types, &[TensorType::scalar(ElementType::I1)])?;
    cx.check_region(1, &types, &types)?;
    Ok(types)
}

pub(super) fn if_else(cx: &OpContext) -> Result<Vec<TensorType>> {
    let [predicate] = cx.expect_operands()?;
    cx.require(predicate.rank() == 0, || "the predicate has to be tensor<i1>".into())?;
    branches(cx)
}

pub(super) fn case(cx: &OpContext) -> Result<Vec<TensorType>> {
    let [index] = cx.expect_operands()?;
    cx.require(*index == TensorType::scalar(ElementType::I32), || "the index has to be tensor<i32>".into())?;
    branches(cx)
}

/// All branches have no parameters, and the result types of the first one.
fn branches(cx: &OpContext) -> Result<Vec<TensorType>> {
    let types: Vec<TensorType> =
        cx.regions.first().map_or(&[][..], |b| &b.results).iter().map(|v| (cx.ty)(*v).clone()).collect();
    for i in 0..cx.regions.len() {
        cx.check_region(i, &[], &types)?;
    }
    Ok(types)
}

pub(super) fn after_all(cx: &OpContext) -> Result<TensorType> {
    cx.require(cx.operands.iter().all(|t| t.is_token()), || "they have to be tokens".into())?;
    Ok(TensorType::token())
}

pub(super) fn id(cx: &OpContext) -> Result<TensorType> {
    cx.expect_operands::<0>()?;
    Ok(TensorType::scalar(ElementType::Ui32))
}

pub(super) fn rng_bit_generator(cx: &OpContext, algorithm: RngAlgorithm, results: &[TensorType]) -> Result<()> {
    let [state] = cx.expect_operands()?;
    let words = state.dims.first().copied().unwrap_or(0);
    let fits = match algorithm {
        RngAlgorithm::ThreeFry => words == 2,
        RngAlgorithm::Philox | RngAlgorithm::Default => words == 2 || words == 3,
    };
    cx.require(fits && state.rank() == 1 && state.element == ElementType::Ui64, || {
        "the state has to be tensor<2xui64> (for PHILOX also tensor<3xui64>)".into()
    })?;
    match results {
        [next, bits] if next == state && (bits.element.is_integer() || bits.element.is_float()) => Ok(()),
        _ => {
            Err(cx.error(format!("results have to be the new state and bits of a numeric type, not {}", list(results))))
        }
    }
}
