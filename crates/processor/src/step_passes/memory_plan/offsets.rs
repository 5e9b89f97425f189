//! Offsets in the arenas: largest first, each at the lowest place free over its whole life.

use super::coalescing::{Coalescer, overlap};
use super::padded;
use crate::analysis::liveness::{Interval, Liveness};
use crate::ir::ValueId;
use crate::memory::Allocation;

/// The arenas.
const SCRATCH: usize = 0;
const REPLICA: usize = 1;
const LANE: usize = 2;
const SHARED: usize = 3;

struct Placed {
    offset: usize,
    bytes: usize,
    live: Vec<Interval>,
}

/// The home and size of every value that lives, and the sizes of the arenas: scratch, the replica's, a lane's, the one that
/// replicas share.
///
/// In the shared arena a place is reused as in any other, by the numbers of steps: whoever writes there has met all
/// replicas, so that they are past the last step that reads what lay there before.
pub(crate) fn place(
    classes: &mut Coalescer<'_>,
    live: &Liveness,
    size: &dyn Fn(usize) -> usize,
) -> (Vec<Option<(Allocation, usize)>>, [usize; 4]) {
    let mut allocations = vec![None; live.of.len()];
    let mut free: Vec<(usize, Vec<ValueId>, Vec<Interval>, usize)> = Vec::new();
    for (members, fixed) in classes.all() {
        if let Some(home) = fixed {
            members.iter().for_each(|id| allocations[id.index()] = Some((home, size(id.index()))));
            continue;
        }
        let mut intervals: Vec<Interval> = members.iter().flat_map(|id| live.of[id.index()].clone()).collect();
        if intervals.is_empty() {
            continue;
        }
        intervals.sort_unstable();
        let which = if classes.is_shared(members[0]) {
            SHARED
        } else if members.iter().any(|id| live.crosses(id.index())) {
            REPLICA
        } else if members.iter().all(|id| live.is_inside_region(id.index())) {
            LANE
        } else {
            SCRATCH
        };
        free.push((padded(size(members[0].index())), members.to_vec(), intervals, which));
    }
    free.sort_by_key(|(bytes, _, intervals, _)| (std::cmp::Reverse(*bytes), intervals[0]));
    let mut arenas: [Vec<Placed>; 4] = Default::default();
    for (bytes, members, live, which) in free {
        let arena = &mut arenas[which];
        let mut busy: Vec<(usize, usize)> = arena
            .iter()
            .filter(|p| p.live.iter().any(|x| live.iter().any(|y| overlap(x, y))))
            .map(|p| (p.offset, p.offset + p.bytes))
            .collect();
        busy.sort_unstable();
        // The smallest gap that fits, else behind everything that lives at the same time.
        let (mut end, mut best) = (0, None::<(usize, usize)>);
        for (from, to) in busy {
            if from >= end + bytes && best.is_none_or(|(gap, _)| from - end < gap) {
                best = Some((from - end, end));
            }
            end = end.max(to);
        }
        let offset = best.map_or(end, |(_, offset)| offset);
        for id in members {
            let home = match which {
                REPLICA => Allocation::Replica(offset),
                LANE => Allocation::Partition(offset),
                SHARED => Allocation::Shared(offset),
                _ => Allocation::Scratch(offset),
            };
            allocations[id.index()] = Some((home, size(id.index())));
        }
        arena.push(Placed { offset, bytes, live });
    }
    let total = |arena: &[Placed]| arena.iter().map(|p| p.offset + p.bytes).max().unwrap_or(0);
    (allocations, [SCRATCH, REPLICA, LANE, SHARED].map(|which| total(&arenas[which])))
}
