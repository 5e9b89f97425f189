//! Offsets in the arenas, greedily by size: the largest class first, each in the smallest gap that fits
//! between the classes that are live at the same time and already placed (Pisarchyk and Lee, "Efficient
//! Memory Management for Deep Neural Net Inference", 2020; TensorFlow Lite plans its arena so).

use std::cmp::Reverse;

use super::arena::Arena;
use super::arena::padded;
use super::coalescing::Class;
use crate::analysis::liveness::{Interval, Liveness};
use crate::ir::ValueId;
use crate::memory::Allocation;

/// The arenas, by number.
const SCRATCH: usize = 0;
const REPLICA: usize = 1;
const PARTITION: usize = 2;
const SHARED: usize = 3;

/// A class that is not pinned, with its size in its arena.
struct Request {
    bytes: usize,
    members: Vec<ValueId>,
    intervals: Vec<Interval>,
    arena: usize,
}

/// The allocation and size of each value that is live, by its index, and the bytes of the arenas: scratch,
/// the replica's, a partition's, the one that replicas share.
///
/// Memory of the shared arena is reused by step numbers, as that of any other. A step that writes there
/// follows a rendezvous of all replicas, so that all of them are past the last step that reads the previous
/// value.
pub(crate) fn assign_offsets(
    classes: Vec<Class>,
    live: &Liveness,
    size_in_bytes: &dyn Fn(ValueId) -> usize,
) -> (Vec<Option<(Allocation, usize)>>, [usize; 4]) {
    let values = classes.iter().flat_map(|class| &class.members).map(|id| id.index() + 1).max().unwrap_or(0);
    let mut allocations = vec![None; values];
    let mut requests: Vec<Request> = Vec::new();
    for class in classes {
        if let Some(pinned) = class.pinned {
            class.members.iter().for_each(|id| allocations[id.index()] = Some((pinned, size_in_bytes(*id))));
        } else if !class.intervals.is_empty() {
            requests.push(Request {
                bytes: padded(size_in_bytes(class.members[0])),
                arena: arena_of(&class, live),
                intervals: class.intervals.iter().map(|(interval, _)| *interval).collect(),
                members: class.members,
            });
        }
    }
    requests.sort_by_key(|request| (Reverse(request.bytes), request.intervals[0]));
    let mut arenas = [SCRATCH, REPLICA, PARTITION, SHARED].map(|arena| {
        let requests = requests.iter().filter(|request| request.arena == arena);
        Arena::new(requests.flat_map(|request| request.intervals.iter().copied()))
    });
    for request in requests {
        let offset = arenas[request.arena].allocate(request.bytes, &request.intervals);
        let allocation = match request.arena {
            REPLICA => Allocation::Replica(offset),
            PARTITION => Allocation::Partition(offset),
            SHARED => Allocation::Shared(offset),
            _ => Allocation::Scratch(offset),
        };
        for id in request.members {
            allocations[id.index()] = Some((allocation, size_in_bytes(id)));
        }
    }
    (allocations, arenas.map(|arena| arena.bytes))
}

/// The arena that a class belongs in.
fn arena_of(class: &Class, live: &Liveness) -> usize {
    if class.is_shared {
        SHARED
    } else if class.members.iter().any(|id| live.crosses_collective(*id)) {
        REPLICA
    } else if class.members.iter().all(|id| live.is_local_to_batch_loop(*id)) {
        PARTITION
    } else {
        SCRATCH
    }
}
