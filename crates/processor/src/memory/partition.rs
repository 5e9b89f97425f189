//! The memory of a batch loop, divided among the threads that run it.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::address_table::{AddressTable, Partition, TiledValue};
use super::aligned::AlignedBytes;
use super::raw_slice::RawSlice;
use crate::error::{Error, ErrorKind, Result};
use crate::ir::ValueId;

/// A replica's memory during a batch loop. Each partition is claimed by one thread.
pub(crate) struct PartitionedAddresses<'p, 'a> {
    table: &'p mut AddressTable<'a>,
    /// The arena of each partition, exclusively borrowed for `'p`.
    arenas: Vec<RawSlice>,
    /// The number of blocks of all partitions.
    blocks: usize,
    tiled: Vec<TiledValue>,
    /// The first partition that is not claimed yet.
    next: AtomicUsize,
}

impl<'a> AddressTable<'a> {
    /// Divides `blocks` blocks of rows into a partition for each of `arenas`. The loop writes the values
    /// `tiled` block by block, and other values in arenas only; unless there is a single partition, which may
    /// write what this table may.
    ///
    /// # Errors
    /// An internal error unless there is a block for each partition, `tiled` can be written and divided into
    /// blocks, and this table is that of a replica.
    pub(crate) fn partition<'p>(
        &'p mut self,
        arenas: &'p mut [AlignedBytes],
        blocks: usize,
        tiled: impl Iterator<Item = ValueId>,
    ) -> Result<PartitionedAddresses<'p, 'a>> {
        let mut values = Vec::new();
        // A single partition needs no rows of its own.
        for id in tiled.filter(|_| arenas.len() > 1) {
            let whole = self.range(id);
            let bytes_per_block = whole.len.checked_div(blocks).unwrap_or_default();
            if !self.is_writable(id, &whole) || bytes_per_block * blocks != whole.len {
                return Err(Error::new(ErrorKind::Internal, "a batch loop cannot write its result block by block"));
            }
            values.push(TiledValue { whole, bytes_per_block });
        }
        if arenas.is_empty() || arenas.len() > blocks || !self.is_of_replica() {
            return Err(Error::new(ErrorKind::Internal, "a batch loop has more partitions than blocks"));
        }
        let arenas = arenas.iter_mut().map(RawSlice::of_block).collect();
        Ok(PartitionedAddresses { table: self, arenas, blocks, tiled: values, next: AtomicUsize::new(0) })
    }
}

impl PartitionedAddresses<'_, '_> {
    /// The table and the blocks of the next partition, unless all are claimed.
    pub(crate) fn claim(&self) -> Option<(AddressTable<'_>, std::ops::Range<usize>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let count = self.arenas.len();
        let arena = *self.arenas.get(number)?;
        let blocks = number * self.blocks / count..(number + 1) * self.blocks / count;
        let partition = Partition { blocks: blocks.clone(), tiled: &self.tiled, is_only: count == 1 };
        // SAFETY: `self` borrows the table of a replica and the arenas exclusively. Each number is claimed
        // once; the partitions of different numbers have different arenas and blocks, and at least one block,
        // since there are as many blocks as partitions (`partition`, which has checked the tiled values as
        // well).
        let table = unsafe { self.table.of_partition(arena, partition) };
        Some((table, blocks))
    }

    /// The value `partial` of each partition in their order, and the value `total` to combine them in.
    ///
    /// # Errors
    /// An internal error if `partial` is not in the partitions' arenas, or `total` cannot be written.
    pub(crate) fn partial_results(&mut self, partial: ValueId, total: ValueId) -> Result<(Vec<&[u8]>, &mut [u8])> {
        let out = self.table.range(total);
        let parts: Option<Vec<RawSlice>> =
            self.arenas.iter().map(|arena| self.table.range_in_partition(partial, *arena)).collect();
        let parts = parts.filter(|_| self.table.is_writable(total, &out));
        let Some(parts) = parts else {
            return Err(Error::new(ErrorKind::Internal, "a partial reduction is not in the arena of a partition"));
        };
        // SAFETY: `&mut self` shows that no claimed table is left, so that nothing else accesses the arenas,
        // which `self` borrows exclusively, or the memory of the table, which it borrows exclusively as well
        // and may write there. The arenas are blocks apart from that memory.
        unsafe {
            let parts = parts.iter().map(|part| std::slice::from_raw_parts(part.ptr, part.len)).collect();
            Ok((parts, std::slice::from_raw_parts_mut(out.ptr, out.len)))
        }
    }
}
