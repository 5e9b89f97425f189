//! Runs fused loops: on one thread or several, with reductions that may go over several blocks of rows.

use std::collections::HashMap;

use super::fused_loop::{FusedLoop, ReduceOut};
use super::prefetch::PREFETCH_MIN_BYTES;
use super::reduce::Accumulator;
use super::register_file::bytes_mut;
use super::tile_loop::TileLoop;
use crate::error::Result;
use crate::ir::{BlockPosition, StepId, ValueId};
use crate::memory::{AddressTable, AlignedBytes};
use crate::threads::team::Team;
use kernels::Isa;

/// Memory for registers and accumulators, kept by the running thread.
#[derive(Debug)]
pub(crate) struct LoopScratch {
    registers: AlignedBytes,
    accumulators: Vec<Accumulator>,
    /// Accumulators of loops that accumulate over blocks of rows, by [`LoopArgs::id`].
    persistent_accumulators: HashMap<StepId, Vec<Accumulator>>,
    /// The results of a reduction before they are rounded to their element type.
    results: Vec<u64>,
}

impl Default for LoopScratch {
    fn default() -> Self {
        Self {
            registers: AlignedBytes::zeroed(0),
            accumulators: Vec::new(),
            persistent_accumulators: HashMap::new(),
            results: Vec::new(),
        }
    }
}

/// The circumstances of one run of a loop.
pub(crate) struct LoopArgs<'a, 't> {
    pub(crate) id: StepId,
    pub(crate) isa: Isa,
    pub(crate) team: &'a Team<'a>,
    pub(crate) addresses: &'a mut AddressTable<'t>,
    pub(crate) reads: &'a [ValueId],
    pub(crate) writes: &'a [ValueId],
    /// Pairs of a read and a write that may share memory.
    pub(crate) in_place: &'a [(usize, usize)],
    pub(crate) position: BlockPosition,
}

impl FusedLoop {
    /// Runs the loop on this thread, and its partitions on other threads of the team too.
    ///
    /// # Errors
    /// An internal error if the memory plan lets a write overlap another value.
    pub(crate) fn run(&self, args: LoopArgs<'_, '_>, scratch: &mut LoopScratch) -> Result<()> {
        let LoopScratch { registers, accumulators, persistent_accumulators, results } = scratch;
        let LoopArgs { id, isa, addresses, position, .. } = args;
        let accumulators = match self.reduces.iter().any(|r| r.accumulates) {
            true => persistent_accumulators.entry(id).or_default(),
            false => accumulators,
        };
        if accumulators.len() < self.reduces.len() {
            accumulators.resize_with(self.reduces.len(), Accumulator::default);
        }
        let (reads, writes) = addresses.ranges(args.reads, args.writes, args.in_place)?;
        let is_large = [args.reads, args.writes]
            .map(|ids| ids.iter().map(|id| addresses.is_part_of(*id, PREFETCH_MIN_BYTES)).collect());
        let tiles = TileLoop::new(self, isa, &reads, &writes, &is_large);
        if self.total == 0 {
            // There is nothing to load. Reductions of no elements give their initial values.
            self.reset(accumulators, position);
        } else if self.partitions == 1 {
            self.reset(accumulators, position);
            tiles.run_range(0..self.total, registers, accumulators);
        } else {
            self.run_partitions(&tiles, args.team, accumulators, position)?;
        }
        let has_ended = |r: &ReduceOut| position.last || !r.accumulates;
        for (i, reduce) in self.reduces.iter().enumerate().filter(|(_, r)| has_ended(r)) {
            let reg_type = self.program.reg_types[reduce.reg.0];
            let init = tiles.initial_value(reduce.init, reg_type);
            // SAFETY: the result's whole memory, which overlaps no other operand or result; the threads that
            // ran the loop have ended their work.
            let out = unsafe { bytes_mut(writes[reduce.write]) };
            accumulators[i].write_results(isa, reduce.kind, (reg_type, reduce.element), &init, results, out);
        }
        if position.last {
            persistent_accumulators.remove(&id);
        }
        Ok(())
    }

    /// Runs each partition with accumulators of its own, and merges these in the order of the partitions, so
    /// that the results do not depend on the number of threads.
    fn run_partitions(
        &self,
        tiles: &TileLoop<'_>,
        team: &Team<'_>,
        accumulators: &mut [Accumulator],
        position: BlockPosition,
    ) -> Result<()> {
        let len = self.total.div_ceil(self.partitions).next_multiple_of(self.tile);
        let mut partitions: Vec<(usize, Vec<Accumulator>)> = (0..self.total)
            .step_by(len)
            .map(|start| (start, self.reduces.iter().map(|_| Accumulator::default()).collect()))
            .collect();
        team.parallel_for(partitions.iter_mut().collect(), |(start, own)| {
            self.reset(own, BlockPosition::ONLY);
            tiles.run_range(*start..self.total.min(*start + len), &mut AlignedBytes::zeroed(0), own);
            Ok(())
        })?;
        self.reset(accumulators, position);
        for (_, own) in &partitions {
            for ((all, own), reduce) in accumulators.iter_mut().zip(own).zip(&self.reduces) {
                all.merge(own, reduce.kind, self.program.reg_types[reduce.reg.0]);
            }
        }
        Ok(())
    }

    /// Resets the accumulators of reductions that begin with this run.
    fn reset(&self, accumulators: &mut [Accumulator], position: BlockPosition) {
        for (accumulator, reduce) in accumulators.iter_mut().zip(&self.reduces) {
            if position.first || !reduce.accumulates {
                accumulator.reset(reduce.kind, self.program.reg_types[reduce.reg.0], reduce.shape);
            }
        }
    }
}
