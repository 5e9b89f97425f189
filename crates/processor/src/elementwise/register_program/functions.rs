//! The function of each instruction.

use super::super::bytecode::Opcode;
use super::super::dtype::RegType;
use super::super::interpreter::execute;
use super::super::operands::Operands;
use super::super::reduce::{ReduceKind, line_sum};
use super::instruction::{ArrayAccess, Detail, Env, Instr, Reduction, RunFn, Start};
use super::{long_runs, short_runs};
use kernels::WriteMode;
use stablehlo::ElementType;

/// The function for an operation on a run of elements, whose details are [`Detail::Elementwise`].
pub(super) fn elementwise(op: Opcode, elements: usize) -> RunFn {
    let long = |op| if elements > 4 { long_runs::function(op) } else { None };
    short_runs::function(op, elements).or_else(|| long(op)).unwrap_or(run_elementwise)
}

/// The function for an instruction with these details, and with a flag as its first operand, if so noted.
pub(super) fn other(detail: &Detail, is_flag: bool) -> RunFn {
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
        Detail::Gemm(_) => gemm,
        Detail::Slice(access) if access.writes && access.skips => write_slice_inside,
        Detail::Slice(access) if access.writes => write_slice,
        Detail::Slice(_) => read_slice,
        Detail::Branch(_) if is_flag => branch_by_flag,
        Detail::Branch(_) => branch_by_index,
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
    let Detail::Elementwise { op, inputs, out } = &env.details[i.detail as usize] else { return env.fail() };
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
    let Detail::Copy { bytes: len } = env.details[i.detail as usize] else { return env.fail() };
    // SAFETY: registers of the block, which do not overlap.
    unsafe { bytes_mut(base, i.out, len).copy_from_slice(bytes(base, i.inputs[0], len)) }
}

/// Copies elements from anywhere in the block.
///
/// # Safety
/// As [`RunFn`].
unsafe fn gather<const N: usize>(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Gather { from, .. } = &env.details[i.detail as usize] else { return env.fail() };
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
    let Detail::Reduce(Reduction { shape, .. }) = &env.details[i.detail as usize] else { return env.fail() };
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
        return env.fail();
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
    accumulator.flush(*kind, *shape);
    accumulator.write_results(*isa, *kind, (*reg_type, *element), init, results, (0, out));
}

/// Multiplies matrices.
///
/// # Safety
/// As [`RunFn`].
unsafe fn gemm(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Env { details, scratch, .. } = env;
    let Detail::Gemm(plan) = &details[i.detail as usize] else { return env.fail() };
    let [lhs, rhs, out] = plan.spans().map(|bytes| bytes as u32);
    // SAFETY: registers of the block, which are as long as the plan needs; the result overlaps no operand.
    let (lhs, rhs, out) =
        unsafe { (bytes(base, i.inputs[0], lhs), bytes(base, i.inputs[1], rhs), bytes_mut(base, i.out, out)) };
    if plan.run(lhs, rhs, out, scratch, WriteMode::Overwrite).is_err() {
        env.fail();
    }
}

impl Start {
    /// The index at which the slice starts.
    ///
    /// # Safety
    /// As [`RunFn`].
    #[inline(always)]
    unsafe fn index(&self, base: *mut u8) -> i64 {
        // SAFETY: a register of the block, of that type.
        unsafe {
            let at = base.add(self.register as usize);
            match self.reg_type {
                RegType::I32 => i64::from(at.cast::<i32>().read()),
                RegType::U32 => i64::from(at.cast::<u32>().read()),
                RegType::I64 => at.cast::<i64>().read(),
                RegType::U64 => at.cast::<u64>().read().min(i64::MAX as u64) as i64,
                RegType::I16 => i64::from(at.cast::<i16>().read()),
                RegType::U16 => i64::from(at.cast::<u16>().read()),
                RegType::I8 => i64::from(at.cast::<i8>().read()),
                _ => i64::from(at.read()),
            }
        }
    }
}

impl ArrayAccess {
    /// The first byte of the slice, counted from that of the array.
    ///
    /// # Safety
    /// As [`RunFn`].
    #[inline(always)]
    unsafe fn offset(&self, base: *mut u8) -> usize {
        let mut offset = self.first;
        for start in &self.starts {
            // SAFETY: by contract.
            let index = unsafe { start.index(base) };
            offset += index.clamp(0, start.max as i64) as usize * start.stride;
        }
        offset
    }

    /// The first byte of the slice, counted from that of the array; none if it starts outside of the array.
    ///
    /// # Safety
    /// As [`RunFn`].
    #[inline(always)]
    unsafe fn offset_inside(&self, base: *mut u8) -> Option<usize> {
        let mut offset = self.first;
        for start in &self.starts {
            // SAFETY: by contract.
            let index = usize::try_from(unsafe { start.index(base) }).ok()?;
            if index > start.max {
                return None;
            }
            offset += index * start.stride;
        }
        Some(offset)
    }

    /// Writes the slice at that offset.
    ///
    /// # Safety
    /// As [`RunFn`]; all runs are within the array.
    #[inline(always)]
    unsafe fn write(&self, base: *mut u8, i: &Instr, env: &Env<'_>, offset: usize) {
        // SAFETY: by contract.
        unsafe {
            let array = self.memory(base, env).add(offset);
            let mut from = base.add(i.inputs[0] as usize).cast_const();
            for run in &self.runs {
                copy_run(from, array.add(*run), self.run_bytes);
                from = from.add(self.run_bytes);
            }
        }
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
    let Detail::Slice(access) = &env.details[i.detail as usize] else { return env.fail() };
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
    let Detail::Slice(access) = &env.details[i.detail as usize] else { return env.fail() };
    // SAFETY: the starts are clamped, so that all runs are within the array.
    unsafe { access.write(base, i, env, access.offset(base)) }
}

/// Writes a slice of an array, unless it starts outside of it.
///
/// # Safety
/// As [`RunFn`].
unsafe fn write_slice_inside(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Slice(access) = &env.details[i.detail as usize] else { return env.fail() };
    // SAFETY: the starts are checked, so that all runs are within the array.
    unsafe {
        if let Some(offset) = access.offset_inside(base) {
            access.write(base, i, env, offset);
        }
    }
}

/// Runs the first branch if the operand is true, else the second.
///
/// # Safety
/// As [`RunFn`], for the instructions of all branches, too.
unsafe fn branch_by_flag(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    // SAFETY: a register of the block.
    let flag = unsafe { base.add(i.inputs[0] as usize).read() };
    // SAFETY: by contract.
    unsafe { run_branch(base, i, env, usize::from(flag == 0)) }
}

/// Runs the branch with that index, or the last one.
///
/// # Safety
/// As [`RunFn`], for the instructions of all branches, too.
unsafe fn branch_by_index(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    // SAFETY: a register of the block, of four bytes.
    let index = unsafe { base.add(i.inputs[0] as usize).cast::<i32>().read() };
    // SAFETY: by contract.
    unsafe { run_branch(base, i, env, usize::try_from(index).unwrap_or(usize::MAX)) }
}

/// Runs a branch; the last one, if there are not as many.
///
/// # Safety
/// As [`RunFn`], for the instructions of all branches, too.
#[inline(always)]
unsafe fn run_branch(base: *mut u8, i: &Instr, env: &mut Env<'_>, number: usize) {
    let details = env.details;
    let Detail::Branch(branches) = &details[i.detail as usize] else { return env.fail() };
    for instr in &branches[number.min(branches.len() - 1)] {
        // SAFETY: by contract.
        unsafe { (instr.run)(base, instr, env) }
    }
}
