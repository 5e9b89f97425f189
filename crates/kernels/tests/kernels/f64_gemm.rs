//! Products of f64. The operands are small integers, so that every order of summation is exact.

use super::support::{Random, check_exactly, place, random_strides};
use kernels::{Element, GemmAlgorithm, GemmOperand, GemmPlan, GemmSpec, Isa, MathMode, WriteMode};

/// Runs a product on every instruction set and compares the result with the definition.
fn check(random: &mut Random, [batch, m, n, k]: [usize; 4], write: WriteMode) {
    let mut operand = |sizes: [usize; 3]| {
        let (strides, span) = random_strides(random, &sizes);
        (GemmOperand { element: Element::F64, strides: [strides[0], strides[1], strides[2]] }, span)
    };
    let ((lhs, lhs_span), (rhs, rhs_span), (out, out_span)) =
        (operand([batch, m, k]), operand([batch, k, n]), operand([batch, m, n]));
    let spec = GemmSpec { batch, m, n, k, lhs, rhs, out, math_mode: MathMode::F32, allow_reassociation: true };
    let mut numbers = |span: usize| -> Vec<f64> { (0..span).map(|_| random.range(0, 200) as f64 - 100.0).collect() };
    let (x, y, before) = (numbers(lhs_span), numbers(rhs_span), numbers(out_span));
    let mut expected = before.clone();
    for (b, m) in (0..batch).flat_map(|b| (0..m).map(move |m| (b, m))) {
        for n in 0..n {
            let at = place(&out, [b, m, n]);
            let sum = (0..k).fold(0.0, |sum, k| sum + x[place(&lhs, [b, m, k])] * y[place(&rhs, [b, k, n])]);
            expected[at] = if write == WriteMode::Accumulate { before[at] + sum } else { sum };
        }
    }
    let [x, y, before, expected] = [&x, &y, &before, &expected].map(|list| bytemuck::cast_slice::<f64, u8>(list));
    check_exactly(&spec, [x, y, before], write, expected);
}

#[test]
fn random_products_are_exact() {
    let mut random = Random::new(21);
    for _ in 0..100 {
        let sizes = [random.range(1, 2), random.range(1, 20), random.range(1, 40), random.range(0, 30)];
        let write = random.pick(&[WriteMode::Overwrite, WriteMode::Accumulate]);
        check(&mut random, sizes, write);
    }
    check(&mut random, [1, 7, 270, 9], WriteMode::Overwrite);
    check(&mut random, [1, 5, 17, 520], WriteMode::Accumulate);
    check(&mut random, [1, 99, 40, 1100], WriteMode::Overwrite);
}

#[test]
fn products_of_many_numbers_are_packed() {
    let operand = |columns| GemmOperand { element: Element::F64, strides: [0, columns, 1] };
    let (lhs, rhs, out) = (operand(64), operand(64), operand(64));
    let (batch, math_mode) = (1, MathMode::F32);
    let spec = GemmSpec { batch, m: 64, n: 64, k: 64, lhs, rhs, out, math_mode, allow_reassociation: false };
    assert_eq!(GemmPlan::new(&spec, Isa::best()).unwrap().algorithm(), GemmAlgorithm::Words);
}
