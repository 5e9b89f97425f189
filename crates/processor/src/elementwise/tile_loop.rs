//! The loop over tiles: loads, instructions, reductions, stores.
//!
//! # Aliasing
//! A step's writes overlap none of its reads, except for the pairs of the step's `in_place`, which share one
//! address (checked by [`AddressTable::ranges`](crate::memory::AddressTable::ranges)). All loads of such a
//! read are [`Direct`](LoadMode::Direct) or [`Linear`](LoadMode::Linear) from its first element on: element
//! `i` of the read has the address of element `i` of the write. Several threads may run the same loop on
//! disjoint ranges of elements, so that a slice of an operand may cover only elements of the thread's own
//! tile, unless no write overlaps the operand.

use std::ops::Range;

use super::bytecode::Reg;
use super::dtype::RegType;
use super::fused_loop::{FusedLoop, Load, LoadMode, Store};
use super::interpreter::execute;
use super::load_store::{self, StridedDim};
use super::operands::Operands;
use super::prefetch::{IsLarge, Prefetcher};
use super::reduce::Accumulator;
use super::register_file::{RegisterFile, bytes, bytes_mut, subrange};
use crate::memory::{OperandVec, RawSlice};
use kernels::Isa;
use stablehlo::ElementType;

/// The initial value of a reduction: as many bytes from the first on as its register type has.
pub(super) type InitialValue = [u8; 8];

/// A loop with the addresses of its operands and results.
pub(super) struct TileLoop<'r> {
    fused: &'r FusedLoop,
    isa: Isa,
    reads: OperandVec<RawSlice>,
    writes: OperandVec<RawSlice>,
    prefetcher: Prefetcher,
    /// For each store, whether its register is bound to the result's memory, so that nothing remains to be
    /// stored.
    direct_stores: OperandVec<bool>,
}

impl<'r> TileLoop<'r> {
    /// `is_large` says of a read and of a write whether it is worth prefetching.
    pub(super) fn new(
        fused: &'r FusedLoop,
        isa: Isa,
        (reads, writes): (OperandVec<RawSlice>, OperandVec<RawSlice>),
        is_large: IsLarge<'_>,
    ) -> Self {
        let prefetcher = Prefetcher::new(fused, &reads, &writes, is_large);
        let direct_stores = (0..fused.stores.len()).map(|i| is_direct_store(fused, i, &reads, &writes)).collect();
        Self { fused, isa, reads, writes, prefetcher, direct_stores }
    }

    /// The instruction set that the loop runs on.
    pub(super) fn isa(&self) -> Isa {
        self.isa
    }

    /// The addresses of the results.
    pub(super) fn writes(&self) -> &[RawSlice] {
        &self.writes
    }

    /// Runs the loop over a range of elements that begins with a tile: stores the results, and adds the
    /// elements to the accumulators.
    ///
    /// Several threads may do this at the same time for disjoint ranges.
    pub(super) fn run_range(&self, elements: Range<usize>, file: &mut RegisterFile, accumulators: &mut [Accumulator]) {
        let (fused, program) = (self.fused, &self.fused.program);
        file.lay_out(program, fused.tile);
        for load in fused.loads.iter().filter(|l| l.mode.is_loop_invariant()) {
            self.load_invariant(file, load);
        }
        let mut start = elements.start;
        while start < elements.end {
            let n = fused.tile.min(elements.end - start);
            if n < fused.tile {
                file.set_elements(program, n);
            }
            self.load_tile(file, start, n);
            self.bind_direct_stores(file, start, n);
            // Half a tile beyond the next one, so that the operands of its first instruction have arrived by
            // then.
            let next = elements.end.min(start + n + n / 2);
            self.execute_tile(file, start, next..elements.end.min(next + fused.tile), accumulators);
            self.store_tile(file, start, n);
            start += n;
        }
        for (accumulator, reduce) in accumulators.iter_mut().zip(&fused.reduces) {
            accumulator.flush(reduce.kind, reduce.shape);
        }
    }

    /// The initial value of a reduction, in the type that the reduction accumulates in.
    pub(super) fn initial_value(&self, reg: Reg, accumulator: RegType) -> InitialValue {
        let mut initial = [0; size_of::<InitialValue>()];
        let value = &mut initial[..accumulator.bytes()];
        if let Some(load) = self.fused.loads.iter().find(|l| l.reg == reg) {
            let own = self.fused.program.reg_types[reg.0];
            let mut loaded = [0u64];
            let loaded = &mut bytemuck::cast_slice_mut(&mut loaded)[..own.bytes()];
            self.load_elements(load, loaded);
            match (own, accumulator) {
                (RegType::Bf16, RegType::F32) => {
                    load_store::load_accumulator(self.isa, ElementType::Bf16, loaded, value)
                }
                _ => value.copy_from_slice(loaded),
            }
        }
        initial
    }

    /// Loads a register that is the same for all tiles.
    pub(super) fn load_invariant(&self, file: &RegisterFile, load: &Load) {
        // SAFETY: the register's slot, of which no other slice exists now; the file owns its memory.
        let out = unsafe { bytes_mut(file.tile(load.reg)) };
        self.load_elements(load, out);
    }

    /// Loads the elements of an operand that is the same for all tiles.
    fn load_elements(&self, load: &Load, out: &mut [u8]) {
        let size = load.element.bytes();
        match &load.mode {
            LoadMode::Constant(element) => load_store::load_broadcast(load.element, element, out),
            LoadMode::Periodic(dims) => {
                // SAFETY: no write overlaps an operand with a periodic load (see the module's documentation).
                let memory = unsafe { bytes(self.reads[load.read]) };
                let period: usize = dims[1..].iter().map(|(size, _)| size).product();
                let first = self.fused.program.tile_bytes(load.reg, period).min(out.len());
                load_store::load_strided(load.element, memory, load.offset, dims, 0, &mut out[..first]);
                // Each copy doubles the filled part: a period may be as short as the three channels of an
                // image.
                let mut filled = first;
                while filled < out.len() {
                    let more = filled.min(out.len() - filled);
                    out.copy_within(..more, filled);
                    filled += more;
                }
            }
            _ => {
                let element = subrange(&self.reads[load.read], load.offset * size, size);
                // SAFETY: no write overlaps an operand with a broadcast load.
                load_store::load_broadcast(load.element, unsafe { bytes(element) }, out);
            }
        }
    }

    /// Loads the `n` elements from `start` on of all operands that vary from tile to tile.
    fn load_tile(&self, file: &mut RegisterFile, start: usize, n: usize) {
        for load in self.fused.loads.iter().filter(|l| !l.mode.is_loop_invariant()) {
            self.load_varying(file, load, start, n);
        }
    }

    /// Loads the `n` elements from `start` on of an operand that varies from tile to tile.
    pub(super) fn load_varying(&self, file: &mut RegisterFile, load: &Load, start: usize, n: usize) {
        let range = &self.reads[load.read];
        let size = load.element.bytes();
        let tile = || subrange(range, (load.offset + start) * size, n * size);
        if load.mode == LoadMode::Direct {
            file.bind(load.reg, tile());
            return;
        }
        // A register of strided elements may be bound to the elements of the tile before.
        file.bind_slot(&self.fused.program, load.reg, n);
        // SAFETY: the register's slot, of which no other slice exists now.
        let out = unsafe { bytes_mut(file.tile(load.reg)) };
        match &load.mode {
            LoadMode::Strided(dims) => {
                if let Some(first) = contiguous_elements(load, dims, start, n) {
                    file.bind(load.reg, subrange(range, first * size, n * size));
                    return;
                }
                // SAFETY: no write overlaps an operand with a strided load.
                let memory = unsafe { bytes(*range) };
                load_store::load_strided(load.element, memory, load.offset, dims, start, out);
            }
            LoadMode::Row(dims) => {
                let element = subrange(range, strided_element(load.offset, dims, start) * size, size);
                // SAFETY: no write overlaps an operand with such a load.
                load_store::load_broadcast(load.element, unsafe { bytes(element) }, out);
            }
            // SAFETY: only this thread writes to results in these elements' memory, and it makes no slice
            // of them while it loads.
            _ => load_store::load_linear(self.isa, load.element, unsafe { bytes(tile()) }, out),
        }
    }

    /// Binds the registers of direct stores to the results' memory.
    pub(super) fn bind_direct_stores(&self, file: &mut RegisterFile, start: usize, n: usize) {
        for (store, _) in self.fused.stores.iter().zip(&self.direct_stores).filter(|(_, direct)| **direct) {
            let size = store.element.bytes();
            file.bind(store.reg, subrange(&self.writes[store.write], start * size, n * size));
        }
    }

    /// Runs the instructions and the reductions of the tile that begins at element `start`, and prefetches
    /// the elements `next`.
    fn execute_tile(&self, file: &RegisterFile, start: usize, next: Range<usize>, accumulators: &mut [Accumulator]) {
        let (isa, fused) = (self.isa, self.fused);
        let mut prefetch = self.prefetcher.tile(next);
        for instr in &fused.program.instrs {
            prefetch.before_instruction(isa);
            let input = |i: usize| match instr.inputs[i] {
                // SAFETY: the register's tile: a slot of the file, or this tile's elements of an operand. The
                // tile of the instruction's result does not overlap it: slots differ
                // (`BytecodeBuilder::build`), and a result bound to memory overlaps no operand that is read
                // from here on (`is_direct_store`). Other threads write only other tiles.
                Some(reg) => unsafe { bytes(file.tile(reg)) },
                None => &[],
            };
            // SAFETY: as above; it is the only mutable slice.
            let out = unsafe { bytes_mut(file.tile(instr.out)) };
            execute(isa, instr.op, Operands { a: input(0), b: input(1), c: input(2), out, start });
        }
        for (accumulator, reduce) in accumulators.iter_mut().zip(&fused.reduces) {
            prefetch.before_instruction(isa);
            // SAFETY: the register's tile; nothing writes to it now.
            let tile = unsafe { bytes(file.tile(reduce.reg)) };
            let reg_type = fused.program.reg_types[reduce.reg.0];
            accumulator.add_tile(isa, reduce.kind, reg_type, reduce.shape, tile, start);
        }
    }

    /// The results whose registers are not bound to the results' memory: the element type, the register's
    /// tile, and the `n` elements of the result from `start` on.
    pub(super) fn indirect_stores(
        &self,
        file: &RegisterFile,
        start: usize,
        n: usize,
    ) -> impl Iterator<Item = (ElementType, RawSlice, RawSlice)> {
        let indirect = self.fused.stores.iter().zip(&self.direct_stores).filter(|(_, direct)| !**direct);
        let ends = move |(store, _): (&Store, _)| {
            let size = store.element.bytes();
            let result = subrange(&self.writes[store.write], start * size, n * size);
            (store.element, file.tile(store.reg), result)
        };
        // A register bound to an operand in the result's memory holds the result already.
        indirect.map(ends).filter(|(_, register, result)| register.ptr != result.ptr)
    }

    /// Stores the registers of results that are not bound to the results' memory.
    fn store_tile(&self, file: &RegisterFile, start: usize, n: usize) {
        for (element, register, result) in self.indirect_stores(file, start, n) {
            // SAFETY: the register's tile: a slot of the file, or elements of an operand, which share the
            // result's address (excluded above) or do not overlap the result.
            let register = unsafe { bytes(register) };
            // SAFETY: this thread's elements of the result, of which no other slice exists now.
            let result = unsafe { bytes_mut(result) };
            load_store::store(self.isa, element, register, result);
        }
    }
}

/// The first element in the operand's memory of the `n` elements from `start` on of a strided load, if
/// these are contiguous there and need no conversion: then the tile is the operand's memory.
fn contiguous_elements(load: &Load, dims: &[StridedDim], start: usize, n: usize) -> Option<usize> {
    let (inner, 1) = dims.last()? else { return None };
    if load.element == ElementType::F16 || start % inner + n > *inner {
        return None;
    }
    Some(strided_element(load.offset, dims, start))
}

/// The element in the operand's memory of the row-major index `index`.
fn strided_element(offset: usize, dims: &[StridedDim], mut index: usize) -> usize {
    let mut element = offset as isize;
    for (size, stride) in dims.iter().rev() {
        element += (index % size) as isize * stride;
        index /= size;
    }
    element as usize
}

/// Returns true if the register of a store can be bound to the result's memory.
///
/// That is the case if the register has the result's element type, and each operand that shares the result's
/// memory has been read when the register is written: it was copied into a register, as all but direct loads
/// are before the first instruction, or its last use comes before.
fn is_direct_store(fused: &FusedLoop, index: usize, reads: &[RawSlice], writes: &[RawSlice]) -> bool {
    let (program, store): (_, &Store) = (&fused.program, &fused.stores[index]);
    let is_read_before = |read: usize, instr: usize| {
        let mut loads = fused.loads.iter().filter(|l| l.read == read);
        loads.all(|l| l.mode != LoadMode::Direct || program.last_use[l.reg.0] < instr)
    };
    let shares_memory = |(_, r): &(usize, &RawSlice)| r.overlaps(&writes[store.write]);
    program.reg_types[store.reg.0].bytes() == store.element.bytes()
        && !fused.stores[..index].iter().any(|s| s.reg == store.reg)
        && program.instrs.iter().position(|instr| instr.out == store.reg).is_some_and(|instr| {
            reads.iter().enumerate().filter(shares_memory).all(|(read, _)| is_read_before(read, instr))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elementwise::builder::BytecodeBuilder;
    use half::f16;
    use stablehlo::ops::Binary;
    use stablehlo::{OpKind, TensorType};

    const TOTAL: usize = 61;

    /// `x + x` over one operand.
    fn doubling(element: ElementType, mode: LoadMode) -> FusedLoop {
        let ty = TensorType::new(element, [TOTAL]);
        let mut builder = BytecodeBuilder::default();
        let reg = builder.input(element, false).expect("a computable type");
        if mode == LoadMode::Direct {
            builder.set_in_memory(reg);
        }
        let sum = builder.emit(&OpKind::Binary(Binary::Add), &[reg, reg], Some(&ty), &ty).expect("an operation");
        FusedLoop {
            total: TOTAL,
            tile: 8,
            program: builder.build(&[sum]),
            loads: vec![Load { reg, element, mode, read: 0, offset: 0 }],
            stores: vec![Store { reg: sum, element, write: 0 }],
            reduces: Vec::new(),
            partitions: 2,
        }
    }

    /// Runs a loop in place, on two threads: Miri checks that neither makes slices of the other's elements.
    fn run_in_place<T: bytemuck::Pod>(fused: &FusedLoop, isa: Isa, values: &mut [T]) {
        let memory: &mut [u8] = bytemuck::cast_slice_mut(values);
        let range = RawSlice { ptr: memory.as_mut_ptr(), len: memory.len() };
        let ranges = || OperandVec::from_slice(&[range]);
        let tiles = TileLoop::new(fused, isa, (ranges(), ranges()), [&|_| false; 2]);
        std::thread::scope(|scope| {
            for elements in [0..32, 32..TOTAL] {
                let tiles = &tiles;
                scope.spawn(move || tiles.run_range(elements, &mut RegisterFile::default(), &mut []));
            }
        });
    }

    #[test]
    fn threads_run_parts_of_a_loop_in_place() {
        for isa in Isa::available() {
            let mut values: Vec<f32> = (0..TOTAL).map(|i| i as f32).collect();
            run_in_place(&doubling(ElementType::F32, LoadMode::Direct), isa, &mut values);
            assert!(values.iter().enumerate().all(|(i, x)| *x == 2.0 * i as f32), "{isa}: {values:?}");
            let mut values: Vec<f16> = (0..TOTAL).map(|i| f16::from_f32(i as f32)).collect();
            run_in_place(&doubling(ElementType::F16, LoadMode::Linear), isa, &mut values);
            assert!(values.iter().enumerate().all(|(i, x)| x.to_f32() == 2.0 * i as f32), "{isa}: {values:?}");
        }
    }
}
