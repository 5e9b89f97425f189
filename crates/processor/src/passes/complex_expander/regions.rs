//! Operations with regions: control flow, reductions and sorts become variadic, with two values for each
//! complex one. A reduction of one complex value whose parts are combined independently, such as a sum,
//! becomes two reductions of one value, for which there are better kernels.

use std::collections::{HashMap, HashSet};

use stablehlo::OpKind;

use super::expander::Expander;
use super::pair::Pair;
use crate::error::{Error, Result};
use crate::ir::{Block, Node, ValueId, ValueTypes};

impl Expander<'_> {
    /// `while`, `if` and `case`.
    pub(super) fn control_flow(&mut self, mut node: Node) -> Result<()> {
        node.operands = self.flattened(&node.operands)?;
        for region in &mut node.regions {
            region.params = self.defined(&region.params);
            self.region(region)?;
        }
        node.results = self.defined(&node.results);
        self.emitter.nodes.push(node);
        Ok(())
    }

    /// `reduce`, `reduce_window`, `scatter` and `all_reduce`.
    pub(super) fn reducer(&mut self, mut node: Node) -> Result<()> {
        let is_pair = self.is_complex(node.results[0])
            && (node.results.len() == 1 || matches!(node.op(), Some(OpKind::AllReduce(_))));
        let operands = node.operands.iter().map(|id| self.parts(*id)).collect::<Result<Vec<Pair>>>()?;
        let region = &mut node.regions[0];
        region.params = self.defined(&region.params);
        self.region(region)?;
        let separated = if is_pair { separate(region, self.emitter.types) } else { None };
        let Some(regions) = separated else {
            if matches!(node.op(), Some(OpKind::AllReduce(_))) && is_pair {
                return Err(Error::unsupported(
                    "an all_reduce of complex numbers whose parts are not reduced one by one",
                ));
            }
            node.operands = self.flattened(&node.operands)?;
            node.results = self.defined(&node.results);
            self.emitter.nodes.push(node);
            return Ok(());
        };
        let results: Vec<Pair> = node.results.iter().map(|id| self.new_parts(*id)).collect();
        let parts: [fn(&Pair) -> ValueId; 2] = [|pair| pair.re, |pair| pair.im];
        for (region, part) in regions.into_iter().zip(parts) {
            let (operands, results) = (operands.iter().map(part).collect(), results.iter().map(part).collect());
            self.emitter.nodes.push(Node { operands, results, regions: vec![region], ..node.clone() });
        }
        Ok(())
    }

    /// `sort`: the comparator takes the left and the right element of each operand in turn.
    pub(super) fn sort(&mut self, mut node: Node) -> Result<()> {
        node.operands = self.flattened(&node.operands)?;
        let region = &mut node.regions[0];
        let mut params = Vec::with_capacity(2 * region.params.len());
        for sides in region.params.chunks_exact(2) {
            match self.is_complex(sides[0]) {
                true => {
                    let (left, right) = (self.new_parts(sides[0]), self.new_parts(sides[1]));
                    params.extend([left.re, right.re, left.im, right.im]);
                }
                false => params.extend_from_slice(sides),
            }
        }
        region.params = params;
        self.region(region)?;
        node.results = self.defined(&node.results);
        self.emitter.nodes.push(node);
        Ok(())
    }
}

/// A reducer of real parts and one of imaginary parts, if the region `(a.re, a.im, b.re, b.im) -> (re, im)`
/// consists of two such.
fn separate(region: &Block, types: &mut ValueTypes) -> Option<[Block; 2]> {
    let ([a_re, a_im, b_re, b_im], [re, im]) = (&region.params[..], &region.results[..]) else { return None };
    let real = projected(region, [*a_re, *b_re], *re, types)?;
    let imaginary = projected(region, [*a_im, *b_im], *im, types)?;
    Some([real, imaginary])
}

/// The part of a region that computes one of its results, with values of its own; none if it needs other
/// parameters than these.
fn projected(region: &Block, params: [ValueId; 2], result: ValueId, types: &mut ValueTypes) -> Option<Block> {
    let mut needed = HashSet::from([result]);
    for node in region.nodes.iter().rev() {
        if node.results.iter().any(|id| needed.contains(id)) {
            needed.extend(node.uses());
        }
    }
    if region.params.iter().any(|id| needed.contains(id) && !params.contains(id)) {
        return None;
    }
    let mut copies: HashMap<ValueId, ValueId> = HashMap::new();
    let mut copy = |id: ValueId, copies: &mut HashMap<ValueId, ValueId>| {
        let new = types.add(types.of(id).clone());
        copies.insert(id, new);
        new
    };
    let params = params.map(|id| copy(id, &mut copies)).to_vec();
    let mut nodes = Vec::new();
    for node in region.nodes.iter().filter(|node| node.results.iter().any(|id| needed.contains(id))) {
        if !node.regions.is_empty() {
            return None;
        }
        let operands = node.operands.iter().map(|id| copies.get(id).copied().unwrap_or(*id)).collect();
        let results = node.results.iter().map(|id| copy(*id, &mut copies)).collect();
        nodes.push(Node { operands, results, ..node.clone() });
    }
    Some(Block { params, nodes, results: vec![copies.get(&result).copied().unwrap_or(result)] })
}
