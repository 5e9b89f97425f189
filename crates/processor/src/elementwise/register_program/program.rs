//! Register programs and their execution.

use super::super::reduce::Accumulator;
use super::instruction::{Detail, Env, Instr};
use crate::error::{Error, ErrorKind, Result};
use crate::memory::{AlignedBytes, RawSlice};
use kernels::Isa;

/// A loop as a register program.
#[derive(Debug)]
pub(crate) struct RegisterProgram {
    /// The block of registers before the loop, with its constants.
    pub(super) image: AlignedBytes,
    pub(super) loads: Vec<ExternalLoad>,
    /// What does not depend on carried values.
    pub(super) once: Vec<Instr>,
    /// The code of even iterations, and of odd ones.
    pub(super) phases: [Phase; 2],
    pub(super) details: Vec<Detail>,
    /// The arrays that the loop accesses in memory.
    pub(super) arrays: Vec<Array>,
    pub(super) results: Vec<ResultStore>,
}

/// The code of an iteration.
#[derive(Debug, Default)]
pub(super) struct Phase {
    pub(super) condition: Vec<Instr>,
    /// The offset of the predicate.
    pub(super) predicate: usize,
    pub(super) body: Vec<Instr>,
}

/// Elements of an operand that are copied to registers before the loop.
#[derive(Debug)]
pub(super) struct ExternalLoad {
    /// The position of the operand among the step's reads.
    pub(super) read: usize,
    /// The offsets of the elements in bytes, and their size.
    pub(super) from: Vec<usize>,
    pub(super) size: usize,
    pub(super) to: usize,
}

/// An array in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Array {
    pub(super) place: ArrayPlace,
    /// Its size in bytes.
    pub(super) bytes: usize,
}

/// The place of an array among the operands of the step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArrayPlace {
    /// A position among the reads.
    Read(usize),
    /// A position among the writes: a carried value, which is in the result's memory.
    Write(usize),
}

/// A result that is in registers until the loop ends.
#[derive(Debug)]
pub(super) struct ResultStore {
    /// The position of the result among the step's writes.
    pub(super) write: usize,
    /// The offset if the last iteration was odd, or there was none; and if it was even.
    pub(super) from: [usize; 2],
    pub(super) bytes: usize,
}

impl RegisterProgram {
    /// The number of instructions of an iteration, and the bytes of the registers.
    pub(crate) fn describe(&self) -> String {
        let Phase { condition, body, .. } = &self.phases[0];
        let (iteration, once) = (condition.len() + body.len(), self.once.len());
        let arrays = match self.arrays.len() {
            0 => String::new(),
            number => format!("; arrays in memory: {number}"),
        };
        format!("{iteration} instructions, {once} before the loop; registers of {} B{arrays}", self.image.len())
    }

    fn scratch_bytes(&self) -> usize {
        let bytes = |detail: &Detail| if let Detail::Gemm(plan) = detail { plan.scratch_bytes() } else { 0 };
        self.details.iter().map(bytes).max().unwrap_or(0)
    }

    /// Runs the loop. Each array that is carried is in its result's memory.
    ///
    /// # Errors
    /// An internal error if an instruction is not one that its function takes.
    ///
    /// # Panics
    /// If an operand is smaller than the program was built for.
    pub(crate) fn run(&self, isa: Isa, reads: &[&[u8]], writes: &mut [&mut [u8]]) -> Result<()> {
        let mut block = AlignedBytes::copied(self.image.as_slice());
        for ExternalLoad { read, from, size, to } in &self.loads {
            let targets = block.as_mut_slice()[*to..].chunks_exact_mut(*size);
            targets.zip(from).for_each(|(target, from)| target.copy_from_slice(&reads[*read][*from..*from + *size]));
        }
        let arrays: Vec<RawSlice> = self.arrays.iter().map(|array| array.memory(reads, writes)).collect();
        let mut env = Env {
            isa,
            details: &self.details,
            arrays: &arrays,
            accumulator: Accumulator::default(),
            results: Vec::new(),
            scratch: vec![0; self.scratch_bytes()],
            has_failed: false,
        };
        let base = block.as_mut_slice().as_mut_ptr();
        // SAFETY: `layout` has given all instructions offsets of registers of this block, so that a result
        // overlaps no operand. The arrays are operands of this step, of the right sizes (`Array::memory`);
        // the slices that `writes` has of them are not used while the code runs.
        let last = unsafe {
            execute(&self.once, base, &mut env);
            let mut phase = 0;
            loop {
                let Phase { condition, predicate, body } = &self.phases[phase];
                execute(condition, base, &mut env);
                // A loop that has failed may not end otherwise.
                if base.add(*predicate).read() == 0 || env.has_failed {
                    break phase;
                }
                execute(body, base, &mut env);
                phase = 1 - phase;
            }
        };
        if env.has_failed {
            let message = "an instruction of a register program is not one that its function takes";
            return Err(Error::new(ErrorKind::Internal, message));
        }
        for ResultStore { write, from, bytes } in &self.results {
            writes[*write].copy_from_slice(&block.as_slice()[from[last]..from[last] + bytes]);
        }
        Ok(())
    }
}

impl Array {
    fn memory(&self, reads: &[&[u8]], writes: &mut [&mut [u8]]) -> RawSlice {
        let memory = match self.place {
            ArrayPlace::Read(read) => RawSlice { ptr: reads[read].as_ptr().cast_mut(), len: reads[read].len() },
            ArrayPlace::Write(write) => RawSlice { ptr: writes[write].as_mut_ptr(), len: writes[write].len() },
        };
        assert!(memory.len >= self.bytes, "an array of a loop is smaller than the loop was compiled for");
        memory
    }
}

/// Runs instructions one after another.
///
/// # Safety
/// As [`super::instruction::RunFn`], for each of them.
#[inline(always)]
unsafe fn execute(instrs: &[Instr], base: *mut u8, env: &mut Env<'_>) {
    for instr in instrs {
        // SAFETY: by contract.
        unsafe { (instr.run)(base, instr, env) }
    }
}
