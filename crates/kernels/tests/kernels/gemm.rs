//! Matrix products.

use super::support::{Random, Reference, get, operand, random_bytes, random_strides};
use kernels::{Element, GemmOperand, GemmPlan, GemmSpec, Isa, KernelError, MathMode, WriteMode};

/// Runs `spec` on every instruction set and compares with the definition.
fn check(random: &mut Random, spec: &GemmSpec, spans: [usize; 3], write: WriteMode) {
    let lhs = random_bytes(random, spec.lhs.element, spans[0]);
    let rhs = random_bytes(random, spec.rhs.element, spans[1]);
    let before = random_bytes(random, spec.out.element, spans[2]);
    let at = |operand: &GemmOperand, index: [usize; 3]| -> usize {
        index.iter().zip(operand.strides).map(|(i, stride)| i * stride).sum()
    };
    let plans = Isa::available().flat_map(|isa| {
        let plan = GemmPlan::new(spec, isa).unwrap();
        [Some((isa, plan)), GemmPlan::with_packed_rhs(spec, isa, usize::MAX).unwrap().map(|plan| (isa, plan))]
    });
    for (isa, plan) in plans.flatten() {
        let rhs_bytes = if plan.takes_prepacked() { packed(&plan, &rhs) } else { rhs.clone() };
        let mut out = before.clone();
        // The content of scratch memory must not matter, even if it is NaN.
        let mut scratch = vec![0xff; plan.scratch_bytes()];
        plan.run(&lhs, &rhs_bytes, &mut out, &mut scratch, write).unwrap();
        let mut untouched = before.clone();
        for b in 0..spec.batch {
            for m in 0..spec.m {
                for n in 0..spec.n {
                    let mut sum = Reference::default();
                    for k in 0..spec.k {
                        sum.add(
                            operand(&lhs, spec.lhs.element, at(&spec.lhs, [b, m, k]), spec.math_mode),
                            operand(&rhs, spec.rhs.element, at(&spec.rhs, [b, k, n]), spec.math_mode),
                        );
                    }
                    let place = at(&spec.out, [b, m, n]);
                    let held = if write == WriteMode::Accumulate { get(&before, spec.out.element, place) } else { 0.0 };
                    let (got, expected) = (get(&out, spec.out.element, place), held + sum.value);
                    assert!(
                        (got - expected).abs() <= sum.tolerance(spec.out.element, held),
                        "{isa}, {}: [{b}, {m}, {n}] is {got}, expected {expected}: {spec:?}",
                        plan.method_name()
                    );
                    let bytes = spec.out.element.bytes();
                    let range = place * bytes..(place + 1) * bytes;
                    untouched[range.clone()].copy_from_slice(&out[range]);
                }
            }
        }
        assert!(untouched == out, "{isa}: wrote between the result's elements: {spec:?}");
    }
}

/// The right operand as a plan with a packed one takes it.
fn packed(plan: &GemmPlan, rhs: &[u8]) -> Vec<u8> {
    let (count, bytes) = plan.packed_panels();
    // Padding that is not written must not matter.
    let mut packed = vec![0xff; count * bytes];
    // Two panels at a time; the last of an odd number is packed by itself.
    for (i, panels) in packed.chunks_mut(2 * bytes.max(1)).enumerate() {
        plan.pack(rhs, 2 * i, panels).unwrap();
    }
    packed
}

fn random_spec(random: &mut Random, sizes: [usize; 4], elements: [Element; 3]) -> (GemmSpec, [usize; 3]) {
    let [batch, m, n, k] = sizes;
    let mut operand = |element, sizes: [usize; 3]| {
        let (strides, span) = random_strides(random, &sizes);
        (GemmOperand { element, strides: [strides[0], strides[1], strides[2]] }, span)
    };
    let (lhs, lhs_span) = operand(elements[0], [batch, m, k]);
    let (rhs, rhs_span) = operand(elements[1], [batch, k, n]);
    let (out, out_span) = operand(elements[2], [batch, m, n]);
    let spec =
        GemmSpec { batch, m, n, k, lhs, rhs, out, math_mode: MathMode::F32, allow_reassociation: random.below(2) == 0 };
    (spec, [lhs_span, rhs_span, out_span])
}

#[test]
fn random_products_of_floats() {
    let mut random = Random::new(1);
    for round in 0..400 {
        let sizes = [random.range(1, 3), random.range(1, 70), random.range(1, 80), random.range(0, 60)];
        let elements = [(); 3].map(|()| random.pick(&[Element::F32, Element::Bf16]));
        let (mut spec, spans) = random_spec(&mut random, sizes, elements);
        spec.math_mode = random.pick(&[MathMode::F32, MathMode::Bf16]);
        check(&mut random, &spec, spans, if round % 3 == 0 { WriteMode::Accumulate } else { WriteMode::Overwrite });
    }
}

#[test]
fn few_rows_of_dense_columns() {
    let mut random = Random::new(12);
    for round in 0..200 {
        let [batch, m, n, k] = [random.range(1, 3), random.range(1, 6), random.range(1, 100), random.range(0, 40)];
        let elements = [(); 3].map(|()| random.pick(&[Element::F32, Element::Bf16]));
        let (mut spec, mut spans) = random_spec(&mut random, [batch, m, n, k], elements);
        spec.rhs.strides = [k * n, n, 1];
        spans[1] = batch * k * n;
        spec.math_mode = random.pick(&[MathMode::F32, MathMode::Bf16]);
        check(&mut random, &spec, spans, if round % 3 == 0 { WriteMode::Accumulate } else { WriteMode::Overwrite });
    }
}

#[test]
fn right_operands_read_in_place() {
    let mut random = Random::new(13);
    for round in 0..60 {
        // Whole vectors of columns; rows up to the limit and beyond; lines with and without gaps after them.
        let [m, n, k] = [random.range(5, 300), 8 * random.range(1, 12), random.range(0, 90) * random.range(1, 8)];
        let (mut spec, mut spans) = random_spec(&mut random, [1, m, n, k], [Element::F32; 3]);
        let step = n + random.pick(&[0, 3, 2000]);
        spec.rhs.strides = [0, step, 1];
        spans[1] = (k.max(1) - 1) * step + n;
        check(&mut random, &spec, spans, if round % 3 == 0 { WriteMode::Accumulate } else { WriteMode::Overwrite });
    }
}

#[test]
fn sums_longer_than_a_block() {
    let mut random = Random::new(2);
    for case in 0..32 {
        // Few rows, which have no blocks if the right operand is packed, and more.
        let rows = if case < 8 { 1 + case % 5 } else { random.range(1, 40) };
        let sizes = [1, rows, random.range(1, 40), random.range(380, 1200)];
        let elements = [(); 3].map(|()| random.pick(&[Element::F32, Element::Bf16]));
        let (mut spec, spans) = random_spec(&mut random, sizes, elements);
        spec.math_mode = random.pick(&[MathMode::F32, MathMode::Bf16]);
        let write = random.pick(&[WriteMode::Accumulate, WriteMode::Overwrite]);
        check(&mut random, &spec, spans, write);
    }
}

#[test]
fn results_larger_than_a_block() {
    let mut random = Random::new(3);
    for (m, n, k) in [(1000, 17, 9), (30, 1100, 9), (245, 530, 9), (210, 40, 1100)] {
        for math_mode in [MathMode::F32, MathMode::Bf16] {
            let (mut spec, spans) = random_spec(&mut random, [1, m, n, k], [Element::F32; 3]);
            spec.math_mode = math_mode;
            check(&mut random, &spec, spans, WriteMode::Overwrite);
        }
    }
}

#[test]
fn other_types_multiply_and_integers_wrap() {
    use Element::*;
    let mut random = Random::new(4);
    for element in [I8, I16, I32, I64, U8, U16, U32, U64, F16, F64] {
        let (spec, spans) = random_spec(&mut random, [2, 3, 4, 5], [element; 3]);
        if matches!(element, I32 | I64 | F16 | F64) {
            check(&mut random, &spec, spans, WriteMode::Overwrite);
            check(&mut random, &spec, spans, WriteMode::Accumulate);
        }
        let _ = spans;
    }
    let operand = |element| GemmOperand { element, strides: [0, 1, 1] };
    let spec = |element, out| GemmSpec {
        batch: 1,
        m: 1,
        n: 1,
        k: 2,
        lhs: operand(element),
        rhs: operand(element),
        out: operand(out),
        math_mode: MathMode::F32,
        allow_reassociation: true,
    };
    let product = |spec: &GemmSpec, x: &[u8], y: &[u8]| {
        let mut out = vec![0; spec.out.element.bytes()];
        GemmPlan::new(spec, Isa::PORTABLE).unwrap().run(x, y, &mut out, &mut [], WriteMode::Overwrite).unwrap();
        out
    };
    // 100 * 3 + 7 * 1 = 307: 51 in eight bits; as i32, 307.
    assert_eq!(product(&spec(I8, I8), &[100, 7], &[3, 1]), [51]);
    assert_eq!(product(&spec(I8, I32), &[100, 7], &[3, 1]), 307i32.to_ne_bytes());
    // 200 * 2 + 255 * 255 = 65425.
    assert_eq!(product(&spec(U8, U32), &[200, 255], &[2, 255]), 65425u32.to_ne_bytes());
    let mixed = GemmSpec { rhs: operand(F32), ..spec(I32, I32) };
    assert!(matches!(GemmPlan::new(&mixed, Isa::PORTABLE), Err(KernelError::BadElements { .. })));
}

#[test]
fn infinities_and_nan_stay_in_their_rows_and_columns() {
    for isa in Isa::available() {
        for math_mode in [MathMode::F32, MathMode::Bf16] {
            // An odd reduction, so that bf16 pairs have a partner that does not exist.
            let (m, n, k) = (13, 18, 7);
            let row_major = |columns| GemmOperand { element: Element::F32, strides: [0, columns, 1] };
            let (lhs_operand, rhs_operand, out_operand) = (row_major(k), row_major(n), row_major(n));
            let spec = GemmSpec {
                batch: 1,
                m,
                n,
                k,
                lhs: lhs_operand,
                rhs: rhs_operand,
                out: out_operand,
                math_mode,
                allow_reassociation: true,
            };
            let mut lhs = vec![1.0f32; m * k];
            let mut rhs = vec![1.0f32; k * n];
            lhs[3 * k + 6] = f32::NAN;
            lhs[5 * k] = f32::INFINITY;
            rhs[2 * n + 17] = f32::NEG_INFINITY;
            let plan = GemmPlan::new(&spec, isa).unwrap();
            let mut out = vec![0.0f32; m * n];
            let mut scratch = vec![0xff; plan.scratch_bytes()];
            let bytes = bytemuck::cast_slice;
            plan.run(bytes(&lhs), bytes(&rhs), bytemuck::cast_slice_mut(&mut out), &mut scratch, WriteMode::Overwrite)
                .unwrap();
            for (i, &x) in out.iter().enumerate() {
                match (i / n, i % n) {
                    (3, _) | (5, 17) => assert!(x.is_nan(), "{isa}: {i}"),
                    (5, _) => assert_eq!(x, f32::INFINITY, "{isa}: {i}"),
                    (_, 17) => assert_eq!(x, f32::NEG_INFINITY, "{isa}: {i}"),
                    _ => assert_eq!(x, k as f32, "{isa}: {i}"),
                }
            }
        }
    }
}

#[test]
fn short_slices_are_refused() {
    let operand = GemmOperand { element: Element::F32, strides: [4, 2, 1] };
    let spec = GemmSpec {
        batch: 1,
        m: 2,
        n: 2,
        k: 2,
        lhs: operand,
        rhs: operand,
        out: operand,
        math_mode: MathMode::F32,
        allow_reassociation: true,
    };
    let plan = GemmPlan::new(&spec, Isa::best()).unwrap();
    let (x, mut out, mut scratch) = ([0u8; 16], [0u8; 16], vec![0; plan.scratch_bytes()]);
    assert!(plan.run(&x, &x, &mut out, &mut scratch, WriteMode::Overwrite).is_ok());
    let short = |operand: &'static str| move |e: KernelError| matches!(e, KernelError::ShortSlice { operand: o, .. } if o == operand);
    assert!(plan.run(&x[1..], &x, &mut out, &mut scratch, WriteMode::Overwrite).is_err_and(short("lhs")));
    assert!(plan.run(&x, &x[1..], &mut out, &mut scratch, WriteMode::Overwrite).is_err_and(short("rhs")));
    assert!(plan.run(&x, &x, &mut out[1..], &mut scratch, WriteMode::Overwrite).is_err_and(short("out")));
    assert!(plan.run(&x, &x, &mut out, &mut scratch[1..], WriteMode::Overwrite).is_err_and(short("scratch")));
    let huge = GemmOperand { element: Element::F32, strides: [1, usize::MAX / 2, usize::MAX / 2] };
    let spec = GemmSpec { m: 5, lhs: huge, ..spec };
    assert!(matches!(GemmPlan::new(&spec, Isa::best()), Err(KernelError::BadSpec { .. })));
}

#[test]
fn sums_that_are_not_finite_equal_those_of_f32() {
    let mut random = Random::new(21);
    let (m, n, k) = (50, 70, 90);
    let dense = |columns| GemmOperand { element: Element::F32, strides: [0, columns, 1] };
    let spec = GemmSpec {
        batch: 1,
        m,
        n,
        k,
        lhs: dense(k),
        rhs: dense(n),
        out: dense(n),
        math_mode: MathMode::F32,
        allow_reassociation: true,
    };
    let mut lhs: Vec<f32> = (0..m * k).map(|_| random.value() as f32).collect();
    let mut rhs: Vec<f32> = (0..k * n).map(|_| random.value() as f32).collect();
    // A NaN that would be infinite without its lower half; products that overflow, and one that barely does
    // not.
    lhs[3 * k + 7] = f32::INFINITY;
    lhs[20 * k + 80] = f32::from_bits(0x7f80_0001);
    rhs[5 * n + 60] = f32::NEG_INFINITY;
    lhs[33 * k + 9] = 3e38;
    rhs[9 * n + 11] = -20.0;
    lhs[40 * k + 2] = f32::MAX;
    rhs[2 * n + 12] = 1.0;
    // An infinity times zero.
    rhs[7 * n + 1] = 0.0;
    for isa in Isa::available() {
        let plan = GemmPlan::new(&spec, isa).unwrap();
        let mut out = vec![0f32; m * n];
        let mut scratch = vec![0xff; plan.scratch_bytes()];
        let bytes = (bytemuck::cast_slice(&lhs), bytemuck::cast_slice(&rhs), bytemuck::cast_slice_mut(&mut out));
        plan.run(bytes.0, bytes.1, bytes.2, &mut scratch, WriteMode::Overwrite).unwrap();
        let mut others = 0;
        for (i, &got) in out.iter().enumerate() {
            let (row, column) = (i / n, i % n);
            let sum: f32 = (0..k).map(|p| lhs[row * k + p] * rhs[p * n + column]).sum();
            let is_equal = got == sum || (got.is_nan() && sum.is_nan());
            let is_near = (got - sum).abs() <= 1e-3 * sum.abs().max(1.0);
            assert!(if sum.is_finite() { is_near } else { is_equal }, "{isa}: [{row}, {column}] is {got}, not {sum}");
            others += usize::from(!sum.is_finite());
        }
        // Two rows, a column and one more element; the crossing of row and column counts once.
        assert!(others >= 2 * n + m - 2, "{others}");
    }
}
