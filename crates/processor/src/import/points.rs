//! Convolutions by points: windows of one position over a spread image, and windows that are a spread image.
//!
//! JAX writes the gradients of a 1x1 convolution with strides by way of dilations, most of whose products are by nothing. The
//! input's is the convolution of the image as it is, spread afterwards; the filters' is that of the positions which the strides
//! met. Each sum has the same terms in the same order.

use stablehlo::ops::{Convolution, WindowDim};
use stablehlo::{Literal, OpKind, TensorType};

use crate::graph::{Block, Node, Types};

/// Rewrites the convolutions of a block and its regions that spread an image for nothing.
pub(super) fn gather(block: &mut Block, types: &mut Types) {
    let mut nodes = Vec::with_capacity(block.nodes.len());
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().for_each(|region| gather(region, types));
        match spread_after(&node, types).or_else(|| gathered_before(&node, types)) {
            Some(instead) => nodes.extend(instead),
            None => nodes.push(node),
        }
    }
    block.nodes = nodes;
}

/// A window of one position multiplies the image, and then the result is spread, by a `pad`.
fn spread_after(node: &Node, types: &mut Types) -> Option<Vec<Node>> {
    let OpKind::Convolution(attrs) = &node.kind else { return None };
    let is_spread = attrs.window.iter().any(|w| w.base_dilation > 1);
    let is_point = |w: &WindowDim| w.size == 1 && w.stride == 1;
    let result = types.of(node.results[0]).clone();
    let image = types.of(node.operands[0]);
    if !is_spread || !attrs.window.iter().all(is_point) || image.num_elements() == 0 {
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
    let dense = types.add(TensorType::new(result.element, dims));
    let nothing = types.add(scalar);
    let made = |kind, operands, results| Node { kind, operands, results, ..node.clone() };
    Some(vec![
        made(OpKind::Convolution(attrs), node.operands.clone(), vec![dense]),
        made(OpKind::Constant(zero), Vec::new(), vec![nothing]),
        made(OpKind::Pad { low, high, interior }, vec![dense, nothing], node.results.clone()),
    ])
}

/// A single window whose positions lie apart takes them from the image by a `slice`.
fn gathered_before(node: &Node, types: &mut Types) -> Option<Vec<Node>> {
    let OpKind::Convolution(attrs) = &node.kind else { return None };
    let is_apart = attrs.window.iter().any(|w| w.window_dilation > 1);
    let result = types.of(node.results[0]);
    let is_one = attrs.dims.output_spatial.iter().all(|d| result.dims[*d] == 1);
    if !is_apart || !is_one {
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
    let whole = |w: &WindowDim| WindowDim { reversal: w.reversal, ..WindowDim::new(w.size) };
    let attrs = Convolution { window: attrs.window.iter().map(whole).collect(), ..attrs.clone() };
    let met = types.add(TensorType::new(image.element, dims));
    let made = |kind, operands, results| Node { kind, operands, results, ..node.clone() };
    Some(vec![
        made(OpKind::Slice { start, limit, stride }, vec![node.operands[0]], vec![met]),
        made(OpKind::Convolution(attrs), vec![met, node.operands[1]], node.results.clone()),
    ])
}

#[cfg(test)]
mod tests {
    use crate::import::import;
    use kernels::Isa;
    use stablehlo::Module;

    /// The operations that a convolution of an image of 4x4 becomes.
    fn operations(dims: &str, window: &str, [w, y]: [&str; 2]) -> Vec<&'static str> {
        let text = format!(
            "func.func @main(%x: tensor<2x4x4x3xf32>, %w: tensor<{w}xf32>) -> tensor<{y}xf32> {{
              %y = stablehlo.convolution(%x, %w) dim_numbers = {dims}, window = {{{window}}}
                {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
                : (tensor<2x4x4x3xf32>, tensor<{w}xf32>) -> tensor<{y}xf32>
              return %y : tensor<{y}xf32>
            }}"
        );
        let module = Module::parse(&text).expect("a program");
        let (graph, _) = import(&module, Isa::PORTABLE).expect("it is imported");
        let names = graph.main.nodes.iter().map(|node| node.kind.name());
        names.filter(|name| !name.contains("constant")).collect()
    }

    #[test]
    fn points_are_multiplied_before_they_are_spread() {
        let dims = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
        let spread = "pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2]";
        let both = ["stablehlo.convolution", "stablehlo.pad"];
        assert_eq!(operations(dims, spread, ["1x1x3x5", "2x8x8x5"]), both);
        let wider = "pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2]";
        assert_eq!(operations(dims, wider, ["2x2x3x5", "2x8x8x5"]), ["stablehlo.convolution"]);
    }

    #[test]
    fn a_window_takes_its_positions_where_it_sees_no_edge() {
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
