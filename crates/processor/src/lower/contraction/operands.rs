//! Canonicalization of operands: a contraction's operands as views with dimensions in the kernels' order.

use stablehlo::ops::{Convolution, WindowDim};
use stablehlo::{OpKind, TensorType};

use crate::error::Result;
use crate::ir::Node;
use crate::lower::lowering::{Lowering, Unit};
use crate::lower::views::{View, merged_stride};

/// Transposes the operands of a contraction, by views, to the order of the kernels: batch, free, contracted
/// dimensions. An operand that a kernel's strides cannot express, or a splat, is copied.
pub(crate) fn canonicalize_operands(lowering: &mut Lowering<'_>, node: &Node, units: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        if lowering.facts.splats.contains_key(id) {
            *id = lowering.materialize(*id, units)?;
        }
        if lowering.view(*id).strides.iter().any(|s| *s < 0) {
            let ty = lowering.types.of(*id).clone();
            *id = lowering.push_copy(*id, ty, units)?;
        }
    }
    if let Some(OpKind::Convolution(attrs)) = node.op()
        && reads_strided_image(&lowering.view(node.operands[0]), attrs)
    {
        node.operands[0] = lowering.materialize(node.operands[0], units)?;
    }
    let Some(OpKind::DotGeneral(attrs)) = node.op().cloned() else { return Ok(node) };
    let (b, k) = (attrs.lhs_batch.len(), attrs.lhs_contracting.len());
    let sides = [(&attrs.lhs_batch, &attrs.lhs_contracting), (&attrs.rhs_batch, &attrs.rhs_contracting)];
    for (i, (batch, contracting)) in sides.into_iter().enumerate() {
        let id = node.operands[i];
        let rank = lowering.types.of(id).rank();
        let free = (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d));
        let order: Vec<usize> = batch.iter().copied().chain(free).chain(contracting.iter().copied()).collect();
        let view = lowering.view(id).transpose(&order);
        let ty = TensorType::new(lowering.types.of(id).element, view.dims.clone());
        let transposed = lowering.types.add(ty.clone());
        let is_strided = [0..b, b..rank - k, rank - k..rank]
            .iter()
            .all(|r| merged_stride(&view.dims[r.clone()], &view.strides[r.clone()]).is_some());
        lowering.views.insert(transposed, view);
        node.operands[i] = if is_strided { transposed } else { lowering.push_copy(transposed, ty, units)? };
    }
    Ok(node)
}

/// Returns true if a convolution whose window is the whole image reads a view with gaps, such as a strided
/// slice. With a dense copy, it is a matrix product (`conv_as_gemm`).
fn reads_strided_image(view: &View, attrs: &Convolution) -> bool {
    let d = &attrs.dims;
    let window_is_image = d.input_spatial.iter().zip(&attrs.window).all(|(d, w)| *w == WindowDim::new(view.dims[*d]));
    let positions = [&[d.input_feature], &d.input_spatial[..]].concat();
    let positions = view.transpose(&positions);
    !view.is_contiguous() && window_is_image && merged_stride(&positions.dims, &positions.strides).is_none()
}
