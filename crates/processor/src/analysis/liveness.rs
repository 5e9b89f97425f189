//! When each value's memory holds something that is still wanted.
//!
//! Steps are numbered in order, those of inner blocks between the number where their loop or branch begins and the one
//! where it ends. A value lives over closed intervals of these numbers. A loop's carried value has a hole: from its last
//! use in the body to the step that hands over the next value, its place is free.

use std::collections::HashMap;

use crate::ir::ValueId;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};

/// A closed interval of step numbers.
pub(crate) type Interval = (usize, usize);

#[derive(Debug, Default)]
pub(crate) struct Liveness {
    /// Intervals of each value.
    pub(crate) of: Vec<Vec<Interval>>,
    /// Where regions begin and end.
    pub(crate) regions: Vec<Interval>,
    /// Numbers of the collectives.
    pub(crate) collectives: Vec<usize>,
    /// Pairs of operand and result that may share a place at a step.
    pub(crate) may_alias: HashMap<(ValueId, ValueId), Vec<usize>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Loop {
    start: usize,
    condition_end: usize,
    end: usize,
    /// Whether it runs over blocks of rows, and so carries nothing.
    rows: bool,
}

#[derive(Debug, Default)]
struct Walk {
    at: usize,
    loops: Vec<Loop>,
    /// For each value: where it is written and read, with the loops around, outermost first.
    defs: HashMap<ValueId, Vec<(usize, Vec<usize>)>>,
    uses: HashMap<ValueId, Vec<(usize, Vec<usize>)>>,
    around: Vec<usize>,
    collectives: Vec<usize>,
    may_alias: HashMap<(ValueId, ValueId), Vec<usize>>,
}

impl Liveness {
    pub(crate) fn of(lowered: &Program) -> Self {
        let mut walk = Walk::default();
        for param in &lowered.params {
            walk.def(*param);
        }
        walk.at += 1;
        walk.steps(&lowered.steps);
        for output in &lowered.outputs {
            walk.usage(*output);
        }
        let mut of = vec![Vec::new(); lowered.types.len()];
        for (id, defs) in &walk.defs {
            of[id.index()] = walk.intervals(defs, walk.uses.get(id).map_or(&[][..], Vec::as_slice));
        }
        let regions = walk.loops.iter().filter(|l| l.rows).map(|l| (l.start, l.end)).collect();
        Self { of, regions, collectives: walk.collectives, may_alias: walk.may_alias }
    }

    /// Whether the value lives inside a region only.
    pub(crate) fn is_inside_region(&self, id: usize) -> bool {
        let inside = |(from, to): &Interval| self.regions.iter().any(|(start, end)| start < from && to < end);
        self.of[id].iter().all(inside)
    }

    /// Whether one of the intervals contains a collective.
    pub(crate) fn crosses(&self, id: usize) -> bool {
        self.of[id].iter().any(|(from, to)| self.collectives.iter().any(|c| from <= c && c <= to))
    }
}

impl Walk {
    fn def(&mut self, id: ValueId) {
        self.defs.entry(id).or_default().push((self.at, self.around.clone()));
    }

    fn usage(&mut self, id: ValueId) {
        self.uses.entry(id).or_default().push((self.at, self.around.clone()));
    }

    /// A result may lie over an operand, unless that is another operand too, which is read on.
    fn touch(&mut self, step: &Step, read: usize, write: usize) {
        let operand = step.reads[read];
        if step.reads.iter().filter(|id| **id == operand).count() == 1 {
            self.may_alias.entry((operand, step.writes[write])).or_default().push(self.at);
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            step.reads.iter().for_each(|id| self.usage(*id));
            step.writes.iter().for_each(|id| self.def(*id));
            for (r, w) in &step.in_place {
                self.touch(step, *r, *w);
            }
            match &step.kind {
                StepKind::AllReduce(_) => {
                    self.collectives.push(self.at);
                    (0..step.reads.len()).for_each(|i| self.touch(step, i, i));
                }
                StepKind::While { condition, predicate, body } => {
                    let number = self.loops.len();
                    self.loops.push(Loop { start: self.at, ..Loop::default() });
                    self.around.push(number);
                    self.at += 1;
                    self.steps(condition);
                    self.usage(*predicate);
                    self.loops[number].condition_end = self.at;
                    self.at += 1;
                    self.steps(body);
                    self.loops[number].end = self.at;
                    self.around.pop();
                }
                StepKind::BatchLoop(rows) => {
                    let number = self.loops.len();
                    self.loops.push(Loop { start: self.at, rows: true, ..Loop::default() });
                    self.around.push(number);
                    self.at += 1;
                    rows.persistent.iter().for_each(|id| self.def(*id));
                    self.steps(&rows.body);
                    rows.persistent.iter().for_each(|id| self.usage(*id));
                    self.at += 1;
                    self.loops[number].end = self.at;
                    self.around.pop();
                    // Its operands are read in part by each round, and its results made so.
                    step.reads.iter().chain(&step.writes).for_each(|id| self.usage(*id));
                }
                StepKind::Branch { branches } => {
                    self.at += 1;
                    branches.iter().for_each(|b| self.steps(b));
                }
                StepKind::OncePerRun(body) => {
                    self.collectives.push(self.at);
                    self.at += 1;
                    self.steps(body);
                    self.collectives.push(self.at);
                }
                _ => {}
            }
            self.at += 1;
        }
    }

    /// A use inside loops that do not surround the definition lasts until the outermost of them ends.
    fn lasts(&self, at: usize, around: &[usize], defined_in: &[usize]) -> usize {
        around.iter().find(|l| !defined_in.contains(l)).map_or(at, |l| self.loops[*l].end)
    }

    fn intervals(&self, defs: &[(usize, Vec<usize>)], uses: &[(usize, Vec<usize>)]) -> Vec<Interval> {
        let (first, home) = &defs[0];
        let carries = |l: &usize| !home.contains(l) && !self.loops[*l].rows;
        // A later definition inside a loop that does not surround the first hands over a carried value.
        let carried = defs[1..].iter().find_map(|(at, around)| around.iter().find(|l| carries(l)).map(|l| (*at, *l)));
        let Some((handed, l)) = carried else {
            let last = uses.iter().map(|(at, around)| self.lasts(*at, around, home)).max().unwrap_or(*first);
            let last_def = defs.iter().map(|(at, _)| *at).max().unwrap_or(*first);
            return vec![(*first, last.max(last_def))];
        };
        let Loop { condition_end, end, .. } = self.loops[l];
        let (inside, outside): (Vec<_>, Vec<_>) = uses.iter().partition(|(_, around)| around.contains(&l));
        let mut within = home.clone();
        within.extend(defs.iter().find(|(at, _)| *at == handed).map(|(_, a)| a.clone()).unwrap_or_default());
        let last_inside = inside.iter().map(|(at, around)| self.lasts(*at, around, &within)).max().unwrap_or(0);
        let last_outside = outside.iter().map(|(at, around)| self.lasts(*at, around, home)).max().unwrap_or(0);
        debug_assert!(self.loops[l].start >= *first);
        vec![(*first, last_inside.max(condition_end)), (handed, last_outside.max(end))]
    }
}
