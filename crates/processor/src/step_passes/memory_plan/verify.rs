//! The verifier of memory plans.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

use super::arena::padded;
use crate::analysis::liveness::{Interval, Liveness};
use crate::ir::ValueId;
use crate::memory::Allocation;
use crate::plan::memory::MemoryPlan;
use crate::plan::program::Program;
use crate::plan::step::{Step, StepKind};

/// Checks a memory plan against the program that it was made for:
/// - every value that a step names has an allocation, inside its arena;
/// - no step writes read-only memory, but for the steps that prepack weights;
/// - values that are live at the same time do not overlap in memory, unless a step may write one over the
///   other;
/// - a value that is live at a collective is not in a thread's scratch arena, and one in a partition's arena
///   is live inside one batch loop only;
/// - an argument is donated to one result, of its size.
///
/// After [`remove_noops`](super::remove_noops) the program defines fewer values, and less of this is checked.
///
/// # Errors
/// The first rule that is broken, with the value or step.
pub(crate) fn verify(program: &Program, plan: &MemoryPlan) -> Result<(), String> {
    let verifier = Verifier { program, plan, live: Liveness::of(program) };
    verifier.steps(&program.steps, false)?;
    program.prepack_steps.iter().try_for_each(|prepack| verifier.step(&prepack.step, true))?;
    verifier.arenas()?;
    verifier.donations()?;
    verifier.overlaps()
}

struct Verifier<'p> {
    program: &'p Program,
    plan: &'p MemoryPlan,
    live: Liveness,
}

/// Memory in which offsets can be compared: an arena, or a result's own memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Space {
    Scratch,
    Replica,
    Partition,
    Shared,
    Prepacked,
    Output(usize),
    SharedOutput(usize),
}

/// A live value: the offset where it begins, the interval over which it is live, and the value.
type Busy = (usize, Interval, ValueId);

/// The space and the offset of an allocation; none for read-only memory that the plan does not lay out, and
/// for slices, which are inside of other values.
fn place(allocation: Allocation) -> Option<(Space, usize)> {
    Some(match allocation {
        Allocation::Scratch(offset) => (Space::Scratch, offset),
        Allocation::Replica(offset) => (Space::Replica, offset),
        Allocation::Partition(offset) => (Space::Partition, offset),
        Allocation::Shared(offset) => (Space::Shared, offset),
        Allocation::Prepacked(offset) => (Space::Prepacked, offset),
        Allocation::Output(result) => (Space::Output(result), 0),
        Allocation::SharedOutput(result) => (Space::SharedOutput(result), 0),
        Allocation::Constant(_) | Allocation::Argument(_) => return None,
        Allocation::SliceOf(..) | Allocation::SliceInto(..) => return None,
    })
}

impl Verifier<'_> {
    fn allocation(&self, id: ValueId) -> Option<(Allocation, usize)> {
        self.plan.allocations.of.get(id.index()).copied().flatten()
    }

    /// All values that have memory, with their allocations and sizes.
    fn allocated(&self) -> impl Iterator<Item = (ValueId, Allocation, usize)> {
        let of = self.plan.allocations.of.iter().enumerate();
        of.filter_map(|(i, place)| place.map(|(allocation, bytes)| (ValueId::from_index(i), allocation, bytes)))
    }

    fn steps(&self, steps: &[Step], is_prepack: bool) -> Result<(), String> {
        steps.iter().try_for_each(|step| self.step(step, is_prepack))
    }

    fn step(&self, step: &Step, is_prepack: bool) -> Result<(), String> {
        let mut named: Vec<ValueId> = step.reads.iter().chain(&step.writes).copied().collect();
        match &step.kind {
            StepKind::While { predicate, .. } => named.push(*predicate),
            StepKind::BatchLoop(batch_loop) => {
                named.extend(&batch_loop.persistent);
                named.extend(batch_loop.partial_reductions.iter().flat_map(|r| [r.partial, r.total]));
            }
            _ => {}
        }
        for id in named {
            let mut at = id;
            while let Some((Allocation::SliceOf(whole, _) | Allocation::SliceInto(whole, _), _)) = self.allocation(at) {
                at = whole;
            }
            if self.allocation(at).is_none() {
                return Err(format!("step {:?} names {at:?}, which has no allocation", step.name));
            }
        }
        for id in &step.writes {
            let (allocation, _) = self.allocation(*id).ok_or_else(|| format!("{id:?} has no allocation"))?;
            let is_prepacked = matches!(allocation, Allocation::Prepacked(_));
            if allocation.is_read_only() && !(is_prepack && is_prepacked) {
                return Err(format!("step {:?} writes {id:?} to read-only memory: {allocation:?}", step.name));
            }
        }
        step.blocks_of_steps().into_iter().try_for_each(|inner| self.steps(inner, is_prepack))
    }

    /// Checks that arenas hold their values, and that the values in them keep their contents.
    fn arenas(&self) -> Result<(), String> {
        for (id, allocation, bytes) in self.allocated() {
            let Some((space, offset)) = place(allocation) else { continue };
            let arena = match space {
                Space::Scratch => self.plan.scratch_bytes,
                Space::Replica => self.plan.replica_bytes,
                Space::Partition => self.plan.partition_bytes,
                Space::Shared => self.plan.shared_bytes,
                Space::Prepacked => self.plan.prepacked_bytes,
                Space::Output(j) | Space::SharedOutput(j) => {
                    padded(self.program.types.of(self.program.outputs[j]).size_in_bytes())
                }
            };
            if offset + bytes > arena {
                return Err(format!("{id:?} of {bytes} bytes is outside of its arena of {arena}: {allocation:?}"));
            }
            if space == Space::Scratch && self.live.crosses_collective(id) {
                return Err(format!("{id:?} is live at a collective, and in scratch memory: {allocation:?}"));
            }
            if space == Space::Partition && !self.live.is_local_to_batch_loop(id) {
                return Err(format!("{id:?} is live outside of its batch loop, and in a partition: {allocation:?}"));
            }
        }
        Ok(())
    }

    fn donations(&self) -> Result<(), String> {
        let mut donated: HashMap<usize, usize> = HashMap::new();
        for (i, param) in self.program.params.iter().enumerate() {
            let Some((Allocation::Output(j) | Allocation::SharedOutput(j), bytes)) = self.allocation(*param) else {
                continue;
            };
            if self.plan.donated_from[j] != Some(i) || donated.insert(j, i).is_some() {
                return Err(format!("parameter {i} has the memory of result {j}, which is not donated from it"));
            }
            if self.allocation(self.program.outputs[j]).map(|(_, size)| size) != Some(bytes) {
                return Err(format!("parameter {i} is donated to result {j}, which has another size"));
            }
        }
        for (j, from) in self.plan.donated_from.iter().enumerate() {
            if *from != donated.get(&j).copied() {
                return Err(format!("result {j} is donated from {from:?}, which has other memory"));
            }
        }
        Ok(())
    }

    /// Checks that values which interfere do not overlap in memory: sweeps over the steps, with the live
    /// values of each space ordered by address.
    fn overlaps(&self) -> Result<(), String> {
        let mut spaces: HashMap<Space, Vec<(Interval, ValueId, usize, usize)>> = HashMap::new();
        for (id, allocation, bytes) in self.allocated().filter(|(_, _, bytes)| *bytes > 0) {
            let Some((space, offset)) = place(allocation) else { continue };
            let always = [(0, usize::MAX)];
            let intervals = if space == Space::Prepacked { &always } else { self.live.intervals(id) };
            let values = spaces.entry(space).or_default();
            values.extend(intervals.iter().map(|interval| (*interval, id, offset, offset + bytes)));
        }
        for mut values in spaces.into_values() {
            values.sort_unstable();
            let mut busy: BTreeMap<Busy, usize> = BTreeMap::new();
            let mut ends: BinaryHeap<Reverse<(usize, Busy)>> = BinaryHeap::new();
            for (interval, id, from, to) in values {
                while let Some(Reverse((_, dead))) = ends.peek().filter(|Reverse((end, _))| *end < interval.0) {
                    busy.remove(dead);
                    ends.pop();
                }
                let below = busy.range(..(to, (0, 0), ValueId::from_index(0))).rev();
                for ((_, own, other), _) in below.take_while(|(_, end)| **end > from) {
                    if *other != id && self.live.interfere((*other, *own), (id, interval)) {
                        let step = interval.0;
                        return Err(format!(
                            "{other:?} and {id:?} overlap in memory, and both are live at step {step}"
                        ));
                    }
                }
                ends.push(Reverse((interval.1, (from, interval, id))));
                busy.insert((from, interval, id), to);
            }
        }
        Ok(())
    }
}
