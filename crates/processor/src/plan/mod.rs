//! The memory plan: where every value lies, decided before anything runs.
//!
//! Values are gathered into classes that share one place: a result made in place of a dying operand, a loop's next
//! value made where the last one was, a program's result made where its donated argument was. A class whose contents
//! have to outlast a collective lies in the replica's own arena; all others lie in the scratch arena of the thread that
//! runs, so that memory is needed once a thread and not once a replica.

mod classes;
mod liveness;
mod offsets;

use crate::lower::Lowered;
use crate::memory::{ALIGNMENT, Home, Homes};
use classes::Classes;
use liveness::Liveness;

/// Homes of all values, and the sizes of the two arenas.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) homes: Homes,
    pub(crate) replica_bytes: usize,
    pub(crate) scratch_bytes: usize,
    /// Of the arena of a region's lane.
    pub(crate) lane_bytes: usize,
    /// For each result the argument whose memory it takes over.
    pub(crate) takes_over: Vec<Option<usize>>,
}

/// Plans the memory of a lowered program; `aliases` name a result for each donated parameter.
pub(crate) fn plan(lowered: &Lowered, aliases: &[Option<usize>]) -> Plan {
    let live = Liveness::of(lowered);
    let size = |i: usize| lowered.types.of_index(i).size_in_bytes();
    let mut classes = Classes::new(lowered.types.len(), &live, &size);
    let mut takes_over = vec![None; lowered.outputs.len()];
    for (j, output) in lowered.outputs.iter().enumerate() {
        classes.fix(*output, Home::Output(j));
    }
    for (i, param) in lowered.params.iter().enumerate() {
        let output = aliases[i].filter(|j| takes_over.get(*j) == Some(&None));
        match output {
            Some(j) if classes.try_merge(*param, lowered.outputs[j]) => takes_over[j] = Some(i),
            _ => classes.fix(*param, Home::Argument(i)),
        }
    }
    for (id, constant) in &lowered.constant_of {
        classes.fix(*id, Home::Constant(*constant));
    }
    for (id, home) in &lowered.row_homes {
        classes.fix(*id, *home);
    }
    classes.join_copies(&lowered.steps);
    classes.join_in_place(&lowered.steps);
    let (of, [scratch_bytes, replica_bytes, lane_bytes]) = offsets::place(&mut classes, &live, &size);
    Plan { homes: Homes { of }, replica_bytes, scratch_bytes, lane_bytes, takes_over }
}

/// The size a place takes in an arena.
fn padded(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT).max(ALIGNMENT)
}
