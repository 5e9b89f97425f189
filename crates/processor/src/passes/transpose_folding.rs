//! Transpose folding (XLA's TransposeFolding): swaps the operands of a dot whose result is transposed.
//!
//! JAX writes the gradient of a weight as `transpose(dot_general(dy, x))`, which equals `dot_general(x, dy)`.
//! The consumer, such as an optimizer's update, then reads memory in order.
//!
//! ```mlir
//! %g = stablehlo.dot_general %dy, %x, contracting_dims = [0] x [0]   // tensor<10x784xf32>
//! %w = stablehlo.transpose %g, dims = [1, 0]                         // tensor<784x10xf32>
//! // becomes
//! %g = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0]   // tensor<784x10xf32>
//! %w = stablehlo.transpose %g, dims = [0, 1]                         // an identity, for the algebraic simplifier
//! ```
//!
//! Preconditions: the transpose is the dot's only use, and moves a free dimension of the left operand to the
//! end. Every sum keeps its terms and their order.

use std::collections::HashMap;

use stablehlo::ops::DotGeneral;
use stablehlo::{OpKind, TensorType};

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};

/// Folds transposes in all blocks.
pub(crate) fn fold_transposes(graph: &mut Graph) {
    let mut uses = HashMap::new();
    count_uses(&graph.main, &mut uses);
    fold_in_block(&mut graph.main, &mut graph.types, &uses);
}

fn count_uses(block: &Block, uses: &mut HashMap<ValueId, usize>) {
    for node in &block.nodes {
        node.operands.iter().for_each(|id| *uses.entry(*id).or_default() += 1);
        node.regions.iter().for_each(|region| count_uses(region, uses));
    }
    block.results.iter().for_each(|id| *uses.entry(*id).or_default() += 1);
}

fn fold_in_block(block: &mut Block, types: &mut ValueTypes, uses: &HashMap<ValueId, usize>) {
    let mut dots: HashMap<ValueId, usize> = HashMap::new();
    for i in 0..block.nodes.len() {
        block.nodes[i].regions.iter_mut().for_each(|region| fold_in_block(region, types, uses));
        let node = &block.nodes[i];
        match node.op() {
            Some(OpKind::DotGeneral(_)) if uses.get(&node.results[0]) == Some(&1) => {
                dots.insert(node.results[0], i);
            }
            Some(OpKind::Transpose { permutation }) => {
                let swapped = dots.get(&node.operands[0]).and_then(|at| {
                    let (dot, permutation) = swap_operands(&block.nodes[*at], permutation, types)?;
                    Some((*at, dot, permutation))
                });
                if let Some((at, dot, permutation)) = swapped {
                    block.nodes[i].operands[0] = dot.results[0];
                    block.nodes[i].kind = OpKind::Transpose { permutation }.into();
                    block.nodes[at] = dot;
                }
            }
            _ => {}
        }
    }
}

/// The dot with its operands swapped, which defines a new value, and the permutation from that value to the
/// transpose's result; none if the last dimension of that result is not a free one of the left operand.
fn swap_operands(dot: &Node, permutation: &[usize], types: &mut ValueTypes) -> Option<(Node, Vec<usize>)> {
    let Some(OpKind::DotGeneral(attrs)) = dot.op() else { return None };
    let [lhs, rhs] = [0, 1].map(|i| types.of(dot.operands[i]).rank());
    let batch = attrs.lhs_batch.len();
    let [left, right] = [lhs - batch - attrs.lhs_contracting.len(), rhs - batch - attrs.rhs_contracting.len()];
    let last = *permutation.last()?;
    if right == 0 || !(batch..batch + left).contains(&last) {
        return None;
    }
    let new_dim = |d: usize| match d {
        d if d < batch => d,
        d if d < batch + left => d + right,
        d => d - left,
    };
    let ty = types.of(dot.results[0]);
    let mut dims = ty.dims.clone();
    ty.dims.iter().enumerate().for_each(|(d, size)| dims[new_dim(d)] = *size);
    let result = types.add(TensorType::new(ty.element, dims));
    let attrs = DotGeneral {
        lhs_batch: attrs.rhs_batch.clone(),
        rhs_batch: attrs.lhs_batch.clone(),
        lhs_contracting: attrs.rhs_contracting.clone(),
        rhs_contracting: attrs.lhs_contracting.clone(),
        precision: [attrs.precision[1], attrs.precision[0]],
    };
    let operands = vec![dot.operands[1], dot.operands[0]];
    let swapped = Node { kind: OpKind::DotGeneral(attrs).into(), operands, results: vec![result], ..dot.clone() };
    Some((swapped, permutation.iter().map(|d| new_dim(*d)).collect()))
}

#[cfg(test)]
mod tests {
    use stablehlo::OpKind;

    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// A dot of `[3, 2, 5]` and `[3, 7, 5]` over the last dimension, batched over the first, then a
    /// transpose. Returns true if the dot's operands were swapped, then the dimensions of the dot and the
    /// remaining permutation.
    fn folded(permutation: [usize; 3], also_returned: bool) -> (bool, Vec<usize>, Vec<usize>) {
        let dims = permutation.map(|d| [3, 2, 7][d].to_string()).join("x");
        let (result, ty) = match also_returned {
            true => ("%y, %z", format!("tensor<3x2x7xf32>, tensor<{dims}xf32>")),
            false => ("%z", format!("tensor<{dims}xf32>")),
        };
        let text = format!(
            "func.func @main(%a: tensor<3x2x5xf32>, %b: tensor<3x7x5xf32>) -> ({ty}) {{
               %y = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [2]
                 : (tensor<3x2x5xf32>, tensor<3x7x5xf32>) -> tensor<3x2x7xf32>
               %z = stablehlo.transpose %y, dims = {permutation:?} : (tensor<3x2x7xf32>) -> tensor<{dims}xf32>
               return {result} : {ty}
             }}"
        );
        let graph = graph_after(&text, "transpose_folding", &CompileOptions::default());
        let [dot, transpose] = &graph.main.nodes[..] else { panic!("two nodes") };
        let Some(OpKind::Transpose { permutation }) = transpose.op() else { panic!("a transpose") };
        assert_eq!(transpose.operands, dot.results);
        let swapped = dot.operands == [graph.main.params[1], graph.main.params[0]];
        (swapped, graph.types.of(dot.results[0]).dims.clone(), permutation.clone())
    }

    #[test]
    fn a_transpose_of_the_last_dimension_swaps_the_operands() {
        assert_eq!(folded([0, 2, 1], false), (true, vec![3, 7, 2], vec![0, 1, 2]));
        assert_eq!(folded([2, 0, 1], false), (true, vec![3, 7, 2], vec![1, 0, 2]));
    }

    #[test]
    fn a_transpose_that_keeps_the_last_dimension_stays() {
        assert_eq!(folded([1, 0, 2], false), (false, vec![3, 2, 7], vec![1, 0, 2]));
        assert_eq!(folded([1, 2, 0], false), (false, vec![3, 2, 7], vec![1, 2, 0]));
    }

    #[test]
    fn a_dot_with_another_use_stays() {
        assert_eq!(folded([0, 2, 1], true), (false, vec![3, 2, 7], vec![0, 2, 1]));
    }
}
