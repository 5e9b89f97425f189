//! Algebraic simplification: drops identities, folds splats (values whose elements are all equal) and small
//! constants, and rewrites selections that are a maximum.
//!
//! ```mlir
//! %p = stablehlo.compare LE, %x, %zero          // ReLU as Keras writes it
//! %y = stablehlo.select %p, %zero, %x           // becomes: %y = stablehlo.maximum %x, %zero
//! %m = stablehlo.compare GT, %x, %zero          // the mask of the backward pass
//!                                               // becomes: %m = stablehlo.compare GT, %y, %zero
//! ```
//!
//! The second rewrite lets the mask be recomputed from ReLU's result, which the next layer reads anyway; `%x`
//! need not be stored.
//!
//! Invariants: every rewrite preserves all bits of a result, including NaN and the sign of zero. The pass
//! records the constants and splats that it finds in [`Graph::facts`], which later passes rely on. Values
//! that become equal or unused are the matter of the passes `cse` and `dce`.

use std::collections::HashMap;

use stablehlo::ops::{Binary, CompareType, Direction};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

use crate::elementwise::{ScalarFn, is_elementwise};
use crate::error::Result;
use crate::ir::{Block, ConstantFacts, Constants, Graph, Node, ValueId, ValueTypes};
use kernels::Isa;

/// Larger constants are neither recorded nor folded.
const MAX_FOLDED_BYTES: usize = 1024;

/// Simplifies all blocks, and records the constants and splats it finds in the graph's facts.
pub(crate) fn simplify(graph: &mut Graph, isa: Isa) -> Result<()> {
    let mut pass = Pass {
        types: &mut graph.types,
        isa,
        facts: ConstantFacts::default(),
        renamed: HashMap::new(),
        available: Vec::new(),
        less_equal_masks: HashMap::new(),
    };
    pass.block(&mut graph.main)?;
    graph.facts = pass.facts;
    Ok(())
}

/// Nodes by operation name and operands.
type Available = HashMap<(&'static str, Vec<ValueId>), Vec<Node>>;

struct Pass<'t> {
    types: &'t mut ValueTypes,
    isa: Isa,
    facts: ConstantFacts,
    renamed: HashMap<ValueId, ValueId>,
    /// Comparisons and maxima that are defined so far: a table for each enclosing block, outermost first.
    available: Vec<Available>,
    /// For each mask `x <= c`, the values `x` and `c`.
    less_equal_masks: HashMap<ValueId, [ValueId; 2]>,
}

impl Pass<'_> {
    /// The value that replaces `id`, or `id` itself.
    fn renamed_value(&self, id: ValueId) -> ValueId {
        self.renamed.get(&id).copied().unwrap_or(id)
    }

    fn block(&mut self, block: &mut Block) -> Result<()> {
        self.available.push(HashMap::new());
        let mut nodes = Vec::with_capacity(block.nodes.len());
        for mut node in std::mem::take(&mut block.nodes) {
            node.operands.iter_mut().for_each(|id| *id = self.renamed_value(*id));
            self.facts.propagate_into_loop(&node);
            for region in &mut node.regions {
                self.block(region)?;
            }
            if let Some(operand) = self.identity_operand(&node) {
                self.renamed.insert(node.results[0], operand);
                continue;
            }
            if let Some(operands) = self.select_to_max(&node) {
                node = Node { kind: OpKind::Binary(Binary::Maximum).into(), operands: operands.into(), ..node };
            }
            if let Some(maximum) = self.compare_via_max(&node) {
                node.operands[0] = maximum;
            }
            if let Some(OpKind::Compare { direction: Direction::Le, compare_type }) = node.op()
                && *compare_type != Some(CompareType::TotalOrder)
            {
                self.less_equal_masks.insert(node.results[0], [node.operands[0], node.operands[1]]);
            }
            if let Some(value) = self.fold_splat(&node)? {
                self.facts.splats.insert(node.results[0], value.clone());
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
                self.facts.constants.insert(node.results[0], literal.clone());
            }
            if let Some(OpKind::Compare { .. } | OpKind::Binary(Binary::Maximum)) = node.op() {
                let key = (node.kind.name(), node.operands.clone());
                let innermost = self.available.last_mut().expect("the table pushed for this block");
                innermost.entry(key).or_default().push(node.clone());
            }
            let masks = self.masks_via_max(&node);
            nodes.push(node);
            nodes.extend(masks);
        }
        block.nodes = nodes;
        block.results.iter_mut().for_each(|id| *id = self.renamed_value(*id));
        // Values of a region are not visible outside of it.
        self.available.pop();
        Ok(())
    }

    /// The value of a splat's elements.
    fn splat(&self, id: ValueId) -> Option<f64> {
        self.facts.splats.get(&id)?.to_f64_vec().ok()?.first().copied()
    }

    /// The operand that a node returns unchanged.
    fn identity_operand(&self, node: &Node) -> Option<ValueId> {
        let first = *node.operands.first()?;
        let result = self.types.of(*node.results.first()?);
        let same_type = self.types.of(first) == result;
        match node.op()? {
            OpKind::Convert | OpKind::BitcastConvert | OpKind::Reshape if same_type => Some(first),
            OpKind::BroadcastInDim { dims } if same_type && dims.iter().copied().eq(0..dims.len()) => Some(first),
            OpKind::Transpose { permutation } if permutation.iter().copied().eq(0..permutation.len()) => Some(first),
            OpKind::Slice { .. } if same_type => Some(first),
            OpKind::Pad { low, high, interior } => {
                let pads_nothing = low.iter().chain(high).all(|p| *p == 0) && interior.iter().all(|p| *p == 0);
                pads_nothing.then_some(first)
            }
            OpKind::Concatenate { .. } if node.operands.len() == 1 => Some(first),
            OpKind::Select => match self.splat(first) {
                Some(p) if p != 0.0 => Some(node.operands[1]),
                Some(_) => Some(node.operands[2]),
                None => (node.operands[1] == node.operands[2]).then_some(node.operands[1]),
            },
            // Only identities to the bit: for floats, x + 0 loses the sign of -0.
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

    /// The operands of the maximum that equals a selection: `x <= c ? c : x`, such as ReLU, has the bits of
    /// `maximum(x, c)` even if `x` is NaN or a zero, but not if `c` is NaN or -0, which the selection prefers
    /// to +0. The comparison becomes dead code unless it has other uses.
    fn select_to_max(&self, node: &Node) -> Option<[ValueId; 2]> {
        let (Some(OpKind::Select), [mask, on_true, on_false]) = (node.op(), &node.operands[..]) else { return None };
        let [x, c] = *self.less_equal_masks.get(mask)?;
        let same = |a: ValueId, b: ValueId| {
            let splats = || self.facts.splats.get(&a).zip(self.facts.splats.get(&b));
            a == b || splats().is_some_and(|(a, b)| a == b)
        };
        let is_float = self.types.of(x).element.is_float();
        let is_allowed = || self.splat(c).is_some_and(|c| !c.is_nan() && c.to_bits() != (-0f64).to_bits());
        (is_float && *on_false == x && same(c, *on_true) && is_allowed()).then_some([x, c])
    }

    /// For a comparison `x > c`: the value `maximum(x, c)`, if it is available. Comparing it with `c` gives
    /// the same mask, and it is stored for other uses anyway (ReLU's result for the next layer).
    fn compare_via_max(&self, node: &Node) -> Option<ValueId> {
        if !self.is_decided_by_max(node) {
            return None;
        }
        let key = (OpKind::Binary(Binary::Maximum).name(), node.operands.clone());
        self.available.iter().find_map(|table| Some(table.get(&key)?.first()?.results[0]))
    }

    /// Returns true if a node compares floats `x` and `c` so that `maximum(x, c)` may take the place of `x`:
    /// `x > c` and `x <= c`. If an operand is NaN, both are false either way.
    fn is_decided_by_max(&self, node: &Node) -> bool {
        let Some(OpKind::Compare { direction: Direction::Gt | Direction::Le, compare_type }) = node.op() else {
            return false;
        };
        *compare_type != Some(CompareType::TotalOrder) && self.types.of(node.operands[0]).element.is_float()
    }

    /// As [`compare_via_max`](Self::compare_via_max) for comparisons that precede the maximum `node`: copies
    /// of them that compare the maximum, for all later uses.
    fn masks_via_max(&mut self, node: &Node) -> Vec<Node> {
        let Some(OpKind::Binary(Binary::Maximum)) = node.op() else { return Vec::new() };
        let Some(table) = self.available.last() else { return Vec::new() };
        let compare = OpKind::Compare { direction: Direction::Gt, compare_type: None };
        let compares = table.get(&(compare.name(), node.operands.clone())).into_iter().flatten();
        let compares: Vec<Node> = compares.filter(|compare| self.is_decided_by_max(compare)).cloned().collect();
        let mut masks = Vec::new();
        for compare in compares {
            let old = compare.results[0];
            let mask = self.types.add(self.types.of(old).clone());
            if let Some(pair) = self.less_equal_masks.get(&old) {
                self.less_equal_masks.insert(mask, *pair);
            }
            self.renamed.insert(old, mask);
            masks.push(Node { operands: vec![node.results[0], node.operands[1]], results: vec![mask], ..compare });
        }
        masks
    }

    /// The value of all elements of a node's result, as a scalar, if they are known to be equal.
    fn fold_splat(&self, node: &Node) -> Result<Option<Literal>> {
        let [result] = node.results[..] else { return Ok(None) };
        let ty = self.types.of(result).clone();
        let scalar = TensorType::scalar(ty.element);
        if let Some(OpKind::Constant(literal)) = node.op() {
            return Ok(match literal.splat() {
                Some(bytes) if is_foldable(ty.element) => Some(Literal::from_bytes(scalar, bytes.to_vec())?),
                _ => None,
            });
        }
        if node.operands.is_empty() || !is_foldable(ty.element) {
            return Ok(None);
        }
        if let Some(OpKind::DynamicSlice { .. } | OpKind::Gather(_)) = node.op() {
            return Ok(self.facts.splats.get(&node.operands[0]).cloned());
        }
        let values: Option<Vec<&Literal>> = node.operands.iter().map(|id| self.facts.splats.get(id)).collect();
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
                let scalar_node =
                    Node { kind: kind.clone().into(), operands: params.clone(), results: vec![out], ..node.clone() };
                let block = Block { params, nodes: vec![scalar_node], results: vec![out] };
                let scalars = ScalarFn::new(&block, &types, &Constants::new(), self.isa)?;
                let inputs: Vec<&[u8]> = values.iter().map(|l| l.bytes()).collect();
                // Registers need aligned bytes, which a literal's need not be.
                let aligned: Vec<Vec<u64>> = inputs.iter().map(|b| aligned_words(b)).collect();
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

/// Returns true if splats of an element type are folded. Complex arrays occur only where operations read them
/// in memory.
fn is_foldable(element: ElementType) -> bool {
    element.is_computable() && !element.is_complex()
}

/// Copies bytes to aligned memory.
fn aligned_words(bytes: &[u8]) -> Vec<u64> {
    let mut words = vec![0u64; bytes.len().div_ceil(8)];
    bytemuck::cast_slice_mut::<u64, u8>(&mut words)[..bytes.len()].copy_from_slice(bytes);
    words
}

#[cfg(test)]
mod tests {
    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// The operations of a function of one vector after simplification.
    fn operations(body: &str) -> Vec<&'static str> {
        let text = format!("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {body} }}");
        let graph = graph_after(&text, "dce", &CompileOptions::default());
        let names = graph.main.nodes.iter().map(|node| node.kind.name());
        names.filter(|name| !name.contains("constant") && !name.contains("broadcast")).collect()
    }

    fn select_of_compare(direction: &str, then: &str, otherwise: &str) -> Vec<&'static str> {
        operations(&format!(
            "%c = stablehlo.constant dense<0.0> : tensor<4xf32>
             %p = stablehlo.compare {direction}, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
             %r = stablehlo.select %p, {then}, {otherwise} : tensor<4xi1>, tensor<4xf32>
             return %r : tensor<4xf32>"
        ))
    }

    #[test]
    fn a_select_that_equals_a_maximum_becomes_a_maximum() {
        assert_eq!(select_of_compare("LE", "%c", "%x"), ["stablehlo.maximum"]);
    }

    #[test]
    fn selects_that_treat_nan_or_zeros_differently_stay() {
        for (direction, then, otherwise) in
            [("LT", "%c", "%x"), ("GT", "%x", "%c"), ("LE", "%x", "%c"), ("GE", "%c", "%x")]
        {
            assert_eq!(
                select_of_compare(direction, then, otherwise),
                ["stablehlo.compare", "stablehlo.select"],
                "{direction}"
            );
        }
    }
}
