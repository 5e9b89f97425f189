//! Coalescing: values that do not interfere get the same memory where that saves a copy.
//!
//! Values with the same memory form a class, as in register coalescing. Classes are the sets of a union-find
//! structure, and each keeps the live intervals of its members in order: two of them overlap at most in a
//! step that writes one value over another. Merging searches the smaller set's intervals in the larger one.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::analysis::liveness::{Interval, Liveness};
use crate::ir::ValueId;
use crate::memory::Allocation;
use crate::plan::step::{Step, StepKind};

/// The classes of a program's values.
pub(crate) struct Coalescer<'l> {
    /// The parent of each value in the union-find forest.
    parent: Vec<usize>,
    /// The class of each root.
    classes: Vec<Class>,
    live: &'l Liveness,
    size_in_bytes: &'l dyn Fn(ValueId) -> usize,
}

/// Values that have the same memory.
#[derive(Debug, Default)]
pub(crate) struct Class {
    /// The value that the class began with. It tells the class's place among others.
    first: usize,
    pub(crate) members: Vec<ValueId>,
    /// Live intervals of the members.
    pub(crate) intervals: BTreeSet<(Interval, ValueId)>,
    /// The allocation that the class has to have; none if the planner chooses one.
    pub(crate) pinned: Option<Allocation>,
    /// True if all replicas have the same memory for it.
    pub(crate) is_shared: bool,
}

impl Class {
    /// Returns true if a member of this class interferes with one of the other's. `other` has fewer
    /// intervals.
    fn interferes(&self, other: &Self, live: &Liveness) -> bool {
        other.intervals.iter().any(|(interval, id)| {
            // From the last interval that begins in time, back to the first that ends in time.
            let candidates = self.intervals.range(..=((interval.1, usize::MAX), ValueId::LAST)).rev();
            let mut overlapping = candidates.take_while(|(own, _)| own.1 >= interval.0);
            overlapping.any(|(own, own_id)| live.interfere((*own_id, *own), (*id, *interval)))
        })
    }
}

impl<'l> Coalescer<'l> {
    /// Every value in a class of its own.
    pub(crate) fn new(values: usize, live: &'l Liveness, size_in_bytes: &'l dyn Fn(ValueId) -> usize) -> Self {
        let class = |first: usize| {
            let id = ValueId::from_index(first);
            let intervals = live.intervals(id).iter().map(|interval| (*interval, id)).collect();
            Class { first, members: vec![id], intervals, ..Class::default() }
        };
        Self { parent: (0..values).collect(), classes: (0..values).map(class).collect(), live, size_in_bytes }
    }

    fn root(&mut self, id: ValueId) -> usize {
        let mut at = id.index();
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// Gives the class of a value an allocation that the planner may not choose.
    pub(crate) fn pin(&mut self, id: ValueId, allocation: Allocation) {
        let root = self.root(id);
        self.classes[root].pinned = Some(allocation);
    }

    /// Gives all replicas the same memory for a value. This comes before the value is merged with others.
    pub(crate) fn share(&mut self, id: ValueId) {
        let root = self.root(id);
        self.classes[root].is_shared = true;
    }

    /// Returns true if all replicas have the same memory for a value.
    pub(crate) fn is_shared(&mut self, id: ValueId) -> bool {
        let root = self.root(id);
        self.classes[root].is_shared
    }

    /// All classes, in the order of the values that they began with.
    pub(crate) fn into_classes(self) -> Vec<Class> {
        let mut classes = self.classes;
        classes.retain(|class| !class.members.is_empty());
        classes.sort_by_key(|class| class.first);
        classes
    }

    /// Merges sources and destinations of copies, the largest first.
    pub(crate) fn coalesce_copies(&mut self, steps: &[Step]) {
        let mut copies = Vec::new();
        for_each_step(steps, &mut |step| {
            if matches!(step.kind, StepKind::Copy) {
                copies.push((step.reads[0], step.writes[0]));
            }
        });
        copies.sort_by_key(|(from, _)| Reverse((self.size_in_bytes)(*from)));
        for (from, to) in copies {
            self.try_merge(from, to);
        }
    }

    /// Merges results with operands that die at the step which defines the result, if that step can write in
    /// place.
    pub(crate) fn coalesce_in_place(&mut self, steps: &[Step]) {
        for_each_step(steps, &mut |step| {
            let pairs: Vec<(usize, usize)> = match step.kind {
                StepKind::AllReduce(_) => (0..step.reads.len()).map(|i| (i, i)).collect(),
                _ => step.in_place.clone(),
            };
            let mut in_place: Vec<usize> = Vec::new();
            for (read, write) in pairs {
                if !in_place.contains(&write) && self.try_merge(step.reads[read], step.writes[write]) {
                    in_place.push(write);
                }
            }
        });
    }

    /// Merges the classes of two values unless they interfere. Returns true if the values are of one class
    /// afterwards.
    pub(crate) fn try_merge(&mut self, a: ValueId, b: ValueId) -> bool {
        let (root_a, root_b) = (self.root(a), self.root(b));
        if root_a == root_b {
            return true;
        }
        let (x, y) = (&self.classes[root_a], &self.classes[root_b]);
        // Shared memory is written at a rendezvous only, a replica's own at any step: no memory is both.
        if x.is_shared != y.is_shared {
            return false;
        }
        let pinned = match (x.pinned, y.pinned) {
            (Some(pinned), _) | (_, Some(pinned)) if pinned.is_read_only() => return false,
            (Some(_), Some(_)) => return false,
            (one, other) => one.or(other),
        };
        if (self.size_in_bytes)(a) != (self.size_in_bytes)(b) {
            return false;
        }
        let x_is_larger = x.intervals.len() >= y.intervals.len();
        let (larger, smaller) = if x_is_larger { (root_a, root_b) } else { (root_b, root_a) };
        if self.classes[larger].interferes(&self.classes[smaller], self.live) {
            return false;
        }
        let first = x.first;
        let moved = std::mem::take(&mut self.classes[smaller]);
        let class = &mut self.classes[larger];
        class.members.extend(moved.members);
        class.intervals.extend(moved.intervals);
        (class.first, class.pinned) = (first, pinned);
        self.parent[smaller] = larger;
        true
    }
}

fn for_each_step(steps: &[Step], f: &mut impl FnMut(&Step)) {
    for step in steps {
        f(step);
        step.blocks_of_steps().into_iter().for_each(|inner| for_each_step(inner, f));
    }
}
