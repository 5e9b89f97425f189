//! Exchange of a convolution's operands: the gradient of the filters of a transposed convolution without
//! dilation of its input.
//!
//! That gradient slides a dilated image, most of which is zeros, over the gradient of the result. The other
//! way round the image is the window: its dilation leaves out positions, and costs nothing. (XLA exchanges
//! operands in the same way if the window is larger than the image: `SwapConvOperands`.) The results come in
//! reverse order along the spatial dimensions.
//!
//! ```mlir
//! %dw = stablehlo.convolution(%x, %dy) ... window = {lhs_dilate = [2, 2]}
//! // becomes
//! %0  = stablehlo.convolution(%dy, %x) ... window = {rhs_dilate = [2, 2]}
//! %dw = stablehlo.reverse %0
//! ```
//!
//! The gradient of filters with few output features is exchanged as well, without dilation: the vectors of
//! the kernels hold output features, of which there are then as many as the image has features.
//!
//! Preconditions: strides of 1, no groups, filters that are neither dilated nor reversed, and a result that
//! is smaller than the window. Sums keep their nonzero terms and their order.

use stablehlo::OpKind;
use stablehlo::ops::{ConvDimensionNumbers, Convolution, WindowDim};

use crate::ir::{Block, Node, ValueTypes};

/// Output features that fill too little of a vector.
const FEW_FEATURES: usize = 8;

/// Exchanges the operands of the convolutions of a block and its regions where that saves work.
pub(crate) fn swap_conv_operands(block: &mut Block, types: &mut ValueTypes) {
    let mut nodes = Vec::with_capacity(block.nodes.len());
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().for_each(|region| swap_conv_operands(region, types));
        match swapped(&node, types) {
            Some(replacement) => nodes.extend(replacement),
            None => nodes.push(node),
        }
    }
    block.nodes = nodes;
}

fn swapped(node: &Node, types: &mut ValueTypes) -> Option<[Node; 2]> {
    let Some(OpKind::Convolution(attrs)) = node.op() else { return None };
    let [lhs, rhs] = [0, 1].map(|i| types.of(node.operands[i]).dims.clone());
    let result = types.of(node.results[0]).clone();
    let d = &attrs.dims;
    let has_groups = attrs.feature_group_count != 1 || attrs.batch_group_count != 1;
    let is_plain = |w: &WindowDim| w.stride == 1 && w.window_dilation == 1 && !w.reversal && w.size > 0;
    let positions: usize = d.output_spatial.iter().map(|dim| result.dims[*dim]).product();
    let window: usize = attrs.window.iter().map(|w| w.size).product();
    if has_groups || !attrs.window.iter().all(is_plain) || positions >= window || result.num_elements() == 0 {
        return None;
    }
    let is_dilated = attrs.window.iter().any(|w| w.base_dilation > 1);
    let has_few_features = rhs[d.kernel_output_feature] < FEW_FEATURES && lhs[d.input_batch] > FEW_FEATURES;
    if !is_dilated && !has_few_features {
        return None;
    }
    let mut dims = Vec::new();
    for (i, w) in attrs.window.iter().enumerate() {
        let (image, last) = (lhs[d.input_spatial[i]], result.dims[d.output_spatial[i]] as i64 - 1);
        let extent = image.checked_sub(1)?.checked_mul(w.base_dilation)?.checked_add(1)?;
        let pad_low = last - w.pad_low;
        let pad_high = last + extent as i64 - w.size as i64 - pad_low;
        dims.push(WindowDim { pad_low, pad_high, window_dilation: w.base_dilation, ..WindowDim::new(image) });
    }
    let exchanged = Convolution {
        window: dims,
        dims: ConvDimensionNumbers {
            input_batch: d.kernel_output_feature,
            input_feature: d.kernel_input_feature,
            input_spatial: d.kernel_spatial.clone(),
            kernel_input_feature: d.input_feature,
            kernel_output_feature: d.input_batch,
            kernel_spatial: d.input_spatial.clone(),
            output_batch: d.output_feature,
            output_feature: d.output_batch,
            output_spatial: d.output_spatial.clone(),
        },
        precision: [attrs.precision[1], attrs.precision[0]],
        ..attrs.clone()
    };
    let reverse = OpKind::Reverse { dims: d.output_spatial.clone() };
    let reversed = types.add(result);
    let new_node = |kind: OpKind, operands, results| Node { kind: kind.into(), operands, results, ..node.clone() };
    Some([
        new_node(OpKind::Convolution(exchanged), vec![node.operands[1], node.operands[0]], vec![reversed]),
        new_node(reverse, vec![reversed], node.results.clone()),
    ])
}
