//! Simplification: what is uniform stays one number, what is computed twice is shared, what is unused is dropped.

use std::collections::HashMap;

use stablehlo::ops::{Binary, CompareType, Direction};
use stablehlo::{Literal, OpKind, TensorType};

use crate::elementwise::{ScalarFn, is_elementwise};
use crate::error::Result;
use crate::ir::{Block, ConstantFacts, Constants, Graph, Node, ValueId, ValueTypes};
use kernels::Isa;

/// Constants of more bytes are not looked into.
const MAX_FOLDED_BYTES: usize = 1024;

/// Simplifies all blocks, and records the constants and splats it finds in the graph's facts.
pub(crate) fn simplify(graph: &mut Graph, isa: Isa) -> Result<()> {
    let mut pass = Pass {
        types: &mut graph.types,
        isa,
        known: ConstantFacts::default(),
        renamed: HashMap::new(),
        available: Vec::new(),
        at_most: HashMap::new(),
    };
    pass.block(&mut graph.main)?;
    graph.facts = pass.known;
    Ok(())
}

/// Nodes by name and operands.
type Available = HashMap<(&'static str, Vec<ValueId>), Vec<Node>>;

struct Pass<'t> {
    types: &'t mut ValueTypes,
    isa: Isa,
    known: ConstantFacts,
    renamed: HashMap<ValueId, ValueId>,
    /// Comparisons and maxima that are defined so far: a table for each enclosing block, outermost first.
    available: Vec<Available>,
    /// Flags that say whether one value is at most another.
    at_most: HashMap<ValueId, [ValueId; 2]>,
}

impl Pass<'_> {
    fn now(&self, id: ValueId) -> ValueId {
        self.renamed.get(&id).copied().unwrap_or(id)
    }

    fn block(&mut self, block: &mut Block) -> Result<()> {
        self.available.push(HashMap::new());
        let mut nodes = Vec::with_capacity(block.nodes.len());
        for mut node in std::mem::take(&mut block.nodes) {
            node.operands.iter_mut().for_each(|id| *id = self.now(*id));
            for region in &mut node.regions {
                self.block(region)?;
            }
            if let Some(same) = self.forwards(&node) {
                self.renamed.insert(node.results[0], same);
                continue;
            }
            if let Some(operands) = self.maximum(&node) {
                node = Node { kind: OpKind::Binary(Binary::Maximum).into(), operands: operands.into(), ..node };
            }
            if let Some(greater) = self.greater(&node) {
                node.operands[0] = greater;
            }
            if let Some(OpKind::Compare { direction: Direction::Le, compare_type }) = node.op()
                && *compare_type != Some(CompareType::TotalOrder)
            {
                self.at_most.insert(node.results[0], [node.operands[0], node.operands[1]]);
            }
            if let Some(value) = self.uniform(&node)? {
                self.known.splats.insert(node.results[0], value.clone());
                let ty = self.types.of(node.results[0]).clone();
                if ty.dims.is_empty() && !matches!(node.op(), Some(OpKind::Constant(_))) {
                    node = Node { kind: OpKind::Constant(value).into(), operands: Vec::new(), ..node };
                }
            }
            if let Some(OpKind::Constant(literal)) = node.op() {
                if literal.bytes().len() > MAX_FOLDED_BYTES {
                    nodes.push(node);
                    continue;
                }
                self.known.constants.insert(node.results[0], literal.clone());
            }
            if let Some(OpKind::Compare { .. } | OpKind::Binary(Binary::Maximum)) = node.op() {
                let key = (node.kind.name(), node.operands.clone());
                let innermost = self.available.last_mut().expect("the table pushed for this block");
                innermost.entry(key).or_default().push(node.clone());
            }
            let flags = self.flags_of_the_greater(&node);
            nodes.push(node);
            nodes.extend(flags);
        }
        block.nodes = nodes;
        block.results.iter_mut().for_each(|id| *id = self.renamed.get(id).copied().unwrap_or(*id));
        // What is computed inside a region is not there outside of it.
        self.available.pop();
        Ok(())
    }

    fn splat(&self, id: ValueId) -> Option<f64> {
        self.known.splats.get(&id)?.to_f64_vec().ok()?.first().copied()
    }

    /// The operand that a node merely repeats.
    fn forwards(&self, node: &Node) -> Option<ValueId> {
        let first = *node.operands.first()?;
        let result = self.types.of(*node.results.first()?);
        let same_type = self.types.of(first) == result;
        match node.op()? {
            OpKind::Convert | OpKind::BitcastConvert | OpKind::Reshape if same_type => Some(first),
            OpKind::BroadcastInDim { dims } if same_type && dims.iter().copied().eq(0..dims.len()) => Some(first),
            OpKind::Transpose { permutation } if permutation.iter().copied().eq(0..permutation.len()) => Some(first),
            OpKind::Slice { .. } if same_type => Some(first),
            OpKind::Pad { low, high, interior } => {
                let nothing = low.iter().chain(high).all(|p| *p == 0) && interior.iter().all(|p| *p == 0);
                nothing.then_some(first)
            }
            OpKind::Concatenate { .. } if node.operands.len() == 1 => Some(first),
            OpKind::Select => match self.splat(first) {
                Some(p) if p != 0.0 => Some(node.operands[1]),
                Some(_) => Some(node.operands[2]),
                None => (node.operands[1] == node.operands[2]).then_some(node.operands[1]),
            },
            // Only where the result has the very bits of the operand: x + 0 loses the sign of -0.
            OpKind::Binary(op) if !result.element.is_bool() => {
                let (a, b) = (self.splat(first), self.splat(node.operands[1]));
                match op {
                    Binary::Multiply if b == Some(1.0) => Some(first),
                    Binary::Multiply if a == Some(1.0) => Some(node.operands[1]),
                    Binary::Divide if b == Some(1.0) => Some(first),
                    Binary::Subtract if b == Some(0.0) && b.is_some_and(|b| b.is_sign_positive()) => Some(first),
                    Binary::Add if result.element.is_integer() && b == Some(0.0) => Some(first),
                    Binary::Add if result.element.is_integer() && a == Some(0.0) => Some(node.operands[1]),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The operands of the maximum that a choice is: `x <= c ? c : x`, such as `relu`, has the very bits of `maximum(x, c)`, also
    /// where `x` is NaN or a zero. It takes one operation less where nobody else wants the flag.
    fn maximum(&self, node: &Node) -> Option<[ValueId; 2]> {
        let (Some(OpKind::Select), [flag, then, otherwise]) = (node.op(), &node.operands[..]) else { return None };
        let [x, c] = *self.at_most.get(flag)?;
        let same = |a: ValueId, b: ValueId| {
            let splats = || self.known.splats.get(&a).zip(self.known.splats.get(&b));
            a == b || splats().is_some_and(|(a, b)| a == b)
        };
        let is_float = self.types.of(x).element.is_float();
        (is_float && *otherwise == x && same(c, *then)).then_some([x, c])
    }

    /// Where a node asks whether a value is greater than another: the greater of the two, if that is there, which answers as
    /// well, and is kept for others anyway (`relu`'s result for the layer after it).
    fn greater(&self, node: &Node) -> Option<ValueId> {
        if !self.asks_for_the_greater(node) {
            return None;
        }
        let key = (OpKind::Binary(Binary::Maximum).name(), node.operands.clone());
        self.available.iter().find_map(|table| Some(table.get(&key)?.first()?.results[0]))
    }

    /// Whether a node compares floats in a way that the greater of the two tells as well: `x > c` and `x <= c` (of NaN, both
    /// are false either way).
    fn asks_for_the_greater(&self, node: &Node) -> bool {
        let Some(OpKind::Compare { direction: Direction::Gt | Direction::Le, compare_type }) = node.op() else {
            return false;
        };
        *compare_type != Some(CompareType::TotalOrder) && self.types.of(node.operands[0]).element.is_float()
    }

    /// As [`greater`](Self::greater) for what asked before a maximum was made: the same flags once more, made of it, for all
    /// nodes after it.
    fn flags_of_the_greater(&mut self, node: &Node) -> Vec<Node> {
        let Some(OpKind::Binary(Binary::Maximum)) = node.op() else { return Vec::new() };
        let Some(table) = self.available.last() else { return Vec::new() };
        let compare = OpKind::Compare { direction: Direction::Gt, compare_type: None };
        let asked = table.get(&(compare.name(), node.operands.clone())).into_iter().flatten();
        let asked: Vec<Node> = asked.filter(|asked| self.asks_for_the_greater(asked)).cloned().collect();
        let mut flags = Vec::new();
        for asked in asked {
            let before = asked.results[0];
            let flag = self.types.add(self.types.of(before).clone());
            if let Some(pair) = self.at_most.get(&before) {
                self.at_most.insert(flag, *pair);
            }
            self.renamed.insert(before, flag);
            flags.push(Node { operands: vec![node.results[0], node.operands[1]], results: vec![flag], ..asked });
        }
        flags
    }

    /// The one number that all elements of a node's result are.
    fn uniform(&self, node: &Node) -> Result<Option<Literal>> {
        let [result] = node.results[..] else { return Ok(None) };
        let ty = self.types.of(result).clone();
        let scalar = TensorType::scalar(ty.element);
        if let Some(OpKind::Constant(literal)) = node.op() {
            return Ok(match literal.splat() {
                Some(bytes) if ty.element.is_computable() => Some(Literal::from_bytes(scalar, bytes.to_vec())?),
                _ => None,
            });
        }
        if node.operands.is_empty() || !ty.element.is_computable() {
            return Ok(None);
        }
        let values: Option<Vec<&Literal>> = node.operands.iter().map(|id| self.known.splats.get(id)).collect();
        let Some(values) = values else { return Ok(None) };
        let operand = self.types.of(node.operands[0]);
        let Some(kind) = node.op() else { return Ok(None) };
        match kind {
            OpKind::Reshape
            | OpKind::BroadcastInDim { .. }
            | OpKind::Transpose { .. }
            | OpKind::Slice { .. }
            | OpKind::Reverse { .. } => Ok(Some(values[0].clone())),
            kind if is_elementwise(kind, Some(operand), &ty) => {
                let mut types = ValueTypes::default();
                let params: Vec<ValueId> = values.iter().map(|l| types.add(l.ty().clone())).collect();
                let out = types.add(scalar.clone());
                let one =
                    Node { kind: kind.clone().into(), operands: params.clone(), results: vec![out], ..node.clone() };
                let block = Block { params, nodes: vec![one], results: vec![out] };
                let scalars = ScalarFn::new(&block, &types, &Constants::new(), self.isa)?;
                let inputs: Vec<&[u8]> = values.iter().map(|l| l.bytes()).collect();
                // Literals may lie anywhere; registers are aligned.
                let aligned: Vec<Vec<u64>> = inputs.iter().map(|b| words(b)).collect();
                let inputs: Vec<&[u8]> =
                    aligned.iter().zip(&inputs).map(|(w, b)| &bytemuck::cast_slice(w)[..b.len()]).collect();
                let mut bytes = [0u64];
                let size = ty.element.bytes();
                let out = &mut bytemuck::cast_slice_mut::<u64, u8>(&mut bytes)[..size];
                scalars.run(1, &inputs, &mut [&mut *out], &mut Default::default());
                Ok(Some(Literal::from_bytes(scalar, out.to_vec())?))
            }
            _ => Ok(None),
        }
    }
}

fn words(bytes: &[u8]) -> Vec<u64> {
    let mut words = vec![0u64; bytes.len().div_ceil(8)];
    bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
    words
}

#[cfg(test)]
mod tests {
    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// The operations of a function of one vector.
    fn operations(body: &str) -> Vec<&'static str> {
        let text = format!("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {body} }}");
        let graph = graph_after(&text, "dce", &CompileOptions::default());
        let names = graph.main.nodes.iter().map(|node| node.kind.name());
        names.filter(|name| !name.contains("constant") && !name.contains("broadcast")).collect()
    }

    fn choice(direction: &str, then: &str, otherwise: &str) -> Vec<&'static str> {
        operations(&format!(
            "%c = stablehlo.constant dense<0.0> : tensor<4xf32>
             %p = stablehlo.compare {direction}, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
             %r = stablehlo.select %p, {then}, {otherwise} : tensor<4xi1>, tensor<4xf32>
             return %r : tensor<4xf32>"
        ))
    }

    #[test]
    fn a_choice_that_is_a_maximum_becomes_one() {
        assert_eq!(choice("LE", "%c", "%x"), ["stablehlo.maximum"]);
    }

    #[test]
    fn choices_that_treat_nan_or_zeros_otherwise_stay() {
        for (direction, then, otherwise) in
            [("LT", "%c", "%x"), ("GT", "%x", "%c"), ("LE", "%x", "%c"), ("GE", "%c", "%x")]
        {
            assert_eq!(choice(direction, then, otherwise), ["stablehlo.compare", "stablehlo.select"], "{direction}");
        }
    }
}
