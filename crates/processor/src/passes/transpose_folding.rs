//! Products that are turned after they are made.
//!
//! JAX writes the gradient of a weight as `transpose(dot_general(dy, x))`. That is `dot_general(x, dy)`, made as it is wanted:
//! what reads it, such as an optimizer, then reads memory in its order. Each sum has the same terms in the same order.

use std::collections::HashMap;

use stablehlo::ops::DotGeneral;
use stablehlo::{OpKind, TensorType};

use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};

/// Exchanges the operands of products whose only use is a transpose that takes the left operand's last dimension for its
/// last.
pub(crate) fn fold_transposes(graph: &mut Graph) {
    let mut uses = HashMap::new();
    count_uses(&graph.main, &mut uses);
    in_block(&mut graph.main, &mut graph.types, &uses);
}

fn count_uses(block: &Block, uses: &mut HashMap<ValueId, usize>) {
    for node in &block.nodes {
        node.operands.iter().for_each(|id| *uses.entry(*id).or_default() += 1);
        node.regions.iter().for_each(|region| count_uses(region, uses));
    }
    block.results.iter().for_each(|id| *uses.entry(*id).or_default() += 1);
}

fn in_block(block: &mut Block, types: &mut ValueTypes, uses: &HashMap<ValueId, usize>) {
    let mut products: HashMap<ValueId, usize> = HashMap::new();
    for i in 0..block.nodes.len() {
        block.nodes[i].regions.iter_mut().for_each(|region| in_block(region, types, uses));
        let node = &block.nodes[i];
        match node.op() {
            Some(OpKind::DotGeneral(_)) if uses.get(&node.results[0]) == Some(&1) => {
                products.insert(node.results[0], i);
            }
            Some(OpKind::Transpose { permutation }) => {
                let turned = products.get(&node.operands[0]).and_then(|at| {
                    let (product, rest) = turned(&block.nodes[*at], permutation, types)?;
                    Some((*at, product, rest))
                });
                if let Some((at, product, rest)) = turned {
                    let made = product.results[0];
                    block.nodes[at] = product;
                    block.nodes[i].operands[0] = made;
                    block.nodes[i].kind = OpKind::Transpose { permutation: rest }.into();
                }
            }
            _ => {}
        }
    }
}

/// The product with its operands exchanged, as a new value, and what is left of the permutation of its dimensions.
fn turned(product: &Node, permutation: &[usize], types: &mut ValueTypes) -> Option<(Node, Vec<usize>)> {
    let Some(OpKind::DotGeneral(attrs)) = product.op() else { return None };
    let [lhs, rhs] = [0, 1].map(|i| types.of(product.operands[i]).rank());
    let batch = attrs.lhs_batch.len();
    let [left, right] = [lhs - batch - attrs.lhs_contracting.len(), rhs - batch - attrs.rhs_contracting.len()];
    let last = *permutation.last()?;
    if right == 0 || !(batch..batch + left).contains(&last) {
        return None;
    }
    let moved = |d: usize| match d {
        d if d < batch => d,
        d if d < batch + left => d + right,
        d => d - left,
    };
    let ty = types.of(product.results[0]);
    let mut dims = ty.dims.clone();
    ty.dims.iter().enumerate().for_each(|(d, size)| dims[moved(d)] = *size);
    let made = types.add(TensorType::new(ty.element, dims));
    let attrs = DotGeneral {
        lhs_batch: attrs.rhs_batch.clone(),
        rhs_batch: attrs.lhs_batch.clone(),
        lhs_contracting: attrs.rhs_contracting.clone(),
        rhs_contracting: attrs.lhs_contracting.clone(),
        precision: [attrs.precision[1], attrs.precision[0]],
    };
    let operands = vec![product.operands[1], product.operands[0]];
    let product = Node { kind: OpKind::DotGeneral(attrs).into(), operands, results: vec![made], ..product.clone() };
    Some((product, permutation.iter().map(|d| moved(*d)).collect()))
}

#[cfg(test)]
mod tests {
    use stablehlo::OpKind;

    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// A dot of `[3, 2, 5]` and `[3, 7, 5]` over the last dimension, batched over the first, then a transpose. Returns true if the
    /// dot's operands were swapped, the dimensions of the dot, and the permutation that is left.
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
