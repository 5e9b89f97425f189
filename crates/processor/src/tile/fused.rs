//! Fused loops: a tile program run over a whole tensor, tile by tile, with reductions at its end.
//!
//! For each tile: operands are loaded (or read where they lie), the program runs on registers, then stores are made.
//! What lies in memory, far from all caches, is asked for more than a tile ahead, some lines now and then between instructions.
//! Since stores come after all loads of the tile, a result may lie where an operand lies that is read index by index.

use std::collections::HashMap;

use stablehlo::ElementType;

use super::class::Class;
use super::exec::{Operands, execute};
use super::program::{Program, Reg};
use super::reduce::{Accumulator, ReduceKind, ReduceShape};
use super::transfer::{self, StridedDim};
use crate::Result;
use crate::memory::{Addresses, AlignedBytes, Range};
use crate::run::Team;
use crate::step::{Step, Visit};
use kernels::{FetchTile, Isa, Stream};

/// Bytes of a value that is asked for ahead: half of a second-level cache, in which smaller ones may yet be.
const FAR: usize = 512 * 1024;

/// Lines that a visit asks for at least, if that makes one for each instruction: to find out where to ask takes a while, too.
const VISIT: usize = 16;

/// How a register gets its tile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LoadMode {
    /// It is the memory itself: contiguous, of the register's own type.
    Direct,
    /// Contiguous, converted.
    Linear,
    /// One element for all; loaded once.
    Uniform,
    /// Any strides.
    Strided(Vec<StridedDim>),
    /// Strides that repeat with a period dividing the tile; loaded once.
    Periodic(Vec<StridedDim>),
    /// A number known at compile time; loaded once.
    Constant(Vec<u8>),
}

impl LoadMode {
    pub(crate) fn is_once(&self) -> bool {
        matches!(self, Self::Uniform | Self::Periodic(_) | Self::Constant(_))
    }
}

/// An operand.
#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) reg: Reg,
    pub(crate) element: ElementType,
    pub(crate) mode: LoadMode,
    /// Which of the step's reads; constants have none.
    pub(crate) read: usize,
    /// Elements from the start of that value's memory.
    pub(crate) offset: usize,
}

/// A result.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) reg: Reg,
    pub(crate) element: ElementType,
    /// Which of the step's writes.
    pub(crate) write: usize,
}

/// A result that is a reduction.
#[derive(Debug)]
pub(crate) struct ReduceOut {
    pub(crate) reg: Reg,
    pub(crate) kind: ReduceKind,
    pub(crate) shape: ReduceShape,
    pub(crate) element: ElementType,
    /// The register of the initial value.
    pub(crate) init: Reg,
    /// Which of the step's writes.
    pub(crate) write: usize,
    /// Whether it gathers over all blocks of rows.
    pub(crate) gathers: bool,
}

/// The loop.
#[derive(Debug)]
pub(crate) struct FusedLoop {
    pub(crate) total: usize,
    pub(crate) tile: usize,
    pub(crate) program: Program,
    pub(crate) loads: Vec<Load>,
    pub(crate) stores: Vec<Store>,
    pub(crate) reduces: Vec<ReduceOut>,
    /// Stretches that threads may take; one: the running thread does it all.
    pub(crate) shares: usize,
}

/// Memory for registers and accumulators, kept by the running thread.
#[derive(Debug)]
pub(crate) struct TileScratch {
    registers: AlignedBytes,
    accumulators: Vec<Accumulator>,
    /// Those of loops that gather over blocks of rows, by the address of their step.
    kept: HashMap<usize, Vec<Accumulator>>,
    output: Vec<u64>,
}

impl Default for TileScratch {
    fn default() -> Self {
        Self { registers: AlignedBytes::zeroed(0), accumulators: Vec::new(), kept: HashMap::new(), output: Vec::new() }
    }
}

impl FusedLoop {
    /// Runs it on this thread, and its shares on others of the team too.
    pub(crate) fn run(
        &self,
        isa: Isa,
        team: &Team<'_>,
        addresses: &Addresses<'_>,
        step: &Step,
        scratch: &mut TileScratch,
        visit: Visit,
    ) -> Result<()> {
        let TileScratch { registers, accumulators, kept, output } = scratch;
        let address = std::ptr::from_ref(step) as usize;
        let accumulators = match self.reduces.iter().any(|r| r.gathers) {
            true => kept.entry(address).or_default(),
            false => accumulators,
        };
        if accumulators.len() < self.reduces.len() {
            accumulators.resize_with(self.reduces.len(), Accumulator::default);
        }
        let (reads, writes) = addresses.ranges(&step.reads, &step.writes, &step.in_place)?;
        let far = [&step.reads, &step.writes].map(|ids| ids.iter().map(|id| addresses.is_part_of(*id, FAR)).collect());
        let run = Run::new(self, isa, &reads, &writes, &far);
        if self.shares == 1 {
            self.reset(accumulators, visit);
            run.stretch(0..self.total, registers, accumulators);
        } else {
            let len = self.total.div_ceil(self.shares).next_multiple_of(self.tile);
            let mut shares: Vec<(usize, Vec<Accumulator>)> = (0..self.total)
                .step_by(len)
                .map(|start| (start, self.reduces.iter().map(|_| Accumulator::default()).collect()))
                .collect();
            team.spread(shares.iter_mut().collect(), |(start, own)| {
                self.reset(own, Visit::ONLY);
                run.stretch(*start..self.total.min(*start + len), &mut AlignedBytes::zeroed(0), own);
                Ok(())
            })?;
            self.reset(accumulators, visit);
            for (_, own) in &shares {
                for ((all, own), reduce) in accumulators.iter_mut().zip(own).zip(&self.reduces) {
                    all.join(own, reduce.kind, self.program.classes[reduce.reg.0]);
                }
            }
        }
        let ended = |r: &ReduceOut| visit.last || !r.gathers;
        for (i, reduce) in self.reduces.iter().enumerate().filter(|(_, r)| ended(r)) {
            let class = self.program.classes[reduce.reg.0];
            let init = run.initial(reduce.init, class);
            let range = writes[reduce.write];
            // SAFETY: the result's whole range; no other slice of it exists now.
            let out = unsafe { std::slice::from_raw_parts_mut(range.ptr, range.len) };
            accumulators[i].finish(isa, reduce.kind, (class, reduce.element), &init, output, out);
        }
        if visit.last {
            kept.remove(&address);
        }
        Ok(())
    }

    fn reset(&self, accumulators: &mut [Accumulator], visit: Visit) {
        for (accumulator, reduce) in accumulators.iter_mut().zip(&self.reduces) {
            if visit.first || !reduce.gathers {
                accumulator.reset(reduce.kind, self.program.classes[reduce.reg.0], reduce.shape);
            }
        }
    }
}

/// A loop over its operands and results as they lie.
struct Run<'r> {
    fused: &'r FusedLoop,
    isa: Isa,
    reads: &'r [Range],
    writes: &'r [Range],
    /// Operands and results that lie far away and are gone through in their order.
    far: Vec<Stream>,
    /// Instructions from one visit to them to the next.
    every: usize,
    /// For each store whether it is computed right where it belongs: where no operand lies that is still to be read.
    direct: Vec<bool>,
}

impl<'r> Run<'r> {
    /// `far` says of each read and of each write whether it is asked for ahead.
    fn new(fused: &'r FusedLoop, isa: Isa, reads: &'r [Range], writes: &'r [Range], far: &[Vec<bool>; 2]) -> Self {
        let program = &fused.program;
        // An operand that lies where the result does lies there index by index (`Step::in_place`). It is read by then if it was
        // loaded into a register, as all are before the first instruction, or if no instruction from this one on reads it.
        let is_read_before = |read: usize, instr: usize| {
            let loads = || fused.loads.iter().filter(|l| l.read == read);
            loads().all(|l| l.mode != LoadMode::Direct || program.last[l.reg.0] < instr)
        };
        let is_direct = |(i, store): (usize, &Store)| {
            let bytes = program.classes[store.reg.0].bytes();
            let here = |(_, r): &(usize, &Range)| r.overlaps(&writes[store.write]);
            bytes == store.element.bytes()
                && !fused.stores[..i].iter().any(|s| s.reg == store.reg)
                && program.instrs.iter().position(|instr| instr.out == store.reg).is_some_and(|instr| {
                    reads.iter().enumerate().filter(here).all(|(read, _)| is_read_before(read, instr))
                })
        };
        let direct = fused.stores.iter().enumerate().map(is_direct).collect();
        let stream = |range: &Range, element: ElementType, offset: usize, is_written| {
            let bytes = element.bytes();
            Stream::new(range.ptr.wrapping_add(offset * bytes), bytes, is_written)
        };
        let in_order = |l: &&Load| matches!(l.mode, LoadMode::Direct | LoadMode::Linear) && far[0][l.read];
        let loads = fused.loads.iter().filter(in_order).map(|l| stream(&reads[l.read], l.element, l.offset, false));
        let stores =
            fused.stores.iter().filter(|s| far[1][s.write] && !reads.iter().any(|r| r.ptr == writes[s.write].ptr));
        let mut far: Vec<Stream> = loads.chain(stores.map(|s| stream(&writes[s.write], s.element, 0, true))).collect();
        let lines: usize = far.iter().map(|stream| stream.lines(fused.tile)).sum();
        let instructions = (program.instrs.len() + fused.reduces.len()).max(1);
        let every = instructions.div_ceil(lines.div_ceil(VISIT).max(1));
        far.iter_mut().for_each(|stream| stream.divide(fused.tile, instructions.div_ceil(every)));
        Self { fused, isa, reads, writes, far, every, direct }
    }

    /// The number that a reduction begins with, as it joins numbers.
    fn initial(&self, reg: Reg, class: Class) -> Vec<u8> {
        let mut one = vec![0; class.bytes()];
        if let Some(load) = self.fused.loads.iter().find(|l| l.reg == reg) {
            let own = self.fused.program.classes[reg.0];
            let mut loaded = [0u64];
            let loaded = &mut bytemuck::cast_slice_mut(&mut loaded)[..own.bytes()];
            self.load_once(load, loaded);
            match (own, class) {
                (Class::Bf16, Class::F32) => transfer::load_to_join(self.isa, ElementType::Bf16, loaded, &mut one),
                _ => one.copy_from_slice(loaded),
            }
        }
        one
    }

    /// A load that is the same for all tiles.
    fn load_once(&self, load: &Load, out: &mut [u8]) {
        if let LoadMode::Constant(bytes) = &load.mode {
            return transfer::load_uniform(load.element, bytes, out);
        }
        let range = self.reads[load.read];
        // SAFETY: the range is the operand's memory, which nobody writes while this slice lives.
        let memory = unsafe { std::slice::from_raw_parts(range.ptr, range.len) };
        match &load.mode {
            LoadMode::Periodic(dims) => {
                let period: usize = dims[1..].iter().map(|(size, _)| size).product();
                let first = self.fused.program.bytes(load.reg, period).min(out.len());
                transfer::load_strided(load.element, memory, load.offset, dims, 0, &mut out[..first]);
                // Twice as much each time: a period may be as short as a picture's three channels.
                let mut done = first;
                while done < out.len() {
                    let more = done.min(out.len() - done);
                    out.copy_within(..more, done);
                    done += more;
                }
            }
            _ => transfer::load_uniform(load.element, &memory[load.offset * load.element.bytes()..], out),
        }
    }

    /// Elements of the loop from a tile's first on: stored, and taken into the accumulators.
    ///
    /// Several threads may do this with stretches that do not overlap: operands that lie where results do are read index by
    /// index.
    fn stretch(
        &self,
        elements: std::ops::Range<usize>,
        registers: &mut AlignedBytes,
        accumulators: &mut [Accumulator],
    ) {
        if elements.is_empty() {
            return; // Operands that are loaded once have no elements to repeat.
        }
        let Self { fused, isa, reads, writes, far, every, direct } = self;
        let (isa, program) = (*isa, &fused.program);
        // Slots of the register file, each on its own cache lines.
        let mut offsets = Vec::with_capacity(program.slots.len());
        let mut end = 0;
        for bytes in &program.slots {
            offsets.push(end);
            end += (bytes * fused.tile).max(1).next_multiple_of(crate::memory::ALIGNMENT);
        }
        if registers.len() < end {
            *registers = AlignedBytes::zeroed(end);
        }
        let file = registers.as_mut_slice().as_mut_ptr();
        let mut ptrs: Vec<*mut u8> = program
            .slot_of
            .iter()
            // SAFETY: slot offsets lie inside the register file, just sized.
            .map(|slot| slot.map_or(std::ptr::null_mut(), |s| unsafe { file.add(offsets[s]) }))
            .collect();
        // Bytes of each register's tile: of most tiles alike.
        let lens_for = |n: usize| (0..program.classes.len()).map(|r| program.bytes(Reg(r), n)).collect::<Vec<usize>>();
        let mut lens = lens_for(fused.tile);
        for load in fused.loads.iter().filter(|l| l.mode.is_once()) {
            // SAFETY: the register's slot holds its tile, or one element for all; no other slice of the file exists now.
            let out = unsafe { std::slice::from_raw_parts_mut(ptrs[load.reg.0], lens[load.reg.0]) };
            self.load_once(load, out);
        }
        let mut start = elements.start;
        while start < elements.end {
            let n = fused.tile.min(elements.end - start);
            if n < fused.tile {
                lens = lens_for(n);
            }
            for load in fused.loads.iter().filter(|l| !l.mode.is_once()) {
                let range = reads[load.read];
                let bytes = load.element.bytes();
                let from = (load.offset + start) * bytes;
                if load.mode == LoadMode::Direct {
                    assert!(from + n * bytes <= range.len, "a direct operand is as long as the loop");
                    // SAFETY: inside the operand's range, just checked.
                    ptrs[load.reg.0] = unsafe { range.ptr.add(from) };
                    continue;
                }
                // SAFETY: the operand's memory; stores of this tile come later, and other threads write other tiles.
                let memory = unsafe { std::slice::from_raw_parts(range.ptr, range.len) };
                // SAFETY: the register's slot holds `tile >= n` elements and is apart from the operand.
                let out = unsafe { std::slice::from_raw_parts_mut(ptrs[load.reg.0], lens[load.reg.0]) };
                match &load.mode {
                    LoadMode::Strided(dims) => {
                        transfer::load_strided(load.element, memory, load.offset, dims, start, out);
                    }
                    _ => transfer::load_linear(isa, load.element, &memory[from..from + n * bytes], out),
                }
            }
            for (store, _) in fused.stores.iter().zip(direct).filter(|(_, direct)| **direct) {
                let range = writes[store.write];
                let (from, len) = (start * store.element.bytes(), n * store.element.bytes());
                assert!(from + len <= range.len, "a result is as long as the loop");
                // SAFETY: inside the result's range, just checked.
                ptrs[store.reg.0] = unsafe { range.ptr.add(from) };
            }
            // Half a tile further than the next one, so that what its first instruction reads was not asked for just now.
            let from = elements.end.min(start + n + n / 2);
            let next = from..elements.end.min(from + fused.tile);
            let (mut visit, mut wait) = (0, if far.is_empty() || next.is_empty() { usize::MAX } else { 0 });
            let mut fetch = || {
                if wait == 0 {
                    isa.dispatch(FetchTile { streams: far, elements: next.clone(), visit });
                    (visit, wait) = (visit + 1, *every);
                }
                wait -= 1;
            };
            for instr in &program.instrs {
                fetch();
                let input = |i: usize| match instr.inputs[i] {
                    // SAFETY: the register's tile: a slot of the file, or `n` elements of an operand. It is apart from
                    // the instruction's result: slots differ by construction (`Builder::finish`), and results written
                    // in memory overlap no operand that is still to be read (`direct`).
                    Some(reg) => unsafe { std::slice::from_raw_parts(ptrs[reg.0].cast_const(), lens[reg.0]) },
                    None => &[],
                };
                // SAFETY: as above; it is the only mutable slice.
                let out = unsafe { std::slice::from_raw_parts_mut(ptrs[instr.out.0], lens[instr.out.0]) };
                execute(isa, instr.op, Operands { a: input(0), b: input(1), c: input(2), out, start });
            }
            for (i, reduce) in fused.reduces.iter().enumerate() {
                fetch();
                // SAFETY: the register's tile, only read.
                let tile = unsafe { std::slice::from_raw_parts(ptrs[reduce.reg.0].cast_const(), lens[reduce.reg.0]) };
                let class = program.classes[reduce.reg.0];
                accumulators[i].tile(isa, reduce.kind, class, reduce.shape, tile, start);
            }
            for (store, _) in fused.stores.iter().zip(direct).filter(|(_, direct)| !**direct) {
                let range = writes[store.write];
                let (from, len) = (start * store.element.bytes(), n * store.element.bytes());
                assert!(from + len <= range.len, "a result is as long as the loop");
                // The register may be an operand's own memory, at this very place: then the copy is of equal bytes.
                if ptrs[store.reg.0].cast_const() == range.ptr.wrapping_add(from).cast_const() {
                    continue;
                }
                // SAFETY: the register's tile, only read; it is apart from the result's tile: a slot of the file, or an
                // operand that shares the result's place index by index, dealt with above, or not at all.
                let register = unsafe { std::slice::from_raw_parts(ptrs[store.reg.0].cast_const(), lens[store.reg.0]) };
                // SAFETY: inside the result's range, checked above; the only slice of it now.
                let memory = unsafe { std::slice::from_raw_parts_mut(range.ptr.add(from), len) };
                transfer::store(isa, store.element, register, memory);
            }
            start += n;
        }
        for (accumulator, reduce) in accumulators.iter_mut().zip(&fused.reduces) {
            accumulator.settle(reduce.shape);
        }
    }
}
