//! Which region each node belongs to. A level begins where a value needs the whole batch of the level before.

use std::collections::HashMap;

use stablehlo::OpKind;

use crate::ir::{Node, ValueId, ValueTypes};

use super::dependence::{Access, BatchDependence, batch_dependence};
use super::{Batch, TilingOptions, rematerialize};

/// Where a node runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Placement {
    /// By itself, before the region of that level.
    Alone(usize),
    /// In the region of that level.
    Region(usize, BatchDependence),
    /// Wherever it is wanted; by itself, before the region of that level.
    Free(usize, BatchDependence),
}

impl Placement {
    /// The level whose region has it, or comes after it.
    pub(crate) fn level(&self) -> usize {
        match self {
            Self::Alone(level) | Self::Region(level, _) | Self::Free(level, _) => *level,
        }
    }
}

/// A place for each node; none where no region is worth it.
pub(crate) fn assign(types: &ValueTypes, nodes: &[Node], batch: Batch, wanted: &[ValueId]) -> Option<Vec<Placement>> {
    let maker: HashMap<ValueId, usize> =
        nodes.iter().enumerate().flat_map(|(i, n)| n.results.iter().map(move |r| (*r, i))).collect();
    let mut treatments: Vec<Option<BatchDependence>> =
        nodes.iter().map(|n| batch_dependence(n, batch.rows, types)).collect();
    // Where a region is given up, its nodes run by themselves, and what comes after them may be cut otherwise.
    loop {
        let mut places = levels(nodes, &maker, &treatments);
        sink(nodes, &maker, wanted, &mut places);
        let given_up = not_worth_it(types, nodes, &places, batch);
        if given_up.is_empty() {
            if batch.tiling.rematerialize {
                rematerialize::mark(types, nodes, &maker, wanted, &mut places);
            }
            return places.iter().any(|p| matches!(p, Placement::Region(..))).then_some(places);
        }
        given_up.into_iter().for_each(|i| treatments[i] = None);
    }
}

/// The first level at which each node can run.
fn levels(nodes: &[Node], maker: &HashMap<ValueId, usize>, treatments: &[Option<BatchDependence>]) -> Vec<Placement> {
    let mut places: Vec<Placement> = Vec::with_capacity(nodes.len());
    for (node, treatment) in nodes.iter().zip(treatments) {
        let use_of = |at: usize| treatment.as_ref().and_then(|t| t.operands.get(at)).copied().unwrap_or(Access::Full);
        // What a node's own regions use from around it comes after its operands; they use it whole.
        let uses = node.uses();
        let level = uses.iter().enumerate().filter_map(|(at, id)| {
            let place = &places[*maker.get(id)?];
            Some(match (place, use_of(at)) {
                (Placement::Alone(level), _) => *level,
                (Placement::Region(level, t), Access::Tiled) if !t.is_reduction => *level,
                (Placement::Free(level, t), u) if u == Access::Tiled || !t.operands.contains(&Access::Tiled) => *level,
                (place, _) => place.level() + 1,
            })
        });
        let level = level.max().unwrap_or(0);
        places.push(match treatment {
            Some(t) if t.is_view => Placement::Free(level, t.clone()),
            Some(t) => Placement::Region(level, t.clone()),
            None => Placement::Alone(level),
        });
    }
    places
}

/// Moves what reads nothing of its own region to the region that first wants it, and what runs by itself to the level
/// that does, so that it need not be kept till then. Flags go there too, if what they are made of is kept as long as that:
/// of `relu`'s result, which the filters' gradient reads, it is told once more which numbers were let through.
fn sink(nodes: &[Node], maker: &HashMap<ValueId, usize>, wanted: &[ValueId], places: &mut [Placement]) {
    // The last level at which a node's result may be made.
    let mut latest = vec![usize::MAX; nodes.len()];
    for id in wanted {
        if let Some(m) = maker.get(id) {
            latest[*m] = places[*m].level();
        }
    }
    // The last level at which something reads a node's result.
    let mut kept = vec![0; nodes.len()];
    for i in (0..nodes.len()).rev() {
        let node = &nodes[i];
        let is_kept = |id: &ValueId, level: usize| maker.get(id).is_none_or(|m| kept[*m] >= level);
        let is_flag = matches!(node.op(), Some(OpKind::Compare { .. }));
        let from_here = |id: &ValueId, level: usize| {
            maker
                .get(id)
                .is_some_and(|m| matches!(&places[*m], Placement::Region(l, _) | Placement::Free(l, _) if *l == level))
        };
        if let Placement::Region(level, t) = &places[i]
            && !t.is_anchor
            && !t.is_reduction
            && latest[i] != usize::MAX
            && latest[i] > *level
            && !node
                .operands
                .iter()
                .zip(&t.operands)
                .any(|(id, u)| *u == Access::Tiled && from_here(id, *level) && !(is_flag && is_kept(id, latest[i])))
        {
            places[i] = Placement::Region(latest[i], t.clone());
        }
        if let Placement::Alone(level) = &places[i]
            && latest[i] != usize::MAX
            && latest[i] > *level
            && !node.has_effect()
        {
            places[i] = Placement::Alone(latest[i]);
        }
        for (at, id) in node.uses().iter().enumerate() {
            let Some(m) = maker.get(id).copied() else { continue };
            if !matches!(places[i], Placement::Free(..)) {
                kept[m] = kept[m].max(places[i].level());
            }
            let bound = match &places[i] {
                place if matches!(places[m], Placement::Alone(_)) => place.level(),
                Placement::Alone(level) => level.saturating_sub(1),
                // Made wherever it is wanted, and also by itself: by then its operand has to be there.
                Placement::Free(level, t) if t.operands.get(at) == Some(&Access::Tiled) => latest[i].min(*level),
                Placement::Free(level, _) => *level,
                Placement::Region(level, t) if t.operands.get(at) == Some(&Access::Tiled) => *level,
                Placement::Region(level, _) => level.saturating_sub(1),
            };
            latest[m] = latest[m].min(bound);
        }
    }
}

/// The nodes of regions without a heavy one, of one node, or whose rows all fit into the cache together.
fn not_worth_it(types: &ValueTypes, nodes: &[Node], places: &[Placement], batch: Batch) -> Vec<usize> {
    let mut regions: HashMap<usize, Vec<usize>> = HashMap::new();
    for (i, place) in places.iter().enumerate() {
        if let Placement::Region(level, _) = place {
            regions.entry(*level).or_default().push(i);
        }
    }
    let heavy = |i: &usize| matches!(&places[*i], Placement::Region(_, t) if t.is_anchor);
    regions.retain(|_, members| {
        let block = block_rows(types, members.iter().map(|i| (&nodes[*i], &places[*i])), batch);
        members.len() < 2 || !members.iter().any(heavy) || block == batch.rows
    });
    regions.into_values().flatten().collect()
}

/// So many rows that a node's operands and results fit into the cache together: a divisor of all of them. What a node uses
/// all of, such as filters, comes from further away again for each block if it does not fit: blocks are then as large as
/// that, as long as there is one for each lane.
pub(crate) fn block_rows<'n>(
    types: &ValueTypes,
    members: impl Iterator<Item = (&'n Node, &'n Placement)>,
    batch: Batch,
) -> usize {
    let Batch { rows, tiling: TilingOptions { cache_bytes, partitions: lanes, .. } } = batch;
    let bytes = |id: &ValueId| types.of(*id).size_in_bytes();
    let (mut widest, mut whole) = (1, 0);
    for (node, place) in members {
        let Placement::Region(_, t) = place else { continue };
        let operands =
            |of: Access| node.operands.iter().zip(&t.operands).filter(move |(_, u)| **u == of).map(|(id, _)| bytes(id));
        let results: usize = node.results.iter().map(bytes).sum();
        let (by_row, all) = if t.is_reduction { (0, results) } else { (results, 0) };
        widest = widest.max((operands(Access::Tiled).sum::<usize>() + by_row) / rows);
        whole = whole.max(operands(Access::Full).sum::<usize>() + all);
    }
    let fitting = |bytes: usize| bytes / widest;
    let most = fitting(cache_bytes).max(fitting(whole).min(rows / lanes)).clamp(1, rows);
    (1..=most).rev().find(|b| rows.is_multiple_of(*b)).unwrap_or(1)
}
