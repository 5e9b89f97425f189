//! Undilation of pointwise convolutions: the gradients of a strided 1x1 convolution without dilation.
//!
//! JAX writes both gradients with dilated operands, so that most products have a zero factor. The gradient of
//! the input is a 1x1 convolution of the undilated image, followed by an interior pad. The gradient of the
//! filters reads only the positions that the strides visit, which a strided slice takes from the image.
//!
//! ```mlir
//! %dx = stablehlo.convolution(%dy, %w) ... window = {lhs_dilate = [2, 2]}
//! // becomes
//! %0  = stablehlo.convolution(%dy, %w) ... window = {}
//! %dx = stablehlo.pad %0, %zero, interior = [0, 1, 1, 0]
//!
//! %dw = stablehlo.convolution(%x, %dy) ... window = {rhs_dilate = [2, 2]}
//! // becomes
//! %0  = stablehlo.slice %x [.., 0:h:2, 0:w:2, ..]
//! %dw = stablehlo.convolution(%0, %dy) ... window = {}
//! ```
//!
//! Preconditions: a window of one position for the first; a single output position that sees no padding for
//! the second. Every sum keeps its nonzero terms and their order.

use stablehlo::ops::{Convolution, WindowDim};
use stablehlo::{Literal, OpKind, TensorType};

use crate::ir::{Block, Node, ValueTypes};

/// Undilates the pointwise convolutions of a block and its regions.
pub(crate) fn undilate_pointwise_convolutions(block: &mut Block, types: &mut ValueTypes) {
    let mut nodes = Vec::with_capacity(block.nodes.len());
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().for_each(|region| undilate_pointwise_convolutions(region, types));
        match pad_after(&node, types).or_else(|| slice_before(&node, types)) {
            Some(replacement) => nodes.extend(replacement),
            None => nodes.push(node),
        }
    }
    block.nodes = nodes;
}

/// A 1x1 convolution of a dilated image, as the convolution of the undilated image and a pad after it.
fn pad_after(node: &Node, types: &mut ValueTypes) -> Option<Vec<Node>> {
    let Some(OpKind::Convolution(attrs)) = node.op() else { return None };
    let is_dilated = attrs.window.iter().any(|w| w.base_dilation > 1);
    let is_pointwise = |w: &WindowDim| w.size == 1 && w.stride == 1;
    let result = types.of(node.results[0]).clone();
    let image = types.of(node.operands[0]);
    if !is_dilated || !attrs.window.iter().all(is_pointwise) || image.num_elements() == 0 {
        return None;
    }
    let rank = result.rank();
    let (mut dims, mut low, mut high, mut interior) =
        (result.dims.clone(), vec![0; rank], vec![0; rank], vec![0; rank]);
    for (i, w) in attrs.window.iter().enumerate() {
        let d = attrs.dims.output_spatial[i];
        dims[d] = image.dims[attrs.dims.input_spatial[i]];
        (low[d], high[d], interior[d]) = (w.pad_low, w.pad_high, w.base_dilation - 1);
    }
    let scalar = TensorType::scalar(result.element);
    let zero = Literal::from_bytes(scalar.clone(), vec![0; result.element.bytes()]).ok()?;
    let attrs = Convolution { window: vec![WindowDim::new(1); attrs.window.len()], ..attrs.clone() };
    let undilated = types.add(TensorType::new(result.element, dims));
    let padding = types.add(scalar);
    let new_node = |kind: OpKind, operands, results| Node { kind: kind.into(), operands, results, ..node.clone() };
    Some(vec![
        new_node(OpKind::Convolution(attrs), node.operands.clone(), vec![undilated]),
        new_node(OpKind::Constant(zero), Vec::new(), vec![padding]),
        new_node(OpKind::Pad { low, high, interior }, vec![undilated, padding], node.results.clone()),
    ])
}

/// A convolution with one output position and dilated filters, as a strided slice of the image and an
/// undilated convolution.
fn slice_before(node: &Node, types: &mut ValueTypes) -> Option<Vec<Node>> {
    let Some(OpKind::Convolution(attrs)) = node.op() else { return None };
    let is_dilated = attrs.window.iter().any(|w| w.window_dilation > 1);
    let result = types.of(node.results[0]);
    let has_one_position = attrs.dims.output_spatial.iter().all(|d| result.dims[*d] == 1);
    if !is_dilated || !has_one_position {
        return None;
    }
    let image = types.of(node.operands[0]).clone();
    let rank = image.rank();
    let (mut dims, mut start, mut limit, mut stride) =
        (image.dims.clone(), vec![0; rank], image.dims.clone(), vec![1; rank]);
    for (i, w) in attrs.window.iter().enumerate() {
        let d = attrs.dims.input_spatial[i];
        let first = usize::try_from(w.pad_low.checked_neg()?).ok()?;
        let end = w.size.checked_sub(1)?.checked_mul(w.window_dilation)?.checked_add(first)?.checked_add(1)?;
        if w.base_dilation != 1 || end > image.dims[d] {
            return None;
        }
        (dims[d], start[d], limit[d], stride[d]) = (w.size, first, end, w.window_dilation);
    }
    let undilated = |w: &WindowDim| WindowDim { reversal: w.reversal, ..WindowDim::new(w.size) };
    let attrs = Convolution { window: attrs.window.iter().map(undilated).collect(), ..attrs.clone() };
    let visited = types.add(TensorType::new(image.element, dims));
    let new_node = |kind: OpKind, operands, results| Node { kind: kind.into(), operands, results, ..node.clone() };
    Some(vec![
        new_node(OpKind::Slice { start, limit, stride }, vec![node.operands[0]], vec![visited]),
        new_node(OpKind::Convolution(attrs), vec![visited, node.operands[1]], node.results.clone()),
    ])
}

#[cfg(test)]
mod tests {
    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// The operations that a convolution of a 4x4 image becomes.
    fn operations(dims: &str, window: &str, [w, y]: [&str; 2]) -> Vec<&'static str> {
        let text = format!(
            "func.func @main(%x: tensor<2x4x4x3xf32>, %w: tensor<{w}xf32>) -> tensor<{y}xf32> {{
              %y = stablehlo.convolution(%x, %w) dim_numbers = {dims}, window = {{{window}}}
                {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
                : (tensor<2x4x4x3xf32>, tensor<{w}xf32>) -> tensor<{y}xf32>
              return %y : tensor<{y}xf32>
            }}"
        );
        let graph = graph_after(&text, "dce", &CompileOptions::default());
        let names = graph.main.nodes.iter().map(|node| node.kind.name());
        names.filter(|name| !name.contains("constant")).collect()
    }

    #[test]
    fn a_pointwise_convolution_precedes_the_pad() {
        let dims = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
        let dilated = "pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2]";
        let both = ["stablehlo.convolution", "stablehlo.pad"];
        assert_eq!(operations(dims, dilated, ["1x1x3x5", "2x8x8x5"]), both);
        let wider = "pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]";
        assert_eq!(operations(dims, wider, ["2x2x3x5", "2x8x8x5"]), ["stablehlo.convolution"]);
    }

    #[test]
    fn a_slice_replaces_the_dilation_of_a_window_without_padding() {
        let dims = "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]";
        let both = ["stablehlo.slice", "stablehlo.convolution"];
        let inside = "pad = [[0, -1], [-1, 0]], rhs_dilate = [2, 2]";
        assert_eq!(operations(dims, inside, ["2x2x2x5", "1x1x3x5"]), both);
        let over = "pad = [[1, -2], [0, -1]], rhs_dilate = [2, 2]";
        assert_eq!(operations(dims, over, ["2x2x2x5", "1x1x3x5"]), ["stablehlo.convolution"]);
        let two = "pad = [[0, 0], [0, -1]], rhs_dilate = [2, 2]";
        assert_eq!(operations(dims, two, ["2x2x2x5", "2x1x3x5"]), ["stablehlo.convolution"]);
    }
}
