//! Collective expansion: collectives become exchanges of whole, contiguous blocks of memory, and operations
//! on what was received.
//!
//! ```mlir
//! %y = stablehlo.all_gather %x, dimension 1                   // 2x3 to 2x12, for four replicas
//! // becomes
//! %0 = stablehlo.reshape %x                                   // 1x2x3
//! %1 = stablehlo.all_gather %0, dimension 0                   // 4x2x3
//! %2 = stablehlo.transpose %1, dims = [1, 0, 2]               // 2x4x3
//! %y = stablehlo.reshape %2
//! ```
//!
//! `all_to_all` likewise exchanges blocks along dimension 0. `reduce_scatter` is an `all_to_all` of the
//! parts, which are then combined in the order of the group; sums of `bf16` and `f16` in `f32`. Invariant of
//! the result: there is no `reduce_scatter`, and other collectives gather, split and concatenate along
//! dimension 0.

use stablehlo::ops::Collective;
use stablehlo::{ElementType, OpKind, TensorType};

use crate::error::{Error, Result};
use crate::ir::{Block, Graph, Node, ValueId, ValueTypes};
use crate::passes::emitter::Emitter;

/// Expands the collectives of a graph.
///
/// # Errors
/// A `reduce_scatter` whose reduction is not a single operation.
pub(crate) fn expand_collectives(graph: &mut Graph) -> Result<()> {
    expand_in(&mut graph.main, &mut graph.types)
}

fn expand_in(block: &mut Block, types: &mut ValueTypes) -> Result<()> {
    let mut e = Emitter { types, nodes: Vec::with_capacity(block.nodes.len()), location: None };
    for mut node in std::mem::take(&mut block.nodes) {
        node.regions.iter_mut().try_for_each(|region| expand_in(region, e.types))?;
        e.location.clone_from(&node.location);
        match node.op().cloned() {
            Some(OpKind::AllGather { dimension, groups }) => all_gather(&mut e, &node, dimension, &groups),
            Some(OpKind::AllToAll { split, concat, count, groups }) => {
                for (operand, result) in node.operands.iter().zip(&node.results) {
                    let ty = e.ty(*result);
                    let blocks = all_to_all(&mut e, &node, *operand, (split, count), &groups);
                    joined(&mut e, blocks, concat, ty, *result);
                }
            }
            Some(OpKind::ReduceScatter { dimension, groups }) => reduce_scatter(&mut e, &node, dimension, &groups)?,
            _ => e.nodes.push(node),
        }
    }
    block.nodes = e.nodes;
    Ok(())
}

fn all_gather(e: &mut Emitter, node: &Node, dimension: usize, groups: &Collective) {
    for (operand, result) in node.operands.iter().zip(&node.results) {
        let (part, whole) = (e.ty(*operand), e.ty(*result));
        let members = whole.dims[dimension].checked_div(part.dims[dimension]).unwrap_or(0);
        let mut block = part.clone();
        block.dims.insert(0, 1);
        let block = e.push(OpKind::Reshape, &[*operand], block);
        let mut stacked = part;
        stacked.dims.insert(0, members);
        let kind = OpKind::AllGather { dimension: 0, groups: groups.clone() };
        let stacked = collective(e, node, kind, block, stacked);
        joined(e, stacked, dimension, whole, *result);
    }
}

/// The blocks that a member receives: an operand's `count` parts along a dimension, of which each member gets
/// one, stacked along a new dimension 0.
fn all_to_all(
    e: &mut Emitter,
    node: &Node,
    operand: ValueId,
    (split, count): (usize, usize),
    groups: &Collective,
) -> ValueId {
    let ty = e.ty(operand);
    let mut dims = ty.dims.clone();
    dims[split] /= count;
    dims.insert(split, count);
    let divided = e.push(OpKind::Reshape, &[operand], TensorType::new(ty.element, dims.clone()));
    // The part number becomes the first dimension.
    let mut permutation: Vec<usize> = (0..dims.len()).collect();
    permutation.remove(split);
    permutation.insert(0, split);
    let stacked = TensorType::new(ty.element, permutation.iter().map(|d| dims[*d]).collect::<Vec<_>>());
    let parts = e.push(OpKind::Transpose { permutation }, &[divided], stacked.clone());
    let kind = OpKind::AllToAll { split: 0, concat: 0, count, groups: groups.clone() };
    collective(e, node, kind, parts, stacked)
}

/// A collective of one operand.
fn collective(e: &mut Emitter, node: &Node, kind: OpKind, operand: ValueId, ty: TensorType) -> ValueId {
    let result = e.types.add(ty);
    e.nodes.push(Node { kind: kind.into(), operands: vec![operand], results: vec![result], ..node.clone() });
    result
}

/// Defines `result` as blocks, stacked along dimension 0, one after another along a dimension of `ty`.
fn joined(e: &mut Emitter, blocks: ValueId, dimension: usize, ty: TensorType, result: ValueId) {
    let stacked = e.ty(blocks);
    let mut permutation: Vec<usize> = (1..stacked.rank()).collect();
    permutation.insert(dimension, 0);
    let dims: Vec<usize> = permutation.iter().map(|d| stacked.dims[*d]).collect();
    let moved = e.push(OpKind::Transpose { permutation }, &[blocks], TensorType::new(ty.element, dims));
    e.define(OpKind::Reshape, &[moved], result);
}

fn reduce_scatter(e: &mut Emitter, node: &Node, dimension: usize, groups: &Collective) -> Result<()> {
    let (operand, result) = (node.operands[0], node.results[0]);
    let (whole, part) = (e.ty(operand), e.ty(result));
    let members = whole.dims[dimension].checked_div(part.dims[dimension]).unwrap_or(0);
    let combine = single_operation(&node.regions[0])
        .ok_or_else(|| Error::unsupported("a reduce_scatter whose reduction is not a single operation"))?;
    if members == 0 {
        // Neither has elements.
        e.define(OpKind::Reshape, &[operand], result);
        return Ok(());
    }
    let exchange = Node { regions: Vec::new(), ..node.clone() };
    let blocks = all_to_all(e, &exchange, operand, (dimension, members), groups);
    let accumulator = match part.element {
        ElementType::Bf16 | ElementType::F16 => ElementType::F32,
        element => element,
    };
    let mut sum = None;
    for member in 0..members {
        let (mut start, mut limit) = (vec![0; part.rank() + 1], e.ty(blocks).dims);
        (start[0], limit[0]) = (member, member + 1);
        let mut block = e.ty(blocks);
        block.dims[0] = 1;
        let stride = vec![1; start.len()];
        let block = e.push(OpKind::Slice { start, limit, stride }, &[blocks], block);
        let block = e.push(OpKind::Reshape, &[block], part.clone());
        let block = e.convert(block, accumulator);
        sum = Some(match sum {
            Some(sum) => e.push(combine.clone(), &[sum, block], part.with_element(accumulator)),
            None => block,
        });
    }
    let kind = if accumulator == part.element { OpKind::Reshape } else { OpKind::Convert };
    e.define(kind, &[sum.unwrap_or(operand)], result);
    Ok(())
}

/// The binary operation of a reduction that consists of one, on its two parameters.
fn single_operation(region: &Block) -> Option<OpKind> {
    let ([node], [result]) = (&region.nodes[..], &region.results[..]) else { return None };
    let are_params = node.operands == region.params || node.operands.iter().rev().eq(&region.params);
    match node.op() {
        Some(kind @ OpKind::Binary(_)) if are_params && node.results == [*result] => Some(kind.clone()),
        _ => None,
    }
}
