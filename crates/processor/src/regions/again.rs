//! What is made again in each region that wants it, and not kept in memory from one to the next: cheap element-wise
//! operations on values that are kept anyway, or are smaller.
//!
//! A batch normalisation's way back wants its input less the mean, and its square's derivative; in a program of bf16 each would
//! be kept in f32, though both are made of the bf16 value that a convolution left. Memory is what such operations wait for.

use std::collections::HashMap;

use stablehlo::OpKind;
use stablehlo::ops::{Binary, Unary};

use super::levels::Place;
use super::rows::Use;
use crate::graph::{Id, Node, Types};

/// Operations in a row that still take no longer than what is kept would to come from memory.
const MOST_OPERATIONS: usize = 8;

/// Whether an operation takes an instruction or two.
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

/// What a value's rows are made of.
#[derive(Clone, Debug, Default)]
struct Recipe {
    /// Rows of these.
    of: Vec<Id>,
    /// By so many operations.
    operations: usize,
    /// Which these nodes are.
    nodes: Vec<usize>,
}

impl Recipe {
    fn join(&mut self, other: &Recipe) {
        for id in &other.of {
            if !self.of.contains(id) {
                self.of.push(*id);
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

/// Lets the nodes whose results are better made again be made wherever they are wanted.
pub(super) fn mark(types: &Types, nodes: &[Node], maker: &HashMap<Id, usize>, wanted: &[Id], places: &mut [Place]) {
    let may = may_be_made_again(nodes, maker, wanted, places);
    let last = last_levels(nodes, maker, places, &may);
    let mut stored = stored_anyway(nodes, maker, wanted, places, &last);
    let bytes = |id: &Id| types.of(*id).size_in_bytes();
    // None: the value itself is what others are made of.
    let mut recipes: Vec<Option<Recipe>> = Vec::with_capacity(nodes.len());
    let mut again: Vec<usize> = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        let (level, t) = match &places[i] {
            Place::Region(level, t) if may[i] => (*level, t),
            Place::Free(level, t) => (*level, t),
            _ => {
                recipes.push(None);
                continue;
            }
        };
        let mut recipe = Recipe::default();
        for (id, _) in node.operands.iter().zip(&t.uses).filter(|(_, u)| **u == Use::Row) {
            match maker.get(id).and_then(|m| recipes[*m].as_ref()) {
                Some(made) => recipe.join(made),
                None => recipe.join(&Recipe { of: vec![*id], ..Recipe::default() }),
            }
        }
        if t.free {
            recipes.push(Some(recipe));
            continue;
        }
        recipe.join(&Recipe { nodes: vec![i], ..Recipe::default() });
        let is_kept = last[i] > level;
        let own = bytes(&node.results[0]);
        let not_yet = |id: &&Id| maker.get(*id).is_some_and(|m| !stored[*m]);
        let stores_less = recipe.of.iter().filter(not_yet).map(bytes).sum::<usize>() < own;
        let reads_no_more = recipe.of.iter().map(bytes).sum::<usize>() <= own;
        let pays = stores_less && reads_no_more && recipe.operations <= MOST_OPERATIONS;
        if is_kept && pays {
            again.extend(&recipe.nodes);
            recipe.of.iter().filter_map(|id| maker.get(id)).for_each(|m| stored[*m] = true);
        }
        // What takes too much is not gone into: it is what others are made of.
        let is_made_of_others = recipe.operations <= MOST_OPERATIONS && (!is_kept || pays);
        recipes.push(is_made_of_others.then_some(recipe));
    }
    for i in again {
        if let Place::Region(level, t) = &places[i] {
            places[i] = Place::Free(*level, t.clone());
        }
    }
}

/// Whether each node's result is kept for later regions whatever becomes of others.
fn stored_anyway(
    nodes: &[Node],
    maker: &HashMap<Id, usize>,
    wanted: &[Id],
    places: &[Place],
    last: &[usize],
) -> Vec<bool> {
    let mut stored: Vec<bool> = places.iter().map(|place| matches!(place, Place::Alone(_))).collect();
    wanted.iter().filter_map(|id| maker.get(id)).for_each(|m| stored[*m] = true);
    for (i, node) in nodes.iter().enumerate() {
        let level = match &places[i] {
            Place::Free(..) => last[i],
            place => place.level(),
        };
        for m in node.uses().iter().filter_map(|id| maker.get(id)) {
            stored[*m] |= level > places[*m].level();
        }
    }
    stored
}

/// Nodes of regions that are cheap, and whose results are wanted row by row in regions alone.
fn may_be_made_again(nodes: &[Node], maker: &HashMap<Id, usize>, wanted: &[Id], places: &[Place]) -> Vec<bool> {
    let mut may: Vec<bool> = nodes
        .iter()
        .zip(places)
        .map(|(node, place)| matches!(place, Place::Region(_, t) if !t.heavy && !t.gathers) && is_cheap(&node.kind))
        .collect();
    // From the end on: what is wanted of a free node is wanted of its operand.
    let mut whole = vec![false; nodes.len()];
    for m in wanted.iter().filter_map(|id| maker.get(id)) {
        (may[*m], whole[*m]) = (false, true);
    }
    for (i, node) in nodes.iter().enumerate().rev() {
        for (at, id) in node.uses().iter().enumerate() {
            let Some(m) = maker.get(id).copied() else { continue };
            let by_row = match &places[i] {
                Place::Region(_, t) => t.uses.get(at) == Some(&Use::Row),
                Place::Free(_, t) => t.uses.get(at) == Some(&Use::Row) && !whole[i],
                Place::Alone(_) => false,
            };
            if !by_row {
                (may[m], whole[m]) = (false, true);
            }
        }
    }
    may
}

/// The last level at which each node's result is read, if those who may be are made again.
fn last_levels(nodes: &[Node], maker: &HashMap<Id, usize>, places: &[Place], may: &[bool]) -> Vec<usize> {
    let mut last = vec![0; nodes.len()];
    for (i, node) in nodes.iter().enumerate().rev() {
        let level = match &places[i] {
            Place::Free(..) => last[i],
            Place::Region(level, _) if may[i] => last[i].max(*level),
            place => place.level(),
        };
        for id in node.uses() {
            if let Some(m) = maker.get(&id) {
                last[*m] = last[*m].max(level);
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use stablehlo::Module;

    use crate::import::import;
    use crate::regions::{Piece, cut};
    use kernels::Isa;

    /// Types of what regions of eight rows leave for others, of a convolution's result %y, what its mean is taken from, and
    /// what becomes of both.
    fn kept(element: &str, text: &str) -> Vec<String> {
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
        let (mut graph, mut known) = import(&Module::parse(&text).unwrap(), Isa::PORTABLE).unwrap();
        let block = graph.main.clone();
        let pieces = cut(&mut graph.types, &mut known, &block.nodes, &block.results, (1, 1));
        let regions = pieces.iter().filter_map(|piece| match piece {
            Piece::Rows(region) => Some(region),
            Piece::Node(_) => None,
        });
        let outputs = regions.flat_map(|region| &region.outputs).filter(|id| !block.results.contains(id));
        outputs.map(|id| graph.types.of(*id).to_string()).collect()
    }

    /// %mean is the batch's of %from.
    const MEAN: &str = r#"
        %sum = stablehlo.reduce(%from init: %zero) applies stablehlo.add across dimensions = [0, 1, 2]
          : (WIDE, tensor<f32>) -> tensor<8xf32>
        %mean = stablehlo.broadcast_in_dim %sum, dims = [3] : (tensor<8xf32>) -> WIDE"#;

    #[test]
    fn the_narrow_value_is_kept_of_which_a_wide_one_is_made() {
        let text = format!(
            r#"
            %from = stablehlo.convert %y : (OWN) -> WIDE
            {MEAN}
            %less = stablehlo.subtract %from, %mean : WIDE
            %last = stablehlo.convert %less : (WIDE) -> OWN"#
        );
        assert_eq!(kept("bf16", &text), ["tensor<8x16x16x8xbf16>"]);
    }

    #[test]
    fn what_is_made_of_a_value_that_is_kept_anyway_is_not_kept() {
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
        // And neither is better than the other of the two that are the same but for a sign.
        assert_eq!(kept("f32", &text), ["tensor<8x16x16x8xf32>"]);
    }

    #[test]
    fn what_takes_long_is_kept() {
        let text = format!(
            r#"
            %wide = stablehlo.convert %y : (OWN) -> WIDE
            %from = stablehlo.tanh %wide : WIDE
            {MEAN}
            %less = stablehlo.subtract %from, %mean : WIDE
            %last = stablehlo.convert %less : (WIDE) -> OWN"#
        );
        assert_eq!(kept("bf16", &text), ["tensor<8x16x16x8xf32>"]);
    }
}
