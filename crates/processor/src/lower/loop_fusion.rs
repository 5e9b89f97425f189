//! Loop fusion: element-wise operations, and the reductions that end them, that become one loop.
//!
//! Fuses producers with their element-wise consumers, and siblings that read one large operand. Never fuses work that is
//! equal on all replicas with work that is not, and never across a path through a third group, which would be a cycle.

use std::collections::{HashMap, HashSet};

use stablehlo::OpKind;

use super::fusion_graph::FusionGraph;
use super::{EmitKind, Lowering, Unit};
use crate::ir::{ValueId, collective_depths};
use crate::plan::partitioning::MIN_DEDUPLICATED_BYTES;

/// Loops with more nodes would need too many registers and compile slowly.
const LARGEST_GROUP: usize = 64;
/// Operands of at least so many elements are worth reading once for two loops.
const LARGE: usize = 16 * 1024;

struct Facts {
    /// For each operand of each item: the item that makes it, and whether it is taken element by element.
    inputs: Vec<Vec<(usize, bool)>>,
    /// Elements a fused loop over the item has; none: not for loops.
    domain: Vec<Option<usize>>,
    depth: Vec<usize>,
    /// Whether the result is equal on all replicas; and whether it is better made by itself then, once for all: it is large,
    /// and has to be in memory.
    uniform: Vec<(bool, bool)>,
    graph: FusionGraph,
}

/// Gives groups of items (those by themselves alone in theirs), in an order to run them; `needed` are the values that have
/// to be in memory.
pub(crate) fn form(lower: &Lowering<'_>, items: &[Unit], needed: &HashSet<ValueId>) -> Vec<Vec<usize>> {
    let mut facts = gather(lower, items, needed);
    if !lower.options.is_enabled("loop_fusion") {
        return facts.graph.order();
    }
    facts.sink_flags(lower, items, needed);
    for x in 0..items.len() {
        if facts.domain[x].is_none() {
            continue;
        }
        for (p, linear) in facts.inputs[x].clone() {
            if linear && facts.fusible_edge(items, p, x) {
                facts.try_merge(items, facts.graph.group_of(p), facts.graph.group_of(x));
            }
        }
    }
    // Loops that read the same large operand.
    let mut readers: HashMap<ValueId, Vec<usize>> = HashMap::new();
    for (x, item) in items.iter().enumerate().filter(|(x, _)| facts.domain[*x].is_some_and(|n| n >= LARGE)) {
        let n = facts.domain[x];
        let data = if item.emit == EmitKind::Elementwise { &item.node.operands[..] } else { &item.node.operands[..1] };
        for o in data {
            if let Some(base) = lower.as_contiguous(*o)
                && Some(lower.types.of(*o).num_elements()) == n
                && !lower.known.splats.contains_key(o)
            {
                readers.entry(base).or_default().push(x);
            }
        }
    }
    let mut shared: Vec<Vec<usize>> = readers.into_values().collect();
    shared.sort();
    for mut readers in shared {
        readers.retain(|x| !facts.is_full(*x));
        for (i, a) in readers.iter().enumerate() {
            for b in &readers[i + 1..] {
                if facts.is_full(*a) {
                    break;
                }
                let same = facts.domain[*a] == facts.domain[*b] && facts.depth[*a] == facts.depth[*b];
                if same {
                    facts.try_merge(items, facts.graph.group_of(*a), facts.graph.group_of(*b));
                }
            }
        }
    }
    facts.graph.order()
}

fn gather(lower: &Lowering<'_>, items: &[Unit], needed: &HashSet<ValueId>) -> Facts {
    let mut maker: HashMap<ValueId, usize> = HashMap::new();
    for (i, item) in items.iter().enumerate() {
        item.node.results.iter().for_each(|r| {
            maker.insert(*r, i);
        });
    }
    let inputs: Vec<Vec<(usize, bool)>> = items
        .iter()
        .map(|item| {
            let mut inputs = Vec::new();
            for (at, id) in item.node.uses().iter().enumerate() {
                let Some(p) = maker.get(&lower.base(*id)) else { continue };
                let data = match item.emit {
                    EmitKind::Elementwise => true,
                    EmitKind::Reduce(_) => at == 0,
                    EmitKind::LibraryCall | EmitKind::BatchLoop(_) => false,
                };
                inputs.push((*p, data && lower.as_contiguous(*id).is_some()));
            }
            inputs
        })
        .collect();
    let domain = items
        .iter()
        .map(|item| match item.emit {
            EmitKind::Elementwise => Some(lower.types.of(item.node.results[0]).num_elements()),
            EmitKind::Reduce(_) => Some(lower.types.of(item.node.operands[0]).num_elements()),
            EmitKind::LibraryCall | EmitKind::BatchLoop(_) => None,
        })
        .collect();
    // Collectives between two nodes keep them apart: what they hold would have to live across.
    let depth = collective_depths(items.iter().map(|i| &i.node), |id| lower.base(id));
    // Regions run for each replica, and so does what is in them.
    let outside = lower.replicas > 1 && lower.variant_values.is_none();
    let uniform = |item: &Unit| {
        let results = &item.node.results;
        let large = |id: &ValueId| needed.contains(id) && lower.types.of(*id).size_in_bytes() >= MIN_DEDUPLICATED_BYTES;
        let equal = lower.uniform.are_replicated(results);
        (equal, equal && outside && results.iter().any(large))
    };
    let uniform = items.iter().map(uniform).collect();
    let producers = inputs.iter().map(|inputs| inputs.iter().map(|(p, _)| *p).collect()).collect();
    Facts { graph: FusionGraph::new(producers), inputs, domain, depth, uniform }
}

impl Facts {
    /// Puts comparisons of what is kept anyway to where their flags are wanted, rather than to where their operand is made:
    /// the flags are not kept then (which pictures' numbers `relu` let through, on the way back).
    fn sink_flags(&mut self, lower: &Lowering<'_>, items: &[Unit], needed: &HashSet<ValueId>) {
        let mut readers: HashMap<usize, Vec<usize>> = HashMap::new();
        for (x, inputs) in self.inputs.iter().enumerate() {
            inputs.iter().for_each(|(p, _)| readers.entry(*p).or_default().push(x));
        }
        for (c, item) in items.iter().enumerate().filter(|(_, item)| item.emit == EmitKind::Elementwise) {
            let kept = |id: &ValueId| lower.known.splats.contains_key(id) || needed.contains(&lower.base(*id));
            let is_flag = matches!(item.node.op(), Some(OpKind::Compare { .. })) && item.node.operands.iter().all(kept);
            if let (true, Some(&[reader])) = (is_flag, readers.get(&c).map(Vec::as_slice))
                && !needed.contains(&item.node.results[0])
                && self.inputs[reader].contains(&(c, true))
                && self.fusible_edge(items, c, reader)
            {
                self.try_merge(items, self.graph.group_of(c), self.graph.group_of(reader));
            }
        }
    }

    fn fusible_edge(&self, items: &[Unit], p: usize, x: usize) -> bool {
        items[p].emit == EmitKind::Elementwise && self.domain[p] == self.domain[x] && self.depth[p] == self.depth[x]
    }

    /// Returns true if the group of an item has no room for another one.
    fn is_full(&self, item: usize) -> bool {
        self.graph.members(self.graph.group_of(item)).len() >= LARGEST_GROUP
    }

    /// Whether one group could be done once for all replicas, and has something worth it, and the other could not.
    fn keep_apart(&self, g: usize, h: usize) -> bool {
        let worth = |g: usize| self.graph.members(g).iter().any(|m| self.uniform[*m].1);
        let differs = |g: usize| self.graph.members(g).iter().any(|m| !self.uniform[*m].0);
        (worth(g) && differs(h)) || (worth(h) && differs(g))
    }

    /// Fuses two groups unless that would make a cycle, or a loop that its edges do not allow. Returns true if they are one.
    fn try_merge(&mut self, items: &[Unit], g: usize, h: usize) -> bool {
        let size = self.graph.members(g).len() + self.graph.members(h).len();
        if g == h || size > LARGEST_GROUP || self.keep_apart(g, h) {
            return g == h;
        }
        let is_inside = |item: usize| [g, h].contains(&self.graph.group_of(item));
        let is_loop = |x: usize| {
            let mut inside = self.inputs[x].iter().filter(|(p, _)| is_inside(*p));
            inside.all(|(p, linear)| *linear && self.fusible_edge(items, *p, x))
        };
        if ![g, h].into_iter().flat_map(|group| self.graph.members(group)).all(|x| is_loop(*x)) {
            return false;
        }
        self.graph.try_fuse(g, h)
    }
}
