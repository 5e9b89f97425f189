//! Liveness: the steps between which each value's memory holds data that is still read.
//!
//! Steps are numbered in order. Those of inner blocks get the numbers between the one where their loop or
//! branch begins and the one where it ends. A value is live over closed intervals of these numbers. The value
//! that a loop carries has a hole: from its last use in the body to the step that writes the next value, its
//! memory is free.

use std::collections::HashMap;

use crate::ir::ValueId;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};

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
        let mut builder = Builder { uses: vec![Uses::default(); values], ..Builder::default() };
        params.iter().for_each(|param| builder.define(*param));
        builder.now += 1;
        builder.steps(steps);
        outputs.iter().for_each(|output| builder.read(*output));
        let intervals = builder.uses.iter().map(|uses| builder.intervals(uses)).collect();
        let mut batch_loops: Vec<Interval> = Vec::new();
        for l in builder.loops.iter().filter(|l| l.is_batch_loop) {
            // A batch loop inside another one adds nothing.
            if batch_loops.last().is_none_or(|(_, end)| *end < l.start) {
                batch_loops.push((l.start, l.end));
            }
        }
        Self { intervals, batch_loops, collectives: builder.collectives, may_alias: builder.may_alias }
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

/// The step numbers of a loop.
#[derive(Clone, Copy, Debug, Default)]
struct Loop {
    start: usize,
    /// The last step of the condition.
    condition_end: usize,
    end: usize,
    /// True for a batch loop, which carries nothing.
    is_batch_loop: bool,
}

/// A step number, with the loops around that step, outermost first.
type Position = (usize, Vec<usize>);

/// The steps that write and read a value.
#[derive(Clone, Debug, Default)]
struct Uses {
    definitions: Vec<Position>,
    reads: Vec<Position>,
}

/// Numbers the steps and collects the uses of every value.
#[derive(Debug, Default)]
struct Builder {
    /// The number of the current step.
    now: usize,
    loops: Vec<Loop>,
    /// The loops around the current step, outermost first.
    enclosing: Vec<usize>,
    /// The uses of each value, by its index.
    uses: Vec<Uses>,
    collectives: Vec<usize>,
    may_alias: HashMap<(ValueId, ValueId), Vec<usize>>,
}

impl Builder {
    fn define(&mut self, id: ValueId) {
        self.uses[id.index()].definitions.push((self.now, self.enclosing.clone()));
    }

    fn read(&mut self, id: ValueId) {
        self.uses[id.index()].reads.push((self.now, self.enclosing.clone()));
    }

    /// Notes that the current step may write a result over an operand. It may not if the value is also
    /// another operand, which the step goes on reading.
    fn note_alias(&mut self, step: &Step, read: usize, write: usize) {
        let operand = step.reads[read];
        if step.reads.iter().filter(|id| **id == operand).count() == 1 {
            self.may_alias.entry((operand, step.writes[write])).or_default().push(self.now);
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            step.reads.iter().for_each(|id| self.read(*id));
            step.writes.iter().for_each(|id| self.define(*id));
            for (r, w) in &step.in_place {
                self.note_alias(step, *r, *w);
            }
            match &step.kind {
                StepKind::AllReduce(_) => {
                    self.collectives.push(self.now);
                    (0..step.reads.len()).for_each(|i| self.note_alias(step, i, i));
                }
                StepKind::While { condition, predicate, body } => {
                    let number = self.enter_loop(false);
                    self.steps(condition);
                    self.read(*predicate);
                    self.loops[number].condition_end = self.now;
                    self.now += 1;
                    self.steps(body);
                    self.leave_loop(number);
                }
                StepKind::BatchLoop(batch_loop) => {
                    let number = self.enter_loop(true);
                    batch_loop.persistent.iter().for_each(|id| self.define(*id));
                    self.steps(&batch_loop.body);
                    batch_loop.persistent.iter().for_each(|id| self.read(*id));
                    self.now += 1;
                    self.leave_loop(number);
                    // Each iteration reads a part of the operands and writes a part of the results.
                    step.reads.iter().chain(&step.writes).for_each(|id| self.read(*id));
                }
                StepKind::Branch { branches } => {
                    self.now += 1;
                    branches.iter().for_each(|branch| self.steps(branch));
                }
                StepKind::OncePerRun(body) => {
                    self.collectives.push(self.now);
                    self.now += 1;
                    self.steps(body);
                    self.collectives.push(self.now);
                }
                // Others copy operands, and the host and the replicas of a manual computation run, without
                // the scratch arena of the thread.
                StepKind::HostCall(_) | StepKind::ManualCall(_) | StepKind::Exchange(_) => {
                    self.collectives.push(self.now)
                }
                StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy | StepKind::ReplicaId => {}
            }
            self.now += 1;
        }
    }

    /// Begins a loop at the current step; the next step is the first inside it.
    fn enter_loop(&mut self, is_batch_loop: bool) -> usize {
        self.loops.push(Loop { start: self.now, is_batch_loop, ..Loop::default() });
        self.enclosing.push(self.loops.len() - 1);
        self.now += 1;
        self.loops.len() - 1
    }

    fn leave_loop(&mut self, number: usize) {
        self.loops[number].end = self.now;
        self.enclosing.pop();
    }

    /// The last step that needs a value read at this position. A read inside loops that do not enclose the
    /// definition is repeated until the outermost of them ends.
    fn live_until(&self, (step, enclosing): &Position, defined_in: &[usize]) -> usize {
        enclosing.iter().find(|l| !defined_in.contains(l)).map_or(*step, |l| self.loops[*l].end)
    }

    /// The live intervals of a value with these uses.
    fn intervals(&self, Uses { definitions, reads }: &Uses) -> Vec<Interval> {
        let Some((first, home)) = definitions.first() else { return Vec::new() };
        let last_of = |reads: &[&Position], defined_in: &[usize]| {
            reads.iter().map(|position| self.live_until(position, defined_in)).max().unwrap_or(0)
        };
        let carries = |l: &usize| !home.contains(l) && !self.loops[*l].is_batch_loop;
        // A later definition inside a loop that does not enclose the first one writes a carried value.
        let carried = definitions[1..].iter().find_map(|(step, enclosing)| {
            let carrying = enclosing.iter().find(|l| carries(l))?;
            Some((*step, *carrying, enclosing))
        });
        let Some((next, carrying, enclosing)) = carried else {
            let last_read = last_of(&reads.iter().collect::<Vec<_>>(), home);
            let last_definition = definitions.iter().map(|(step, _)| *step).max().unwrap_or(*first);
            return vec![(*first, last_read.max(last_definition))];
        };
        let Loop { start, condition_end, end, .. } = self.loops[carrying];
        debug_assert!(start >= *first, "a loop carries a value that is defined before it");
        let (inside, outside): (Vec<&Position>, Vec<&Position>) =
            reads.iter().partition(|(_, enclosing)| enclosing.contains(&carrying));
        let within: Vec<usize> = home.iter().chain(enclosing).copied().collect();
        let last_inside = last_of(&inside, &within).max(condition_end);
        let last_outside = last_of(&outside, home).max(end);
        if next < last_inside {
            return vec![(*first, last_inside.max(last_outside))];
        }
        vec![(*first, last_inside), (next, last_outside)]
    }
}
