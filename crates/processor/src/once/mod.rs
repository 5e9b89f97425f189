//! What is equal on all replicas is computed and stored once.
//!
//! After an all-reduce the replicas of a training step hold the same gradients, and with the same weights and moments they
//! would all compute the same update. [`uniform`] finds such values; [`gather`] draws the large steps that make them
//! together into [`Work::Once`], with what small steps go along. For such a step all replicas meet, one thread does it
//! with the memory of the first, and what it makes lies in memory that they share. What an all-reduce of all replicas
//! gives is written there, too.
//!
//! Why one place can do for all: only a step for which all replicas have met writes there. So whoever overwrites a value
//! has every replica past its last use, as the memory plan has it past by the numbers of steps; and whoever reads one
//! comes from the meeting at which it was written.

mod gather;
#[cfg(test)]
mod tests;
mod uniform;

use std::collections::HashSet;

use crate::graph::{Id, Types};
use crate::lower::{LANES, Lowered, SHARED_LOOP};
use crate::step::{Step, Work};
pub(crate) use uniform::Uniform;

/// Results of a step of so many bytes are worth a meeting; state of fewer goes along where there is one.
pub(crate) const LARGE: usize = 64 * 1024;

/// Lets what is equal on all replicas be made once.
pub(crate) fn once(lowered: &mut Lowered, replicas: usize) {
    if replicas == 1 {
        return;
    }
    let uniform = Uniform::of_steps(lowered, replicas);
    let mut shared = Vec::new();
    gather::gather(&mut lowered.steps, &lowered.types, &uniform);
    lowered.steps.iter_mut().for_each(|step| share(step, &uniform, replicas, &mut shared));
    lowered.shared = shared;
}

/// Notes which values all replicas have one place for, and divides large loops that run for all of them among the threads,
/// which have nothing else to do meanwhile.
fn share(step: &mut Step, uniform: &Uniform, replicas: usize, shared: &mut Vec<Id>) {
    match &mut step.work {
        Work::AllReduce(reduction) if reduction.is_of_all(replicas) && uniform.are(&step.writes) => {
            shared.extend(&step.writes);
        }
        Work::Once(body) => {
            for step in body {
                shared.extend(&step.writes);
                if let Work::Loop(fused) = &mut step.work
                    && fused.total >= SHARED_LOOP
                {
                    fused.shares = LANES;
                }
            }
        }
        _ => step.inner_mut().into_iter().flatten().for_each(|step| share(step, uniform, replicas, shared)),
    }
}

/// Bytes that a step writes.
fn written(step: &Step, types: &Types) -> usize {
    step.writes.iter().map(|id| types.of(*id).size_in_bytes()).sum()
}

/// Everything that a step and the steps inside it read, and everything that they write.
fn touched(step: &Step) -> (HashSet<Id>, HashSet<Id>) {
    fn walk(step: &Step, reads: &mut HashSet<Id>, writes: &mut HashSet<Id>) {
        reads.extend(&step.reads);
        writes.extend(&step.writes);
        if let Work::While { predicate, .. } = &step.work {
            reads.insert(*predicate);
        }
        step.inner().into_iter().flatten().for_each(|step| walk(step, reads, writes));
    }
    let (mut reads, mut writes) = (HashSet::new(), HashSet::new());
    walk(step, &mut reads, &mut writes);
    (reads, writes)
}
