//! What is made of weights alone, or of constants, is made once and kept from run to run.
//!
//! A program that recognises pictures is called again and again with the same weights, and each call would bring them into
//! the form that the kernels want: round them, turn them, cut them into panels. [`hoist_weights`] takes those steps out of the
//! program, loops included; what they make lies in memory of the executable's own ([`WeightCache`]), and they run again only where
//! an argument that they read is another buffer than at their last run.
//!
//! A parameter counts as a weight unless a result has its type: that may be its next value, as in a training step, and
//! would make everything anew in each run, in memory that no other value can use.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::ir::graph::{ValueId, ValueTypes};
use crate::lower::Program;
use crate::plan::step::{Step, StepKind};

/// The most bytes that are kept: enough for many a network, and no second copy of a very large one.
const MAX_CACHE_BYTES: usize = 256 << 20;

/// A step that was taken out of the program.
#[derive(Debug)]
pub(crate) struct PrepackStep {
    pub(crate) step: Step,
    /// Numbers of the parameters that it is made of; none where it is made of constants.
    pub(crate) depends_on: BTreeSet<usize>,
}

/// Takes the steps that pack weights out of the program, with those that make what they pack; and loops over weights of one
/// dimension, such as a normalisation's factors.
pub(crate) fn hoist_weights(lowered: &mut Program) {
    let numbers = lowered.params.iter().enumerate().filter(|(_, id)| lowered.weights.contains(id));
    let made_of = numbers.map(|(i, id)| (*id, BTreeSet::from([i])));
    let made_of = made_of.chain(lowered.constant_of.keys().map(|id| (*id, BTreeSet::new()))).collect();
    let is_vector = |(_, id): &(usize, &ValueId)| {
        let ty = lowered.types.of(**id);
        ty.dims.len() == 1 && ty.element.is_float()
    };
    let vectors = lowered.params.iter().enumerate().filter(is_vector).map(|(i, _)| i).collect();
    let mut found = Found { types: &lowered.types, vectors, made_of, writers: HashMap::new(), makers: HashMap::new() };
    found.writers.extend(lowered.outputs.iter().chain(lowered.slice_allocations.keys()).map(|id| (*id, 2)));
    found.count_writers(&lowered.steps);
    let mut drawn = HashSet::new();
    found.packed(&lowered.steps, &mut drawn, &mut 0);
    let made_of = found.made_of;
    take(&mut lowered.steps, &drawn, &made_of, &mut lowered.prepack_steps);
}

/// What could be drawn out.
struct Found<'l> {
    types: &'l ValueTypes,
    /// Numbers of the parameters that are vectors of floats. What has more dimensions may be a batch, integers its labels, and
    /// a single number a counter: other ones in each run.
    vectors: BTreeSet<usize>,
    /// Values that are made of weights alone, and of which.
    made_of: HashMap<ValueId, BTreeSet<usize>>,
    /// How many steps write each value.
    writers: HashMap<ValueId, usize>,
    /// What the loops read that make such values.
    makers: HashMap<ValueId, (Vec<ValueId>, usize)>,
}

impl Found<'_> {
    fn count_writers(&mut self, steps: &[Step]) {
        for step in steps {
            step.writes.iter().for_each(|id| *self.writers.entry(*id).or_default() += 1);
            step.blocks_of_steps().into_iter().for_each(|inner| self.count_writers(inner));
        }
    }

    /// Finds what is made of weights, in the order of the steps, and draws out what packs it as long as there is room.
    fn packed(&mut self, steps: &[Step], drawn: &mut HashSet<ValueId>, kept: &mut usize) {
        for step in steps {
            if let StepKind::While { body, .. } = &step.kind {
                self.packed(body, drawn, kept);
                continue;
            }
            let packs = matches!(&step.kind, StepKind::Kernel(kernel) if kernel.is_prepack());
            let makes = matches!(&step.kind, StepKind::Loop(fused) if fused.reduces.is_empty());
            let of: Option<Vec<&BTreeSet<usize>>> = step.reads.iter().map(|id| self.made_of.get(id)).collect();
            let once = step.writes.iter().all(|id| self.writers.get(id) == Some(&1));
            let Some(of) = of.filter(|_| (packs || makes) && once) else { continue };
            let of: BTreeSet<usize> = of.into_iter().flatten().copied().collect();
            let bytes: usize = step.writes.iter().map(|id| self.types.of(*id).size_in_bytes()).sum();
            for id in &step.writes {
                self.made_of.insert(*id, of.clone());
                self.makers.insert(*id, (step.reads.clone(), bytes));
            }
            let read = step.reads.iter().map(|id| self.types.of(*id).size_in_bytes()).sum();
            if packs || bytes <= read && of.is_subset(&self.vectors) {
                let (ids, bytes) = self.behind(&step.writes, drawn);
                if *kept + bytes <= MAX_CACHE_BYTES {
                    *kept += bytes;
                    drawn.extend(ids);
                }
            }
        }
    }

    /// Values that have to be made for these, themselves included, and their bytes; but for those that are drawn out already.
    fn behind(&self, wanted: &[ValueId], drawn: &HashSet<ValueId>) -> (HashSet<ValueId>, usize) {
        let (mut ids, mut total, mut open) = (HashSet::new(), 0, wanted.to_vec());
        while let Some(id) = open.pop() {
            if let Some((reads, bytes)) = self.makers.get(&id)
                && !drawn.contains(&id)
                && ids.insert(id)
            {
                total += bytes;
                open.extend(reads);
            }
        }
        (ids, total)
    }
}

/// Moves the steps that make what is drawn out, in their order.
fn take(
    steps: &mut Vec<Step>,
    drawn: &HashSet<ValueId>,
    made_of: &HashMap<ValueId, BTreeSet<usize>>,
    into: &mut Vec<PrepackStep>,
) {
    for mut step in std::mem::take(steps) {
        if let StepKind::While { body, .. } = &mut step.kind {
            take(body, drawn, made_of, into);
        }
        match step.writes.iter().find(|id| drawn.contains(id)) {
            Some(id) => into.push(PrepackStep { depends_on: made_of[id].clone(), step }),
            None => steps.push(step),
        }
    }
}
