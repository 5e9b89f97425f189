//! The memory of replicas in an all-reduce, divided into chunks among the threads that compute it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use super::address_table::{AddressTable, are_all_replicas};
use super::raw_slice::RawSlice;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::ValueId;
use crate::sync::{lock, wait};

/// The tables of the replicas that have met for an all-reduce. It owns them until all chunks are finished.
pub(crate) struct LentTables<'a> {
    /// In the order of the participants; vacant once a participant has reclaimed its table.
    tables: Mutex<Vec<AddressTable<'a>>>,
    /// For each operand its address on each participant.
    operands: Vec<Vec<RawSlice>>,
    /// For each operand the addresses of its result: one per participant, or one that all share.
    results: Vec<Vec<RawSlice>>,
    chunks: Vec<ChunkRange>,
    /// The first chunk that is not claimed yet.
    next: AtomicUsize,
    unfinished: AtomicUsize,
    finished: Condvar,
}

/// Some bytes of one operand.
#[derive(Clone, Copy)]
struct ChunkRange {
    operand: usize,
    start: usize,
    len: usize,
}

/// A chunk that one thread reduces. It counts as finished once it is dropped.
pub(crate) struct Chunk<'l, 'a> {
    lent: &'l LentTables<'a>,
    range: ChunkRange,
}

impl<'a> LentTables<'a> {
    /// Lends `reads` and `writes`, which correspond to each other and have the same sizes, of each
    /// participant. Chunks of operand `i` have `chunk_bytes[i]` bytes; the last one may be shorter.
    ///
    /// # Errors
    /// An internal error if a participant may not write its results, or if results overlap each other or
    /// operands, except for an operand and its own result: threads would overwrite what others read.
    pub(crate) fn new(
        tables: Vec<AddressTable<'a>>,
        reads: &[ValueId],
        writes: &[ValueId],
        chunk_bytes: &[usize],
    ) -> Result<Self> {
        let wrong = |what: &str| Error::new(ErrorKind::Internal, format!("the memory plan of an all-reduce {what}"));
        let all_meet = are_all_replicas(&tables);
        let ranges = |ids: &[ValueId]| -> Vec<Vec<RawSlice>> {
            ids.iter().map(|id| tables.iter().map(|table| table.range(*id)).collect()).collect()
        };
        let (operands, mut results) = (ranges(reads), ranges(writes));
        for (id, of_participants) in writes.iter().zip(&mut results) {
            let is_shared = of_participants.iter().all(|range| range.is_same(&of_participants[0]));
            let may_write = |(table, range): (&AddressTable<'a>, &RawSlice)| {
                table.is_of_replica() && (table.is_writable(*id, range) || all_meet && table.is_shared(*id))
            };
            if !tables.iter().zip(&*of_participants).all(may_write) {
                return Err(wrong("has a result that its replicas may not write"));
            }
            of_participants.truncate(if is_shared { 1 } else { tables.len() });
        }
        let lens: Vec<usize> = operands.iter().map(|of_participants| of_participants[0].len).collect();
        let same_size = |i: usize| operands[i].iter().chain(&results[i]).all(|range| range.len == lens[i]);
        if reads.len() != writes.len() || reads.len() != chunk_bytes.len() || !(0..reads.len()).all(same_size) {
            return Err(wrong("has operands and results of different sizes"));
        }
        if overwrites_operands(&operands, &results) {
            return Err(wrong("gives one address to two values that are live"));
        }
        let mut chunks = Vec::new();
        for (operand, (len, chunk)) in lens.iter().zip(chunk_bytes).enumerate() {
            let starts = (0..*len).step_by((*chunk).max(1));
            chunks.extend(starts.map(|start| ChunkRange { operand, start, len: (*chunk).min(len - start) }));
        }
        let (next, unfinished) = (AtomicUsize::new(0), AtomicUsize::new(chunks.len()));
        let (tables, finished) = (Mutex::new(tables), Condvar::new());
        Ok(Self { tables, operands, results, chunks, next, unfinished, finished })
    }

    /// The next chunk, unless all are claimed.
    pub(crate) fn claim(&self) -> Option<Chunk<'_, 'a>> {
        let range = *self.chunks.get(self.next.fetch_add(1, Ordering::Relaxed))?;
        Some(Chunk { lent: self, range })
    }

    /// The number of participants.
    pub(crate) fn participants(&self) -> usize {
        self.operands.first().map_or(0, Vec::len)
    }

    /// Waits until all chunks are finished, and gives a participant its table back.
    pub(crate) fn reclaim(&self, participant: usize) -> AddressTable<'a> {
        let mut tables = lock(&self.tables);
        while self.unfinished.load(Ordering::Acquire) > 0 {
            tables = wait(&self.finished, tables);
        }
        std::mem::replace(&mut tables[participant], AddressTable::vacant())
    }
}

impl Chunk<'_, '_> {
    /// The number of the operand.
    pub(crate) fn operand(&self) -> usize {
        self.range.operand
    }

    /// Bytes of the operand.
    pub(crate) fn len(&self) -> usize {
        self.range.len
    }

    /// Copies a participant's operand to `out`, which has [`len`](Self::len) bytes.
    pub(crate) fn read(&self, participant: usize, out: &mut [u8]) {
        let ChunkRange { operand, start, len } = self.range;
        let from = self.lent.operands[operand][participant].sub_slice(start, len);
        assert_eq!(out.len(), len);
        // SAFETY: the bytes are in memory of tables that `lent` owns as long as this chunk is not finished.
        // No other thread writes there: it has other chunks, and a result overlaps its own operand only, byte
        // for byte (`new`).
        unsafe { std::ptr::copy_nonoverlapping(from.ptr, out.as_mut_ptr(), len) }
    }

    /// Copies `bytes`, of which there are [`len`](Self::len), to the result of every participant.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        let ChunkRange { operand, start, len } = self.range;
        assert_eq!(bytes.len(), len);
        for result in &self.lent.results[operand] {
            let to = result.sub_slice(start, len);
            // SAFETY: as for `read`, and no other thread reads there for the same reason. Every participant's
            // table may write there, checked in `new`.
            unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.ptr, len) }
        }
    }
}

impl Drop for Chunk<'_, '_> {
    fn drop(&mut self) {
        if self.lent.unfinished.fetch_sub(1, Ordering::AcqRel) == 1 {
            // Whoever holds the lock either has not looked yet, or waits already.
            drop(lock(&self.lent.tables));
            self.lent.finished.notify_all();
        }
    }
}

/// Returns true if a result overlaps another result or an operand, other than the operand it is the result
/// of, of which it may have the address.
fn overwrites_operands(operands: &[Vec<RawSlice>], results: &[Vec<RawSlice>]) -> bool {
    // Sorted by address. Places of one operand and its results that are the same count once, as written if
    // any is.
    let place = |range: &RawSlice, operand: usize, written: bool| {
        (range.len > 0).then(|| (range.ptr as usize, range.ptr as usize + range.len, operand, written))
    };
    let of = |ranges: &[Vec<RawSlice>], written: bool| -> Vec<(usize, usize, usize, bool)> {
        let all = ranges.iter().enumerate().flat_map(|(i, list)| list.iter().map(move |range| (i, range)));
        all.filter_map(|(i, range)| place(range, i, written)).collect()
    };
    let mut places = of(operands, false);
    places.extend(of(results, true));
    places.sort_unstable();
    let (mut end, mut written_end) = (0, 0);
    let mut groups = places.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2));
    groups.any(|group| {
        let (from, to, ..) = group[0];
        let written = group.iter().any(|(.., written)| *written);
        let conflicts = from < written_end || written && from < end;
        end = end.max(to);
        written_end = written_end.max(if written { to } else { 0 });
        conflicts
    })
}
