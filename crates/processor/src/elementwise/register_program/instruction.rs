//! Instructions of a register program.
//!
//! An instruction holds the address of the function that executes it, and offsets into the block of memory
//! that has all registers. Short runs of elements have functions of their own for each operation and length;
//! all others go through the interpreter of fused loops.

use std::sync::Arc;

use super::super::bytecode::{Fused2, Opcode};
use super::super::dtype::RegType;
use super::super::reduce::{Accumulator, ReduceKind, ReduceShape};
use crate::memory::RawSlice;
use kernels::{GemmPlan, Isa};
use stablehlo::ElementType;
use stablehlo::ops::Binary;

/// Executes an instruction on the block of registers.
///
/// # Safety
/// The offsets of the instruction, and those in its details, are those of registers of this block, and its
/// result overlaps none of its operands. The arrays of the environment are valid, and have the sizes that the
/// program was built for.
pub(super) type RunFn = unsafe fn(*mut u8, &Instr, &mut Env<'_>);

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instr {
    pub(super) run: RunFn,
    /// The offset of the result in bytes.
    pub(super) out: u32,
    /// The offsets of the operands in bytes; zero for those that the operation has not.
    pub(super) inputs: [u32; 4],
    /// For each operand 1, or 0 if it is a single element that is broadcast.
    pub(super) steps: [u8; 4],
    /// The number of elements.
    pub(super) elements: u32,
    /// The index of the instruction's details.
    pub(super) detail: u32,
}

/// Three operations of f32 as one superinstruction of a short run. Each rounds as it does on its own.
#[derive(Clone, Copy, Debug)]
pub(super) enum Triple {
    /// `third(second(first(a, b), c), d)`; the last two with their operands swapped, if so noted.
    Chain { first: Binary, second: (Binary, bool), third: (Binary, bool) },
    /// `last(first(a, b), other(c, d))`, with its operands swapped, if so noted.
    Tree { first: Binary, other: Binary, last: (Binary, bool) },
}

/// What an instruction needs beyond offsets.
#[derive(Clone, Debug)]
pub(super) enum Detail {
    /// An element-wise operation on this many elements of the operands and of the result, in bytes.
    Elementwise {
        op: Opcode,
        inputs: [u32; 3],
        out: u32,
    },
    /// A superinstruction, which needs nothing.
    Triple,
    /// Copies that many bytes.
    Copy {
        bytes: u32,
    },
    /// Copies elements of that size from these offsets.
    Gather {
        size: u32,
        from: Vec<u32>,
    },
    Reduce(Reduction),
    Gemm(Arc<GemmPlan>),
    Slice(ArrayAccess),
    Branch(Vec<Vec<Instr>>),
}

/// A reduction of a register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduction {
    pub(super) kind: ReduceKind,
    pub(super) shape: ReduceShape,
    /// The type of the operand.
    pub(super) reg_type: RegType,
    pub(super) element: ElementType,
    /// Bytes of an initial value in memory.
    pub(super) init_bytes: u32,
}

/// A dynamic slice of an array, which is read or written.
#[derive(Clone, Debug)]
pub(super) struct ArrayAccess {
    /// The number of the array; none if it is a register.
    pub(super) array: Option<usize>,
    /// The first byte of the array, in its memory or in the block of registers.
    pub(super) first: usize,
    pub(super) starts: Vec<Start>,
    /// The offsets of contiguous runs, and the bytes of each.
    pub(super) runs: Vec<usize>,
    pub(super) run_bytes: usize,
    pub(super) writes: bool,
    /// A write that starts outside of the array is skipped; if not set, starts are clamped.
    pub(super) skips: bool,
}

/// The start of a dynamic slice in one dimension.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The offset of the register.
    pub(super) register: u32,
    pub(super) reg_type: RegType,
    /// The largest start at which the slice is within the array.
    pub(super) max: usize,
    /// Bytes from one index to the next.
    pub(super) stride: usize,
}

/// The circumstances of a run.
pub(super) struct Env<'p> {
    pub(super) isa: Isa,
    pub(super) details: &'p [Detail],
    /// The arrays in memory.
    pub(super) arrays: &'p [RawSlice],
    pub(super) accumulator: Accumulator,
    pub(super) results: Vec<u64>,
    /// Scratch memory of matrix products.
    pub(super) scratch: Vec<u8>,
    /// An instruction had not the details that its function takes, or a product was refused: the results are
    /// void.
    pub(super) has_failed: bool,
}

impl Env<'_> {
    #[cold]
    pub(super) fn fail(&mut self) {
        self.has_failed = true;
    }
}

/// Returns true if an operation is a superinstruction with a first operation.
pub(super) fn is_pair(op: Opcode) -> Option<Fused2> {
    match op {
        Opcode::Fused2(fused) if fused.first.is_some() && fused.widened.is_none() => Some(fused),
        _ => None,
    }
}
