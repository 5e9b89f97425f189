//! Products of integers, which are exact: the low bits of the sums.

use super::support::{Random, check_exactly, place, random_strides};
use kernels::{Element, GemmAlgorithm, GemmOperand, GemmPlan, GemmSpec, Isa, MathMode, WriteMode};

const INTEGERS: [Element; 8] =
    [Element::I8, Element::I16, Element::I32, Element::I64, Element::U8, Element::U16, Element::U32, Element::U64];

/// The integer at a place.
fn get(bytes: &[u8], element: Element, at: usize) -> i128 {
    let size = element.bytes();
    let mut wide = [0; 16];
    wide[..size].copy_from_slice(&bytes[at * size..(at + 1) * size]);
    let value = i128::from_le_bytes(wide);
    let is_signed = matches!(element, Element::I8 | Element::I16 | Element::I32 | Element::I64);
    let bits = 8 * size as u32;
    if is_signed { value << (128 - bits) >> (128 - bits) } else { value }
}

/// Runs a product on every instruction set and compares all of its bytes with the definition.
fn check(random: &mut Random, [batch, m, n, k]: [usize; 4], elements: [Element; 3], write: WriteMode) {
    let mut operand = |element, sizes: [usize; 3]| {
        let (strides, span) = random_strides(random, &sizes);
        (GemmOperand { element, strides: [strides[0], strides[1], strides[2]] }, span * element.bytes())
    };
    let (lhs, lhs_span) = operand(elements[0], [batch, m, k]);
    let (rhs, rhs_span) = operand(elements[1], [batch, k, n]);
    let (out, out_span) = operand(elements[2], [batch, m, n]);
    let spec = GemmSpec { batch, m, n, k, lhs, rhs, out, math_mode: MathMode::F32, allow_reassociation: true };
    let mut bytes = |span: usize| -> Vec<u8> { (0..span).map(|_| random.next() as u8).collect() };
    let (x, y, before) = (bytes(lhs_span), bytes(rhs_span), bytes(out_span));
    let mut expected = before.clone();
    for (b, m) in (0..batch).flat_map(|b| (0..m).map(move |m| (b, m))) {
        for n in 0..n {
            let at = place(&out, [b, m, n]);
            let mut sum = if write == WriteMode::Accumulate { get(&before, out.element, at) } else { 0 };
            for k in 0..k {
                let product = get(&x, lhs.element, place(&lhs, [b, m, k])).wrapping_mul(get(
                    &y,
                    rhs.element,
                    place(&rhs, [b, k, n]),
                ));
                sum = sum.wrapping_add(product);
            }
            let size = out.element.bytes();
            expected[at * size..(at + 1) * size].copy_from_slice(&sum.to_le_bytes()[..size]);
        }
    }
    check_exactly(&spec, [&x, &y, &before], write, &expected);
}

#[test]
fn random_products_are_exact() {
    let mut random = Random::new(11);
    for _ in 0..150 {
        let sizes = [random.range(1, 2), random.range(1, 20), random.range(1, 40), random.range(0, 30)];
        let elements = [random.pick(&INTEGERS), random.pick(&INTEGERS), random.pick(&INTEGERS)];
        let write = random.pick(&[WriteMode::Overwrite, WriteMode::Accumulate]);
        check(&mut random, sizes, elements, write);
    }
}

#[test]
fn sums_and_results_larger_than_a_block_are_exact() {
    use Element::{I8, I16, I32, I64, U8};
    let mut random = Random::new(12);
    for elements in [
        [I8, I8, I32],
        [U8, I8, I32],
        [U8, U8, I32],
        [I8, U8, I8],
        [I16, I8, I32],
        [I16, I16, I32],
        [I32, I32, I32],
        [I64, I64, I64],
    ] {
        check(&mut random, [1, 7, 270, 9], elements, WriteMode::Overwrite);
        check(&mut random, [1, 5, 17, 520], elements, WriteMode::Accumulate);
        check(&mut random, [1, 99, 40, 1100], elements, WriteMode::Overwrite);
    }
}

#[test]
fn products_of_many_integers_are_packed() {
    let operand = |columns| GemmOperand { element: Element::I8, strides: [0, columns, 1] };
    let spec = |m, n, k| GemmSpec {
        batch: 1,
        m,
        n,
        k,
        lhs: operand(k),
        rhs: operand(n),
        out: GemmOperand { element: Element::I32, ..operand(n) },
        math_mode: MathMode::F32,
        allow_reassociation: true,
    };
    let algorithm = |spec: GemmSpec| GemmPlan::new(&spec, Isa::best()).unwrap().algorithm();
    assert_eq!(algorithm(spec(64, 64, 64)), GemmAlgorithm::Words);
    assert_eq!(algorithm(spec(2, 3, 4)), GemmAlgorithm::Reference);
    assert!(GemmPlan::with_packed_rhs(&spec(64, 64, 64), Isa::best(), usize::MAX).unwrap().is_some());
}
