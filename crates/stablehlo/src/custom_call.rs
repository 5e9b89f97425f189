//! Custom calls that have a meaning without a device: functions that compute the same.

use crate::attributes::Attr;
use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Func, Module, Value};
use crate::text;
use crate::types::TensorType;

/// Custom calls that return their operands: they place values on devices, or in their memories.
const IDENTITIES: &[&str] = &[
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "LayoutConstraint",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
];

/// The function that computes what a custom call of the types `operands` to `results` computes; `None` for an
/// operation that is no custom call, or that only a device defines.
///
/// | target | results |
/// |---|---|
/// | `Sharding`, `SPMDFullToShardShape`, `SPMDShardToFullShape`, `LayoutConstraint`, `annotate_device_placement` | the operands |
/// | `dce_sink` | none |
/// | `AllocateBuffer`, whose contents are unspecified | zeros |
/// | `ApproxTopK` | the first elements of the operands, sorted by the comparator that it calls: exact |
///
/// # Errors
/// A custom call of these that is malformed.
pub fn expansion(
    module: &Module,
    kind: &OpKind,
    operands: &[TensorType],
    results: &[TensorType],
) -> Result<Option<Func>> {
    let OpKind::CustomCall { target, .. } = kind else { return Ok(None) };
    let mut b = FuncBuilder::new(target.clone());
    let params: Vec<Value> = operands.iter().map(|ty| b.param(ty.clone())).collect();
    if IDENTITIES.contains(&target.as_str()) {
        if operands != results {
            let message = format!("stablehlo.custom_call @{target}: results have to have the types of the operands");
            return Err(Error::type_error(message));
        }
        return Ok(Some(b.finish(params)));
    }
    match target.as_str() {
        // It keeps its operand alive for debuggers, and has no results.
        "dce_sink" if results.is_empty() => Ok(Some(b.finish(Vec::new()))),
        "AllocateBuffer" if operands.is_empty() => {
            let zeros = results.iter().map(|ty| b.full(ty.clone(), 0.0)).collect::<Result<Vec<Value>>>()?;
            Ok(Some(b.finish(zeros)))
        }
        "ApproxTopK" => {
            let values = approx_top_k(&mut b, module, kind, &params, results)?;
            Ok(Some(b.finish(values)))
        }
        _ => Ok(None),
    }
}

/// An integer of the call's configuration, which is an attribute `mhlo.backend_config` or `backend_config`.
fn setting(kind: &OpKind, name: &str) -> Result<Option<i64>> {
    let OpKind::CustomCall { backend_config, attributes, .. } = kind else { return Ok(None) };
    let discardable = attributes.iter().find(|(name, _)| name == "mhlo.backend_config").map(|(_, text)| text);
    let text = discardable.unwrap_or(backend_config);
    if text.is_empty() {
        return Ok(None);
    }
    match text::dictionary(text)?.get(&[name]) {
        Some(Attr::Int(n)) => Ok(i64::try_from(*n).ok()),
        _ => Ok(None),
    }
}

/// `ApproxTopK`: inputs, then initial values, which no result needs since the selection is exact.
fn approx_top_k(
    b: &mut FuncBuilder,
    module: &Module,
    kind: &OpKind,
    operands: &[Value],
    results: &[TensorType],
) -> Result<Vec<Value>> {
    let error = |what: &str| Error::new(ErrorKind::Program, format!("stablehlo.custom_call @ApproxTopK: {what}"));
    let OpKind::CustomCall { called_computations, .. } = kind else { return Ok(Vec::new()) };
    let [comparator] = &called_computations[..] else { return Err(error("it has to call one comparator")) };
    let inputs = &operands[..operands.len() / 2];
    let (Some(first), true) = (inputs.first(), operands.len() == 2 * results.len()) else {
        return Err(error("as many results and initial values as inputs are needed, at least one"));
    };
    let ty = b.ty(*first).clone();
    let dimension = setting(kind, "reduction_dim")?.unwrap_or(-1);
    let dimension = if dimension < 0 { dimension + ty.rank() as i64 } else { dimension };
    let dimension = usize::try_from(dimension).ok().filter(|d| *d < ty.rank());
    let dimension = dimension.ok_or_else(|| error("reduction_dim is no dimension of the inputs"))?;
    let pairs: Vec<TensorType> = inputs.iter().flat_map(|v| vec![TensorType::scalar(b.ty(*v).element); 2]).collect();
    let region = b.region(&pairs, |b, params| b.inline(module, comparator, params))?;
    let sorted = b.push(OpKind::Sort { dimension, is_stable: true }, inputs, vec![region])?;
    let mut kept = Vec::new();
    for (value, result) in sorted.into_iter().zip(results) {
        let (start, stride) = (vec![0; ty.rank()], vec![1; ty.rank()]);
        if result.dims.get(dimension).is_none_or(|n| *n > ty.dims[dimension]) {
            return Err(error("the results have more elements than the inputs"));
        }
        let value = b.slice(value, &start, &result.dims, &stride)?;
        if b.ty(value) != result {
            return Err(error("the results have other dimensions than the inputs"));
        }
        kept.push(value);
    }
    Ok(kept)
}
