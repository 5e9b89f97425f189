//! Coalescer of values that share one place.

use crate::analysis::liveness::{Interval, Liveness};
use crate::ir::ValueId;
use crate::memory::Allocation;
use crate::plan::step::{Step, StepKind};

pub(crate) struct Coalescer<'l> {
    class_of: Vec<usize>,
    members: Vec<Vec<ValueId>>,
    fixed: Vec<Option<Allocation>>,
    /// Whether all replicas have one place for it.
    shared: Vec<bool>,
    live: &'l Liveness,
    size: &'l dyn Fn(usize) -> usize,
}

impl<'l> Coalescer<'l> {
    pub(crate) fn new(values: usize, live: &'l Liveness, size: &'l dyn Fn(usize) -> usize) -> Self {
        Self {
            class_of: (0..values).collect(),
            members: (0..values).map(|i| vec![ValueId::from_index(i)]).collect(),
            fixed: vec![None; values],
            shared: vec![false; values],
            live,
            size,
        }
    }

    pub(crate) fn pin(&mut self, id: ValueId, home: Allocation) {
        self.fixed[self.class_of[id.index()]] = Some(home);
    }

    /// All replicas have one place for it; before anything is merged.
    pub(crate) fn share(&mut self, id: ValueId) {
        self.shared[id.index()] = true;
    }

    /// Whether all replicas have one place for it.
    pub(crate) fn is_shared(&self, id: ValueId) -> bool {
        self.shared[self.class_of[id.index()]]
    }

    /// Coalescer with their members and fixed allocations; those without members are gone.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&[ValueId], Option<Allocation>)> {
        self.members.iter().zip(&self.fixed).filter(|(m, _)| !m.is_empty()).map(|(m, f)| (m.as_slice(), *f))
    }

    /// Lets copies vanish, the largest first.
    pub(crate) fn join_copies(&mut self, steps: &[Step]) {
        let mut copies = Vec::new();
        each(steps, &mut |step| {
            if matches!(step.kind, StepKind::Copy) {
                copies.push((step.reads[0], step.writes[0]));
            }
        });
        let size = self.size;
        copies.sort_by_key(|(from, _)| std::cmp::Reverse(size(from.index())));
        for (from, to) in copies {
            self.try_merge(from, to);
        }
    }

    /// Lets steps write over operands that die with them.
    pub(crate) fn join_in_place(&mut self, steps: &[Step]) {
        let mut pairs: Vec<Vec<(ValueId, ValueId)>> = Vec::new();
        each(steps, &mut |step| {
            let all_reduce = matches!(step.kind, StepKind::AllReduce(_));
            let own: Vec<(ValueId, ValueId)> = if all_reduce {
                step.reads.iter().copied().zip(step.writes.iter().copied()).collect()
            } else {
                step.in_place.iter().map(|(r, w)| (step.reads[*r], step.writes[*w])).collect()
            };
            pairs.push(own);
        });
        for own in pairs {
            let mut done: Vec<ValueId> = Vec::new();
            for (read, write) in own {
                if !done.contains(&write) && self.try_merge(read, write) {
                    done.push(write);
                }
            }
        }
    }

    /// Makes two classes one where their lives do not meet; true where they are one afterwards.
    pub(crate) fn try_merge(&mut self, a: ValueId, b: ValueId) -> bool {
        let (x, y) = (self.class_of[a.index()], self.class_of[b.index()]);
        if x == y {
            return true;
        }
        // A place that all share is written while they meet, any other by its replica: none is both.
        if self.shared[x] != self.shared[y] {
            return false;
        }
        let home = match (self.fixed[x], self.fixed[y]) {
            (Some(home), _) | (_, Some(home)) if home.is_read_only() => return false,
            (Some(_), Some(_)) => return false,
            (one, other) => one.or(other),
        };
        if (self.size)(a.index()) != (self.size)(b.index()) || self.meet(x, y) {
            return false;
        }
        let moved = std::mem::take(&mut self.members[y]);
        moved.iter().for_each(|id| self.class_of[id.index()] = x);
        self.members[x].extend(moved);
        self.fixed[x] = home;
        true
    }

    fn meet(&self, x: usize, y: usize) -> bool {
        self.members[x].iter().any(|a| self.members[y].iter().any(|b| self.values_meet(*a, *b)))
    }

    fn values_meet(&self, a: ValueId, b: ValueId) -> bool {
        let (live_a, live_b) = (&self.live.of[a.index()], &self.live.of[b.index()]);
        live_a.iter().any(|x| {
            live_b.iter().any(|y| overlap(x, y) && !self.hands_over(a, *x, b, *y) && !self.hands_over(b, *y, a, *x))
        })
    }

    /// Whether `a` ends at a step that makes `b` and allows it at the same place.
    fn hands_over(&self, a: ValueId, x: Interval, b: ValueId, y: Interval) -> bool {
        x.1 == y.0 && self.live.may_alias.get(&(a, b)).is_some_and(|steps| steps.contains(&x.1))
    }
}

pub(crate) fn overlap(x: &Interval, y: &Interval) -> bool {
    x.0 <= y.1 && y.0 <= x.1
}

fn each(steps: &[Step], f: &mut impl FnMut(&Step)) {
    for step in steps {
        f(step);
        step.blocks_of_steps().into_iter().for_each(|inner| each(inner, f));
    }
}
