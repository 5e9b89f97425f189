//! Canonical operands: a contraction's operands as views that kernels take.

use stablehlo::ops::{Convolution, WindowDim};
use stablehlo::{OpKind, TensorType};

use crate::error::Result;
use crate::ir::Node;
use crate::lower::views::{View, merge};
use crate::lower::{Lowering, Unit};

/// Brings the operands of a contraction into the order that kernels take, by views: batch, free, contracted. An operand that
/// strides cannot express is copied.
pub(crate) fn canonicalize_operands(lower: &mut Lowering<'_>, node: &Node, items: &mut Vec<Unit>) -> Result<Node> {
    let mut node = node.clone();
    for id in &mut node.operands {
        if lower.known.splats.contains_key(id) {
            *id = lower.materialize(*id, items)?;
        }
        if lower.view(*id).strides.iter().any(|s| *s < 0) {
            let ty = lower.types.of(*id).clone();
            *id = lower.copy_item(*id, ty, items)?;
        }
    }
    if let Some(OpKind::Convolution(attrs)) = node.op()
        && reads_strided_image(&lower.view(node.operands[0]), attrs)
    {
        node.operands[0] = lower.materialize(node.operands[0], items)?;
    }
    let Some(OpKind::DotGeneral(attrs)) = node.op().cloned() else { return Ok(node) };
    let (b, k) = (attrs.lhs_batch.len(), attrs.lhs_contracting.len());
    let sides = [(&attrs.lhs_batch, &attrs.lhs_contracting), (&attrs.rhs_batch, &attrs.rhs_contracting)];
    for (i, (batch, contracting)) in sides.into_iter().enumerate() {
        let id = node.operands[i];
        let rank = lower.types.of(id).rank();
        let free = (0..rank).filter(|d| !batch.contains(d) && !contracting.contains(d));
        let order: Vec<usize> = batch.iter().copied().chain(free).chain(contracting.iter().copied()).collect();
        let view = lower.view(id).transpose(&order);
        let ty = TensorType::new(lower.types.of(id).element, view.dims.clone());
        let moved = lower.types.add(ty.clone());
        let plain = [0..b, b..rank - k, rank - k..rank]
            .iter()
            .all(|r| merge(&view.dims[r.clone()], &view.strides[r.clone()]).is_some());
        lower.views.insert(moved, view);
        node.operands[i] = if plain { moved } else { lower.copy_item(moved, ty, items)? };
    }
    Ok(node)
}

/// True if a convolution whose window is the whole image reads a view with gaps, such as a slice with strides: of a dense copy it
/// is a matrix product (`conv_as_gemm`).
fn reads_strided_image(view: &View, attrs: &Convolution) -> bool {
    let d = &attrs.dims;
    let is_whole = d.input_spatial.iter().zip(&attrs.window).all(|(d, w)| *w == WindowDim::new(view.dims[*d]));
    let positions = [&[d.input_feature], &d.input_spatial[..]].concat();
    let positions = view.transpose(&positions);
    !view.is_contiguous() && is_whole && merge(&positions.dims, &positions.strides).is_none()
}
