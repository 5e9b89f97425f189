//! Functions of instructions on more than four elements, compiled for each instruction set: one for each
//! family of operations that loops consist of. The interpreter of fused loops has one function for all
//! operations, whose call takes as long as a few dozen elements.

use stablehlo::ops::{Binary, Direction, Unary};

use super::super::bytecode::{Fused2, Opcode};
use super::super::dtype::RegType;
use super::super::interpreter::{binary, compare, execute_unary_f32, select};
use super::super::math64::{Trigonometric, trigonometric};
use super::super::multiversion::multiversion;
use super::super::operands::Operands;
use super::super::superinstructions;
use super::instruction::{Detail, Env, Instr, RunFn};

/// The function for an operation on a long run; none if its family has none.
pub(super) fn function(op: Opcode) -> Option<RunFn> {
    Some(match op {
        Opcode::Fused2(Fused2 { widened: None, .. }) => fused,
        Opcode::Unary(Unary::Sine, RegType::F32) => sine,
        Opcode::Unary(Unary::Cosine, RegType::F32) => cosine,
        Opcode::Unary(_, RegType::F32) => unary,
        Opcode::Binary(Binary::Power | Binary::Remainder | Binary::Atan2, RegType::F32) => return None,
        Opcode::Binary(_, RegType::F32) => binary_f32,
        Opcode::Binary(Binary::Power | Binary::Remainder | Binary::Divide | Binary::Atan2, RegType::U32) => {
            return None;
        }
        Opcode::Binary(_, RegType::U32) => binary_u32,
        Opcode::Compare { total: false, reg_type: RegType::F32, .. } => compare_f32,
        Opcode::Select(RegType::F32 | RegType::I32 | RegType::U32) => select_32,
        _ => return None,
    })
}

/// The operands of an instruction whose elements have these sizes.
///
/// # Safety
/// As [`RunFn`].
#[inline(always)]
unsafe fn operands<'a>(base: *mut u8, i: &Instr, sizes: [usize; 3], out: usize) -> Operands<'a> {
    let elements = i.elements as usize;
    let operand = |position: usize| {
        let count = if i.steps[position] == 0 { 1 } else { elements };
        // SAFETY: by contract; nothing writes to operands meanwhile.
        unsafe { std::slice::from_raw_parts(base.add(i.inputs[position] as usize), count * sizes[position]) }
    };
    // SAFETY: by contract; the result overlaps no operand.
    let out = unsafe { std::slice::from_raw_parts_mut(base.add(i.out as usize), elements * out) };
    Operands { a: operand(0), b: operand(1), c: operand(2), out, start: 0 }
}

/// Declares the functions of families: a name, the sizes of operands and of a result, the operation as a
/// pattern, and what runs it on operands.
macro_rules! families {
    ($($name:ident $body:ident: $sizes:expr => $size:expr, $pattern:pat => ($op:expr, $ty:ty), |$o:ident, $arg:ident| $run:expr;)*) => {$(
        #[inline(always)]
        fn $body(base: *mut u8, i: &Instr, $arg: $ty) {
            // SAFETY: only the function below calls this, whose contract is that of `RunFn`.
            let $o = unsafe { operands(base, i, $sizes, $size) };
            $run
        }

        /// Runs an operation of the family.
        ///
        /// # Safety
        /// As [`RunFn`].
        unsafe fn $name(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
            let Detail::Elementwise { op: $pattern, .. } = env.details[i.detail as usize] else { return env.fail() };
            let (isa, $arg) = (env.isa, $op);
            multiversion!(isa, $body(base: *mut u8, i: &Instr, $arg: $ty));
        }
    )*};
}

families! {
    sine sine_body: [4, 0, 0] => 4, _ => ((), ()), |o, _op| trigonometric(Trigonometric::Sine, o);
    cosine cosine_body: [4, 0, 0] => 4, _ => ((), ()), |o, _op| trigonometric(Trigonometric::Cosine, o);
    binary_f32 binary_f32_body: [4, 4, 0] => 4, Opcode::Binary(op, _) => (op, Binary), |o, op| binary::<f32>(op, o);
    binary_u32 binary_u32_body: [4, 4, 0] => 4, Opcode::Binary(op, _) => (op, Binary), |o, op| binary::<u32>(op, o);
    compare_f32 compare_f32_body: [4, 4, 0] => 1, Opcode::Compare { direction, .. } => (direction, Direction),
        |o, direction| compare::<f32>(direction, o);
    select_32 select_32_body: [1, 4, 4] => 4, _ => ((), ()),
        |o, _op| select(o, |first| u32::from(first).wrapping_neg());
}

/// Runs a superinstruction.
///
/// # Safety
/// As [`RunFn`].
unsafe fn fused(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Elementwise { op: Opcode::Fused2(op), .. } = env.details[i.detail as usize] else { return env.fail() };
    // SAFETY: by contract.
    let mut operands = unsafe { operands(base, i, [4, 4, 4], 4) };
    superinstructions::execute(env.isa, op, &mut operands);
}

/// Runs a unary operation of f32.
///
/// # Safety
/// As [`RunFn`].
unsafe fn unary(base: *mut u8, i: &Instr, env: &mut Env<'_>) {
    let Detail::Elementwise { op: Opcode::Unary(op, _), .. } = env.details[i.detail as usize] else {
        return env.fail();
    };
    // SAFETY: by contract.
    let mut operands = unsafe { operands(base, i, [4, 0, 0], if op == Unary::IsFinite { 1 } else { 4 }) };
    execute_unary_f32(env.isa, op, &mut operands);
}
