//! Products that are turned after they are made.
//!
//! JAX writes the gradient of a weight as `transpose(dot_general(dy, x))`. That is `dot_general(x, dy)`, made as it is wanted:
//! what reads it, such as an optimizer, then reads memory in its order. Each sum has the same terms in the same order.

use std::collections::HashMap;

use stablehlo::ops::DotGeneral;
use stablehlo::{OpKind, TensorType};

use crate::ir::graph::{Block, Node, ValueId, ValueTypes};

/// Exchanges the operands of products whose only use is a transpose that takes the left operand's last dimension for its
/// last.
pub(crate) fn fold_transposes(block: &mut Block, types: &mut ValueTypes) {
    let mut uses = HashMap::new();
    count_uses(block, &mut uses);
    in_block(block, types, &uses);
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
        match &node.kind {
            OpKind::DotGeneral(_) if uses.get(&node.results[0]) == Some(&1) => {
                products.insert(node.results[0], i);
            }
            OpKind::Transpose { permutation } => {
                let turned = products.get(&node.operands[0]).and_then(|at| {
                    let (product, rest) = turned(&block.nodes[*at], permutation, types)?;
                    Some((*at, product, rest))
                });
                if let Some((at, product, rest)) = turned {
                    let made = product.results[0];
                    block.nodes[at] = product;
                    block.nodes[i].operands[0] = made;
                    block.nodes[i].kind = OpKind::Transpose { permutation: rest };
                }
            }
            _ => {}
        }
    }
}

/// The product with its operands exchanged, as a new value, and what is left of the permutation of its dimensions.
fn turned(product: &Node, permutation: &[usize], types: &mut ValueTypes) -> Option<(Node, Vec<usize>)> {
    let OpKind::DotGeneral(attrs) = &product.kind else { return None };
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
    let product = Node { kind: OpKind::DotGeneral(attrs), operands, results: vec![made], ..product.clone() };
    Some((product, permutation.iter().map(|d| moved(*d)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stablehlo::ElementType::F32;

    /// A product of `[3, 2, 5]` and `[3, 7, 5]` over the last dimension, in batches of the first, then a transpose.
    fn block(permutation: &[usize], types: &mut ValueTypes) -> Block {
        let shapes: [&[usize]; 4] = [&[3, 2, 5], &[3, 7, 5], &[3, 2, 7], &[]];
        let [a, b, made, out] = shapes.map(|dims| types.add(TensorType::new(F32, dims)));
        let attrs = DotGeneral {
            lhs_batch: vec![0],
            rhs_batch: vec![0],
            lhs_contracting: vec![2],
            rhs_contracting: vec![2],
            ..DotGeneral::default()
        };
        let node =
            |kind, operands, result| Node { kind, operands, results: vec![result], regions: vec![], location: None };
        let transpose = OpKind::Transpose { permutation: permutation.to_vec() };
        let nodes = vec![node(OpKind::DotGeneral(attrs), vec![a, b], made), node(transpose, vec![made], out)];
        Block { params: vec![a, b], nodes, results: vec![out] }
    }

    fn after(permutation: &[usize]) -> (bool, Vec<usize>, Vec<usize>) {
        let mut types = ValueTypes::default();
        let mut block = block(permutation, &mut types);
        fold_transposes(&mut block, &mut types);
        let [product, transpose] = &block.nodes[..] else { panic!("two nodes") };
        let OpKind::Transpose { permutation } = &transpose.kind else { panic!("a transpose") };
        assert_eq!(transpose.operands, product.results);
        let exchanged = product.operands == [block.params[1], block.params[0]];
        (exchanged, types.of(product.results[0]).dims.clone(), permutation.clone())
    }

    #[test]
    fn a_transposed_product_is_made_the_other_way_round() {
        assert_eq!(after(&[0, 2, 1]), (true, vec![3, 7, 2], vec![0, 1, 2]));
        assert_eq!(after(&[2, 0, 1]), (true, vec![3, 7, 2], vec![1, 0, 2]));
    }

    #[test]
    fn what_keeps_its_last_dimension_stays() {
        assert_eq!(after(&[1, 0, 2]), (false, vec![3, 2, 7], vec![1, 0, 2]));
        assert_eq!(after(&[1, 2, 0]), (false, vec![3, 2, 7], vec![1, 2, 0]));
    }

    #[test]
    fn what_is_used_twice_stays() {
        let mut types = ValueTypes::default();
        let mut block = block(&[0, 2, 1], &mut types);
        let made = block.nodes[0].results[0];
        block.results.push(made);
        fold_transposes(&mut block, &mut types);
        assert_eq!(block.nodes[0].operands, block.params);
    }
}
