//! Operand upcasting: operations on types for which there are no kernels, or slow ones, are computed in wider
//! types. These are contractions whose operands have different types, or are booleans or `f16`, as in XLA's
//! `OperandUpcaster`, convolutions of integers of 8 bits, linear algebra on `f16` and `bf16`, and reductions
//! of these types by regions that round more than once.
//!
//! ```mlir
//! %z = stablehlo.dot_general %x, %y : (tensor<2x3xbf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! // becomes
//! %0 = stablehlo.convert %x : (tensor<2x3xbf16>) -> tensor<2x3xf32>
//! %z = stablehlo.dot_general %0, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! ```
//!
//! Operands are converted to the [type of the products](product_type), and the sums from it to the result's.
//! Booleans are multiplied as `f32`; the result is true where the sum is not zero. Products of `f16` are
//! computed in `f32` and rounded once. Convolutions of integers of 8 bits and fewer are computed in `f32` as
//! well, where they are exact. Matrix products of these have kernels of their own. Invariant of the result:
//! both operands of a contraction have one type, or are integers of 8 bits or fewer in a matrix product; it
//! is neither the boolean nor `f16`. `cholesky`, `triangular_solve` and custom calls of decompositions have
//! no 16-bit operands. Results of a `reduce` or a `reduce_window` of 16-bit types are rounded once, not after
//! each operation of each element.

use stablehlo::ops::{Binary, Unary, product_type};
use stablehlo::{ElementType, Literal, OpKind};

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};
use crate::ops::linear_algebra::is_decomposition;
use crate::passes::emitter::Emitter;

/// Upcasts the operands of contractions in a graph.
pub(crate) fn upcast_operands(graph: &mut Graph) {
    upcast_in(&mut graph.main, &mut graph.types);
}

fn upcast_in(block: &mut Block, types: &mut ValueTypes) {
    let mut e = Emitter { types, nodes: Vec::with_capacity(block.nodes.len()), location: None };
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().for_each(|region| upcast_in(region, e.types));
        match node.op() {
            Some(OpKind::DotGeneral(_) | OpKind::Convolution(_)) => upcast(node, &mut e),
            Some(OpKind::Cholesky { .. } | OpKind::TriangularSolve(_)) => widen(node, &mut e),
            Some(OpKind::CustomCall { target, backend_config, .. }) if is_decomposition(target, backend_config) => {
                widen(node, &mut e);
            }
            Some(OpKind::Reduce { .. } | OpKind::ReduceWindow { .. }) if rounds_elements(&node, e.types) => {
                widen_region(&mut node.regions[0], e.types);
                widen(node, &mut e);
            }
            _ => e.nodes.push(node),
        }
    }
    block.nodes = e.nodes;
}

/// Returns true for a reduction of 16-bit floats whose region rounds results of each element, and is none of
/// the sums and products that kernels accumulate in wider types anyway.
fn rounds_elements(node: &Node, types: &ValueTypes) -> bool {
    let region = &node.regions[0];
    let is_short = |id: &ValueId| is_16_bit(types.of(*id).element);
    let rounds = |node: &Node| match node.op() {
        Some(OpKind::Binary(Binary::Maximum | Binary::Minimum) | OpKind::Unary(Unary::Abs | Unary::Negate)) => false,
        Some(OpKind::Binary(_) | OpKind::Unary(_)) => node.results.iter().any(is_short),
        Some(OpKind::Convert) => node.results.iter().any(is_short) && !node.operands.iter().any(is_short),
        _ => false,
    };
    let accumulates = match (node.op(), &region.nodes[..]) {
        (Some(OpKind::ReduceWindow { .. }), [one]) => matches!(one.op(), Some(OpKind::Binary(Binary::Add))),
        (_, [one]) => matches!(one.op(), Some(OpKind::Binary(Binary::Add | Binary::Multiply))),
        _ => false,
    };
    let reads_bits = |node: &Node| {
        matches!(node.op(), None | Some(OpKind::BitcastConvert | OpKind::ReducePrecision { .. }))
            || !node.regions.is_empty()
    };
    let mut outside = Vec::new();
    region.free_values(&mut outside);
    region.nodes.iter().any(rounds)
        && !accumulates
        && !region.nodes.iter().any(reads_bits)
        && !outside.iter().any(is_short)
}

fn is_16_bit(element: ElementType) -> bool {
    matches!(element, ElementType::F16 | ElementType::Bf16)
}

/// Computes a region of 16-bit floats in `f32`.
fn widen_region(region: &mut Block, types: &mut ValueTypes) {
    for node in &mut region.nodes {
        if let Some(OpKind::Constant(literal)) = node.op()
            && is_16_bit(literal.ty().element)
            && let Ok(values) = literal.to_f64_vec()
            && let Ok(wide) = Literal::from_f64(literal.ty().with_element(ElementType::F32), &values)
        {
            node.kind = OpKind::Constant(wide).into();
        }
    }
    for id in region.params.iter().chain(region.nodes.iter().flat_map(|node| &node.results)) {
        if is_16_bit(types.of(*id).element) {
            types.set_element(*id, ElementType::F32);
        }
    }
}

fn upcast(mut node: Node, e: &mut Emitter) {
    e.location.clone_from(&node.location);
    if is_exact_in_f32(&node, e.types) {
        return multiply_in(ElementType::F32, node, e);
    }
    if is_product_of_bytes(&node, e.types) || accumulates(&node, e.types) {
        return multiply(node, e);
    }
    let [lhs, rhs] = [0, 1].map(|i| e.types.of(node.operands[i]).element);
    let result = e.types.of(node.results[0]).element;
    match product_type(lhs, rhs, result) {
        ElementType::I1 => multiply_in(ElementType::F32, node, e),
        element if element != result => multiply_in(element, node, e),
        element => {
            node.operands.iter_mut().for_each(|x| *x = e.convert(*x, element));
            multiply(node, e);
        }
    }
}

/// The largest magnitude of an integer of 8 bits or fewer; none of other types.
fn largest_magnitude(element: ElementType) -> Option<usize> {
    match element {
        _ if element.is_signed() && element.bits() <= 8 => Some(1 << (element.bits() - 1)),
        _ if element.is_unsigned() && element.bits() <= 8 => Some((1 << element.bits()) - 1),
        _ => None,
    }
}

/// Returns true for a convolution of integers of 8 bits and fewer into 32 bits, of which every sum is exact
/// in `f32`.
fn is_exact_in_f32(node: &Node, types: &ValueTypes) -> bool {
    const EXACT_INTEGERS_OF_F32: usize = 1 << 24;
    let Some(OpKind::Convolution(conv)) = node.op() else { return false };
    let [lhs, rhs] = [0, 1].map(|i| types.of(node.operands[i]));
    let [Some(x), Some(y)] = [lhs, rhs].map(|ty| largest_magnitude(ty.element)) else { return false };
    let features = rhs.dims[conv.dims.kernel_output_feature].max(1);
    let wraps = lhs.element.is_signed() && types.of(node.results[0]).element == ElementType::Ui32;
    matches!(types.of(node.results[0]).element, ElementType::I32 | ElementType::Ui32)
        && !wraps
        && rhs.num_elements() / features <= EXACT_INTEGERS_OF_F32 / (x * y)
}

/// Returns true for a matrix product of integers of 8 bits into integers.
fn is_product_of_bytes(node: &Node, types: &ValueTypes) -> bool {
    let is_byte = |i: usize| largest_magnitude(types.of(node.operands[i]).element).is_some();
    matches!(node.op(), Some(OpKind::DotGeneral(_)))
        && is_byte(0)
        && is_byte(1)
        && types.of(node.results[0]).element.is_integer()
}

/// Returns true for operands of one type whose products are summed in a wider type of the same kind.
fn accumulates(node: &Node, types: &ValueTypes) -> bool {
    let [lhs, rhs] = [0, 1].map(|i| types.of(node.operands[i]).element);
    let result = types.of(node.results[0]).element;
    let same_kind = lhs.is_float() && result.is_float()
        || lhs.is_signed() && result.is_signed()
        || lhs.is_unsigned() && result.is_unsigned();
    lhs == rhs && same_kind && lhs.bits() < result.bits() && lhs.minifloat().is_none()
}

/// Computes a contraction in another type than its result's, to which it converts the sums.
fn multiply_in(element: ElementType, mut node: Node, e: &mut Emitter) {
    node.operands.iter_mut().for_each(|x| *x = e.convert(*x, element));
    let result = node.results[0];
    let sum = e.types.add(e.ty(result).with_element(element));
    node.results[0] = sum;
    multiply(node, e);
    e.define(OpKind::Convert, &[sum], result);
}

/// A contraction of operands of one type, or of integers of 8 bits and fewer.
fn multiply(node: Node, e: &mut Emitter) {
    match e.types.of(node.operands[0]).element {
        ElementType::F16 => widen(node, e),
        _ => e.nodes.push(node),
    }
}

/// Computes an operation on 16-bit floating-point numbers in `f32`, or in the first result's type if that is
/// wider, and rounds its results.
fn widen(mut node: Node, e: &mut Emitter) {
    if !node.operands.iter().any(|id| is_16_bit(e.types.of(*id).element)) {
        return e.nodes.push(node);
    }
    let wide = match e.types.of(node.results[0]).element {
        wider @ (ElementType::F32 | ElementType::F64) => wider,
        _ => ElementType::F32,
    };
    e.location.clone_from(&node.location);
    for operand in &mut node.operands {
        if is_16_bit(e.types.of(*operand).element) {
            *operand = e.convert(*operand, wide);
        }
    }
    let mut rounded = Vec::new();
    for result in &mut node.results {
        if is_16_bit(e.types.of(*result).element) {
            let unrounded = e.types.add(e.ty(*result).with_element(wide));
            rounded.push((unrounded, *result));
            *result = unrounded;
        }
    }
    e.nodes.push(node);
    rounded.into_iter().for_each(|(unrounded, result)| e.define(OpKind::Convert, &[unrounded], result));
}
