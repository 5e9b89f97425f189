//! Type inference and type checks of one operation (spec: the constraints of each operation).
//!
//! There is one file per group of operations. The [verifier](mod@crate::verify) checks the rules that span
//! operations: definitions and uses, calls, terminators.

mod collectives;
mod context;
mod contraction;
mod control;
mod data_movement;
mod elementwise;
mod indexing;
mod linear_algebra;
mod manual;
mod regions;
mod window;

pub use context::check_size;
use context::{OpContext, list};

use crate::error::{Error, ErrorKind, Result};
use crate::ops::OpKind;
use crate::program::{Block, Value};
use crate::types::TensorType;

/// The types of an operation's results, inferred from operands, attributes and regions. `ty` is the type of a
/// value that a region uses.
///
/// # Errors
/// A type error that names the operation and the types; [`Unsupported`](ErrorKind::Unsupported) for a kind
/// whose result type cannot be inferred (`convert`, `reshape`, ...): state it with
/// [`push_typed`](crate::FuncBuilder::push_typed).
pub fn result_types<'a>(
    kind: &OpKind,
    operands: &[&TensorType],
    regions: &[Block],
    ty: &dyn Fn(Value) -> &'a TensorType,
) -> Result<Vec<TensorType>> {
    let cx = OpContext { kind, operands, regions, ty };
    cx.check_common()?;
    let results = infer(&cx)?.ok_or_else(|| {
        Error::new(
            ErrorKind::Unsupported,
            format!("{}: the result type cannot be inferred: state it, with push_typed", kind.name()),
        )
    })?;
    results.iter().try_for_each(|t| cx.check_size(t))?;
    Ok(results)
}

/// Checks an operation, and the stated types of its results. `ty` is the type of a value that a region uses.
///
/// # Errors
/// A type error that names the operation and the types.
pub fn check_types<'a>(
    kind: &OpKind,
    operands: &[&TensorType],
    regions: &[Block],
    ty: &dyn Fn(Value) -> &'a TensorType,
    results: &[TensorType],
) -> Result<()> {
    let cx = OpContext { kind, operands, regions, ty };
    cx.check_common()?;
    results.iter().try_for_each(|t| cx.check_size(t))?;
    match infer(&cx)? {
        None => check_stated(&cx, results),
        Some(inferred) => {
            // Contractions convert their sums to any type, as in XLA; the specification has wider ones alone.
            let converts = matches!(kind, OpKind::DotGeneral(_) | OpKind::Convolution(_));
            let fits = |(i, r): (&TensorType, &TensorType)| i == r || converts && i.dims == r.dims && !r.is_token();
            if inferred.len() == results.len() && inferred.iter().zip(results).all(fits) {
                return Ok(());
            }
            Err(cx.error(format!("the result has type {}, not {}", list(&inferred), list(results))))
        }
    }
}

/// The types of the results, or `None` if they are stated rather than inferred.
fn infer(cx: &OpContext) -> Result<Option<Vec<TensorType>>> {
    let one = |t: Result<TensorType>| t.map(|t| Some(vec![t]));
    match cx.kind {
        OpKind::Convert
        | OpKind::BitcastConvert
        | OpKind::Iota { .. }
        | OpKind::BroadcastInDim { .. }
        | OpKind::Reshape
        | OpKind::RngBitGenerator { .. }
        | OpKind::AllGather { .. }
        | OpKind::ReduceScatter { .. }
        | OpKind::Call { .. }
        | OpKind::Composite { .. }
        | OpKind::ManualComputation(_)
        | OpKind::CustomCall { .. } => Ok(None),
        OpKind::CreateToken => one(cx.expect_operands::<0>().map(|_| TensorType::token())),
        OpKind::AfterAll => one(control::after_all(cx)),
        OpKind::Unary(op) => one(elementwise::unary(cx, *op)),
        OpKind::Binary(_) => one(elementwise::binary(cx)),
        OpKind::Compare { compare_type, .. } => one(elementwise::compare(cx, *compare_type)),
        OpKind::Complex => one(elementwise::complex(cx)),
        OpKind::Real | OpKind::Imag => one(elementwise::part(cx)),
        OpKind::Select => one(elementwise::select(cx)),
        OpKind::Clamp => one(elementwise::clamp(cx)),
        OpKind::ReducePrecision { exponent_bits, .. } => one(elementwise::reduce_precision(cx, *exponent_bits)),
        OpKind::Constant(literal) => one(cx.expect_operands::<0>().map(|_| literal.ty().clone())),
        OpKind::Transpose { permutation } => one(data_movement::transpose(cx, permutation)),
        OpKind::Reverse { dims } => one(data_movement::reverse(cx, dims)),
        OpKind::Slice { start, limit, stride } => one(data_movement::slice(cx, start, limit, stride)),
        OpKind::Pad { low, high, interior } => one(data_movement::pad(cx, low, high, interior)),
        OpKind::Concatenate { dimension } => one(data_movement::concatenate(cx, *dimension)),
        OpKind::DynamicSlice { sizes } => one(indexing::dynamic_slice(cx, sizes)),
        OpKind::DynamicUpdateSlice => one(indexing::dynamic_update_slice(cx)),
        OpKind::Gather(attrs) => one(indexing::gather(cx, attrs)),
        OpKind::Scatter(attrs) => indexing::scatter(cx, attrs).map(Some),
        OpKind::DotGeneral(attrs) => one(contraction::dot_general(cx, attrs)),
        OpKind::Convolution(attrs) => one(contraction::convolution(cx, attrs)),
        OpKind::Fft { fft_type, length } => one(linear_algebra::fft(cx, *fft_type, length)),
        OpKind::Cholesky { .. } => one(linear_algebra::cholesky(cx)),
        OpKind::TriangularSolve(attrs) => one(linear_algebra::triangular_solve(cx, attrs)),
        OpKind::Reduce { dims } => regions::reduce(cx, dims).map(Some),
        OpKind::Sort { dimension, .. } => regions::sort(cx, *dimension).map(Some),
        OpKind::AllReduce(groups) => collectives::all_reduce(cx, groups).map(Some),
        OpKind::AllToAll { split, concat, count, groups } => {
            collectives::all_to_all(cx, (*split, *concat, *count), groups).map(Some)
        }
        OpKind::CollectivePermute { pairs, .. } => one(collectives::collective_permute(cx, pairs)),
        OpKind::CollectiveBroadcast(groups) => one(collectives::collective_broadcast(cx, groups)),
        OpKind::ReduceWindow { window } => window::reduce_window(cx, window).map(Some),
        OpKind::SelectAndScatter { window } => one(window::select_and_scatter(cx, window)),
        OpKind::ShardingConstraint(sharding) => one(manual::sharding_constraint(cx, sharding)),
        OpKind::OptimizationBarrier => Ok(Some(cx.operands.iter().map(|t| (*t).clone()).collect())),
        OpKind::While => control::while_loop(cx).map(Some),
        OpKind::If => control::if_else(cx).map(Some),
        OpKind::Case => control::case(cx).map(Some),
        OpKind::ReplicaId | OpKind::PartitionId => one(control::id(cx)),
    }
}

/// Checks the stated results of the kinds that `infer` returns `None` for.
fn check_stated(cx: &OpContext, results: &[TensorType]) -> Result<()> {
    let one = || match results {
        [result] => Ok(result),
        _ => Err(cx.error(format!("there is one result, not {}", results.len()))),
    };
    match cx.kind {
        OpKind::Convert => elementwise::convert(cx, one()?),
        OpKind::BitcastConvert => elementwise::bitcast_convert(cx, one()?),
        OpKind::Iota { dimension } => data_movement::iota(cx, *dimension, one()?),
        OpKind::BroadcastInDim { dims } => data_movement::broadcast_in_dim(cx, dims, one()?),
        OpKind::Reshape => data_movement::reshape(cx, one()?),
        OpKind::RngBitGenerator { algorithm } => control::rng_bit_generator(cx, *algorithm, results),
        OpKind::AllGather { dimension, groups } => collectives::all_gather(cx, *dimension, groups, results),
        OpKind::ReduceScatter { dimension, groups } => collectives::reduce_scatter(cx, *dimension, groups, results),
        OpKind::ManualComputation(attrs) => manual::manual_computation(cx, attrs, results),
        // The verifier checks calls and composites against their functions; the types of a custom call are
        // defined by a device.
        _ => Ok(()),
    }
}
