//! Operand upcasting: operations on types for which there are no kernels are computed in wider types. These
//! are contractions whose operands have different types, or are booleans, as in XLA's `OperandUpcaster`, and
//! linear algebra on `f16` and `bf16`.
//!
//! ```mlir
//! %z = stablehlo.dot_general %x, %y : (tensor<2x3xbf16>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! // becomes
//! %0 = stablehlo.convert %x : (tensor<2x3xbf16>) -> tensor<2x3xf32>
//! %z = stablehlo.dot_general %0, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
//! ```
//!
//! Operands of different types are converted to the type of the result. Booleans are multiplied as `f32`; the
//! result is true where the sum is not zero. Invariant of the result: both operands of a contraction have one
//! type, which is not the boolean; `cholesky` and `triangular_solve` have no 16-bit operands.

use stablehlo::ops::Direction;
use stablehlo::{ElementType, OpKind};

use crate::ir::{Block, Graph, Node, ValueTypes};
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
    if lhs != rhs {
        let element = e.types.of(result).element;
        node.operands.iter_mut().for_each(|x| *x = e.convert(*x, element));
    }
    e.nodes.push(node);
}

/// Computes an operation on 16-bit floating-point numbers in `f32`, and rounds its result.
fn widen(mut node: Node, e: &mut Emitter) {
    let result = node.results[0];
    if !matches!(e.types.of(result).element, ElementType::F16 | ElementType::Bf16) {
        return e.nodes.push(node);
    }
    e.location.clone_from(&node.location);
    node.operands.iter_mut().for_each(|x| *x = e.convert(*x, ElementType::F32));
    let wide = e.types.add(e.ty(result).with_element(ElementType::F32));
    node.results[0] = wide;
    e.nodes.push(node);
    e.define(OpKind::Convert, &[wide], result);
}
