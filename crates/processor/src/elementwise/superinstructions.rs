//! Operations of f32 as one instruction: what lies between them never leaves the processor's registers.
//!
//! An instruction by itself reads its operands from the first-level cache and writes its result there, which takes longer
//! than the arithmetic does.

use stablehlo::ops::Binary;

use super::bytecode::{Instruction, Reg};
use super::dtype::{Bf16, RegType};
use super::interpreter::{Opcode, Operands, cast, cast_mut};

/// `second(first(a, b), c)`, each rounded as by itself; `second(a, c)` without a first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    first: Option<Binary>,
    second: Binary,
    /// `second(c, first(a, b))` instead, where that is another number.
    is_turned: bool,
    /// The operand that is bf16.
    wide: Option<usize>,
}

impl Pair {
    /// Whether operands may be one element for the whole tile.
    pub(crate) fn takes_one_for_all(self) -> bool {
        self.wide.is_none()
    }
}

/// An operation that may be a pair's first, or its second.
fn fits(op: Opcode, is_first: bool) -> Option<Binary> {
    match op {
        Opcode::Binary(op @ (Binary::Add | Binary::Subtract | Binary::Multiply), RegType::F32) => Some(op),
        Opcode::Binary(op @ Binary::Divide, RegType::F32) if !is_first => Some(op),
        _ => None,
    }
}

/// Joins instructions whose result only one other wants with that one; `outputs` are wanted beyond the program.
pub(crate) fn join(instrs: Vec<Instruction>, registers: usize, outputs: &[Reg]) -> Vec<Instruction> {
    let mut uses = vec![0; registers];
    instrs.iter().flat_map(|i| i.inputs).flatten().chain(outputs.iter().copied()).for_each(|r| uses[r.0] += 1);
    let pairs = into_later(instrs, &uses, |earlier, later, place| {
        let (first, second) = (fits(earlier.op, true)?, fits(later.op, false)?);
        let is_turned = place == 1 && is_one_way(second);
        let op = Opcode::Pair(Pair { first: Some(first), second, is_turned, wide: None });
        let inputs = [earlier.inputs[0], earlier.inputs[1], later.inputs[1 - place]];
        Some(Instruction { op, inputs, out: later.out })
    });
    into_later(pairs, &uses, |earlier, later, place| {
        let Opcode::Convert(RegType::Bf16, RegType::F32) = earlier.op else { return None };
        let mut inputs = later.inputs;
        let pair = match later.op {
            Opcode::Pair(pair @ Pair { wide: None, .. }) => {
                inputs[place] = earlier.inputs[0];
                Pair { wide: Some(place), ..pair }
            }
            op => {
                let second = fits(op, false)?;
                inputs = [earlier.inputs[0], None, later.inputs[1 - place]];
                Pair { first: None, second, is_turned: place == 1 && is_one_way(second), wide: Some(0) }
            }
        };
        Some(Instruction { op: Opcode::Pair(pair), inputs, out: later.out })
    })
}

fn is_one_way(op: Binary) -> bool {
    matches!(op, Binary::Subtract | Binary::Divide)
}

/// Puts instructions whose result is used once into the one that uses it, where `both` says how: given the two, and the place
/// of the operand.
fn into_later(
    instrs: Vec<Instruction>,
    uses: &[usize],
    both: impl Fn(&Instruction, &Instruction, usize) -> Option<Instruction>,
) -> Vec<Instruction> {
    // Where each register is written.
    let mut made: Vec<Option<usize>> = vec![None; uses.len()];
    let mut kept: Vec<Option<Instruction>> = Vec::with_capacity(instrs.len());
    for (at, instr) in instrs.into_iter().enumerate() {
        made[instr.out.0] = Some(at);
        let earlier = instr.inputs.into_iter().enumerate().filter_map(|(place, reg)| {
            let at = made[reg.filter(|r| uses[r.0] == 1)?.0]?;
            Some((at, both(kept[at].as_ref()?, &instr, place)?))
        });
        // The latest one: its operands are the fewer to be kept for longer.
        match earlier.max_by_key(|(at, _)| *at) {
            Some((at, joined)) => {
                kept[at] = None;
                kept.push(Some(joined));
            }
            None => kept.push(Some(instr)),
        }
    }
    kept.into_iter().flatten().collect()
}

#[inline(always)]
pub(crate) fn pair(pair: Pair, o: Operands<'_>) {
    match pair.first {
        None => with(pair, Operands { b: o.c, ..o }, |a, _| a),
        Some(Binary::Add) => with(pair, o, |a, b| a + b),
        Some(Binary::Subtract) => with(pair, o, |a, b| a - b),
        Some(_) => with(pair, o, |a, b| a * b),
    }
}

#[inline(always)]
fn with(Pair { second, is_turned, wide, .. }: Pair, o: Operands<'_>, first: impl Fn(f32, f32) -> f32) {
    match (second, is_turned) {
        (Binary::Add, _) => each(wide, o, |a, b, c| first(a, b) + c),
        (Binary::Subtract, false) => each(wide, o, |a, b, c| first(a, b) - c),
        (Binary::Subtract, true) => each(wide, o, |a, b, c| c - first(a, b)),
        (Binary::Divide, false) => each(wide, o, |a, b, c| first(a, b) / c),
        (Binary::Divide, true) => each(wide, o, |a, b, c| c / first(a, b)),
        _ => each(wide, o, |a, b, c| first(a, b) * c),
    }
}

#[inline(always)]
fn each(wide: Option<usize>, o: Operands<'_>, f: impl Fn(f32, f32, f32) -> f32) {
    let out = cast_mut::<f32>(o.out);
    match wide {
        None => each_of([o.a, o.b, o.c].map(cast), out, f),
        Some(0) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a: Bf16, b, c| f(a.wide(), b, c)),
        Some(1) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a, b: Bf16, c| f(a, b.wide(), c)),
        Some(_) => each3(cast(o.a), cast(o.b), cast(o.c), out, |a, b, c: Bf16| f(a, b, c.wide())),
    }
}

#[inline(always)]
fn each_of(operands: [&[f32]; 3], out: &mut [f32], f: impl Fn(f32, f32, f32) -> f32) {
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

#[cfg(test)]
mod tests {
    use super::super::interpreter::execute;
    use super::*;
    use kernels::Isa;

    const LEN: usize = 203;

    fn instr(op: Opcode, inputs: [usize; 2], out: usize) -> Instruction {
        Instruction { op, inputs: [Some(Reg(inputs[0])), Some(Reg(inputs[1])), None], out: Reg(out) }
    }

    fn of_f32(op: Binary) -> Opcode {
        Opcode::Binary(op, RegType::F32)
    }

    fn run(isa: Isa, op: Opcode, [a, b, c]: [&[u8]; 3]) -> Vec<f32> {
        let mut out = vec![0f32; LEN];
        execute(isa, op, Operands { a, b, c, out: bytemuck::cast_slice_mut(&mut out), start: 0 });
        out
    }

    fn bytes(tile: &[f32]) -> &[u8] {
        bytemuck::cast_slice(tile)
    }

    /// Numbers that round in every operation.
    fn tiles() -> [Vec<f32>; 3] {
        [0.7f32, 1.3, 2.9].map(|x| (0..LEN).map(|i| x + i as f32 * 0.37 * x).collect())
    }

    fn available() -> impl Iterator<Item = Isa> {
        Isa::available()
    }

    #[test]
    fn a_pair_is_its_two_operations_to_the_bit() {
        use Binary::{Add, Divide, Multiply, Subtract};
        let tiles = tiles();
        for (first, second) in
            [Add, Subtract, Multiply].iter().flat_map(|a| [Add, Subtract, Multiply, Divide].map(|b| (*a, b)))
        {
            for is_turned in [false, true] {
                let instrs = vec![
                    instr(of_f32(first), [0, 1], 3),
                    instr(of_f32(second), if is_turned { [2, 3] } else { [3, 2] }, 4),
                ];
                let joined = join(instrs, 5, &[Reg(4)]);
                assert_eq!(joined.len(), 1, "{first:?}, {second:?}");
                assert_eq!(joined[0].inputs, [0, 1, 2].map(|r| Some(Reg(r))));
                // Which of the operands are one element for all.
                for ones in 0..8 {
                    let one_or_all = |i: usize| bytes(if ones >> i & 1 == 1 { &tiles[i][..1] } else { &tiles[i] });
                    let [a, b, c] = [0, 1, 2].map(one_or_all);
                    for isa in available() {
                        let between = run(isa, of_f32(first), [a, b, &[]]);
                        let (x, y) = if is_turned { (c, bytes(&between)) } else { (bytes(&between), c) };
                        let want = run(isa, of_f32(second), [x, y, &[]]);
                        assert_eq!(run(isa, joined[0].op, [a, b, c]), want, "{:?} {ones:03b} {isa}", joined[0].op);
                    }
                }
            }
        }
    }

    /// A register of each operand of `second(first(a, b), c)`, or of `second(a, c)`; registers from 3 on are results. The operand
    /// at `wide` is converted first.
    fn with_a_wide_operand(first: Option<Binary>, second: Binary, is_turned: bool, wide: usize) -> Vec<Instruction> {
        let reg = |i: usize| if i == wide { 3 } else { i };
        let mut instrs = vec![Instruction {
            op: Opcode::Convert(RegType::Bf16, RegType::F32),
            inputs: [Some(Reg(wide)), None, None],
            out: Reg(3),
        }];
        instrs.extend(first.map(|first| instr(of_f32(first), [reg(0), reg(1)], 4)));
        let made = if first.is_some() { 4 } else { reg(0) };
        instrs.push(instr(of_f32(second), if is_turned { [reg(2), made] } else { [made, reg(2)] }, 5));
        instrs
    }

    #[test]
    fn bf16_operands_are_read_as_they_are() {
        use Binary::{Add, Divide, Multiply, Subtract};
        let tiles = tiles();
        let narrow: [Vec<u16>; 3] = tiles.each_ref().map(|t| t.iter().map(|x| (x.to_bits() >> 16) as u16).collect());
        for first in [None, Some(Add), Some(Subtract), Some(Multiply)] {
            for (second, is_turned) in
                [Add, Subtract, Multiply, Divide].iter().flat_map(|op| [(*op, false), (*op, true)])
            {
                for wide in (0..3).filter(|i| first.is_some() || *i != 1) {
                    let instrs = with_a_wide_operand(first, second, is_turned, wide);
                    let joined = join(instrs.clone(), 6, &[Reg(5)]);
                    assert_eq!(joined.len(), 1, "{first:?} {second:?} {is_turned} {wide}");
                    for isa in available() {
                        let by_register = |results: &[Vec<f32>], reg: Option<Reg>| match reg {
                            Some(Reg(i)) if i == wide => bytemuck::cast_slice(&narrow[i]).to_vec(),
                            Some(Reg(i)) if i < 3 => bytes(&tiles[i]).to_vec(),
                            Some(Reg(i)) => bytes(&results[i - 3]).to_vec(),
                            None => Vec::new(),
                        };
                        let mut results = vec![Vec::new(); 3];
                        for instr in &instrs {
                            let operands = instr.inputs.map(|reg| by_register(&results, reg));
                            results[instr.out.0 - 3] = run(isa, instr.op, operands.each_ref().map(|o| &o[..]));
                        }
                        let operands = joined[0].inputs.map(|reg| by_register(&results, reg));
                        let got = run(isa, joined[0].op, operands.each_ref().map(|o| &o[..]));
                        assert_eq!(got, results[2], "{:?} {isa}", joined[0].op);
                    }
                }
            }
        }
    }

    #[test]
    fn only_what_nobody_else_wants_is_joined() {
        use Binary::{Add, Maximum, Multiply};
        let chain = |first, second, outputs: &[Reg]| {
            join(vec![instr(first, [0, 1], 2), instr(second, [2, 0], 3)], 4, outputs).len()
        };
        let add = of_f32(Add);
        assert_eq!(chain(of_f32(Multiply), add, &[Reg(3)]), 1);
        assert_eq!(chain(of_f32(Multiply), add, &[Reg(2), Reg(3)]), 2, "an output");
        assert_eq!(chain(of_f32(Maximum), add, &[Reg(3)]), 2, "no arithmetic");
        assert_eq!(chain(Opcode::Binary(Multiply, RegType::F64), add, &[Reg(3)]), 2, "another class");
        let square = vec![instr(add, [0, 1], 2), instr(of_f32(Multiply), [2, 2], 3)];
        assert_eq!(join(square, 4, &[Reg(3)]).len(), 2, "wanted twice");
        let widened = with_a_wide_operand(None, Multiply, false, 0);
        assert_eq!(join(widened.clone(), 6, &[Reg(3), Reg(5)]).len(), 2, "a wide operand that is an output");
        assert_eq!(join(widened, 6, &[Reg(5)]).len(), 1);
        // Of three in a row the first two; of two sums in a sum the later one.
        let row = vec![instr(add, [0, 1], 2), instr(add, [2, 0], 3), instr(add, [3, 0], 4)];
        assert_eq!(join(row, 5, &[Reg(4)]).len(), 2);
        let tree = vec![instr(add, [0, 1], 2), instr(add, [1, 0], 3), instr(add, [2, 3], 4)];
        let tree = join(tree, 5, &[Reg(4)]);
        assert_eq!(tree.len(), 2);
        assert_eq!(tree[1].inputs, [1, 0, 2].map(|r| Some(Reg(r))));
    }
}
