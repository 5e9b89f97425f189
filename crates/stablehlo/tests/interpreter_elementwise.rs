//! The interpreter's element-wise operations: the specification's examples, and the edge cases that the
//! specification or the documentation of this crate defines.

mod common;

use common::{eval, eval1, vector};
use stablehlo::half::{bf16, f16};
use stablehlo::ops::{Binary, CompareType, Direction, Unary};
use stablehlo::{ElementType, Literal, NativeType, OpKind, TensorType};

fn unary<T: NativeType>(op: Unary, x: &[T]) -> Vec<T> {
    eval1(&[vector(x)], |b, p| b.unary(op, p[0])).to_vec().unwrap()
}

fn binary<T: NativeType>(op: Binary, x: &[T], y: &[T]) -> Vec<T> {
    eval1(&[vector(x), vector(y)], |b, p| b.binary(op, p[0], p[1])).to_vec().unwrap()
}

/// The bits, so that NaN equals itself and -0 differs from 0.
fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

#[test]
fn rounding_modes() {
    let x = [-2.5f32, 0.4, 0.5, 0.6, 2.5];
    assert_eq!(unary(Unary::RoundNearestAfz, &x), [-3.0, 0.0, 1.0, 1.0, 3.0]);
    assert_eq!(unary(Unary::RoundNearestEven, &x), [-2.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(unary(Unary::Ceil, &x), [-2.0, 1.0, 1.0, 1.0, 3.0]);
    assert_eq!(unary(Unary::Floor, &x), [-3.0, 0.0, 0.0, 0.0, 2.0]);
}

#[test]
fn signs_keep_zeros_and_nan() {
    let signs = unary(Unary::Sign, &[f32::NAN, -2.0, -0.0, 0.0, f32::INFINITY]);
    assert!(signs[0].is_nan());
    assert_eq!(bits(&signs[1..]), bits(&[-1.0, -0.0, 0.0, 1.0]));
    assert_eq!(unary(Unary::Sign, &[-7i8, 0, 9]), [-1, 0, 1]);
    assert_eq!(bits(&unary(Unary::Negate, &[0.0f32])), bits(&[-0.0]));
    assert_eq!(unary(Unary::Negate, &[1u8, 0]), [255, 0]);
    assert_eq!(unary(Unary::Abs, &[i32::MIN, -3, 4]), [i32::MIN, 3, 4]);
}

#[test]
fn transcendental_functions_at_their_edges() {
    let inf = f32::INFINITY;
    assert_eq!(unary(Unary::Exponential, &[-inf, 0.0, 1.0, inf, 89.0]), [0.0, 1.0, 1f32.exp(), inf, inf]);
    assert_eq!(unary(Unary::Log, &[0.0f32, 1.0, inf]), [-inf, 0.0, inf]);
    assert!(unary(Unary::Log, &[-1.0f32])[0].is_nan());
    assert!(unary(Unary::Sqrt, &[-1.0f32])[0].is_nan());
    assert_eq!(unary(Unary::Rsqrt, &[0.0f32, 4.0, inf]), [inf, 0.5, 0.0]);
    assert_eq!(unary(Unary::Cbrt, &[0.0f32, -8.0, 27.0]), [0.0, -2.0, 3.0]);
    assert_eq!(unary(Unary::Logistic, &[-inf, -1000.0f32, 0.0, 1000.0]), [0.0, 0.0, 0.5, 1.0]);
    assert_eq!(unary(Unary::Tanh, &[-inf, 0.0, inf]), [-1.0, 0.0, 1.0]);
    // Small numbers are not rounded away by the 1.
    assert_eq!(unary(Unary::LogPlusOne, &[1e-20f32]), [1e-20]);
    assert_eq!(unary(Unary::ExponentialMinusOne, &[1e-20f32]), [1e-20]);
}

#[test]
fn bits_are_counted() {
    assert_eq!(unary(Unary::CountLeadingZeros, &[0i16, 1, -1, 128]), [16, 15, 0, 8]);
    assert_eq!(unary(Unary::PopulationCount, &[0i8, 1, -1, 127]), [0, 1, 8, 7]);
    assert_eq!(unary(Unary::Not, &[0b1010u8]), [0b1111_0101]);
    assert_eq!(unary(Unary::Not, &[true, false]), [false, true]);
}

#[test]
fn finite_numbers_are_recognized() {
    let x = vector(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 0.0]);
    assert_eq!(eval1(&[x], |b, p| b.is_finite(p[0])), vector(&[false, false, false, true, true]));
}

#[test]
fn integers_wrap() {
    assert_eq!(binary(Binary::Add, &[127i8, -128], &[1, -1]), [-128, 127]);
    assert_eq!(binary(Binary::Subtract, &[0u8], &[1]), [255]);
    assert_eq!(binary(Binary::Multiply, &[i64::MAX], &[2]), [-2]);
    assert_eq!(binary(Binary::Power, &[3u8, 2, 2], &[5, 8, 7]), [243, 0, 128]);
    assert_eq!(binary(Binary::Power, &[2i32, -1, -1, 1, 0], &[-1, -3, -2, -5, 0]), [0, -1, 1, 1, 1]);
}

#[test]
fn integer_division_never_traps() {
    assert_eq!(binary(Binary::Divide, &[17i32, -17, 17, -17], &[3, 3, -3, -3]), [5, -5, -5, 5]);
    assert_eq!(binary(Binary::Remainder, &[17i32, -17, 17, -17], &[3, 3, -3, -3]), [2, -2, 2, -2]);
    assert_eq!(binary(Binary::Divide, &[5i32, i32::MIN], &[0, -1]), [-1, i32::MIN]);
    assert_eq!(binary(Binary::Divide, &[5u16], &[0]), [u16::MAX]);
    assert_eq!(binary(Binary::Remainder, &[5i32, i32::MIN], &[0, -1]), [5, 0]);
}

#[test]
fn shifts_past_the_width_shift_everything_out() {
    assert_eq!(binary(Binary::ShiftLeft, &[-1i8, -2, 3, 4, 7, 7], &[1, 2, 3, 6, 7, 8]), [-2, -8, 24, 0, -128, 0]);
    assert_eq!(
        binary(Binary::ShiftRightArithmetic, &[-1i8, -128, -36, 5, 3, -7], &[1, 2, 3, 2, 1, 9]),
        [-1, -32, -5, 1, 1, -1]
    );
    assert_eq!(binary(Binary::ShiftRightLogical, &[-1i8, -128, 5, 5], &[1, 2, 8, -1]), [127, 32, 0, 0]);
    assert_eq!(binary(Binary::ShiftRightArithmetic, &[0x80u8], &[1]), [0xC0]);
}

#[test]
fn floats_divide_as_in_ieee_754() {
    let inf = f32::INFINITY;
    assert_eq!(binary(Binary::Divide, &[17.0f32, -17.0, 1.0, -1.0], &[4.0, 4.0, 0.0, 0.0]), [4.25, -4.25, inf, -inf]);
    assert!(binary(Binary::Divide, &[0.0f32], &[0.0])[0].is_nan());
    assert_eq!(binary(Binary::Remainder, &[5.5f64, -5.5, 5.5], &[2.0, 2.0, -2.0]), [1.5, -1.5, 1.5]);
    assert_eq!(binary(Binary::Power, &[-2.0f64, -0.0, 5.0], &[2.0, 2.0, 0.0]), [4.0, 0.0, 1.0]);
    assert_eq!(
        binary(Binary::Atan2, &[0.0f64, 1.0, -1.0], &[1.0, 0.0, 0.0]),
        [0.0, std::f64::consts::FRAC_PI_2, -std::f64::consts::FRAC_PI_2]
    );
}

#[test]
fn extrema_propagate_nan_and_order_zeros() {
    let nan = f32::NAN;
    let greatest = binary(Binary::Maximum, &[1.0f32, nan, 1.0, -0.0, 0.0], &[2.0, 1.0, nan, 0.0, -0.0]);
    assert!(greatest[1].is_nan() && greatest[2].is_nan());
    assert_eq!(bits(&[greatest[0], greatest[3], greatest[4]]), bits(&[2.0, 0.0, 0.0]));
    let least = binary(Binary::Minimum, &[1.0f32, nan, -0.0, 0.0], &[2.0, 1.0, 0.0, -0.0]);
    assert!(least[1].is_nan());
    assert_eq!(bits(&[least[0], least[2], least[3]]), bits(&[1.0, -0.0, -0.0]));
}

#[test]
fn narrow_floats_round_after_each_operation() {
    let h = |v: f32| f16::from_f32(v);
    assert_eq!(binary(Binary::Add, &[h(2048.0)], &[h(1.0)]), [h(2048.0)], "2049 is between, ties go to even");
    assert_eq!(binary(Binary::Multiply, &[h(300.0)], &[h(300.0)])[0], f16::INFINITY);
    let b = |v: f32| bf16::from_f32(v);
    assert_eq!(binary(Binary::Add, &[b(256.0)], &[b(1.0)]), [b(256.0)]);
    assert_eq!(binary(Binary::Divide, &[b(1.0)], &[b(3.0)]), [b(0.333_984_38)]);
}

#[test]
fn booleans_add_as_or_and_multiply_as_and() {
    let (x, y) = ([false, false, true, true], [false, true, false, true]);
    assert_eq!(binary(Binary::Add, &x, &y), [false, true, true, true]);
    assert_eq!(binary(Binary::Multiply, &x, &y), [false, false, false, true]);
    assert_eq!(binary(Binary::Xor, &x, &y), [false, true, true, false]);
    assert_eq!(binary(Binary::Maximum, &x, &y), [false, true, true, true]);
    assert_eq!(binary(Binary::And, &[0b1100u8], &[0b1010]), [0b1000]);
    assert_eq!(binary(Binary::Or, &[0b1100u8], &[0b1010]), [0b1110]);
}

#[test]
fn comparisons_by_value_and_by_total_order() {
    let nan = f32::NAN;
    let (x, y) = (vector(&[1.0f32, nan, nan, -0.0, -nan]), vector(&[1.1f32, nan, 1.0, 0.0, f32::NEG_INFINITY]));
    let compare = |direction, compare_type| {
        let result = eval1(&[x.clone(), y.clone()], |b, p| {
            Ok(b.push(OpKind::Compare { direction, compare_type: Some(compare_type) }, p, Vec::new())?[0])
        });
        result.to_vec::<bool>().unwrap()
    };
    assert_eq!(compare(Direction::Lt, CompareType::Float), [true, false, false, false, false]);
    assert_eq!(compare(Direction::Ne, CompareType::Float), [true, true, true, false, true]);
    assert_eq!(compare(Direction::Eq, CompareType::Float), [false, false, false, true, false]);
    assert_eq!(compare(Direction::Lt, CompareType::TotalOrder), [true, false, false, true, true]);
    assert_eq!(compare(Direction::Ge, CompareType::TotalOrder), [false, true, true, false, false]);
    let unsigned = eval1(&[vector(&[255u8]), vector(&[1u8])], |b, p| b.compare(Direction::Gt, p[0], p[1]));
    assert_eq!(unsigned, vector(&[true]));
    let signed = eval1(&[vector(&[-1i8]), vector(&[1i8])], |b, p| b.compare(Direction::Gt, p[0], p[1]));
    assert_eq!(signed, vector(&[false]));
}

#[test]
fn selection_and_clamping() {
    let (x, y) = (vector(&[1i32, 2, 3]), vector(&[4i32, 5, 6]));
    let select = |p: Literal| eval1(&[p, x.clone(), y.clone()], |b, p| b.select(p[0], p[1], p[2]));
    assert_eq!(select(vector(&[true, false, true])), vector(&[1i32, 5, 3]));
    assert_eq!(select(Literal::scalar(false)), y);
    let clamp = |min: Literal, x: Literal, max: Literal| eval1(&[min, x, max], |b, p| b.clamp(p[0], p[1], p[2]));
    assert_eq!(clamp(vector(&[5i32, 10, 15]), vector(&[3i32, 13, 23]), vector(&[10i32, 15, 20])), vector(&[5, 13, 20]));
    let clamped = clamp(Literal::scalar(0.0f32), vector(&[f32::NAN, -1.0, 7.0]), Literal::scalar(6.0f32));
    let clamped = clamped.to_vec::<f32>().unwrap();
    assert!(clamped[0].is_nan());
    assert_eq!(clamped[1..], [0.0, 6.0]);
}

fn convert<T: NativeType, U: NativeType>(x: &[T]) -> Vec<U> {
    eval1(&[vector(x)], |b, p| b.convert(p[0], U::ELEMENT)).to_vec().unwrap()
}

#[test]
fn conversions_saturate_from_floats_and_wrap_from_integers() {
    let x = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 300.7, -1.9, 1.9];
    assert_eq!(convert::<f32, i8>(&x), [0, 127, -128, 127, -1, 1]);
    assert_eq!(convert::<f32, u8>(&x), [0, 255, 0, 255, 0, 1]);
    assert_eq!(convert::<i32, i8>(&[300, -129]), [44, 127]);
    assert_eq!(convert::<i8, u32>(&[-1]), [u32::MAX]);
    assert_eq!(convert::<i64, f32>(&[16_777_217]), [16_777_216.0], "to nearest, ties to even");
    // This is rounded once: rounding to f64 first would give a smaller f32.
    assert_eq!(convert::<i64, f32>(&[(1 << 60) + (1 << 36) + 1]), [((1u64 << 60) + (1 << 37)) as f32]);
    assert_eq!(convert::<f32, bool>(&[0.0, -0.0, 0.5, f32::NAN]), [false, false, true, true]);
    assert_eq!(convert::<bool, f32>(&[true, false]), [1.0, 0.0]);
    assert_eq!(convert::<f64, bf16>(&[1.003_906_25]), [bf16::from_f32(1.0)]);
    assert_eq!(convert::<f32, f16>(&[65520.0]), [f16::INFINITY]);
}

#[test]
fn bits_are_reinterpreted_as_another_type() {
    let x = Literal::scalar(f64::from_bits(0x0123_4567_89AB_CDEF));
    let halves = eval1(&[x], |b, p| b.bitcast_convert(p[0], TensorType::new(ElementType::F16, [4])));
    let bits: Vec<u16> = halves.to_vec::<f16>().unwrap().into_iter().map(f16::to_bits).collect();
    assert_eq!(bits, [0xCDEF, 0x89AB, 0x4567, 0x0123]);
    let back = eval1(&[halves], |b, p| b.bitcast_convert(p[0], TensorType::scalar(ElementType::Ui64)));
    assert_eq!(back, Literal::scalar(0x0123_4567_89AB_CDEFu64));
}

#[test]
fn precision_is_reduced() {
    let reduce = |x: &Literal, exponent_bits, mantissa_bits| {
        let kind = OpKind::ReducePrecision { exponent_bits, mantissa_bits };
        eval1(std::slice::from_ref(x), |b, p| Ok(b.push(kind, p, Vec::new())?[0]))
    };
    // The specification's example.
    let x = vector(&[f64::INFINITY, f64::from_bits(1), 0.0, 65519.0, 65520.0, -1e-8]);
    let expected = vector(&[f64::INFINITY, 0.0, 0.0, 65504.0, f64::INFINITY, -0.0]);
    assert_eq!(reduce(&x, 5, 10), expected);
    assert!(reduce(&vector(&[f64::NAN]), 5, 10).to_vec::<f64>().unwrap()[0].is_nan());
    // Reduction to the format of bf16 equals conversion to bf16.
    let x = vector(&[1.0f32 + 1.0 / 256.0, 1.0 + 3.0 / 256.0, -3.4e38, 1.0e-40]);
    let rounded = eval1(std::slice::from_ref(&x), |b, p| {
        let narrow = b.convert(p[0], ElementType::Bf16)?;
        b.convert(narrow, ElementType::F32)
    });
    assert_eq!(reduce(&x, 8, 7), rounded);
}

#[test]
fn iota_counts_along_its_dimension() {
    let iota = |dimension| eval1(&[], |b, _| b.iota(TensorType::new(ElementType::I32, [2, 3]), dimension));
    assert_eq!(iota(0).to_vec::<i32>().unwrap(), [0, 0, 0, 1, 1, 1]);
    assert_eq!(iota(1).to_vec::<i32>().unwrap(), [0, 1, 2, 0, 1, 2]);
}

#[test]
fn empty_tensors_stay_empty() {
    let results = eval(&[vector::<f32>(&[])], |b, p| Ok(vec![b.exponential(p[0])?, b.add(p[0], p[0])?]));
    assert_eq!(results.unwrap(), [vector::<f32>(&[]), vector::<f32>(&[])]);
}
