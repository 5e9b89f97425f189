//! Tests of `maximum`, `minimum` and `clamp` on zeros of both signs and on NaN, at every place of a tile.

use stablehlo::ElementType;
use stablehlo::ops::Binary;

use super::bf16::Bf16;
use super::bytecode::Opcode;
use super::dtype::RegType;
use super::interpreter::execute;
use super::number::Number;
use super::operands::Operands;
use super::reduce::{Accumulator, ReduceKind, ReduceShape};
use kernels::Isa;

/// Pairs of these come in all orders within a few vectors.
const SPECIAL: [f64; 7] = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
/// Whole vectors of each instruction set, and a tail.
const LEN: usize = 1003;
const OPS: [Binary; 2] = [Binary::Maximum, Binary::Minimum];

/// The definition of IEEE 754.
fn extremum(op: Binary, x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let y_is_greater = if x == y { x.is_sign_negative() } else { y > x };
    if y_is_greater == (op == Binary::Maximum) { y } else { x }
}

fn is_same(x: f64, y: f64) -> bool {
    x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan()
}

/// Runs an operation on tiles, or on single elements that are broadcast.
fn run<T: Number>(isa: Isa, op: Opcode, operands: [&[f64]; 3]) -> Vec<f64> {
    let [a, b, c] = operands.map(|x| x.iter().map(|x| T::from_f64(*x)).collect::<Vec<T>>());
    let [a, b, c] = [&a, &b, &c].map(|x| bytemuck::cast_slice(x));
    let mut out = vec![T::ZERO; LEN];
    execute(isa, op, Operands { a, b, c, out: bytemuck::cast_slice_mut(&mut out), start: 0 });
    out.iter().map(|x| x.to_f64()).collect()
}

/// Checks all pairs of tiles, and of a tile and a broadcast element on either side.
fn check_pairs<T: Number>(reg_type: RegType) {
    let x: Vec<f64> = (0..LEN).map(|i| SPECIAL[i % 7]).collect();
    let y: Vec<f64> = (0..LEN).map(|i| SPECIAL[i / 7 % 7]).collect();
    for (isa, op) in Isa::available().flat_map(|isa| OPS.map(|op| (isa, op))) {
        let check = |a: &[f64], b: &[f64]| {
            let got = run::<T>(isa, Opcode::Binary(op, reg_type), [a, b, &[]]);
            for (i, got) in got.into_iter().enumerate() {
                let (a, b) = (a[i % a.len()], b[i % b.len()]);
                let want = extremum(op, a, b);
                assert!(is_same(got, want), "{op:?} of {a} and {b} is {got}: {reg_type:?}, element {i}, {isa}");
            }
        };
        check(&x, &y);
        for one in SPECIAL {
            check(&x, &[one]);
            check(&[one], &x);
        }
    }
}

#[test]
fn the_sign_of_a_zero_and_nan_are_those_of_the_definition() {
    check_pairs::<f32>(RegType::F32);
    check_pairs::<f64>(RegType::F64);
    check_pairs::<Bf16>(RegType::Bf16);
}

#[test]
fn a_clamp_is_the_minimum_of_a_maximum() {
    let x: Vec<f64> = (0..LEN).map(|i| SPECIAL[i % 7]).collect();
    for (isa, low, high) in Isa::available()
        .flat_map(|isa| [0.0, -0.0, -1.0].map(|low| (isa, low)))
        .flat_map(|(isa, low)| [0.0, -0.0, 1.0, f64::NAN].map(|high| (isa, low, high)))
    {
        let tile = |x: f64| vec![x; LEN];
        let want = x.iter().map(|x| extremum(Binary::Minimum, extremum(Binary::Maximum, *x, low), high));
        let want: Vec<f64> = want.collect();
        for (low, high) in
            [(vec![low], vec![high]), (tile(low), vec![high]), (vec![low], tile(high)), (tile(low), tile(high))]
        {
            let got = run::<f32>(isa, Opcode::Clamp(RegType::F32), [&low, &x, &high]);
            assert!(got.iter().zip(&want).all(|(got, want)| is_same(*got, *want)), "{} to {}, {isa}", low[0], high[0]);
        }
    }
}

/// Reduces rows, or columns, given as rows of a tile that is taken in two parts.
fn reduced(isa: Isa, op: Binary, shape: ReduceShape, x: &[f32], split: usize) -> Vec<f32> {
    let kind = ReduceKind::of(op).unwrap();
    let init = if op == Binary::Maximum { f32::NEG_INFINITY } else { f32::INFINITY };
    let mut accumulator = Accumulator::default();
    accumulator.reset(kind, RegType::F32, shape);
    accumulator.add_tile(isa, kind, RegType::F32, shape, bytemuck::cast_slice(&x[..split]), 0);
    accumulator.add_tile(isa, kind, RegType::F32, shape, bytemuck::cast_slice(&x[split..]), split);
    accumulator.flush(kind, shape);
    let mut out = vec![0f32; shape.kept * shape.inner];
    let types = (RegType::F32, ElementType::F32);
    let (init, to) = (init.to_ne_bytes(), bytemuck::cast_slice_mut(&mut out));
    accumulator.write_results(isa, kind, types, &init, &mut Vec::new(), (0, to));
    out
}

#[test]
fn a_reduction_finds_the_zero_that_decides_at_every_place() {
    for (isa, op) in Isa::available().flat_map(|isa| OPS.map(|op| (isa, op))) {
        let (common, rare) = if op == Binary::Maximum { (-0.0f32, 0.0f32) } else { (0.0, -0.0) };
        for length in [1, 2, 3, 5, 31, 32, 33, 70, 255, 300] {
            // Row `i` has the zero that decides at place `i`, the last row nowhere.
            let at = |row: usize, place: usize| if row == place { rare } else { common };
            let rows: Vec<f32> = (0..=length).flat_map(|row| (0..length).map(move |place| at(row, place))).collect();
            let columns: Vec<f32> = (0..length).flat_map(|place| (0..=length).map(move |row| at(row, place))).collect();
            let of_rows = ReduceShape { kept: length + 1, reduced: length, inner: 1 };
            let of_columns = ReduceShape { kept: 1, reduced: length, inner: length + 1 };
            for (shape, x) in [(of_rows, rows), (of_columns, columns)] {
                for split in [0, x.len() / 2] {
                    let got = reduced(isa, op, shape, &x, split);
                    let (last, others) = got.split_last().unwrap();
                    let is = |got: &f32, want: f32| got.to_bits() == want.to_bits();
                    assert!(is(last, common), "{op:?} of {length} zeros is {last}: {shape:?}, {isa}");
                    assert!(
                        others.iter().all(|x| is(x, rare)),
                        "{op:?} of {length} zeros: {shape:?}, {isa}, {others:?}"
                    );
                }
            }
        }
    }
}
