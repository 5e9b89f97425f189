//! Two operations of f32 as one instruction: what lies between them never leaves the processor's registers.
//!
//! An instruction by itself reads its operands from the first-level cache and writes its result there, which takes longer
//! than the arithmetic does.

use stablehlo::ops::Binary;

use super::class::Class;
use super::exec::{Operands, TileOp, cast, cast_mut};
use super::program::{Instr, Reg};

/// `second(first(a, b), c)`, each rounded as by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pair {
    first: Binary,
    second: Binary,
    /// `second(c, first(a, b))` instead, where that is another number.
    is_turned: bool,
}

/// An operation that may be a pair's first, or its second.
fn fits(op: TileOp, is_first: bool) -> Option<Binary> {
    match op {
        TileOp::Binary(op @ (Binary::Add | Binary::Subtract | Binary::Multiply), Class::F32) => Some(op),
        TileOp::Binary(op @ Binary::Divide, Class::F32) if !is_first => Some(op),
        _ => None,
    }
}

/// Joins instructions whose result only one other wants with that one; `outputs` are wanted beyond the program.
pub(super) fn join(instrs: Vec<Instr>, registers: usize, outputs: &[Reg]) -> Vec<Instr> {
    let mut uses = vec![0; registers];
    instrs.iter().flat_map(|i| i.inputs).flatten().chain(outputs.iter().copied()).for_each(|r| uses[r.0] += 1);
    // Where each register is written.
    let mut made: Vec<Option<usize>> = vec![None; registers];
    let mut joined: Vec<Option<Instr>> = Vec::with_capacity(instrs.len());
    for (at, mut instr) in instrs.into_iter().enumerate() {
        made[instr.out.0] = Some(at);
        let firsts = instr.inputs.into_iter().enumerate().filter_map(|(place, reg)| {
            let reg = reg.filter(|r| uses[r.0] == 1)?;
            let at = made[reg.0]?;
            joined[at].and_then(|first| fits(first.op, true)).map(|op| (at, place, op))
        });
        // The later one: its operands are the fewer to be kept for longer.
        if let Some(second) = fits(instr.op, false)
            && let Some((at, place, first)) = firsts.max_by_key(|(at, ..)| *at)
            && let Some(Instr { inputs: [a, b, _], .. }) = joined[at].take()
        {
            let is_turned = place == 1 && matches!(second, Binary::Subtract | Binary::Divide);
            instr.op = TileOp::Pair(Pair { first, second, is_turned });
            instr.inputs = [a, b, instr.inputs[1 - place]];
        }
        joined.push(Some(instr));
    }
    joined.into_iter().flatten().collect()
}

#[inline(always)]
pub(super) fn pair(Pair { first, second, is_turned }: Pair, o: Operands<'_>) {
    match first {
        Binary::Add => with(second, is_turned, o, |a, b| a + b),
        Binary::Subtract => with(second, is_turned, o, |a, b| a - b),
        _ => with(second, is_turned, o, |a, b| a * b),
    }
}

#[inline(always)]
fn with(second: Binary, is_turned: bool, o: Operands<'_>, first: impl Fn(f32, f32) -> f32) {
    match (second, is_turned) {
        (Binary::Add, _) => each(o, |a, b, c| first(a, b) + c),
        (Binary::Subtract, false) => each(o, |a, b, c| first(a, b) - c),
        (Binary::Subtract, true) => each(o, |a, b, c| c - first(a, b)),
        (Binary::Divide, false) => each(o, |a, b, c| first(a, b) / c),
        (Binary::Divide, true) => each(o, |a, b, c| c / first(a, b)),
        _ => each(o, |a, b, c| first(a, b) * c),
    }
}

#[inline(always)]
fn each(o: Operands<'_>, f: impl Fn(f32, f32, f32) -> f32) {
    let [a, b, c] = [o.a, o.b, o.c].map(cast::<f32>);
    let out = cast_mut::<f32>(o.out);
    match (a, b, c) {
        ([a], [b], [c]) => out.fill(f(*a, *b, *c)),
        ([a], [b], c) => each1(c, out, |c| f(*a, *b, c)),
        ([a], b, [c]) => each1(b, out, |b| f(*a, b, *c)),
        (a, [b], [c]) => each1(a, out, |a| f(a, *b, *c)),
        ([a], b, c) => each2(b, c, out, |b, c| f(*a, b, c)),
        (a, [b], c) => each2(a, c, out, |a, c| f(a, *b, c)),
        (a, b, [c]) => each2(a, b, out, |a, b| f(a, b, *c)),
        (a, b, c) => each3(a, b, c, out, f),
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
fn each3(a: &[f32], b: &[f32], c: &[f32], out: &mut [f32], f: impl Fn(f32, f32, f32) -> f32) {
    out.iter_mut().zip(a).zip(b).zip(c).for_each(|(((r, a), b), c)| *r = f(*a, *b, *c));
}

#[cfg(test)]
mod tests {
    use super::super::exec::execute;
    use super::*;
    use crate::kernels::Isa;

    const LEN: usize = 203;

    fn instr(op: TileOp, inputs: [usize; 2], out: usize) -> Instr {
        Instr { op, inputs: [Some(Reg(inputs[0])), Some(Reg(inputs[1])), None], out: Reg(out) }
    }

    fn of_f32(op: Binary) -> TileOp {
        TileOp::Binary(op, Class::F32)
    }

    fn run(isa: Isa, op: TileOp, [a, b, c]: [&[f32]; 3]) -> Vec<u32> {
        let mut out = vec![0f32; LEN];
        let [a, b, c] = [a, b, c].map(bytemuck::cast_slice);
        execute(isa, op, Operands { a, b, c, out: bytemuck::cast_slice_mut(&mut out), start: 0 });
        out.into_iter().map(f32::to_bits).collect()
    }

    #[test]
    fn a_pair_is_its_two_operations_to_the_bit() {
        use Binary::{Add, Divide, Multiply, Subtract};
        // Numbers that round in every operation.
        let tiles = [0.7f32, 1.3, 2.9].map(|x| (0..LEN).map(|i| x + i as f32 * 0.37 * x).collect::<Vec<f32>>());
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
                    let [a, b, c] = [0, 1, 2].map(|i| if ones >> i & 1 == 1 { &tiles[i][..1] } else { &tiles[i][..] });
                    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                        let between = run(isa, of_f32(first), [a, b, &[]]);
                        let between: &[f32] = bytemuck::cast_slice(&between);
                        let (x, y) = if is_turned { (c, between) } else { (between, c) };
                        let want = run(isa, of_f32(second), [x, y, &[]]);
                        assert_eq!(run(isa, joined[0].op, [a, b, c]), want, "{:?} {ones:03b} {isa}", joined[0].op);
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
        assert_eq!(chain(TileOp::Binary(Multiply, Class::F64), add, &[Reg(3)]), 2, "another class");
        let square = vec![instr(add, [0, 1], 2), instr(of_f32(Multiply), [2, 2], 3)];
        assert_eq!(join(square, 4, &[Reg(3)]).len(), 2, "wanted twice");
        // Of three in a row the first two; of two sums in a sum the later one.
        let row = vec![instr(add, [0, 1], 2), instr(add, [2, 0], 3), instr(add, [3, 0], 4)];
        assert_eq!(join(row, 5, &[Reg(4)]).len(), 2);
        let tree = vec![instr(add, [0, 1], 2), instr(add, [1, 0], 3), instr(add, [2, 3], 4)];
        let tree = join(tree, 5, &[Reg(4)]);
        assert_eq!(tree.len(), 2);
        assert_eq!(tree[1].inputs, [1, 0, 2].map(|r| Some(Reg(r))));
    }
}
