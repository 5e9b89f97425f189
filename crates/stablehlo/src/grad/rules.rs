//! The gradient rule of each kind of operation.

use super::context::{OperandCotangents, VjpContext, gradient_error};
use super::{contraction, control, counted_loop, data_movement, elementwise, indexing, reductions};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{COMPLEX_GRADIENT, Differentiable, OpKind};
use crate::program::Value;

/// The cotangents of the values that an operation uses, from those of its results, at least one of which is
/// present.
pub(super) fn vjp(b: &mut FuncBuilder, cx: &VjpContext, cotangents: &[Option<Value>]) -> Result<OperandCotangents> {
    match cx.op.kind.def().differentiable {
        Differentiable::Zero => return Ok(vec![None; cx.active.len()]),
        Differentiable::No(reason) => return Err(gradient_error(reason)),
        Differentiable::Yes => {}
    }
    if cx.op.operands.iter().chain(&cx.op.results).any(|v| b.ty(*v).element.is_complex()) {
        return Err(gradient_error(COMPLEX_GRADIENT));
    }
    // Captured values are not operands; only the rules of branches and loops handle them.
    let captures = matches!(cx.op.kind, OpKind::If | OpKind::Case | OpKind::While);
    if !captures && cx.active[cx.op.operands.len()..].contains(&true) {
        return Err(gradient_error("its region captures a value that needs a cotangent"));
    }
    match &cx.op.kind {
        OpKind::OptimizationBarrier | OpKind::ShardingConstraint(_) => return Ok(cotangents.to_vec()),
        OpKind::AllReduce(attrs) => return reductions::all_reduce(b, attrs, cx, cotangents),
        OpKind::If | OpKind::Case => return control::branches(b, cx, cotangents),
        OpKind::While => return counted_loop::counted_loop(b, cx, cotangents),
        _ => {}
    }
    // Of the other operations, only reductions may have several results.
    let ([Some(g)], [y]) = (cotangents, &cx.op.results[..]) else {
        return Err(gradient_error("a reduction of several tensors at once has no gradient rule"));
    };
    single_result(b, cx, *y, *g)
}

/// The cotangents of the operands of an operation with one result: `y` is the result, `g` its cotangent.
fn single_result(b: &mut FuncBuilder, cx: &VjpContext, y: Value, g: Value) -> Result<OperandCotangents> {
    let one = |cotangent: Result<Value>| cotangent.map(|v| vec![Some(v)]);
    match &cx.op.kind {
        OpKind::Unary(unary) => one(elementwise::unary(b, *unary, cx.operand(0), y, g)),
        OpKind::Binary(binary) => elementwise::binary(b, *binary, cx, y, g),
        OpKind::Select => elementwise::select(b, cx, g),
        OpKind::Clamp => elementwise::clamp(b, cx, g),
        OpKind::Convert => {
            let element = b.ty(cx.operand(0)).element;
            one(b.convert(g, element))
        }
        OpKind::ReducePrecision { .. } => Ok(vec![Some(b.push(cx.op.kind.clone(), &[g], Vec::new())?[0])]),
        OpKind::BroadcastInDim { dims } => one(data_movement::broadcast_in_dim(b, dims, cx.operand(0), g)),
        OpKind::Reshape => {
            let shape = b.dims(cx.operand(0)).to_vec();
            one(b.reshape(g, &shape))
        }
        OpKind::Transpose { permutation } => one(b.transpose(g, &data_movement::inverse(permutation))),
        OpKind::Reverse { dims } => one(b.reverse(g, dims)),
        OpKind::Slice { start, limit: _, stride } => one(data_movement::slice(b, start, stride, cx.operand(0), g)),
        OpKind::Pad { low, high, interior } => data_movement::pad(b, low, high, interior, cx, g),
        OpKind::Concatenate { dimension } => data_movement::concatenate(b, *dimension, cx, g),
        OpKind::DynamicSlice { .. } => indexing::dynamic_slice(b, cx, g),
        OpKind::DynamicUpdateSlice => indexing::dynamic_update_slice(b, cx, g),
        OpKind::Gather(attrs) => indexing::gather(b, attrs, cx, g),
        OpKind::Scatter(attrs) => indexing::scatter(b, attrs, cx, g),
        OpKind::DotGeneral(attrs) => contraction::dot_general(b, attrs, cx, g),
        OpKind::Convolution(attrs) => contraction::convolution(b, attrs, cx, g),
        OpKind::Reduce { dims } => reductions::reduce(b, dims, cx, y, g),
        OpKind::ReduceWindow { window } => reductions::reduce_window(b, window, cx, g),
        other => Err(gradient_error(format!(
            "the table lists {} as differentiable, but it has no gradient rule",
            other.name()
        ))),
    }
}
