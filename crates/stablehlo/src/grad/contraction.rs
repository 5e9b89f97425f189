//! Cotangents of `dot_general` and `convolution`: contractions again, with other roles of the dimensions.

use super::context::{OperandCotangents, VjpContext};
use super::data_movement::inverse;
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{ConvDimensionNumbers, Convolution, DotGeneral, OpKind, WindowDim};
use crate::program::Value;
use crate::types::TensorType;

/// The roles of the dimensions of an operand of `dot_general`.
#[derive(Clone)]
struct DimRoles {
    batch: Vec<usize>,
    contracting: Vec<usize>,
    free: Vec<usize>,
}

impl DimRoles {
    fn new(rank: usize, batch: &[usize], contracting: &[usize]) -> Self {
        let free = (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d)).collect();
        Self { batch: batch.to_vec(), contracting: contracting.to_vec(), free }
    }
}

pub(super) fn dot_general(
    b: &mut FuncBuilder,
    attrs: &DotGeneral,
    cx: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    let (x, y) = (cx.operand(0), cx.operand(1));
    let lhs = DimRoles::new(b.dims(x).len(), &attrs.lhs_batch, &attrs.lhs_contracting);
    let rhs = DimRoles::new(b.dims(y).len(), &attrs.rhs_batch, &attrs.rhs_contracting);
    // The result has the dimensions [batch, free of lhs, free of rhs].
    let (batch, m) = (lhs.batch.len(), lhs.free.len());
    let of_lhs: Vec<usize> = (batch..batch + m).collect();
    let of_rhs: Vec<usize> = (batch + m..batch + m + rhs.free.len()).collect();
    Ok(vec![
        cx.if_active(0, || operand_cotangent(b, attrs, x, &lhs, (y, &rhs, &of_rhs), (g, true)))?,
        cx.if_active(1, || operand_cotangent(b, attrs, y, &rhs, (x, &lhs, &of_lhs), (g, false)))?,
    ])
}

/// The cotangent of operand `x`: `g` times the other operand, contracted over the other operand's free
/// dimensions, which are the dimensions `others_in_g` of `g`. `of_lhs` is true if `x` is the left operand.
fn operand_cotangent(
    b: &mut FuncBuilder,
    attrs: &DotGeneral,
    x: Value,
    mine: &DimRoles,
    (other, others, others_in_g): (Value, &DimRoles, &[usize]),
    (g, of_lhs): (Value, bool),
) -> Result<Value> {
    let ty = b.ty(x).clone();
    let g = b.convert(g, ty.element)?;
    let other = b.convert(other, ty.element)?;
    let batch: Vec<usize> = (0..mine.batch.len()).collect();
    // The other operand's contracting dimensions remain, in its own order: as dimensions of `x`.
    let mut pairs: Vec<(usize, usize)> =
        others.contracting.iter().copied().zip(mine.contracting.iter().copied()).collect();
    pairs.sort_unstable();
    let contracting: Vec<usize> = pairs.into_iter().map(|(_, d)| d).collect();
    // Both orders of the operands compute the same numbers: prefer the one whose result needs no transpose.
    let (g_first, g_last) =
        ([&mine.batch[..], &mine.free, &contracting].concat(), [&mine.batch[..], &contracting, &mine.free].concat());
    let swap = !g_first.is_sorted() && (g_last.is_sorted() || !of_lhs);
    let mut dot = DotGeneral {
        lhs_batch: batch,
        rhs_batch: others.batch.clone(),
        lhs_contracting: others_in_g.to_vec(),
        rhs_contracting: others.free.clone(),
        // The cotangent has the precision of the operand that it replaces.
        precision: if of_lhs { attrs.precision } else { [attrs.precision[1], attrs.precision[0]] },
    };
    let (mut operands, mut order) = ([g, other], g_first);
    if swap {
        std::mem::swap(&mut dot.lhs_batch, &mut dot.rhs_batch);
        std::mem::swap(&mut dot.lhs_contracting, &mut dot.rhs_contracting);
        dot.precision.reverse();
        operands.reverse();
        order = g_last;
    }
    let product = b.dot_general(operands[0], operands[1], dot)?;
    if order.is_sorted() { Ok(product) } else { b.transpose(product, &inverse(&order)) }
}

pub(super) fn convolution(
    b: &mut FuncBuilder,
    attrs: &Convolution,
    cx: &VjpContext,
    g: Value,
) -> Result<OperandCotangents> {
    Ok(vec![
        cx.if_active(0, || input_cotangent(b, attrs, cx.operand(0), cx.operand(1), g))?,
        cx.if_active(1, || kernel_cotangent(b, attrs, cx.operand(0), cx.operand(1), g))?,
    ])
}

/// The size of a dimension after dilation.
fn dilated(size: usize, dilation: usize) -> i64 {
    if size == 0 { 0 } else { ((size - 1) * dilation + 1) as i64 }
}

/// The backward-data convolution: the reversed kernel over the cotangent, which is dilated by the stride.
fn input_cotangent(b: &mut FuncBuilder, attrs: &Convolution, x: Value, kernel: Value, g: Value) -> Result<Value> {
    let (d, x_ty) = (&attrs.dims, b.ty(x).clone());
    let mut kernel = b.convert(kernel, x_ty.element)?;
    let g = b.convert(g, x_ty.element)?;
    let window = attrs.window.iter().enumerate().map(|(i, w)| {
        let input = dilated(x_ty.dims[d.input_spatial[i]], w.base_dilation);
        let output = dilated(b.dims(g)[d.output_spatial[i]], w.stride);
        let extent = dilated(w.size, w.window_dilation);
        let pad_low = extent - 1 - w.pad_low;
        WindowDim {
            stride: w.base_dilation,
            base_dilation: w.stride,
            pad_low,
            pad_high: input + extent - 1 - output - pad_low,
            reversal: !w.reversal,
            ..*w
        }
    });
    let window: Vec<WindowDim> = window.collect();
    // Groups: the kernel's output features [group, rest] become the input features `rest`, and its input
    // features become the output features [group, inputs].
    let groups = attrs.feature_group_count.max(attrs.batch_group_count);
    if groups > 1 {
        kernel = move_groups(b, kernel, d.kernel_output_feature, d.kernel_input_feature, groups)?;
    }
    let dims = ConvDimensionNumbers {
        input_batch: d.output_batch,
        input_feature: d.output_feature,
        input_spatial: d.output_spatial.clone(),
        kernel_input_feature: d.kernel_output_feature,
        kernel_output_feature: d.kernel_input_feature,
        kernel_spatial: d.kernel_spatial.clone(),
        output_batch: d.input_batch,
        output_feature: d.input_feature,
        output_spatial: d.input_spatial.clone(),
    };
    let adjoint =
        Convolution { dims, window, feature_group_count: groups, batch_group_count: 1, precision: attrs.precision };
    let result = b.convolution(g, kernel, adjoint)?;
    // Groups of the batch are computed as groups of features.
    if attrs.batch_group_count > 1 {
        return move_groups(b, result, d.input_feature, d.input_batch, attrs.batch_group_count);
    }
    Ok(result)
}

/// The backward-weights convolution: the cotangent as the kernel over the input, with batch and features
/// exchanged.
fn kernel_cotangent(b: &mut FuncBuilder, attrs: &Convolution, x: Value, kernel: Value, g: Value) -> Result<Value> {
    let (d, kernel_ty) = (&attrs.dims, b.ty(kernel).clone());
    let x = b.convert(x, kernel_ty.element)?;
    let g = b.convert(g, kernel_ty.element)?;
    let window = attrs.window.iter().enumerate().map(|(i, w)| {
        let size = b.dims(g)[d.output_spatial[i]];
        let input = dilated(b.dims(x)[d.input_spatial[i]], w.base_dilation);
        let padding = dilated(size, w.stride) + dilated(w.size, w.window_dilation) - input - 1;
        WindowDim {
            size,
            stride: w.window_dilation,
            window_dilation: w.stride,
            pad_high: padding - w.pad_low,
            reversal: false,
            ..*w
        }
    });
    let window: Vec<WindowDim> = window.collect();
    let dims = ConvDimensionNumbers {
        input_batch: d.input_feature,
        input_feature: d.input_batch,
        input_spatial: d.input_spatial.clone(),
        kernel_input_feature: d.output_batch,
        kernel_output_feature: d.output_feature,
        kernel_spatial: d.output_spatial.clone(),
        output_batch: d.kernel_input_feature,
        output_feature: d.kernel_output_feature,
        output_spatial: d.kernel_spatial.clone(),
    };
    let adjoint = Convolution {
        dims,
        window,
        // Batch and features are exchanged, so their groups are too.
        feature_group_count: attrs.batch_group_count,
        batch_group_count: attrs.feature_group_count,
        precision: attrs.precision,
    };
    let result = b.convolution(x, g, adjoint)?;
    let reversed: Vec<usize> =
        attrs.window.iter().zip(&d.kernel_spatial).filter(|(w, _)| w.reversal).map(|(_, d)| *d).collect();
    if reversed.is_empty() { Ok(result) } else { b.reverse(result, &reversed) }
}

/// Moves the groups of dimension `from`, `[group, rest]`, to the front of dimension `to`: `[group, to]`.
fn move_groups(b: &mut FuncBuilder, x: Value, from: usize, to: usize, groups: usize) -> Result<Value> {
    let ty = b.ty(x).clone();
    let mut split = ty.dims.clone();
    split[from] /= groups;
    let mut merged = split.clone();
    merged[to] *= groups;
    split.insert(from, groups);
    let grouped = b.reshape(x, &split)?;
    // The dimensions of `x` in the split shape, with the group inserted before `to`.
    let in_split = |d: usize| if d >= from { d + 1 } else { d };
    let mut order: Vec<usize> = (0..ty.rank()).map(in_split).collect();
    order.insert(to, from);
    let moved = if order.is_sorted() { grouped } else { b.transpose(grouped, &order)? };
    let merged = TensorType::new(ty.element, merged);
    Ok(b.push_typed(OpKind::Reshape, &[moved], Vec::new(), vec![merged])?[0])
}
