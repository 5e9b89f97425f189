//! The busy addresses of an arena over time.
//!
//! A segment tree over the steps: each node has the addresses that are busy at some step of its range, and
//! those that are busy during all of it. A query over an interval of steps visits a logarithmic number of
//! nodes, and each holds few ranges of addresses, since neighbours are merged. So planning does not compare
//! each value with all that were placed before.

use crate::memory::ALIGNMENT;
use std::collections::BTreeMap;

use crate::analysis::liveness::Interval;

/// The bytes that a value of this size takes in an arena.
pub(crate) fn padded(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT).max(ALIGNMENT)
}

/// Disjoint ranges of addresses, from their beginnings to their ends; no two of them touch.
#[derive(Clone, Debug, Default)]
struct Ranges(BTreeMap<usize, usize>);

impl Ranges {
    fn insert(&mut self, mut from: usize, mut to: usize) {
        while let Some((start, end)) = self.0.range(..=to).next_back().map(|(start, end)| (*start, *end)) {
            if end < from {
                break;
            }
            self.0.remove(&start);
            (from, to) = (from.min(start), to.max(end));
        }
        self.0.insert(from, to);
    }
}

/// The addresses of an arena that are in use, and when.
#[derive(Debug)]
pub(super) struct Arena {
    /// Steps at which an interval begins or ends: the leaves of the tree.
    steps: Vec<usize>,
    /// For each node the addresses in use at some step of its range.
    used_sometimes: Vec<Ranges>,
    /// For each node the addresses in use during its whole range, entered at this node.
    used_always: Vec<Ranges>,
    pub(super) bytes: usize,
}

/// A node of the tree and the leaves below it.
type Node = (usize, usize, usize);

impl Arena {
    /// An empty arena for values that are live over some of these intervals.
    pub(super) fn new(intervals: impl Iterator<Item = Interval>) -> Self {
        let mut steps: Vec<usize> = intervals.flat_map(|(from, to)| [from, to]).collect();
        steps.sort_unstable();
        steps.dedup();
        let nodes = 2 * steps.len().next_power_of_two();
        let ranges = vec![Ranges::default(); nodes];
        Self { steps, used_sometimes: ranges.clone(), used_always: ranges, bytes: 0 }
    }

    /// Takes memory for a value that is live over `intervals`, and returns its offset: the smallest gap that
    /// fits between values that are live at the same time, or else the first offset after all of them.
    pub(super) fn allocate(&mut self, bytes: usize, intervals: &[Interval]) -> usize {
        let mut busy = Vec::new();
        for interval in intervals {
            self.collect(self.root(), self.leaves(*interval), &mut busy);
        }
        let offset = best_fit(bytes, busy);
        for interval in intervals {
            self.insert(self.root(), self.leaves(*interval), (offset, offset + bytes));
        }
        self.bytes = self.bytes.max(offset + bytes);
        offset
    }

    fn root(&self) -> Node {
        (1, 0, self.used_always.len() / 2 - 1)
    }

    /// The first and the last leaf of an interval.
    fn leaves(&self, (from, to): Interval) -> Interval {
        let leaf = |step: usize| self.steps.partition_point(|s| *s < step);
        (leaf(from), leaf(to))
    }

    /// Adds the ranges of addresses that are in use at some step between two leaves.
    fn collect(&self, (node, first, last): Node, (from, to): Interval, busy: &mut Vec<(usize, usize)>) {
        if to < first || last < from {
            return;
        }
        let is_inside = from <= first && last <= to;
        let ranges = if is_inside { &self.used_sometimes[node] } else { &self.used_always[node] };
        busy.extend(ranges.0.iter().map(|(start, end)| (*start, *end)));
        if !is_inside {
            children((node, first, last)).into_iter().for_each(|child| self.collect(child, (from, to), busy));
        }
    }

    /// Marks a range of addresses as in use between two leaves.
    fn insert(&mut self, (node, first, last): Node, (from, to): Interval, range: (usize, usize)) {
        if to < first || last < from {
            return;
        }
        self.used_sometimes[node].insert(range.0, range.1);
        if from <= first && last <= to {
            self.used_always[node].insert(range.0, range.1);
        } else {
            children((node, first, last)).into_iter().for_each(|child| self.insert(child, (from, to), range));
        }
    }
}

fn children((node, first, last): Node) -> [Node; 2] {
    let middle = first + (last - first) / 2;
    [(2 * node, first, middle), (2 * node + 1, middle + 1, last)]
}

/// The offset of the smallest gap between busy ranges that has that many bytes, the lowest if there are
/// several, or else the end of the last range.
pub(super) fn best_fit(bytes: usize, mut busy: Vec<(usize, usize)>) -> usize {
    busy.sort_unstable();
    let (mut end, mut best) = (0, None::<(usize, usize)>);
    for (from, to) in busy {
        if from >= end + bytes && best.is_none_or(|(gap, _)| from - end < gap) {
            best = Some((from - end, end));
        }
        end = end.max(to);
    }
    best.map_or(end, |(_, offset)| offset)
}
