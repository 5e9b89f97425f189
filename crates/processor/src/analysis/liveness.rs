//! Liveness: the steps between which each value's memory holds data that is still read.
//!
//! Steps are numbered in order. Those of inner blocks get the numbers between the one where their loop or
//! branch begins and the one where it ends; the end of a block has a number, too. A value is live over closed
//! intervals of these numbers.
//!
//! This is the backward data-flow analysis of compilers over structured control flow: a value is live where
//! some path leads to a step that reads it, with no step in between that writes it. So the value that a loop
//! carries is not live from its last use in the body to the step that writes the next value. A value that one
//! branch of a conditional reads is not live in the others, and the result of a conditional is live in a
//! branch from the step that writes it. What a branch passes on can have the memory of the result.

use std::collections::{HashMap, HashSet};

use super::step_numbers::{Numbered, Region, StepNumbers};
use crate::ir::ValueId;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind, values_touched};

#[cfg(test)]
#[path = "liveness_tests.rs"]
mod tests;

/// A closed interval of step numbers.
pub(crate) type Interval = (usize, usize);

/// Returns true if two intervals have a step in common.
pub(crate) fn overlap(x: Interval, y: Interval) -> bool {
    x.0 <= y.1 && y.0 <= x.1
}

/// When each value of a program is live.
#[derive(Debug, Default)]
pub(crate) struct Liveness {
    /// The live intervals of each value, by its index: in order, and disjoint except that two may have an end
    /// in common.
    intervals: Vec<Vec<Interval>>,
    /// The steps of each batch loop: in order and disjoint.
    batch_loops: Vec<Interval>,
    /// Steps at which replicas synchronize, in order.
    collectives: Vec<usize>,
    /// Steps at which a result may be written over an operand, for each pair of operand and result.
    may_alias: HashMap<(ValueId, ValueId), Vec<usize>>,
}

impl Liveness {
    /// Analyzes a program.
    pub(crate) fn of(program: &Program) -> Self {
        Self::of_steps(program.types.len(), &program.params, &program.steps, &program.outputs)
    }

    /// Analyzes steps over as many values: `params` are defined before the first step, `outputs` are read
    /// after the last.
    pub(crate) fn of_steps(values: usize, params: &[ValueId], steps: &[Step], outputs: &[ValueId]) -> Self {
        let (main, numbers) = StepNumbers::of(steps);
        let mut backward = Backward {
            live_until: vec![None; values],
            is_defined: vec![false; values],
            intervals: vec![Vec::new(); values],
            held: HashSet::new(),
        };
        outputs.iter().for_each(|output| backward.read(*output, main.end));
        backward.region(&main);
        params.iter().for_each(|param| backward.write(*param, 0));
        let StepNumbers { batch_loops, collectives, may_alias, .. } = numbers;
        Self { intervals: backward.finish(), batch_loops, collectives, may_alias }
    }

    /// The live intervals of a value; none if no step defines it.
    pub(crate) fn intervals(&self, id: ValueId) -> &[Interval] {
        &self.intervals[id.index()]
    }

    /// Returns true if a value is live only between the first and the last step of one batch loop.
    pub(crate) fn is_local_to_batch_loop(&self, id: ValueId) -> bool {
        self.intervals(id).iter().all(|(from, to)| {
            let before = self.batch_loops.partition_point(|(start, _)| start < from);
            before.checked_sub(1).is_some_and(|last| *to < self.batch_loops[last].1)
        })
    }

    /// Returns true if a value is live at a step at which replicas synchronize.
    pub(crate) fn crosses_collective(&self, id: ValueId) -> bool {
        self.intervals(id).iter().any(|(from, to)| {
            let next = self.collectives.partition_point(|collective| collective < from);
            self.collectives.get(next).is_some_and(|collective| collective <= to)
        })
    }

    /// Returns true if `a`, live over `x`, and `b`, live over `y`, may not have the same memory: the
    /// intervals overlap, and not only at a step that may write one over the other.
    pub(crate) fn interfere(&self, (a, x): (ValueId, Interval), (b, y): (ValueId, Interval)) -> bool {
        overlap(x, y) && !self.is_handover(a, x, b, y) && !self.is_handover(b, y, a, x)
    }

    /// Returns true if `a` ends at the step that defines `b`, and that step may write `b` over `a`.
    fn is_handover(&self, a: ValueId, x: Interval, b: ValueId, y: Interval) -> bool {
        x.1 == y.0 && self.may_alias.get(&(a, b)).is_some_and(|steps| steps.contains(&x.1))
    }
}

/// The values that are live at a step, while the steps are visited from the last to the first.
struct Backward {
    /// For each value that is live here, the end of the interval.
    live_until: Vec<Option<usize>>,
    is_defined: Vec<bool>,
    /// The intervals that begin after the current step, the last first.
    intervals: Vec<Vec<Interval>>,
    /// Values of the batch loop around the current step that live from its beginning to its end, although
    /// steps inside it write them.
    held: HashSet<ValueId>,
}

impl Backward {
    fn is_live(&self, id: ValueId) -> bool {
        self.live_until[id.index()].is_some()
    }

    fn read(&mut self, id: ValueId, at: usize) {
        self.live_until[id.index()].get_or_insert(at);
    }

    fn write(&mut self, id: ValueId, at: usize) {
        self.is_defined[id.index()] = true;
        if self.held.contains(&id) {
            return self.read(id, at);
        }
        let until = self.live_until[id.index()].take().unwrap_or(at);
        self.intervals[id.index()].push((at, until));
    }

    /// Goes to a point from which control does not flow to the point visited before: sets whether a value is
    /// live there.
    fn jump(&mut self, id: ValueId, is_live: bool, to: usize) {
        if is_live {
            self.read(id, to);
        } else if let Some(until) = self.live_until[id.index()].take() {
            self.intervals[id.index()].push((to + 1, until));
        }
    }

    fn region(&mut self, region: &Region<'_>) {
        for Numbered { step, at, end, regions } in region.steps.iter().rev() {
            match &step.kind {
                StepKind::While { predicate, .. } => self.while_loop(step, *predicate, regions),
                StepKind::BatchLoop(_) => self.batch_loop(step, *end, regions),
                StepKind::Branch { .. } => self.branches(step, *at, regions),
                _ => regions.iter().for_each(|body| self.region(body)),
            }
            step.writes.iter().for_each(|id| self.write(*id, *at));
            step.reads.iter().for_each(|id| self.read(*id, *at));
        }
    }

    fn branches(&mut self, step: &Step, at: usize, regions: &[Region<'_>]) {
        let (after, touched) = self.touched(step);
        let mut before: HashSet<ValueId> = HashSet::new();
        for branch in regions.iter().rev() {
            touched.iter().for_each(|id| self.jump(*id, after.contains(id), branch.end));
            self.region(branch);
            before.extend(touched.iter().filter(|id| self.is_live(**id)));
        }
        touched.iter().for_each(|id| self.jump(*id, before.contains(id), at));
    }

    fn while_loop(&mut self, step: &Step, predicate: ValueId, regions: &[Region<'_>]) {
        let [condition, body] = regions else { return };
        let (after, touched) = self.touched(step);
        let (in_condition, in_body) = (condition.summary(), body.summary());
        // Live where an iteration begins: what it reads before it writes, and what the steps after the loop
        // read, unless the condition writes it.
        let at_condition = |id: &ValueId| {
            let is_read_later = *id == predicate || in_body.exposed.contains(id) || after.contains(id);
            in_condition.exposed.contains(id) || is_read_later && !in_condition.killed.contains(id)
        };
        touched.iter().for_each(|id| self.jump(*id, at_condition(id), body.end));
        self.region(body);
        for id in &touched {
            let is_live = after.contains(id) || self.is_live(*id);
            self.jump(*id, is_live, condition.end);
        }
        self.read(predicate, condition.end);
        self.region(condition);
    }

    /// A batch loop reads a part of its operands, and writes a part of its results, in each iteration.
    fn batch_loop(&mut self, step: &Step, end: usize, regions: &[Region<'_>]) {
        let (StepKind::BatchLoop(batch_loop), [body]) = (&step.kind, regions) else { return };
        let (after, touched) = self.touched(step);
        let mut exposed = body.summary().exposed;
        exposed.retain(|id| !batch_loop.persistent.contains(id));
        touched.iter().for_each(|id| self.jump(*id, after.contains(id) || exposed.contains(id), end));
        step.reads.iter().chain(&step.writes).for_each(|id| self.read(*id, end));
        batch_loop.persistent.iter().for_each(|id| self.read(*id, body.end));
        let outer = self.held.clone();
        self.held.extend(step.reads.iter().chain(&step.writes).chain(&batch_loop.persistent));
        self.region(body);
        self.held = outer;
        let first = body.steps.first().map_or(body.end, |first| first.at);
        batch_loop.persistent.iter().for_each(|id| self.write(*id, first));
    }

    /// Of the values that a step with inner steps touches: those that are live after it, and all.
    fn touched(&self, step: &Step) -> (HashSet<ValueId>, Vec<ValueId>) {
        let (reads, writes) = values_touched(step);
        let touched: Vec<ValueId> = reads.union(&writes).copied().collect();
        (touched.iter().copied().filter(|id| self.is_live(*id)).collect(), touched)
    }

    /// The intervals of each value. Constants, and others that no step defines, have none.
    fn finish(mut self) -> Vec<Vec<Interval>> {
        for (i, intervals) in self.intervals.iter_mut().enumerate() {
            if let Some(until) = self.live_until[i].filter(|_| self.is_defined[i]) {
                intervals.push((0, until));
            }
            intervals.reverse();
        }
        self.intervals
    }
}
