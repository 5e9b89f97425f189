//! AddressTable: the only way from a planned place to a slice.

use super::{ALIGNMENT, AlignedBytes, Allocation, Allocations};
use crate::ir::ValueId;
use crate::{Error, ErrorKind, Result};

/// Where a replica's memory lies, as one thread sees it.
///
/// A thread has its own; the lanes of a region, which run on several threads for one replica, differ in `lane` and `block`.
#[derive(Clone)]
pub(crate) struct AddressTable<'r> {
    pub(crate) allocations: &'r Allocations,
    pub(crate) constants: Vec<RawSlice>,
    pub(crate) arguments: Vec<RawSlice>,
    pub(crate) outputs: Vec<RawSlice>,
    pub(crate) replica: RawSlice,
    pub(crate) shared_outputs: Vec<RawSlice>,
    pub(crate) shared: RawSlice,
    pub(crate) prepared: RawSlice,
    /// Whether this is the preparation, before any run that reads what it makes.
    pub(crate) preparing: bool,
    /// Whether all replicas have met and wait for this thread, which alone may write what they share.
    pub(crate) alone: bool,
    /// The arena of the running lane, inside a region.
    pub(crate) partition: RawSlice,
    /// The arena that comes with the permit to run; empty while the replica waits.
    pub(crate) scratch: RawSlice,
    /// Which block of rows runs.
    pub(crate) block: usize,
}

/// Bytes of a value, as a raw range: whoever makes slices of it answers for their not overlapping.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawSlice {
    pub(crate) ptr: *mut u8,
    pub(crate) len: usize,
}

// SAFETY: a range is an address and no right to use it; who makes slices of it answers for what other threads do. Lanes of a
// region, which share a replica's addresses, write to their blocks' rows and to arenas of their own, and read what nobody
// writes meanwhile.
unsafe impl Send for RawSlice {}
// SAFETY: as above.
unsafe impl Sync for RawSlice {}

impl RawSlice {
    pub(crate) const EMPTY: Self = Self { ptr: std::ptr::without_provenance_mut(ALIGNMENT), len: 0 };

    /// Memory that is only read.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self { ptr: bytes.as_ptr().cast_mut(), len: bytes.len() }
    }

    /// A block, whoever owns it.
    pub(crate) fn of_block(block: &AlignedBytes) -> Self {
        Self { ptr: block.as_ptr(), len: block.len() }
    }
    pub(crate) fn overlaps(&self, other: &RawSlice) -> bool {
        let (a, b) = (self.ptr as usize, other.ptr as usize);
        self.len > 0 && other.len > 0 && a < b + other.len && b < a + self.len
    }
}

/// What a step reads and writes, as slices that are known not to overlap.
pub(crate) struct Access<'a> {
    pub(crate) reads: Vec<&'a [u8]>,
    pub(crate) writes: Vec<&'a mut [u8]>,
}

impl AddressTable<'_> {
    /// The raw range of a value.
    pub(crate) fn range(&self, id: ValueId) -> RawSlice {
        let (home, len) = self.allocations.get(id);
        let (from, offset) = match home {
            Allocation::Constant(i) => (self.constants[i], 0),
            Allocation::Argument(i) => (self.arguments[i], 0),
            Allocation::Output(i) => (self.outputs[i], 0),
            Allocation::SliceOf(whole, bytes) | Allocation::SliceInto(whole, bytes) => {
                (self.range(whole), self.block * bytes)
            }
            Allocation::Prepacked(offset) => (self.prepared, offset),
            Allocation::SharedOutput(i) => (self.shared_outputs[i], 0),
            Allocation::Shared(offset) => (self.shared, offset),
            Allocation::Replica(offset) => (self.replica, offset),
            Allocation::Partition(offset) => (self.partition, offset),
            Allocation::Scratch(offset) => (self.scratch, offset),
        };
        assert!(offset + len <= from.len, "the plan stays inside its arenas");
        let ptr = from.ptr.wrapping_add(offset);
        RawSlice { ptr, len }
    }

    /// Whether a value, or the one that it is some rows of, has so many bytes at least.
    pub(crate) fn is_part_of(&self, id: ValueId, least: usize) -> bool {
        match self.allocations.get(id) {
            (Allocation::SliceOf(whole, _) | Allocation::SliceInto(whole, _), _) => self.is_part_of(whole, least),
            (_, bytes) => bytes >= least,
        }
    }

    pub(crate) fn is_writable(&self, id: ValueId) -> bool {
        let home = self.allocations.get(id).0;
        if let Allocation::Prepacked(_) = home {
            return self.preparing;
        }
        !home.is_read_only() && (self.alone || !home.is_shared())
    }

    /// The slices a step works on. A read that lies exactly where a write does is given as an empty slice when
    /// `in_place` names that pair: the step then finds the operand already in its result.
    ///
    /// # Errors
    /// An internal error where a write overlaps anything else: the plan would be wrong.
    pub(crate) fn access(
        &mut self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: Option<(usize, usize)>,
    ) -> Result<Access<'_>> {
        let mut read_ranges: Vec<RawSlice> = reads.iter().map(|id| self.range(*id)).collect();
        let write_ranges: Vec<RawSlice> = writes.iter().map(|id| self.range(*id)).collect();
        if let Some((r, w)) = in_place
            && read_ranges[r].ptr == write_ranges[w].ptr
        {
            read_ranges[r].len = 0;
        }
        for (i, w) in write_ranges.iter().enumerate() {
            let clash = read_ranges.iter().chain(&write_ranges[..i]).any(|other| w.overlaps(other));
            if clash || !self.is_writable(writes[i]) {
                return Err(Error::new(ErrorKind::Internal, "the memory plan gives one place to two living values"));
            }
        }
        // SAFETY: every range lies inside a block that outlives the run and that other replicas do not write (replica and
        // outputs are the frame's, scratch arenas belong to the permit, constants and arguments are only read); what is
        // shared is written only where this thread is `alone`, checked above: all replicas have met, so that they are past
        // their last reads of what lay there, and hold no slices until it is done. Writes overlap nothing, checked above;
        // the slices borrow `self` mutably, so the thread makes no others meanwhile, and lanes on other threads write
        // other rows and arenas of their own.
        unsafe {
            Ok(Access {
                reads: read_ranges.iter().map(|r| std::slice::from_raw_parts(r.ptr, r.len)).collect(),
                writes: write_ranges.iter().map(|r| std::slice::from_raw_parts_mut(r.ptr, r.len)).collect(),
            })
        }
    }

    /// The raw ranges of a step that reads and writes index by index.
    ///
    /// # Errors
    /// An internal error where a write overlaps another, or a read that is not one of the pairs which may lie at one
    /// place, and do so exactly.
    pub(crate) fn ranges(
        &self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: &[(usize, usize)],
    ) -> Result<(Vec<RawSlice>, Vec<RawSlice>)> {
        let read_ranges: Vec<RawSlice> = reads.iter().map(|id| self.range(*id)).collect();
        let write_ranges: Vec<RawSlice> = writes.iter().map(|id| self.range(*id)).collect();
        for (i, w) in write_ranges.iter().enumerate() {
            let allowed = |r: usize| in_place.contains(&(r, i)) && read_ranges[r].ptr == w.ptr;
            let clash = read_ranges.iter().enumerate().any(|(r, range)| range.overlaps(w) && !allowed(r))
                || write_ranges[..i].iter().any(|other| other.overlaps(w));
            if clash || !self.is_writable(writes[i]) {
                return Err(Error::new(ErrorKind::Internal, "the memory plan gives one place to two living values"));
            }
        }
        Ok((read_ranges, write_ranges))
    }

    /// Copies one value over another of the same size; nothing happens where both lie at the same place.
    pub(crate) fn copy(&mut self, from: ValueId, to: ValueId) -> Result<()> {
        let (a, b) = (self.range(from), self.range(to));
        if a.ptr == b.ptr {
            return Ok(());
        }
        let access = self.access(&[from], &[to], None)?;
        let Access { reads, mut writes } = access;
        writes[0].copy_from_slice(reads[0]);
        Ok(())
    }

    /// A value's bytes to read, all replicas' reduction included, while this replica waits in a collective.
    pub(crate) fn lend(&self, id: ValueId) -> LentSlice {
        LentSlice(self.range(id))
    }
}

/// A range that a waiting replica lends to whoever does the reduction it waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LentSlice(RawSlice);

// SAFETY: the range lies in memory of a replica that waits until the reduction is over (see `run::collective`), and
// the reduction hands each chunk to one thread.
unsafe impl Send for LentSlice {}
// SAFETY: as above.
unsafe impl Sync for LentSlice {}

impl LentSlice {
    pub(crate) fn len(&self) -> usize {
        self.0.len
    }

    /// Whether both are one place.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        self.0.ptr == other.0.ptr && self.0.len == other.0.len
    }

    /// Reads `out.len()` bytes from `start` on.
    pub(crate) fn read(&self, start: usize, out: &mut [u8]) {
        assert!(start + out.len() <= self.0.len);
        // SAFETY: inside the range, checked above; the lender waits and only the holder of this chunk may_alias it.
        unsafe { std::ptr::copy_nonoverlapping(self.0.ptr.add(start), out.as_mut_ptr(), out.len()) }
    }

    /// Writes `bytes` from `start` on.
    pub(crate) fn write(&self, start: usize, bytes: &[u8]) {
        assert!(start + bytes.len() <= self.0.len);
        // SAFETY: as for `read`.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.0.ptr.add(start), bytes.len()) }
    }
}
