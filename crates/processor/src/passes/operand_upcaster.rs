//! Operand upcasting: operations on types for which there are no kernels, or slow ones, are computed in wider
//! types. These are contractions whose operands have different types, or are booleans, `f16` or integers of 8
//! bits, as in XLA's `OperandUpcaster`, and linear algebra on `f16` and `bf16`.
//!
//! ```mlir
//! %z = stablehlo.dot_general %x, %y : (tensor<2x3xbf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! // becomes
//! %0 = stablehlo.convert %x : (tensor<2x3xbf16>) -> tensor<2x3xf32>
//! %z = stablehlo.dot_general %0, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! ```
//!
//! Operands of different types are converted to the type of the result. Booleans are multiplied as `f32`;
//! the result is true where the sum is not zero. Products of `f16` are computed in `f32` and rounded once.
//! Sums of products of 8-bit integers are computed in `f32` as well, where they are exact; longer sums are
//! divided. Invariant of the result: both operands of a contraction have one type, which is neither the
//! boolean nor `f16`; `cholesky` and `triangular_solve` have no 16-bit operands.

use std::ops::Range;

use stablehlo::ops::Direction;
use stablehlo::{ElementType, OpKind};

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};
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
            _ => e.nodes.push(node),
        }
    }
    block.nodes = e.nodes;
}

fn upcast(mut node: Node, e: &mut Emitter) {
    e.location.clone_from(&node.location);
    let [lhs, rhs] = [0, 1].map(|i| e.types.of(node.operands[i]).element);
    let result = node.results[0];
    if lhs.is_bool() && rhs.is_bool() {
        node.operands.iter_mut().for_each(|x| *x = e.convert(*x, ElementType::F32));
        let sum = e.types.add(e.ty(result).with_element(ElementType::F32));
        node.results[0] = sum;
        e.nodes.push(node);
        let zero = e.full_like(sum, 0.0);
        e.define(OpKind::Compare { direction: Direction::Ne, compare_type: None }, &[sum, zero], result);
        return;
    }
    if let Some(terms) = exact_terms_in_f32(lhs, rhs)
        && matches!(e.types.of(result).element, ElementType::I32 | ElementType::Ui32)
        && let Some(sums) = divided_sums(&node, e.types, terms)
    {
        return multiply_in_f32(node, sums, e);
    }
    if lhs != rhs {
        let element = e.types.of(result).element;
        node.operands.iter_mut().for_each(|x| *x = e.convert(*x, element));
    }
    match e.types.of(node.operands[0]).element {
        ElementType::F16 => widen(node, e),
        _ => e.nodes.push(node),
    }
}

/// The largest magnitude of an integer of 8 bits; none of other types.
fn largest_magnitude(element: ElementType) -> Option<usize> {
    match element {
        ElementType::I8 => Some(128),
        ElementType::Ui8 => Some(255),
        _ => None,
    }
}

/// The number of products of which every sum is exact in `f32`, if the operands are integers of 8 bits.
fn exact_terms_in_f32(lhs: ElementType, rhs: ElementType) -> Option<usize> {
    const EXACT_INTEGERS_OF_F32: usize = 1 << 24;
    Some(EXACT_INTEGERS_OF_F32 / (largest_magnitude(lhs)? * largest_magnitude(rhs)?))
}

/// The sums of a contraction, divided.
struct DividedSums {
    /// The dimension of each operand that is divided.
    dims: [usize; 2],
    /// At least two ranges of it; none if the sums stay whole.
    parts: Vec<Range<usize>>,
}

impl DividedSums {
    const WHOLE: Self = Self { dims: [0, 0], parts: Vec::new() };
}

/// Divides the sums of a contraction into parts of at most `terms` terms; none if that is not possible, or
/// not worth it.
fn divided_sums(node: &Node, types: &ValueTypes, terms: usize) -> Option<DividedSums> {
    const MAX_PARTS: usize = 64;
    let [lhs, rhs] = [0, 1].map(|i| types.of(node.operands[i]));
    match node.op()? {
        OpKind::DotGeneral(dot) => {
            let length: usize = dot.lhs_contracting.iter().map(|d| lhs.dims[*d]).product();
            match (&dot.lhs_contracting[..], &dot.rhs_contracting[..]) {
                _ if length <= terms => Some(DividedSums::WHOLE),
                ([left], [right]) if length.div_ceil(terms) <= MAX_PARTS => {
                    let parts = (0..length).step_by(terms).map(|start| start..length.min(start + terms));
                    Some(DividedSums { dims: [*left, *right], parts: parts.collect() })
                }
                _ => None,
            }
        }
        OpKind::Convolution(conv) => {
            let features = rhs.dims[conv.dims.kernel_output_feature].max(1);
            (rhs.num_elements() / features <= terms).then_some(DividedSums::WHOLE)
        }
        _ => None,
    }
}

/// Computes a contraction of 8-bit integers in `f32`, part by part. Each part is exact.
fn multiply_in_f32(node: Node, sums: DividedSums, e: &mut Emitter) {
    e.location.clone_from(&node.location);
    let operands = [node.operands[0], node.operands[1]].map(|x| e.convert(x, ElementType::F32));
    let result = e.ty(node.results[0]);
    let multiply = |operands: [ValueId; 2], e: &mut Emitter| {
        let sum = e.types.add(result.with_element(ElementType::F32));
        e.nodes.push(Node { operands: operands.to_vec(), results: vec![sum], ..node.clone() });
        sum
    };
    let Some((first, others)) = sums.parts.split_first() else {
        let sum = multiply(operands, e);
        return e.define(OpKind::Convert, &[sum], node.results[0]);
    };
    let part = |range: &Range<usize>, e: &mut Emitter| {
        let sum = multiply([0, 1].map(|i| e.slice(operands[i], sums.dims[i], range.clone())), e);
        e.convert(sum, result.element)
    };
    let first = part(first, e);
    let total = others.iter().fold(first, |total, range| {
        let sum = part(range, e);
        e.add(total, sum)
    });
    e.define(OpKind::Convert, &[total], node.results[0]);
}

/// Computes an operation on 16-bit floating-point numbers in `f32`, or in the result's type if that is wider,
/// and rounds its result.
fn widen(mut node: Node, e: &mut Emitter) {
    let is_narrow = |element| matches!(element, ElementType::F16 | ElementType::Bf16);
    if !is_narrow(e.types.of(node.operands[0]).element) {
        return e.nodes.push(node);
    }
    let result = node.results[0];
    let rounded = e.types.of(result).element;
    let wide = if is_narrow(rounded) { ElementType::F32 } else { rounded };
    e.location.clone_from(&node.location);
    node.operands.iter_mut().for_each(|x| *x = e.convert(*x, wide));
    if wide == rounded {
        return e.nodes.push(node);
    }
    node.results[0] = e.types.add(e.ty(result).with_element(wide));
    let unrounded = node.results[0];
    e.nodes.push(node);
    e.define(OpKind::Convert, &[unrounded], result);
}
