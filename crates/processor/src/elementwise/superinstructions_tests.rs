//! Tests of superinstructions against the instructions that they replace.

use stablehlo::ops::Binary;

use super::bytecode::{Instruction, Opcode, Reg};
use super::dtype::RegType;
use super::interpreter::execute;
use super::operands::Operands;
use super::superinstructions::fuse;
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

/// Numbers whose sums, products and quotients are inexact.
fn tiles() -> [Vec<f32>; 3] {
    [0.7f32, 1.3, 2.9].map(|x| (0..LEN).map(|i| x + i as f32 * 0.37 * x).collect())
}

fn available() -> impl Iterator<Item = Isa> {
    Isa::available()
}

#[test]
fn a_superinstruction_gives_the_bits_of_its_two_operations() {
    use Binary::{Add, Divide, Multiply, Subtract};
    let tiles = tiles();
    for (first, second) in
        [Add, Subtract, Multiply].iter().flat_map(|a| [Add, Subtract, Multiply, Divide].map(|b| (*a, b)))
    {
        for swapped in [false, true] {
            let instrs =
                vec![instr(of_f32(first), [0, 1], 3), instr(of_f32(second), if swapped { [2, 3] } else { [3, 2] }, 4)];
            let fused = fuse(instrs, &[None; 5], &[Reg(4)]);
            assert_eq!(fused.len(), 1, "{first:?}, {second:?}");
            assert_eq!(fused[0].inputs, [0, 1, 2].map(|r| Some(Reg(r))));
            // Bit `i` says that operand `i` is a single element.
            for broadcast in 0..8 {
                let one_or_tile = |i: usize| bytes(if broadcast >> i & 1 == 1 { &tiles[i][..1] } else { &tiles[i] });
                let [a, b, c] = [0, 1, 2].map(one_or_tile);
                for isa in available() {
                    let between = run(isa, of_f32(first), [a, b, &[]]);
                    let (x, y) = if swapped { (c, bytes(&between)) } else { (bytes(&between), c) };
                    let want = run(isa, of_f32(second), [x, y, &[]]);
                    assert_eq!(run(isa, fused[0].op, [a, b, c]), want, "{:?} {broadcast:03b} {isa}", fused[0].op);
                }
            }
        }
    }
}

/// The instructions of `second(first(a, b), c)`, or of `second(a, c)`, over registers 0 to 2; registers from
/// 3 on are results. The operand at position `widened` is converted from bf16 first.
fn with_a_widened_operand(first: Option<Binary>, second: Binary, swapped: bool, widened: usize) -> Vec<Instruction> {
    let reg = |i: usize| if i == widened { 3 } else { i };
    let mut instrs = vec![Instruction {
        op: Opcode::Convert(RegType::Bf16, RegType::F32),
        inputs: [Some(Reg(widened)), None, None],
        out: Reg(3),
    }];
    instrs.extend(first.map(|first| instr(of_f32(first), [reg(0), reg(1)], 4)));
    let result = if first.is_some() { 4 } else { reg(0) };
    instrs.push(instr(of_f32(second), if swapped { [reg(2), result] } else { [result, reg(2)] }, 5));
    instrs
}

/// The tile of a register: one of the inputs, or a result; empty for no register.
fn tile_of<'a>(inputs: [&'a [u8]; 3], results: &'a [Vec<f32>], reg: Option<Reg>) -> &'a [u8] {
    match reg {
        Some(Reg(i)) if i < 3 => inputs[i],
        Some(Reg(i)) => bytes(&results[i - 3]),
        None => &[],
    }
}

#[test]
fn bf16_operands_are_widened_as_they_are_read() {
    use Binary::{Add, Divide, Multiply, Subtract};
    let tiles = tiles();
    let narrow: [Vec<u16>; 3] = tiles.each_ref().map(|t| t.iter().map(|x| (x.to_bits() >> 16) as u16).collect());
    for first in [None, Some(Add), Some(Subtract), Some(Multiply)] {
        for (second, swapped) in [Add, Subtract, Multiply, Divide].iter().flat_map(|op| [(*op, false), (*op, true)]) {
            for widened in (0..3).filter(|i| first.is_some() || *i != 1) {
                let instrs = with_a_widened_operand(first, second, swapped, widened);
                let fused = fuse(instrs.clone(), &[None; 6], &[Reg(5)]);
                assert_eq!(fused.len(), 1, "{first:?} {second:?} {swapped} {widened}");
                let narrow_or_not =
                    |i: usize| if i == widened { bytemuck::cast_slice(&narrow[i]) } else { bytes(&tiles[i]) };
                let inputs = [0, 1, 2].map(narrow_or_not);
                for isa in available() {
                    let mut results = vec![Vec::new(); 3];
                    for instr in &instrs {
                        let operands = instr.inputs.map(|reg| tile_of(inputs, &results, reg));
                        let result = run(isa, instr.op, operands);
                        results[instr.out.0 - 3] = result;
                    }
                    let operands = fused[0].inputs.map(|reg| tile_of(inputs, &results, reg));
                    let got = run(isa, fused[0].op, operands);
                    assert_eq!(got, results[2], "{:?} {isa}", fused[0].op);
                }
            }
        }
    }
}

#[test]
fn only_results_with_a_single_use_are_fused() {
    use Binary::{Add, Maximum, Multiply};
    let chain = |first, second, outputs: &[Reg]| {
        fuse(vec![instr(first, [0, 1], 2), instr(second, [2, 0], 3)], &[None; 4], outputs).len()
    };
    let add = of_f32(Add);
    assert_eq!(chain(of_f32(Multiply), add, &[Reg(3)]), 1);
    assert_eq!(chain(of_f32(Multiply), add, &[Reg(2), Reg(3)]), 2, "an output");
    assert_eq!(chain(of_f32(Maximum), add, &[Reg(3)]), 2, "not a fusible operation");
    assert_eq!(chain(Opcode::Binary(Multiply, RegType::F64), add, &[Reg(3)]), 2, "another register type");
    let square = vec![instr(add, [0, 1], 2), instr(of_f32(Multiply), [2, 2], 3)];
    assert_eq!(fuse(square, &[None; 4], &[Reg(3)]).len(), 2, "used twice");
    let widened = with_a_widened_operand(None, Multiply, false, 0);
    assert_eq!(fuse(widened.clone(), &[None; 6], &[Reg(3), Reg(5)]).len(), 2, "a widened operand that is an output");
    assert_eq!(fuse(widened, &[None; 6], &[Reg(5)]).len(), 1);
    // In a chain of three the first two are fused; of two operands that are sums, the later one is.
    let row = vec![instr(add, [0, 1], 2), instr(add, [2, 0], 3), instr(add, [3, 0], 4)];
    assert_eq!(fuse(row, &[None; 5], &[Reg(4)]).len(), 2);
    let tree = vec![instr(add, [0, 1], 2), instr(add, [1, 0], 3), instr(add, [2, 3], 4)];
    let tree = fuse(tree, &[None; 5], &[Reg(4)]);
    assert_eq!(tree.len(), 2);
    assert_eq!(tree[1].inputs, [1, 0, 2].map(|r| Some(Reg(r))));
}

/// The instructions of a polynomial with a coefficient in each of the registers from 2 on; `x` is register 0,
/// `p` begins as register 1. Even steps have the factors swapped.
fn polynomial(steps: usize) -> Vec<Instruction> {
    let (mut p, mut next) = (1, 2 + steps);
    let mut instrs = Vec::new();
    for i in 0..steps {
        instrs.push(instr(of_f32(Binary::Multiply), if i % 2 == 0 { [p, 0] } else { [0, p] }, next));
        instrs.push(instr(of_f32(Binary::Add), [next, 2 + i], next + 1));
        (p, next) = (next + 1, next + 2);
    }
    instrs
}

#[test]
fn a_polynomial_gives_the_bits_of_its_operations() {
    let [x, p, _] = tiles();
    for steps in 2..=20 {
        let coefficients: Vec<f32> = (0..steps).map(|i| 0.1 + i as f32 * 0.7).collect();
        let known = [None; 2].into_iter().chain(coefficients.iter().map(|c| Some(*c))).chain(vec![None; 2 * steps]);
        let instrs = fuse(polynomial(steps), &known.collect::<Vec<_>>(), &[Reg(2 + 3 * steps - 1)]);
        assert_eq!(instrs.len(), steps.div_ceil(8), "{steps} steps: {instrs:?}");
        for isa in available() {
            for p in [&p[..], &p[..1]] {
                let run_all = |instrs: &[Instruction]| {
                    let mut registers = vec![x.clone(), p.to_vec()];
                    registers.extend(coefficients.iter().map(|c| vec![*c]));
                    registers.resize(2 + 3 * steps, Vec::new());
                    for instr in instrs {
                        let operand = |reg: Option<Reg>| reg.map_or(&[][..], |reg| bytes(&registers[reg.0]));
                        registers[instr.out.0] = run(isa, instr.op, instr.inputs.map(operand));
                    }
                    registers.pop()
                };
                assert_eq!(run_all(&instrs), run_all(&polynomial(steps)), "{steps} steps, {isa}");
            }
        }
    }
}
