//! Runs fused loops: on one thread or several, with reductions that may go over several blocks of rows.

use std::collections::HashMap;
use std::ops::Range;

use super::fused_loop::{FusedLoop, ReduceOut};
use super::prefetch::PREFETCH_MIN_BYTES;
use super::reduce::Accumulator;
use super::register_file::{RegisterFile, bytes_mut, subrange};
use super::tile_loop::{InitialValue, TileLoop};
use crate::error::Result;
use crate::ir::{BlockPosition, StepId, ValueId};
use crate::memory::AddressTable;
use crate::threads::team::Team;
use kernels::Isa;

/// Memory for registers and accumulators, kept by the running thread.
#[derive(Debug, Default)]
pub(crate) struct LoopScratch {
    registers: RegisterFile,
    accumulators: Vec<Accumulator>,
    /// Accumulators of loops that accumulate over blocks of rows, by [`LoopArgs::id`].
    persistent_accumulators: HashMap<StepId, Vec<Accumulator>>,
    /// The results of a reduction before they are rounded to their element type.
    results: Vec<u64>,
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
        let accumulates = self.accumulates();
        let accumulators = match accumulates {
            true => persistent_accumulators.entry(id).or_default(),
            false => accumulators,
        };
        if accumulators.len() < self.reduces.len() {
            accumulators.resize_with(self.reduces.len(), Accumulator::default);
        }
        let ranges = addresses.ranges(args.reads, args.writes, args.in_place)?;
        let is_large = |id: ValueId| addresses.is_part_of(id, PREFETCH_MIN_BYTES);
        let tiles = TileLoop::new(self, isa, ranges, [&|i| is_large(args.reads[i]), &|i| is_large(args.writes[i])]);
        if self.partitions > 1 && self.total > 0 && !accumulates {
            return self.run_partitions(&tiles, args.team);
        }
        self.reset(accumulators, position);
        // Without elements there is nothing to load. Reductions of none give their initial values.
        if self.total > 0 {
            tiles.run_range(0..self.total, registers, accumulators);
        }
        self.write_reductions(&tiles, accumulators, position, results);
        if accumulates && position.last {
            persistent_accumulators.remove(&id);
        }
        Ok(())
    }

    /// Returns true if a reduction goes over all blocks of rows of a batch loop.
    pub(super) fn accumulates(&self) -> bool {
        self.reduces.iter().any(|r| r.accumulates)
    }

    /// Writes the results of the reductions that end with this run.
    pub(super) fn write_reductions(
        &self,
        tiles: &TileLoop<'_>,
        accumulators: &[Accumulator],
        position: BlockPosition,
        results: &mut Vec<u64>,
    ) {
        let has_ended = |r: &ReduceOut| position.last || !r.accumulates;
        for (accumulator, reduce) in accumulators.iter().zip(&self.reduces).filter(|(_, r)| has_ended(r)) {
            let init = tiles.initial_value(reduce.init, self.program.reg_types[reduce.reg.0]);
            self.write_kept((accumulator, reduce, &init), 0..reduce.shape.kept, results, tiles);
        }
    }

    /// Runs each partition with accumulators for the results that it has elements of. A partition that has
    /// all elements of a result writes it; the others are merged in the order of the partitions. So results
    /// do not depend on the number of threads.
    fn run_partitions(&self, tiles: &TileLoop<'_>, team: &Team<'_>) -> Result<()> {
        let reg_type = |r: &ReduceOut| self.program.reg_types[r.reg.0];
        let inits: Vec<InitialValue> = self.reduces.iter().map(|r| tiles.initial_value(r.init, reg_type(r))).collect();
        let len = self.total.div_ceil(self.partitions).next_multiple_of(self.tile);
        let mut partitions: Vec<(Range<usize>, Vec<Accumulator>)> = (0..self.total)
            .step_by(len)
            .map(|start| start..self.total.min(start + len))
            .map(|elements| (elements, self.reduces.iter().map(|_| Accumulator::default()).collect()))
            .collect();
        team.parallel_for(partitions.iter_mut().collect(), |(elements, own)| {
            for (accumulator, r) in own.iter_mut().zip(&self.reduces) {
                accumulator.reset_part(r.kind, reg_type(r), r.shape, r.shape.kept_touched(elements));
            }
            tiles.run_range(elements.clone(), &mut RegisterFile::default(), own);
            for ((accumulator, r), init) in own.iter().zip(&self.reduces).zip(&inits) {
                let kept = r.shape.kept_whole(elements);
                self.write_kept((accumulator, r, init), kept, &mut Vec::new(), tiles);
            }
            Ok(())
        })?;
        for (i, (r, init)) in self.reduces.iter().zip(&inits).enumerate() {
            let is_divided = |start: &usize| !start.is_multiple_of(r.shape.reduced * r.shape.inner);
            let starts = partitions.iter().map(|(elements, _)| elements.start);
            let mut divided: Vec<usize> =
                starts.filter(is_divided).map(|start| start / (r.shape.reduced * r.shape.inner)).collect();
            divided.dedup();
            for kept in divided {
                let mut all = Accumulator::default();
                all.reset_part(r.kind, reg_type(r), r.shape, kept..kept + 1);
                partitions.iter().for_each(|(_, own)| all.merge(&own[i], r.kind, reg_type(r)));
                self.write_kept((&all, r, init), kept..kept + 1, &mut Vec::new(), tiles);
            }
        }
        Ok(())
    }

    /// Writes the results of some kept elements. No other thread accesses them.
    fn write_kept(
        &self,
        (accumulator, reduce, init): (&Accumulator, &ReduceOut, &InitialValue),
        kept: Range<usize>,
        buffer: &mut Vec<u64>,
        tiles: &TileLoop<'_>,
    ) {
        let (inner, size) = (reduce.shape.inner, reduce.element.bytes());
        let types = (self.program.reg_types[reduce.reg.0], reduce.element);
        let out = subrange(&tiles.writes()[reduce.write], kept.start * inner * size, kept.len() * inner * size);
        // SAFETY: a part of the result's memory, which overlaps no other operand or result. The caller has
        // these kept elements to itself.
        let out = unsafe { bytes_mut(out) };
        accumulator.write_results(tiles.isa(), reduce.kind, types, init, buffer, (kept.start * inner, out));
    }

    /// Resets the accumulators of reductions that begin with this run.
    pub(super) fn reset(&self, accumulators: &mut [Accumulator], position: BlockPosition) {
        for (accumulator, reduce) in accumulators.iter_mut().zip(&self.reduces) {
            if position.first || !reduce.accumulates {
                accumulator.reset(reduce.kind, self.program.reg_types[reduce.reg.0], reduce.shape);
            }
        }
    }
}
