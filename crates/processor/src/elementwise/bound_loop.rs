//! Loops of a single tile that run many times with the same addresses, as in the body of a `while` loop.

use stablehlo::ElementType;

use super::bytecode::Opcode;
use super::fused_loop::{FusedLoop, Load, LoadMode};
use super::interpreter::execute;
use super::load_store;
use super::operands::Operands;
use super::reduce::Accumulator;
use super::register_file::{RegisterFile, bytes, bytes_mut};
use super::tile_loop::TileLoop;
use crate::error::Result;
use crate::ir::{BlockPosition, ValueId};
use crate::memory::{AddressTable, RawSlice, TableState};
use kernels::Isa;

/// A loop of a single tile with its addresses. All that is the same for each run has been done: addresses are
/// looked up, constants loaded, registers bound.
pub(crate) struct BoundLoop<'f> {
    fused: &'f FusedLoop,
    isa: Isa,
    tiles: TileLoop<'f>,
    /// The state of the table that the addresses come from.
    state: TableState,
    file: RegisterFile,
    /// The operands that are copied into registers.
    loads: Vec<&'f Load>,
    instrs: Vec<BoundInstruction>,
    /// The results that are copied from registers: element type, register, result.
    stores: Vec<(ElementType, RawSlice, RawSlice)>,
    accumulators: Vec<Accumulator>,
    results: Vec<u64>,
}

/// An instruction with the tiles of its registers.
struct BoundInstruction {
    op: Opcode,
    inputs: [RawSlice; 3],
    out: RawSlice,
}

impl<'f> BoundLoop<'f> {
    /// Binds a loop to addresses; none if it has several tiles or partitions, or reductions over several
    /// runs.
    ///
    /// # Errors
    /// An internal error if the memory plan lets a write overlap another value.
    pub(crate) fn bind(
        fused: &'f FusedLoop,
        isa: Isa,
        addresses: &mut AddressTable<'_>,
        (reads, writes, in_place): (&[ValueId], &[ValueId], &[(usize, usize)]),
    ) -> Result<Option<Self>> {
        let FusedLoop { program, total, tile, .. } = fused;
        if *total == 0 || total > tile || fused.partitions > 1 || fused.accumulates() {
            return Ok(None);
        }
        let tiles = TileLoop::new(fused, isa, addresses.ranges(reads, writes, in_place)?, [&|_| false; 2]);
        let mut file = RegisterFile::default();
        file.lay_out(program, *tile);
        file.set_elements(program, *total);
        let mut loads = Vec::new();
        for load in &fused.loads {
            match load.mode {
                LoadMode::Constant(_) => tiles.load_invariant(&file, load),
                LoadMode::Broadcast | LoadMode::Periodic(_) => loads.push(load),
                LoadMode::Direct | LoadMode::Linear | LoadMode::Strided(_) | LoadMode::Row(_) => {
                    tiles.load_varying(&mut file, load, 0, *total);
                    if file.is_in_slot(program, load.reg) {
                        loads.push(load);
                    }
                }
            }
        }
        tiles.bind_direct_stores(&mut file, 0, *total);
        let tile_of = |reg| file.tile(reg);
        let instrs = program.instrs.iter().map(|instr| BoundInstruction {
            op: instr.op,
            inputs: instr.inputs.map(|reg| reg.map_or(RawSlice::EMPTY, tile_of)),
            out: file.tile(instr.out),
        });
        let (instrs, stores) = (instrs.collect(), tiles.indirect_stores(&file, 0, *total).collect());
        let accumulators = fused.reduces.iter().map(|_| Accumulator::default()).collect();
        let results = Vec::new();
        let state = addresses.state();
        Ok(Some(Self { fused, isa, tiles, state, file, loads, instrs, stores, accumulators, results }))
    }

    /// Runs the loop.
    ///
    /// # Errors
    /// An internal error if the table is not the one that the addresses come from.
    pub(crate) fn run(&mut self, addresses: &mut AddressTable<'_>) -> Result<()> {
        addresses.check_state(&self.state)?;
        let Self { fused, isa, tiles, file, .. } = self;
        for load in &self.loads {
            match load.mode.is_loop_invariant() {
                true => tiles.load_invariant(file, load),
                false => tiles.load_varying(file, load, 0, fused.total),
            }
        }
        for instr in &self.instrs {
            // SAFETY: the tiles of registers, as in `TileLoop::execute_tile`: slots of the file, or memory of
            // operands and results, which `addresses` still reaches (`check_state`).
            let [a, b, c] = instr.inputs.map(|input| unsafe { bytes(input) });
            // SAFETY: as above; it is the only mutable slice.
            let out = unsafe { bytes_mut(instr.out) };
            execute(*isa, instr.op, Operands { a, b, c, out, start: 0 });
        }
        if !self.accumulators.is_empty() {
            self.reduce();
        }
        for (element, register, result) in &self.stores {
            // SAFETY: the register's tile, which does not overlap the result (`TileLoop::indirect_stores`).
            let register = unsafe { bytes(*register) };
            // SAFETY: the result's memory, of which no other slice exists now.
            let result = unsafe { bytes_mut(*result) };
            load_store::store(self.isa, *element, register, result);
        }
        let Self { fused, tiles, accumulators, results, .. } = self;
        if !accumulators.is_empty() {
            fused.write_reductions(tiles, accumulators, BlockPosition::ONLY, results);
        }
        Ok(())
    }

    /// Reduces the registers of this run.
    fn reduce(&mut self) {
        let Self { fused, isa, file, accumulators, .. } = self;
        fused.reset(accumulators, BlockPosition::ONLY);
        for (accumulator, reduce) in accumulators.iter_mut().zip(&fused.reduces) {
            // SAFETY: the register's tile; nothing writes to it now.
            let tile = unsafe { bytes(file.tile(reduce.reg)) };
            let reg_type = fused.program.reg_types[reduce.reg.0];
            accumulator.add_tile(*isa, reduce.kind, reg_type, reduce.shape, tile, 0);
            accumulator.flush(reduce.kind, reduce.shape);
        }
    }
}
