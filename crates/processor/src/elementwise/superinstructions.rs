//! Superinstructions: two f32 operations as one instruction, whose intermediate result stays in vector
//! registers.
//!
//! An instruction on its own reads its operands from the first-level cache and writes its result there, which
//! takes longer than the arithmetic.

use stablehlo::ops::Binary;

use super::bf16::Bf16;
use super::bytecode::{Fused2, Instruction, Opcode, Reg};
use super::dtype::RegType;
use super::operands::{Operands, cast, cast_mut};

/// The f32 operation of an instruction that may be the first or the second of a superinstruction.
fn fusible(op: Opcode, is_first: bool) -> Option<Binary> {
    match op {
        Opcode::Binary(op @ (Binary::Add | Binary::Subtract | Binary::Multiply), RegType::F32) => Some(op),
        Opcode::Binary(op @ Binary::Divide, RegType::F32) if !is_first => Some(op),
        _ => None,
    }
}

/// Fuses each instruction whose result has a single use into the instruction that uses it, where a
/// superinstruction for both exists. Results in `outputs` are used outside of the program.
pub(crate) fn fuse(instrs: Vec<Instruction>, registers: usize, outputs: &[Reg]) -> Vec<Instruction> {
    let mut uses = vec![0; registers];
    instrs.iter().flat_map(|i| i.inputs).flatten().chain(outputs.iter().copied()).for_each(|r| uses[r.0] += 1);
    let arithmetic = fold_into_users(instrs, &uses, |earlier, later, position| {
        let (first, second) = (fusible(earlier.op, true)?, fusible(later.op, false)?);
        let swapped = position == 1 && !is_commutative(second);
        let op = Opcode::Fused2(Fused2 { first: Some(first), second, swapped, widened: None });
        let inputs = [earlier.inputs[0], earlier.inputs[1], later.inputs[1 - position]];
        Some(Instruction { op, inputs, out: later.out })
    });
    fold_into_users(arithmetic, &uses, |earlier, later, position| {
        let Opcode::Convert(RegType::Bf16, RegType::F32) = earlier.op else { return None };
        let mut inputs = later.inputs;
        let fused = match later.op {
            Opcode::Fused2(fused @ Fused2 { widened: None, .. }) => {
                inputs[position] = earlier.inputs[0];
                Fused2 { widened: Some(position), ..fused }
            }
            op => {
                let second = fusible(op, false)?;
                inputs = [earlier.inputs[0], None, later.inputs[1 - position]];
                let swapped = position == 1 && !is_commutative(second);
                Fused2 { first: None, second, swapped, widened: Some(0) }
            }
        };
        Some(Instruction { op: Opcode::Fused2(fused), inputs, out: later.out })
    })
}

fn is_commutative(op: Binary) -> bool {
    !matches!(op, Binary::Subtract | Binary::Divide)
}

/// Replaces pairs of an instruction whose result has a single use and its user by the instruction that
/// `combine` returns for them, given the position of the result among the user's operands.
fn fold_into_users(
    instrs: Vec<Instruction>,
    uses: &[usize],
    combine: impl Fn(&Instruction, &Instruction, usize) -> Option<Instruction>,
) -> Vec<Instruction> {
    // The instruction that writes each register.
    let mut writer: Vec<Option<usize>> = vec![None; uses.len()];
    let mut kept: Vec<Option<Instruction>> = Vec::with_capacity(instrs.len());
    for (at, instr) in instrs.into_iter().enumerate() {
        writer[instr.out.0] = Some(at);
        let earlier = instr.inputs.into_iter().enumerate().filter_map(|(position, reg)| {
            let at = writer[reg.filter(|r| uses[r.0] == 1)?.0]?;
            Some((at, combine(kept[at].as_ref()?, &instr, position)?))
        });
        // The latest candidate, since moving it extends the lifetimes of its operands the least.
        match earlier.max_by_key(|(at, _)| *at) {
            Some((at, combined)) => {
                kept[at] = None;
                kept.push(Some(combined));
            }
            None => kept.push(Some(instr)),
        }
    }
    kept.into_iter().flatten().collect()
}

/// Runs a superinstruction on one tile.
#[inline(always)]
pub(crate) fn run(fused: Fused2, o: Operands<'_>) {
    match fused.first {
        None => with_first(fused, Operands { b: o.c, ..o }, |a, _| a),
        Some(Binary::Add) => with_first(fused, o, |a, b| a + b),
        Some(Binary::Subtract) => with_first(fused, o, |a, b| a - b),
        Some(_) => with_first(fused, o, |a, b| a * b),
    }
}

#[inline(always)]
fn with_first(Fused2 { second, swapped, widened, .. }: Fused2, o: Operands<'_>, first: impl Fn(f32, f32) -> f32) {
    match (second, swapped) {
        (Binary::Add, _) => each(widened, o, |a, b, c| first(a, b) + c),
        (Binary::Subtract, false) => each(widened, o, |a, b, c| first(a, b) - c),
        (Binary::Subtract, true) => each(widened, o, |a, b, c| c - first(a, b)),
        (Binary::Divide, false) => each(widened, o, |a, b, c| first(a, b) / c),
        (Binary::Divide, true) => each(widened, o, |a, b, c| c / first(a, b)),
        _ => each(widened, o, |a, b, c| first(a, b) * c),
    }
}

#[inline(always)]
fn each(widened: Option<usize>, o: Operands<'_>, f: impl Fn(f32, f32, f32) -> f32) {
    let out = cast_mut::<f32>(o.out);
    match widened {
        None => each_f32([o.a, o.b, o.c].map(cast), out, f),
        Some(0) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a: Bf16, b, c| f(a.widened(), b, c)),
        Some(1) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a, b: Bf16, c| f(a, b.widened(), c)),
        Some(_) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a, b, c: Bf16| f(a, b, c.widened())),
    }
}

#[inline(always)]
fn each_f32(operands: [&[f32]; 3], out: &mut [f32], f: impl Fn(f32, f32, f32) -> f32) {
    match operands {
        [[a], [b], [c]] => out.fill(f(*a, *b, *c)),
        [[a], [b], c] => each1(c, out, |c| f(*a, *b, c)),
        [[a], b, [c]] => each1(b, out, |b| f(*a, b, *c)),
        [a, [b], [c]] => each1(a, out, |a| f(a, *b, *c)),
        [[a], b, c] => each2(b, c, out, |b, c| f(*a, b, c)),
        [a, [b], c] => each2(a, c, out, |a, c| f(a, *b, c)),
        [a, b, [c]] => each2(a, b, out, |a, b| f(a, b, *c)),
        [a, b, c] => each3(a, b, c, out, f),
    }
}

#[inline(always)]
fn each1(a: &[f32], out: &mut [f32], f: impl Fn(f32) -> f32) {
    out.iter_mut().zip(a).for_each(|(r, a)| *r = f(*a));
}

#[inline(always)]
fn each2(a: &[f32], b: &[f32], out: &mut [f32], f: impl Fn(f32, f32) -> f32) {
    out.iter_mut().zip(a).zip(b).for_each(|((r, a), b)| *r = f(*a, *b));
}

#[inline(always)]
fn each3<A: Copy, B: Copy, C: Copy>(a: &[A], b: &[B], c: &[C], out: &mut [f32], f: impl Fn(A, B, C) -> f32) {
    out.iter_mut().zip(a).zip(b).zip(c).for_each(|(((r, a), b), c)| *r = f(*a, *b, *c));
}
