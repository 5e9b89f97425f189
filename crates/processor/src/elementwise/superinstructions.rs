//! Superinstructions: several f32 operations as one instruction, whose intermediate results stay in vector
//! registers. These are pairs of operations, and the steps `p x + c` of a polynomial by Horner's scheme.
//!
//! An instruction on its own reads its operands from the first-level cache and writes its result there, which
//! takes longer than the arithmetic.

use stablehlo::ops::Binary;

use super::bf16::Bf16;
use super::bytecode::{Fused2, Horner, Instruction, MAX_HORNER_STEPS, Opcode, Reg};
use super::dtype::RegType;
use super::multiversion::multiversion;
use super::operands::{Operands, cast, cast_mut, each1, each2, each3};
use kernels::Isa;

/// The f32 operation of an instruction that may be the first or the second of a superinstruction.
fn fusible(op: Opcode, is_first: bool) -> Option<Binary> {
    match op {
        Opcode::Binary(op @ (Binary::Add | Binary::Subtract | Binary::Multiply), RegType::F32) => Some(op),
        Opcode::Binary(op @ Binary::Divide, RegType::F32) if !is_first => Some(op),
        _ => None,
    }
}

/// Fuses each instruction whose result has a single use into the instruction that uses it, where a
/// superinstruction for both exists. Results in `outputs` are used outside of the program. `constants` has
/// the value of each register, if it is a known one.
pub(crate) fn fuse(instrs: Vec<Instruction>, constants: &[Option<f32>], outputs: &[Reg]) -> Vec<Instruction> {
    let mut uses = vec![0; constants.len()];
    instrs.iter().flat_map(|i| i.inputs).flatten().chain(outputs.iter().copied()).for_each(|r| uses[r.0] += 1);
    let arithmetic = fold_into_users(instrs, &uses, |earlier, later, position| {
        let op = Opcode::Fused2(pair(earlier.op, later.op, position)?);
        let inputs = [earlier.inputs[0], earlier.inputs[1], later.inputs[1 - position]];
        Some(Instruction { op, inputs, out: later.out })
    });
    let polynomials =
        fold_into_users(arithmetic, &uses, |earlier, later, position| append_step(earlier, later, position, constants));
    fold_into_users(polynomials, &uses, |earlier, later, position| {
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

/// The factors and the constant of an instruction that is a step `p x + c`.
fn step(instr: &Instruction, constants: &[Option<f32>]) -> Option<([Reg; 2], f32)> {
    let (Opcode::Fused2(fused), [Some(a), Some(b), Some(c)]) = (instr.op, instr.inputs) else { return None };
    let constant = match (fused.first, fused.second, fused.swapped) {
        (Some(Binary::Multiply), Binary::Add, _) => constants[c.0]?,
        // The difference is the sum with the negated constant, to the bit.
        (Some(Binary::Multiply), Binary::Subtract, false) => -constants[c.0]?,
        _ => return None,
    };
    Some(([a, b], constant))
}

/// Appends a step to the polynomial whose value is the operand of `later` at a position, or to the step that
/// begins one.
fn append_step(
    earlier: &Instruction,
    later: &Instruction,
    position: usize,
    constants: &[Option<f32>],
) -> Option<Instruction> {
    let (factors, constant) = step(later, constants)?;
    let x = *factors.get(1usize.checked_sub(position)?)?;
    let (first, Horner { mut coefficients, steps }) = match (earlier.op, earlier.inputs) {
        (Opcode::Horner(horner), [Some(first), Some(argument), _]) if argument == x => (first, horner),
        _ => {
            let ([a, b], constant) = step(earlier, constants)?;
            let mut coefficients = [0.0; MAX_HORNER_STEPS];
            coefficients[0] = constant;
            let first = if b == x { a } else { (a == x).then_some(b)? };
            (first, Horner { coefficients, steps: 1 })
        }
    };
    *coefficients.get_mut(steps)? = constant;
    let op = Opcode::Horner(Horner { coefficients, steps: steps + 1 });
    Some(Instruction { op, inputs: [Some(first), Some(x), None], out: later.out })
}

/// The superinstruction for two operations, of which the second reads the first one's result at a position;
/// none if there is none.
pub(super) fn pair(first: Opcode, second: Opcode, position: usize) -> Option<Fused2> {
    let (first, second) = (fusible(first, true)?, fusible(second, false)?);
    Some(Fused2 { first: Some(first), second, swapped: position == 1 && !is_commutative(second), widened: None })
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

/// Runs the steps of a polynomial on one tile.
#[inline(always)]
pub(crate) fn run_horner(horner: &Horner, o: Operands<'_>) {
    const { assert!(MAX_HORNER_STEPS == 8) }
    match horner.steps {
        2 => steps::<2>(horner, o),
        3 => steps::<3>(horner, o),
        4 => steps::<4>(horner, o),
        5 => steps::<5>(horner, o),
        6 => steps::<6>(horner, o),
        7 => steps::<7>(horner, o),
        _ => steps::<8>(horner, o),
    }
}

#[inline(always)]
fn steps<const N: usize>(horner: &Horner, o: Operands<'_>) {
    let mut coefficients = [0.0; N];
    coefficients.copy_from_slice(&horner.coefficients[..N]);
    each2(cast::<f32>(o.a), cast::<f32>(o.b), cast_mut::<f32>(o.out), |p, x| {
        let mut p = p;
        // An index, so that the compiler unrolls the loop before it makes vectors.
        #[allow(clippy::needless_range_loop)]
        for i in 0..N {
            p = p * x + coefficients[i];
        }
        p
    });
}

/// Runs a superinstruction of two operations on one tile.
///
/// It is compiled by itself, once for each instruction set: the interpreter of fused loops and register
/// programs call the same code.
pub(crate) fn execute(isa: Isa, fused: Fused2, operands: &mut Operands<'_>) {
    multiversion!(isa, run(fused: Fused2, operands: &mut Operands<'_>));
}

#[inline(always)]
fn run(fused: Fused2, operands: &mut Operands<'_>) {
    let o = operands.reborrow();
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
        None => each_f32([cast(o.a), cast(o.b), cast(o.c)], out, f),
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
