//! Rematerialization: a cheap element-wise result that a later stage uses is recomputed there instead of
//! being stored, if its inputs are stored anyway or are smaller than it.
//!
//! The backward pass of a batch normalization uses the centered input and the derivative of its square. In a
//! bf16 program each would be stored in f32, though both derive from the bf16 result of a convolution, which
//! is stored anyway. Such operations are bound by memory bandwidth, so that recomputing is faster than
//! loading.

use std::collections::HashMap;

use stablehlo::OpKind;
use stablehlo::ops::{Binary, Unary};

use super::dependence::{Access, Anchor};
use super::placement::Placement;
use crate::ir::{Node, ValueId, ValueTypes};

/// Operations of a rematerialized value at most: about as many take no longer than loading the value from
/// memory.
const MAX_REMATERIALIZED_OPERATIONS: usize = 8;

/// Returns true if an operation takes one or two instructions.
fn is_cheap(kind: &OpKind) -> bool {
    match kind {
        OpKind::Convert | OpKind::Compare { .. } | OpKind::Select | OpKind::Clamp => true,
        OpKind::Unary(op) => matches!(op, Unary::Negate | Unary::Abs | Unary::Not),
        OpKind::Binary(op) => matches!(
            op,
            Binary::Add
                | Binary::Subtract
                | Binary::Multiply
                | Binary::Maximum
                | Binary::Minimum
                | Binary::And
                | Binary::Or
                | Binary::Xor
        ),
        _ => false,
    }
}

/// The computation that recomputes the rows of a value: a cone of nodes over its inputs.
#[derive(Clone, Debug, Default)]
struct RematCone {
    /// The values whose rows are read.
    inputs: Vec<ValueId>,
    /// The number of [`nodes`](Self::nodes).
    operations: usize,
    /// Indices of the nodes, without views.
    nodes: Vec<usize>,
}

impl RematCone {
    fn merge(&mut self, other: &RematCone) {
        for id in &other.inputs {
            if !self.inputs.contains(id) {
                self.inputs.push(*id);
            }
        }
        for node in &other.nodes {
            if !self.nodes.contains(node) {
                self.nodes.push(*node);
            }
        }
        self.operations = self.nodes.len();
    }
}

/// Places at their uses the nodes whose results are cheaper to recompute than to store.
pub(crate) fn choose(
    types: &ValueTypes,
    nodes: &[Node],
    definition: &HashMap<ValueId, usize>,
    block_results: &[ValueId],
    placements: &mut [Placement],
) {
    let is_candidate = candidates(nodes, definition, block_results, placements);
    let last = last_uses(nodes, definition, placements, &is_candidate);
    let mut stored = stored_anyway(nodes, definition, block_results, placements, &last);
    let bytes = |id: &ValueId| types.of(*id).size_in_bytes();
    // None: the value is an input of other cones.
    let mut cones: Vec<Option<RematCone>> = Vec::with_capacity(nodes.len());
    let mut rematerialized: Vec<usize> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let (stage, t) = match &placements[i] {
            Placement::Tiled(stage, t) if is_candidate[i] => (*stage, t),
            Placement::AtUse(stage, t) => (*stage, t),
            _ => {
                cones.push(None);
                continue;
            }
        };
        let mut cone = RematCone::default();
        for (id, _) in node.operands.iter().zip(&t.operands).filter(|(_, u)| **u == Access::Tiled) {
            match definition.get(id).and_then(|m| cones[*m].as_ref()) {
                Some(producer) => cone.merge(producer),
                None => cone.merge(&RematCone { inputs: vec![*id], ..RematCone::default() }),
            }
        }
        if t.is_view {
            cones.push(Some(cone));
            continue;
        }
        cone.merge(&RematCone { nodes: vec![i], ..RematCone::default() });
        let is_read_later = last[i] > stage;
        let own_bytes = bytes(&node.results[0]);
        let is_not_stored = |id: &&ValueId| definition.get(*id).is_some_and(|m| !stored[*m]);
        let stores_less = cone.inputs.iter().filter(is_not_stored).map(bytes).sum::<usize>() < own_bytes;
        let reads_no_more = cone.inputs.iter().map(bytes).sum::<usize>() <= own_bytes;
        let pays = stores_less && reads_no_more && cone.operations <= MAX_REMATERIALIZED_OPERATIONS;
        if is_read_later && pays {
            rematerialized.extend(&cone.nodes);
            cone.inputs.iter().filter_map(|id| definition.get(id)).for_each(|m| stored[*m] = true);
        }
        // A value whose cone is too large, or that is stored, is an input of later cones.
        let is_inlined = cone.operations <= MAX_REMATERIALIZED_OPERATIONS && (!is_read_later || pays);
        cones.push(is_inlined.then_some(cone));
    }
    for i in rematerialized {
        if let Placement::Tiled(stage, t) = &placements[i] {
            placements[i] = Placement::AtUse(*stage, t.clone());
        }
    }
}

/// For each node, true if its result is stored for later stages even if every candidate is rematerialized.
fn stored_anyway(
    nodes: &[Node],
    definition: &HashMap<ValueId, usize>,
    block_results: &[ValueId],
    placements: &[Placement],
    last: &[usize],
) -> Vec<bool> {
    let mut stored: Vec<bool> =
        placements.iter().map(|placement| matches!(placement, Placement::Standalone(_))).collect();
    block_results.iter().filter_map(|id| definition.get(id)).for_each(|m| stored[*m] = true);
    for (i, node) in nodes.iter().enumerate() {
        let stage = match &placements[i] {
            Placement::AtUse(..) => last[i],
            placement => placement.stage(),
        };
        for m in node.uses().iter().filter_map(|id| definition.get(id)) {
            stored[*m] |= stage > placements[*m].stage();
        }
    }
    stored
}

/// For each node, true if it is tiled and cheap, and its result is only used row by row inside of loops.
fn candidates(
    nodes: &[Node],
    definition: &HashMap<ValueId, usize>,
    block_results: &[ValueId],
    placements: &[Placement],
) -> Vec<bool> {
    let mut is_candidate: Vec<bool> = nodes
        .iter()
        .zip(placements)
        .map(|(node, placement)| {
            matches!(placement, Placement::Tiled(_, t) if t.anchor != Some(Anchor::Arithmetic) && !t.is_reduction)
                && node.op().is_some_and(is_cheap)
        })
        .collect();
    // Backwards: a view passes the way it is used on to its operand.
    let mut is_read_whole = vec![false; nodes.len()];
    for m in block_results.iter().filter_map(|id| definition.get(id)) {
        (is_candidate[*m], is_read_whole[*m]) = (false, true);
    }
    for (i, node) in nodes.iter().enumerate().rev() {
        for (at, id) in node.uses().iter().enumerate() {
            let Some(m) = definition.get(id).copied() else { continue };
            let reads_tiles = match &placements[i] {
                Placement::Tiled(_, t) => t.operands.get(at) == Some(&Access::Tiled),
                Placement::AtUse(_, t) => t.operands.get(at) == Some(&Access::Tiled) && !is_read_whole[i],
                Placement::Standalone(_) => false,
            };
            if !reads_tiles {
                (is_candidate[m], is_read_whole[m]) = (false, true);
            }
        }
    }
    is_candidate
}

/// The last stage that reads each node's result if all candidates are rematerialized.
fn last_uses(
    nodes: &[Node],
    definition: &HashMap<ValueId, usize>,
    placements: &[Placement],
    is_candidate: &[bool],
) -> Vec<usize> {
    let mut last = vec![0; nodes.len()];
    for (i, node) in nodes.iter().enumerate().rev() {
        let stage = match &placements[i] {
            Placement::AtUse(..) => last[i],
            Placement::Tiled(stage, _) if is_candidate[i] => last[i].max(*stage),
            placement => placement.stage(),
        };
        for id in node.uses() {
            if let Some(m) = definition.get(&id) {
                last[*m] = last[*m].max(stage);
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use crate::CompileOptions;
    use crate::pipeline::graph_after;

    /// The types of the values that loops over eight rows store for later loops. `text` computes `%last` from
    /// a convolution's result `%y`, with the mean over the batch of `%from` in between.
    fn stored_values(element: &str, text: &str) -> Vec<String> {
        let wide = "tensor<8x16x16x8xf32>";
        let (own, filters) = (format!("tensor<8x16x16x8x{element}>"), format!("tensor<3x3x8x8x{element}>"));
        let text = format!(
            r#"func.func @main(%x: {own}, %w: {filters}) -> {own} {{
              %zero = stablehlo.constant dense<0.0> : tensor<f32>
              %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
                window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
                : ({own}, {filters}) -> {own}
              {text}
              %z = stablehlo.convolution(%last, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
                window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
                : ({own}, {filters}) -> {own}
              return %z : {own}
            }}"#
        );
        let text = text.replace("OWN", &own).replace("WIDE", wide);
        let options = CompileOptions { cache_bytes: Some(1), ..CompileOptions::default() };
        let graph = graph_after(&text, "batch_tiling", &options);
        let outputs = graph.main.nodes.iter().filter(|node| node.op().is_none());
        let outputs = outputs.flat_map(|node| &node.results[..node.regions[0].results.len()]);
        let stored = outputs.filter(|id| !graph.main.results.contains(id));
        stored.map(|id| graph.types.of(*id).to_string()).collect()
    }

    /// Defines `%mean`, the mean of `%from` over batch and positions.
    const MEAN: &str = r#"
        %sum = stablehlo.reduce(%from init: %zero) applies stablehlo.add across dimensions = [0, 1, 2]
          : (WIDE, tensor<f32>) -> tensor<8xf32>
        %mean = stablehlo.broadcast_in_dim %sum, dims = [3] : (tensor<8xf32>) -> WIDE"#;

    #[test]
    fn the_narrow_input_is_stored_instead_of_the_wide_result() {
        let text = format!(
            r#"
            %from = stablehlo.convert %y : (OWN) -> WIDE
            {MEAN}
            %less = stablehlo.subtract %from, %mean : WIDE
            %last = stablehlo.convert %less : (WIDE) -> OWN"#
        );
        assert_eq!(stored_values("bf16", &text), ["tensor<8x16x16x8xbf16>"]);
    }

    #[test]
    fn a_cheap_function_of_a_stored_value_is_not_stored() {
        let text = format!(
            r#"
            %from = stablehlo.negate %y : WIDE
            {MEAN}
            %less = stablehlo.subtract %from, %mean : WIDE
            %c = stablehlo.convolution(%less, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
              window = {{pad = [[1, 1], [1, 1]]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
              : (OWN, tensor<3x3x8x8xf32>) -> OWN
            %next = stablehlo.reduce(%c init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2]
              : (WIDE, tensor<f32>) -> tensor<8xf32>
            %most = stablehlo.broadcast_in_dim %next, dims = [3] : (tensor<8xf32>) -> WIDE
            %last = stablehlo.multiply %less, %most : WIDE"#
        );
        // `%y` and `%from` differ by a sign: one of the two is stored, not both.
        assert_eq!(stored_values("f32", &text), ["tensor<8x16x16x8xf32>"]);
    }

    #[test]
    fn the_result_of_an_expensive_operation_is_stored() {
        let text = format!(
            r#"
            %wide = stablehlo.convert %y : (OWN) -> WIDE
            %from = stablehlo.tanh %wide : WIDE
            {MEAN}
            %less = stablehlo.subtract %from, %mean : WIDE
            %last = stablehlo.convert %less : (WIDE) -> OWN"#
        );
        assert_eq!(stored_values("bf16", &text), ["tensor<8x16x16x8xf32>"]);
    }
}
