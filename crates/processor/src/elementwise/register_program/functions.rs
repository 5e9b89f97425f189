//! The function of each instruction.

use super::super::bytecode::Opcode;
use super::super::dtype::RegType;
use super::super::interpreter::execute;
use super::super::operands::Operands;
use super::super::reduce::{ReduceKind, line_sum};
use super::instruction::{ArrayAccess, Detail, Env, Instr, Reduction, RunFn, Start};
use super::{long_runs, short_runs};
use stablehlo::ElementType;

/// The function for an operation on a run of elements, whose details are [`Detail::Elementwise`].
pub(super) fn elementwise(op: Opcode, elements: usize) -> RunFn {
    let long = |op| if elements > 4 { long_runs::function(op) } else { None };
    short_runs::function(op, elements).or_else(|| long(op)).unwrap_or(run_elementwise)
}

/// The function for an instruction with these details.
pub(super) fn other(detail: &Detail) -> RunFn {
    match detail {
        Detail::Elementwise { .. } | Detail::Triple => run_elementwise,
        Detail::Copy { bytes: 4 } => copy_4,
        Detail::Copy { bytes: 8 } => copy_8,
        Detail::Copy { .. } => copy,
        Detail::Gather { size: 1, .. } => gather::<1>,
        Detail::Gather { size: 2, .. } => gather::<2>,
        Detail::Gather { size: 4, .. } => gather::<4>,
        Detail::Gather { .. } => gather::<8>,
        Detail::Reduce(r) if r.kind == ReduceKind::Add && r.element == ElementType::F32 && r.shape.inner == 1 => {
            sum_lines
        }
        Detail::Reduce(_) => reduce,
        Detail::Slice(access) if access.writes => write_slice,
        Detail::Slice(_) => read_slice,
    }
}

/// Bytes of the block from an offset on.
///
/// # Safety
/// As [`RunFn`]; nothing writes to them while the slice lives.
#[inline(always)]
unsafe fn bytes<'a>(base: *mut u8, offset: u32, len: u32) -> &'a [u8] {
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts(base.add(offset as usize), len as usize) }
}

/// Bytes of the block from an offset on, to write.
///
/// # Safety
/// As [`RunFn`]; nothing else reads or writes them while the slice lives.
#[inline(always)]
unsafe fn bytes_mut<'a>(base: *mut u8, offset: u32, len: u32) -> &'a mut [u8] {
    // SAFETY: by contract.
    unsafe { std::slice::from_raw_parts_mut(base.add(offset as usize), len as usize) }
}

/// Runs an element-wise operation by the interpreter of fused loops.
///
/// # Safety
/// As [`RunFn`].
unsafe fn run_elementwise(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Elementwise { op, inputs, out } = &env.details[i.detail as usize] else { return };
    // SAFETY: registers of the block, of which the result overlaps no operand.
    let operands = unsafe {
        Operands {
            a: bytes(base, i.inputs[0], inputs[0]),
            b: bytes(base, i.inputs[1], inputs[1]),
            c: bytes(base, i.inputs[2], inputs[2]),
            out: bytes_mut(base, i.out, *out),
            start: 0,
        }
    };
    execute(env.isa, *op, operands);
}

/// Copies 4 bytes.
///
/// # Safety
/// As [`RunFn`].
unsafe fn copy_4(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    // SAFETY: registers of the block.
    unsafe { copy_bytes::<4>(base, i.inputs[0], i.out) }
}

/// Copies 8 bytes.
///
/// # Safety
/// As [`RunFn`].
unsafe fn copy_8(base: *mut u8, i: &Instr, _: &mut Env<'_>) {
    // SAFETY: registers of the block.
    unsafe { copy_bytes::<8>(base, i.inputs[0], i.out) }
}

/// Copies an element.
///
/// # Safety
/// Both are elements of registers of the block.
#[inline(always)]
unsafe fn copy_bytes<const N: usize>(base: *mut u8, from: u32, to: u32) {
    // SAFETY: by contract.
    unsafe {
        let value = base.add(from as usize).cast::<[u8; N]>().read();
        base.add(to as usize).cast::<[u8; N]>().write(value);
    }
}

/// Copies contiguous elements.
///
/// # Safety
/// As [`RunFn`].
unsafe fn copy(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Copy { bytes: len } = env.details[i.detail as usize] else { return };
    // SAFETY: registers of the block, which do not overlap.
    unsafe { bytes_mut(base, i.out, len).copy_from_slice(bytes(base, i.inputs[0], len)) }
}

/// Copies elements from anywhere in the block.
///
/// # Safety
/// As [`RunFn`].
unsafe fn gather<const N: usize>(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Gather { from, .. } = &env.details[i.detail as usize] else { return };
    for (at, from) in from.iter().enumerate() {
        // SAFETY: elements of registers of the block.
        unsafe { copy_bytes::<N>(base, *from, i.out + (at * N) as u32) }
    }
}

/// Sums lines of f32, as a fused loop does: each in f32, then added to the initial value in f64.
///
/// # Safety
/// As [`RunFn`].
unsafe fn sum_lines(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Reduce(Reduction { shape, .. }) = &env.details[i.detail as usize] else { return };
    let len = (shape.kept * shape.reduced * 4) as u32;
    // SAFETY: registers of the block, of which the result overlaps no operand.
    let (x, init, out) = unsafe {
        let (x, init) = (bytes(base, i.inputs[0], len), bytes(base, i.inputs[1], 4));
        (x, init, bytes_mut(base, i.out, (shape.kept * 4) as u32))
    };
    let init = f64::from(bytemuck::pod_read_unaligned::<f32>(init));
    let (x, out): (&[f32], &mut [f32]) = (bytemuck::cast_slice(x), bytemuck::cast_slice_mut(out));
    for (line, out) in x.chunks_exact(shape.reduced).zip(out) {
        *out = (init + (0.0 + f64::from(line_sum(line)))) as f32;
    }
}

/// Reduces a register.
///
/// # Safety
/// As [`RunFn`].
unsafe fn reduce(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Env { isa, details, accumulator, results, .. } = env;
    let Detail::Reduce(Reduction { kind, shape, reg_type, element, init_bytes }) = &details[i.detail as usize] else {
        return;
    };
    let len = (shape.kept * shape.reduced * shape.inner * reg_type.bytes()) as u32;
    let out_len = (shape.kept * shape.inner * element.bytes()) as u32;
    // SAFETY: registers of the block, of which the result overlaps no operand.
    let (x, init, out) = unsafe {
        let (x, init) = (bytes(base, i.inputs[0], len), bytes(base, i.inputs[1], *init_bytes));
        (x, init, bytes_mut(base, i.out, out_len))
    };
    accumulator.reset(*kind, *reg_type, *shape);
    accumulator.add_tile(*isa, *kind, *reg_type, *shape, x, 0);
    accumulator.flush(*shape);
    accumulator.write_results(*isa, *kind, (*reg_type, *element), init, results, (0, out));
}

impl ArrayAccess {
    /// The first byte of the slice, counted from that of the array.
    ///
    /// # Safety
    /// As [`RunFn`].
    #[inline(always)]
    unsafe fn offset(&self, base: *mut u8) -> usize {
        let mut offset = self.first;
        for Start { register, reg_type, max, stride } in &self.starts {
            // SAFETY: a register of the block, of that type.
            let index = unsafe {
                let at = base.add(*register as usize);
                match reg_type {
                    RegType::I32 => i64::from(at.cast::<i32>().read()),
                    RegType::U32 => i64::from(at.cast::<u32>().read()),
                    RegType::I64 => at.cast::<i64>().read(),
                    RegType::U64 => at.cast::<u64>().read().min(i64::MAX as u64) as i64,
                    RegType::I16 => i64::from(at.cast::<i16>().read()),
                    RegType::U16 => i64::from(at.cast::<u16>().read()),
                    RegType::I8 => i64::from(at.cast::<i8>().read()),
                    _ => i64::from(at.read()),
                }
            };
            offset += index.clamp(0, *max as i64) as usize * stride;
        }
        offset
    }

    /// The array's memory.
    #[inline(always)]
    fn memory(&self, base: *mut u8, env: &Env<'_>) -> *mut u8 {
        self.array.map_or(base, |array| env.arrays[array].ptr)
    }
}

/// Copies bytes, of which there are few.
///
/// # Safety
/// The ranges are valid and do not overlap.
#[inline(always)]
unsafe fn copy_run(from: *const u8, to: *mut u8, len: usize) {
    // SAFETY: by contract.
    unsafe {
        match len {
            4 => to.cast::<[u8; 4]>().write(from.cast::<[u8; 4]>().read()),
            8 => to.cast::<[u8; 8]>().write(from.cast::<[u8; 8]>().read()),
            12 => {
                for at in [0, 4, 8] {
                    to.add(at).cast::<[u8; 4]>().write(from.add(at).cast::<[u8; 4]>().read());
                }
            }
            len => std::ptr::copy_nonoverlapping(from, to, len),
        }
    }
}

/// Reads a slice of an array.
///
/// # Safety
/// As [`RunFn`].
unsafe fn read_slice(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Slice(access) = &env.details[i.detail as usize] else { return };
    // SAFETY: the starts are clamped, so that all runs are within the array.
    unsafe {
        let array = access.memory(base, env).add(access.offset(base));
        let mut out = base.add(i.out as usize);
        for run in &access.runs {
            copy_run(array.add(*run), out, access.run_bytes);
            out = out.add(access.run_bytes);
        }
    }
}

/// Writes a slice of an array.
///
/// # Safety
/// As [`RunFn`].
unsafe fn write_slice(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Slice(access) = &env.details[i.detail as usize] else { return };
    // SAFETY: the starts are clamped, so that all runs are within the array.
    unsafe {
        let array = access.memory(base, env).add(access.offset(base));
        let mut from = base.add(i.inputs[0] as usize).cast_const();
        for run in &access.runs {
            copy_run(from, array.add(*run), access.run_bytes);
            from = from.add(access.run_bytes);
        }
    }
}
