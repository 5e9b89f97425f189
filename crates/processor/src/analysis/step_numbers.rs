//! The numbers of steps, for liveness: the tree of a program's blocks of steps, numbered in order.

use std::collections::{HashMap, HashSet};

use crate::ir::ValueId;
use crate::plan::step::{Step, StepKind};

/// What numbering finds besides the numbers.
#[derive(Debug, Default)]
pub(super) struct StepNumbers {
    now: usize,
    /// The steps of each batch loop: in order and disjoint.
    pub(super) batch_loops: Vec<(usize, usize)>,
    /// Steps at which replicas synchronize, in order.
    pub(super) collectives: Vec<usize>,
    /// Steps at which a result may be written over an operand, for each pair of operand and result.
    pub(super) may_alias: HashMap<(ValueId, ValueId), Vec<usize>>,
}

/// A block of steps with their numbers.
pub(super) struct Region<'s> {
    pub(super) steps: Vec<Numbered<'s>>,
    /// The number after that of the last step; no step has it.
    pub(super) end: usize,
}

/// A step with its number.
pub(super) struct Numbered<'s> {
    pub(super) step: &'s Step,
    pub(super) at: usize,
    /// Where its inner steps end; the number itself if there are none.
    pub(super) end: usize,
    pub(super) regions: Vec<Region<'s>>,
}

/// How the steps of a block, as a whole, use values.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Values that a path reads before it writes them.
    pub(super) exposed: HashSet<ValueId>,
    /// Values that every path writes.
    pub(super) killed: HashSet<ValueId>,
}

impl StepNumbers {
    /// Numbers the steps of a program from one.
    pub(super) fn of(steps: &[Step]) -> (Region<'_>, Self) {
        let mut numbers = Self { now: 1, ..Self::default() };
        (numbers.region(steps), numbers)
    }

    fn region<'s>(&mut self, steps: &'s [Step]) -> Region<'s> {
        let steps = steps.iter().map(|step| self.step(step)).collect();
        Region { steps, end: self.next() }
    }

    fn next(&mut self) -> usize {
        self.now += 1;
        self.now - 1
    }

    fn step<'s>(&mut self, step: &'s Step) -> Numbered<'s> {
        let at = self.next();
        step.in_place.iter().for_each(|(read, write)| self.note_alias(step, *read, *write, at));
        if let StepKind::AllReduce(_) = step.kind {
            (0..step.reads.len()).for_each(|i| self.note_alias(step, i, i, at));
        }
        // Some copy operands, and the host and the replicas of a manual computation run, without the scratch
        // arena of the thread.
        let synchronizes_itself = step.blocks_of_steps().is_empty() && step.synchronizes();
        if synchronizes_itself || matches!(step.kind, StepKind::OncePerRun(_)) {
            self.collectives.push(at);
        }
        let regions: Vec<Region<'s>> = step.blocks_of_steps().into_iter().map(|steps| self.region(steps)).collect();
        let end = if regions.is_empty() { at } else { self.next() };
        match &step.kind {
            StepKind::OncePerRun(_) => self.collectives.push(end),
            // A batch loop inside another one ends before it, and adds nothing.
            StepKind::BatchLoop(_) => {
                self.batch_loops.retain(|(start, _)| *start < at);
                self.batch_loops.push((at, end));
            }
            _ => {}
        }
        Numbered { step, at, end, regions }
    }

    /// Notes that a step may write a result over an operand. It may not if the value is also another operand,
    /// which the step goes on reading.
    fn note_alias(&mut self, step: &Step, read: usize, write: usize, at: usize) {
        let operand = step.reads[read];
        if step.reads.iter().filter(|id| **id == operand).count() == 1 {
            self.may_alias.entry((operand, step.writes[write])).or_default().push(at);
        }
    }
}

impl Region<'_> {
    pub(super) fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        self.steps.iter().for_each(|step| summary.then(step.summary()));
        summary
    }
}

impl Numbered<'_> {
    fn summary(&self) -> Summary {
        let step = self.step;
        let mut summary =
            Summary { exposed: step.reads.iter().copied().collect(), killed: step.writes.iter().copied().collect() };
        match (&step.kind, &self.regions[..]) {
            (StepKind::While { predicate, .. }, [condition, body]) => {
                summary.then(condition.summary());
                summary.then(Summary { exposed: HashSet::from([*predicate]), killed: HashSet::new() });
                // The body may not run at all.
                summary.then(Summary { killed: HashSet::new(), ..body.summary() });
            }
            (StepKind::Branch { .. }, branches) => {
                let mut branches = branches.iter().map(Region::summary);
                let mut either = branches.next().unwrap_or_default();
                for Summary { exposed, killed } in branches {
                    either.exposed.extend(exposed);
                    either.killed.retain(|id| killed.contains(id));
                }
                summary.then(either);
            }
            (StepKind::BatchLoop(batch_loop), [body]) => {
                summary.killed.extend(&batch_loop.persistent);
                summary.then(body.summary());
            }
            (_, regions) => regions.iter().for_each(|region| summary.then(region.summary())),
        }
        summary
    }
}

impl Summary {
    /// The summary of steps, with those that follow them.
    fn then(&mut self, next: Self) {
        self.exposed.extend(next.exposed.into_iter().filter(|id| !self.killed.contains(id)));
        self.killed.extend(next.killed);
    }
}
