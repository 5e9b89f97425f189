//! Tables of addresses: the only way from a planned allocation to a slice.

use std::ops::Range;
use std::sync::Arc;

use smallvec::SmallVec;

use super::aligned::AlignedBytes;
use super::allocation::{Allocation, Allocations};
use super::raw_slice::RawSlice;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::ValueId;

/// The addresses of a replica's values, as one thread sees them.
///
/// A table reaches memory that its lifetime borrows, and memory that it owns; see the [module](super) for how
/// tables exclude each other. Slices borrow the table mutably, so a thread never holds slices of two
/// accesses.
pub(crate) struct AddressTable<'a> {
    run: Arc<RunRanges<'a>>,
    replica: Arc<ReplicaRanges>,
    /// The scratch arena of the thread; empty while none is attached.
    scratch: RawSlice,
    /// The owner of `scratch`; none if that is borrowed from another table.
    scratch_arena: Option<AlignedBytes>,
    /// The arena of the running partition; empty outside batch loops.
    partition: RawSlice,
    /// The number of the running block of rows.
    block: usize,
    access: WriteAccess<'a>,
}

/// Addresses that are the same for all replicas of a run.
pub(super) struct RunRanges<'a> {
    pub(super) allocations: &'a Allocations,
    pub(super) constants: &'a [AlignedBytes],
    pub(super) prepacked: RawSlice,
    pub(super) shared_outputs: Vec<RawSlice>,
    pub(super) shared: RawSlice,
    /// The number of replicas of the run.
    pub(super) replicas: usize,
}

/// Addresses in the memory of one replica.
pub(super) struct ReplicaRanges {
    pub(super) arguments: OperandVec<RawSlice>,
    pub(super) outputs: OperandVec<RawSlice>,
    pub(super) arena: RawSlice,
}

/// The memory that a table may write to.
pub(super) enum WriteAccess<'a> {
    /// The replica's own memory and the scratch arena. Only [`RunMemory`](super::RunMemory) creates such
    /// tables, one for each replica.
    Replica,
    /// The same, and what all replicas share: the tables of all replicas are borrowed.
    AllReplicas,
    /// The cache of packed weights only.
    Prepack,
    /// The arena of one partition, and the rows of its blocks.
    Partition(Partition<'a>),
}

/// The share of one thread in a batch loop.
pub(super) struct Partition<'a> {
    pub(super) blocks: Range<usize>,
    /// The values that the loop writes block by block.
    pub(super) tiled: &'a [TiledValue],
    /// True if the loop has no other partition. Then this one may write whatever the replica may.
    pub(super) is_only: bool,
}

/// A value that a batch loop writes, a block of rows at a time.
pub(super) struct TiledValue {
    pub(super) whole: RawSlice,
    pub(super) bytes_per_block: usize,
}

impl TiledValue {
    /// Returns true if `range` has nothing of the rows of blocks other than `block`.
    fn has_no_other_rows(&self, range: &RawSlice, block: usize) -> bool {
        !range.overlaps(&self.whole) || self.contains_in_block(range, block)
    }

    /// Returns true if all of `range` is in the rows of `block`.
    fn contains_in_block(&self, range: &RawSlice, block: usize) -> bool {
        let rows = self.whole.ptr as usize + block * self.bytes_per_block;
        let start = range.ptr as usize;
        rows <= start && start + range.len <= rows + self.bytes_per_block
    }
}

/// One item for each operand or result of a step or a program. Most have few: then the list takes no
/// allocation.
pub(crate) type OperandVec<T> = SmallVec<[T; 4]>;

/// The slices that a step reads and writes. No write overlaps another slice.
pub(crate) struct Access<'a> {
    pub(crate) reads: OperandVec<&'a [u8]>,
    pub(crate) writes: OperandVec<&'a mut [u8]>,
}

/// The state of a table that addresses of values depend on: addresses that were looked up are valid as long
/// as it stays the same.
pub(crate) struct TableState {
    replica: Arc<ReplicaRanges>,
    scratch: RawSlice,
    partition: RawSlice,
    block: usize,
}

/// The slices that a step works on, for steps that run many times without a change of the table, as in a
/// `while` loop.
pub(crate) struct BoundAccess {
    reads: OperandVec<RawSlice>,
    writes: OperandVec<RawSlice>,
    state: TableState,
}

impl<'a> AddressTable<'a> {
    /// A table without arenas of threads.
    ///
    /// # Safety
    /// For `'a` the caller has borrowed the memory of all ranges: exclusively for this table what `access`
    /// may write, except that tables of one run have the same shared memory; and at least shared the rest.
    pub(super) unsafe fn new(run: Arc<RunRanges<'a>>, replica: Arc<ReplicaRanges>, access: WriteAccess<'a>) -> Self {
        let (scratch, partition) = (RawSlice::EMPTY, RawSlice::EMPTY);
        Self { run, replica, scratch, scratch_arena: None, partition, block: 0, access }
    }

    /// A table that has no values, to stand where another one was taken away.
    pub(crate) fn vacant() -> Self {
        let run = RunRanges {
            allocations: const { &Allocations { of: Vec::new() } },
            constants: &[],
            prepacked: RawSlice::EMPTY,
            shared_outputs: Vec::new(),
            shared: RawSlice::EMPTY,
            replicas: 0,
        };
        let replica =
            ReplicaRanges { arguments: OperandVec::new(), outputs: OperandVec::new(), arena: RawSlice::EMPTY };
        // SAFETY: there is no memory.
        unsafe { Self::new(Arc::new(run), Arc::new(replica), WriteAccess::Prepack) }
    }

    /// Takes over a thread's scratch arena.
    pub(crate) fn attach_scratch(&mut self, mut arena: AlignedBytes) {
        self.scratch = RawSlice::of_block(&mut arena);
        self.scratch_arena = Some(arena);
    }

    /// Gives the scratch arena back, if one is attached.
    pub(crate) fn detach_scratch(&mut self) -> Option<AlignedBytes> {
        let arena = self.scratch_arena.take()?;
        self.scratch = RawSlice::EMPTY;
        Some(arena)
    }

    /// A table that may write what all replicas share, with the other values of the first of `tables`.
    ///
    /// # Errors
    /// An internal error unless these are the tables of all replicas of one run: the others might be reading.
    pub(crate) fn for_all_replicas<'t>(tables: &'t mut [AddressTable<'a>]) -> Result<AddressTable<'t>> {
        if !are_all_replicas(tables) {
            return Err(Error::new(
                ErrorKind::Internal,
                "a step for all replicas needs the memory of every one of them",
            ));
        }
        let first = &tables[0];
        // SAFETY: `'t` borrows the tables of all replicas exclusively, and with them all memory of the run.
        Ok(unsafe { AddressTable::new(first.run.clone(), first.replica.clone(), WriteAccess::AllReplicas) })
    }

    /// The table of one partition of a batch loop.
    ///
    /// # Safety
    /// The caller has borrowed this table, which is that of a replica, and `arena` exclusively for `'p`. It
    /// uses no arena and no block for a second partition, and the partition has a block. Tiled values have
    /// the same number of bytes for each block, and may be written through this table.
    pub(super) unsafe fn of_partition<'p>(&'p self, arena: RawSlice, partition: Partition<'p>) -> AddressTable<'p> {
        AddressTable {
            run: self.run.clone(),
            replica: self.replica.clone(),
            scratch: self.scratch,
            scratch_arena: None,
            partition: arena,
            block: partition.blocks.start,
            access: WriteAccess::Partition(partition),
        }
    }

    /// Goes on to another block of rows.
    ///
    /// # Panics
    /// If it is not one of this partition's.
    pub(crate) fn enter_block(&mut self, block: usize) {
        let is_own = matches!(&self.access, WriteAccess::Partition(p) if p.blocks.contains(&block));
        assert!(is_own, "block {block} belongs to another partition");
        self.block = block;
    }

    /// Returns true if this is the table of a whole replica.
    pub(super) fn is_of_replica(&self) -> bool {
        matches!(self.access, WriteAccess::Replica)
    }

    /// The address of a value.
    ///
    /// # Panics
    /// If the memory plan gives the value no allocation, or one outside the memory of the run.
    pub(super) fn range(&self, id: ValueId) -> RawSlice {
        let (allocation, len) = self.run.allocations.get(id);
        let (block, offset) = match allocation {
            Allocation::Constant(i) => (RawSlice::read_only(self.run.constants[i].as_slice()), 0),
            Allocation::Argument(i) => (self.replica.arguments[i], 0),
            Allocation::Output(i) => (self.replica.outputs[i], 0),
            Allocation::SliceOf(whole, bytes) | Allocation::SliceInto(whole, bytes) => {
                (self.range(whole), self.block * bytes)
            }
            Allocation::Prepacked(offset) => (self.run.prepacked, offset),
            Allocation::SharedOutput(i) => (self.run.shared_outputs[i], 0),
            Allocation::Shared(offset) => (self.run.shared, offset),
            Allocation::Replica(offset) => (self.replica.arena, offset),
            Allocation::Partition(offset) => (self.partition, offset),
            Allocation::Scratch(offset) => (self.scratch, offset),
        };
        block.sub_slice(offset, len)
    }

    /// The address of a value in the arena of a partition, if it is stored there.
    pub(super) fn range_in_partition(&self, id: ValueId, arena: RawSlice) -> Option<RawSlice> {
        match self.run.allocations.get(id) {
            (Allocation::Partition(offset), len) => Some(arena.sub_slice(offset, len)),
            _ => None,
        }
    }

    /// Returns true if all replicas share a value, and write to it only while all of them have met.
    pub(super) fn is_shared(&self, id: ValueId) -> bool {
        self.run.allocations.get(id).0.is_shared()
    }

    /// Returns true if the value has at least `bytes` bytes, or is some rows of one that has.
    pub(crate) fn is_part_of(&self, id: ValueId, bytes: usize) -> bool {
        match self.run.allocations.get(id) {
            (Allocation::SliceOf(whole, _) | Allocation::SliceInto(whole, _), _) => self.is_part_of(whole, bytes),
            (_, len) => len >= bytes,
        }
    }

    /// Returns true if this table may read a value, whose range is `range`.
    fn is_readable(&self, id: ValueId, range: &RawSlice) -> bool {
        let WriteAccess::Partition(partition) = &self.access else { return true };
        // No other thread writes there.
        let is_private = matches!(
            self.run.allocations.get(id).0,
            Allocation::Partition(_) | Allocation::Constant(_) | Allocation::Argument(_) | Allocation::Prepacked(_)
        );
        is_private || partition.is_only || partition.tiled.iter().all(|t| t.has_no_other_rows(range, self.block))
    }

    /// Returns true if this table may write to a value, whose range is `range`.
    pub(super) fn is_writable(&self, id: ValueId, range: &RawSlice) -> bool {
        let allocation = self.run.allocations.get(id).0;
        let is_of_replica =
            matches!(allocation, Allocation::Output(_) | Allocation::Replica(_) | Allocation::Scratch(_));
        match &self.access {
            WriteAccess::Replica => is_of_replica,
            WriteAccess::AllReplicas => is_of_replica || allocation.is_shared(),
            WriteAccess::Prepack => matches!(allocation, Allocation::Prepacked(_)),
            WriteAccess::Partition(partition) => match allocation {
                Allocation::Partition(_) => true,
                Allocation::SliceInto(whole, _) if partition.is_only => self.is_writable(whole, range),
                Allocation::SliceInto(..) => {
                    let is_own = partition.tiled.iter().any(|t| t.contains_in_block(range, self.block));
                    is_own && self.is_readable(id, range)
                }
                _ => partition.is_only && is_of_replica,
            },
        }
    }

    /// The slices that a step works on. If `in_place` names a read and a write that have the same address,
    /// that read is passed as an empty slice: the step finds the operand in its result.
    ///
    /// # Errors
    /// An internal error if a write overlaps another slice, or memory that belongs to others: the plan would
    /// be wrong.
    pub(crate) fn access(
        &mut self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: Option<(usize, usize)>,
    ) -> Result<Access<'_>> {
        let (reads, writes) = self.visible_ranges(reads, writes, in_place)?;
        // SAFETY: `ranges` has checked these.
        Ok(unsafe { self.slices(&reads, &writes) })
    }

    /// The state that addresses depend on.
    pub(crate) fn state(&self) -> TableState {
        let Self { scratch, partition, block, .. } = *self;
        TableState { replica: self.replica.clone(), scratch, partition, block }
    }

    /// Checks that the table has not changed. Then what [`ranges`](Self::ranges) says of addresses that it
    /// gave in that state still holds.
    ///
    /// # Errors
    /// An internal error if it has changed.
    pub(crate) fn check_state(&mut self, state: &TableState) -> Result<()> {
        let is_same = Arc::ptr_eq(&state.replica, &self.replica)
            && state.scratch.is_same(&self.scratch)
            && state.partition.is_same(&self.partition)
            && state.block == self.block;
        match is_same {
            true => Ok(()),
            false => Err(Error::new(ErrorKind::Internal, "a step was bound to other memory than that of its run")),
        }
    }

    /// What [`access`](Self::access) gives, for many runs of a step.
    ///
    /// # Errors
    /// As [`access`](Self::access).
    pub(crate) fn bind(
        &mut self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: Option<(usize, usize)>,
    ) -> Result<BoundAccess> {
        let (reads, writes) = self.visible_ranges(reads, writes, in_place)?;
        Ok(BoundAccess { reads, writes, state: self.state() })
    }

    /// The bytes of the first operand of a step that was bound before.
    ///
    /// # Errors
    /// An internal error if the table has changed since then.
    pub(crate) fn first_operand(&mut self, bound: &BoundAccess) -> Result<&[u8]> {
        self.check_state(&bound.state)?;
        let operand = bound.reads[0];
        // SAFETY: `bind` has checked it, and the table is the same (see `slices`).
        Ok(unsafe { std::slice::from_raw_parts(operand.ptr, operand.len) })
    }

    /// The slices of a step that was bound before.
    ///
    /// # Errors
    /// An internal error if the table has changed since then.
    pub(crate) fn access_bound(&mut self, bound: &BoundAccess) -> Result<Access<'_>> {
        self.check_state(&bound.state)?;
        // SAFETY: `bind` has checked these, and the table is the same.
        Ok(unsafe { self.slices(&bound.reads, &bound.writes) })
    }

    /// The addresses of a step's slices: a read that has the address of its write is empty.
    fn visible_ranges(
        &mut self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: Option<(usize, usize)>,
    ) -> Result<(OperandVec<RawSlice>, OperandVec<RawSlice>)> {
        let (mut reads, writes) = self.ranges(reads, writes, in_place.as_slice())?;
        if let Some((read, write)) = in_place
            && reads[read].ptr == writes[write].ptr
        {
            reads[read].len = 0;
        }
        Ok((reads, writes))
    }

    /// Slices of addresses.
    ///
    /// # Safety
    /// [`ranges`](Self::ranges) of this table has checked the addresses, except that reads may be shorter.
    unsafe fn slices(&mut self, reads: &[RawSlice], writes: &[RawSlice]) -> Access<'_> {
        // SAFETY: the bytes exist for `'a`, which outlives the borrow of `self`, or are in the arena that
        // `self` owns. Nothing else accesses them during that borrow, except for reads of what no thread
        // writes:
        // - constants, arguments and packed weights are borrowed by the run and not written, unless `self` is
        //   the table of a `PrepackMemory`, which borrows the packed weights exclusively;
        // - outputs, arenas and scratch belong to one replica's table. Other tables of the same replica exist
        //   only while that one is borrowed mutably or owned by a `LentTables`, so that it is not `self`.
        //   They are those of the partitions of a batch loop, of which each writes to its own arena and to
        //   rows of its own blocks, and reads no rows of others (`is_writable`, `is_readable`);
        // - what replicas share is written only with the tables of all of them borrowed mutably
        //   (`AllReplicas`, whose table also stands for the first replica's) or owned (`LentTables`).
        //
        // Writes overlap nothing of this access (`ranges`), and a second access would need `self`.
        unsafe {
            Access {
                reads: reads.iter().map(|r| std::slice::from_raw_parts(r.ptr, r.len)).collect(),
                writes: writes.iter().map(|w| std::slice::from_raw_parts_mut(w.ptr, w.len)).collect(),
            }
        }
    }

    /// The addresses that a step reads and writes element by element. As long as the table is not used
    /// otherwise, no other thread writes to these bytes, and none reads those of `writes`.
    ///
    /// # Errors
    /// An internal error if a write overlaps another write, memory that belongs to others, or a read, except
    /// for a pair in `in_place` that has one address.
    pub(crate) fn ranges(
        &mut self,
        reads: &[ValueId],
        writes: &[ValueId],
        in_place: &[(usize, usize)],
    ) -> Result<(OperandVec<RawSlice>, OperandVec<RawSlice>)> {
        let read_ranges: OperandVec<RawSlice> = reads.iter().map(|id| self.range(*id)).collect();
        let write_ranges: OperandVec<RawSlice> = writes.iter().map(|id| self.range(*id)).collect();
        let mut is_right = reads.iter().zip(&read_ranges).all(|(id, range)| self.is_readable(*id, range));
        for (i, write) in write_ranges.iter().enumerate() {
            let is_in_place = |r: usize| in_place.contains(&(r, i)) && read_ranges[r].ptr == write.ptr;
            is_right &= self.is_writable(writes[i], write)
                && !write_ranges[..i].iter().any(|other| other.overlaps(write))
                && !read_ranges.iter().enumerate().any(|(r, range)| range.overlaps(write) && !is_in_place(r));
        }
        if is_right {
            return Ok((read_ranges, write_ranges));
        }
        Err(Error::new(ErrorKind::Internal, "the memory plan gives one address to two values that are live"))
    }

    /// Returns true if two values have the same address.
    pub(crate) fn have_one_address(&self, a: ValueId, b: ValueId) -> bool {
        self.range(a).ptr == self.range(b).ptr
    }

    /// Copies one value to another of the same size, unless both have the same address.
    ///
    /// # Errors
    /// As [`access`](Self::access).
    pub(crate) fn copy(&mut self, from: ValueId, to: ValueId) -> Result<()> {
        if self.have_one_address(from, to) {
            return Ok(());
        }
        let Access { reads, mut writes } = self.access(&[from], &[to], None)?;
        writes[0].copy_from_slice(reads[0]);
        Ok(())
    }
}

/// Returns true if `tables` are those of all replicas of one run.
pub(super) fn are_all_replicas(tables: &[AddressTable<'_>]) -> bool {
    // A replica has one table, which cannot be cloned: as many as there are replicas are those of all.
    let is_of_run = |table: &AddressTable<'_>| table.is_of_replica() && Arc::ptr_eq(&table.run, &tables[0].run);
    tables.first().is_some_and(|first| first.run.replicas == tables.len()) && tables.iter().all(is_of_run)
}
