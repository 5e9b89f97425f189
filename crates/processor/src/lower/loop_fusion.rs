//! Which element-wise nodes go into one loop.
//!
//! Nodes of the same number of elements join where one takes the other's result element by element, or where both read
//! the same large operand; not what can be done once for all replicas with what cannot; never where a way from one to the other leads through something else, since a loop runs as
//! a whole.

use std::collections::{BinaryHeap, HashMap, HashSet};

use stablehlo::OpKind;

use super::{EmitKind, Lowering, Unit};
use crate::analysis::replication as once;
use crate::ir::{ValueId, collective_depths};

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
    group_of: Vec<usize>,
    members: Vec<Vec<usize>>,
}

/// Gives groups of items (those by themselves alone in theirs), in an order to run them; `needed` are the values that have
/// to be in memory.
pub(crate) fn form(lower: &Lowering<'_>, items: &[Unit], needed: &HashSet<ValueId>) -> Vec<Vec<usize>> {
    let mut facts = gather(lower, items, needed);
    if !lower.options.is_enabled("loop_fusion") {
        return facts.order();
    }
    facts.sink_flags(lower, items, needed);
    for x in 0..items.len() {
        if facts.domain[x].is_none() {
            continue;
        }
        for (p, linear) in facts.inputs[x].clone() {
            if linear && facts.fusible_edge(items, p, x) {
                facts.try_merge(items, facts.group_of[p], facts.group_of[x]);
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
    for readers in shared {
        for (i, a) in readers.iter().enumerate() {
            for b in &readers[i + 1..] {
                let same = facts.domain[*a] == facts.domain[*b] && facts.depth[*a] == facts.depth[*b];
                if same {
                    facts.try_merge(items, facts.group_of[*a], facts.group_of[*b]);
                }
            }
        }
    }
    facts.order()
}

fn gather(lower: &Lowering<'_>, items: &[Unit], needed: &HashSet<ValueId>) -> Facts {
    let mut maker: HashMap<ValueId, usize> = HashMap::new();
    for (i, item) in items.iter().enumerate() {
        item.node.results.iter().for_each(|r| {
            maker.insert(*r, i);
        });
    }
    let inputs = items
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
        let large =
            |id: &ValueId| needed.contains(id) && lower.types.of(*id).size_in_bytes() >= once::MIN_DEDUPLICATED_BYTES;
        let equal = lower.uniform.are_replicated(results);
        (equal, equal && outside && results.iter().any(large))
    };
    let uniform = items.iter().map(uniform).collect();
    let (group_of, members) = ((0..items.len()).collect(), (0..items.len()).map(|i| vec![i]).collect());
    Facts { inputs, domain, depth, uniform, group_of, members }
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
                self.try_merge(items, self.group_of[c], self.group_of[reader]);
            }
        }
    }

    fn fusible_edge(&self, items: &[Unit], p: usize, x: usize) -> bool {
        items[p].emit == EmitKind::Elementwise && self.domain[p] == self.domain[x] && self.depth[p] == self.depth[x]
    }

    /// Whether one group could be done once for all replicas, and has something worth it, and the other could not.
    fn keep_apart(&self, g: usize, h: usize) -> bool {
        let worth = |g: usize| self.members[g].iter().any(|m| self.uniform[*m].1);
        let differs = |g: usize| self.members[g].iter().any(|m| !self.uniform[*m].0);
        (worth(g) && differs(h)) || (worth(h) && differs(g))
    }

    /// Makes two groups one where nothing outside lies between them.
    fn try_merge(&mut self, items: &[Unit], g: usize, h: usize) -> bool {
        if g == h || self.members[g].len() + self.members[h].len() > LARGEST_GROUP || self.keep_apart(g, h) {
            return g == h;
        }
        let union: HashSet<usize> = self.members[g].iter().chain(&self.members[h]).copied().collect();
        let first = union.iter().copied().min().unwrap_or_default();
        let mut visited: HashSet<usize> = HashSet::new();
        let mut stack = Vec::new();
        for m in &union {
            for (p, linear) in &self.inputs[*m] {
                if union.contains(p) {
                    if !linear || !self.fusible_edge(items, *p, *m) {
                        return false;
                    }
                } else {
                    stack.push(self.group_of[*p]);
                }
            }
        }
        while let Some(group) = stack.pop() {
            if !visited.insert(group) || self.members[group].iter().all(|m| *m < first) {
                continue;
            }
            for m in &self.members[group] {
                for (p, _) in &self.inputs[*m] {
                    if union.contains(p) {
                        return false;
                    }
                    stack.push(self.group_of[*p]);
                }
            }
        }
        let moved = std::mem::take(&mut self.members[h]);
        moved.iter().for_each(|m| self.group_of[*m] = g);
        self.members[g].extend(moved);
        self.members[g].sort_unstable();
        true
    }

    /// Groups in an order in which each comes after what it needs, as near to the program's own order as that allows.
    fn order(&self) -> Vec<Vec<usize>> {
        let groups: Vec<usize> = (0..self.members.len()).filter(|g| !self.members[*g].is_empty()).collect();
        let mut waits: HashMap<usize, HashSet<usize>> = HashMap::new();
        let mut users: HashMap<usize, HashSet<usize>> = HashMap::new();
        for g in &groups {
            for m in &self.members[*g] {
                for (p, _) in &self.inputs[*m] {
                    let maker = self.group_of[*p];
                    if maker != *g {
                        waits.entry(*g).or_default().insert(maker);
                        users.entry(maker).or_default().insert(*g);
                    }
                }
            }
        }
        let last = |g: usize| self.members[g].last().copied().unwrap_or_default();
        let mut ready: BinaryHeap<std::cmp::Reverse<(usize, usize)>> = BinaryHeap::new();
        for g in groups.iter().filter(|g| !waits.contains_key(g)) {
            ready.push(std::cmp::Reverse((last(*g), *g)));
        }
        let mut order = Vec::with_capacity(groups.len());
        while let Some(std::cmp::Reverse((_, g))) = ready.pop() {
            order.push(self.members[g].clone());
            for user in users.get(&g).into_iter().flatten() {
                let left = waits.get_mut(user).expect("a user waits for what it uses");
                left.remove(&g);
                if left.is_empty() {
                    ready.push(std::cmp::Reverse((last(*user), *user)));
                }
            }
        }
        order
    }
}
