//! Decompositions of matrices of every scale that a type has.

use stablehlo::{ElementType, Literal, TensorType};

use super::common::Random;
use super::{ELEMENTS, call, ty};

/// The matrix times a power of two.
fn times_power(a: &Literal, exponent: i32) -> Literal {
    let by = 2f64.powi(exponent);
    let parts = a.to_complex_vec().unwrap().into_iter();
    let parts: Vec<f64> = match a.ty().element.is_complex() {
        true => parts.flat_map(|z| [z.re * by, z.im * by]).collect(),
        false => parts.map(|z| z.re * by).collect(),
    };
    let flat = TensorType::new(a.ty().element.part(), [parts.len()]);
    Literal::from_bytes(a.ty().clone(), Literal::from_f64(flat, &parts).unwrap().into_bytes()).unwrap()
}

/// Which elements of a result are those of the matrix's scale, by row and column.
type IsScaled = fn(usize, usize) -> bool;
const ALL: IsScaled = |_, _| true;
const NONE: IsScaled = |_, _| false;

/// A target, its options, and the types of its results.
type Decomposition = (&'static str, &'static str, Vec<(TensorType, IsScaled)>);

/// The decompositions of square matrices of `n` rows: target, options, the types of their results, and which
/// elements of these are multiplied by `c` if the matrix is.
fn decompositions(e: ElementType, n: usize) -> Vec<Decomposition> {
    let (square, line, below) = (ty(e, &[n, n]), ty(e, &[n]), ty(e, &[n - 1]));
    let (real, complex) = (e.part(), e.part().complex().unwrap());
    let (columns, integers) = (ty(complex, &[n, n]), ty(ElementType::I32, &[n]));
    vec![
        ("Qr", "", vec![(square.clone(), |i, j| i <= j), (line, NONE)]),
        ("labora.lu", "", vec![(square.clone(), |i, j| i <= j), (integers.clone(), NONE), (integers, NONE)]),
        ("labora.eigh", "", vec![(square.clone(), NONE), (ty(real, &[n]), ALL)]),
        ("labora.svd", "", vec![(ty(real, &[n]), ALL), (square.clone(), NONE), (square.clone(), NONE)]),
        ("labora.hessenberg", "", vec![(square.clone(), |i, j| i <= j + 1), (below.clone(), NONE)]),
        (
            "labora.tridiagonal",
            "",
            vec![(square.clone(), |i, j| i <= j + 1), (ty(real, &[n]), ALL), (ty(real, &[n - 1]), ALL), (below, NONE)],
        ),
        ("labora.eig", "", vec![(ty(complex, &[n]), ALL), (columns.clone(), NONE), (columns, NONE)]),
        ("labora.schur", "", vec![(square.clone(), ALL), (square, NONE)]),
    ]
}

/// Multiplied by a power of two, a matrix has the same decomposition to the bit, but for that factor, as far
/// as the type's range goes: no square of an element overflows or vanishes on the way.
#[test]
fn decompositions_follow_the_scale_of_the_matrix() {
    let mut random = Random(7);
    for (e, n) in ELEMENTS.into_iter().flat_map(|e| [1, 2, 7, 40].map(|n| (e, n))) {
        let a = random.literal(&ty(e, &[n, n]));
        let exponents = if e.part() == ElementType::F32 { [-90, -60, 100] } else { [-900, -540, 1000] };
        for (target, config, results) in decompositions(e, n) {
            let types: Vec<TensorType> = results.iter().map(|(ty, _)| ty.clone()).collect();
            let expected = call(target, config, std::slice::from_ref(&a), &types);
            for exponent in exponents {
                let scaled = call(target, config, &[times_power(&a, exponent)], &types);
                for ((expected, scaled), (ty, is_scaled)) in expected.iter().zip(&scaled).zip(&results) {
                    let values = expected.to_complex_vec().unwrap().into_iter().zip(scaled.to_complex_vec().unwrap());
                    let columns = ty.dims.get(1).copied().unwrap_or(n);
                    for (at, (x, y)) in values.enumerate() {
                        let by = if is_scaled(at / columns, at % columns) { 2f64.powi(exponent) } else { 1.0 };
                        assert_eq!([x.re * by, x.im * by], [y.re, y.im], "{target} of {e}, {n}, 2^{exponent}: {at}");
                    }
                }
            }
        }
    }
}

/// Matrices at the ends of the range, and with elements of any scale, have finite decompositions.
#[test]
fn decompositions_of_subnormal_and_mixed_matrices_end() {
    let mut random = Random(8);
    for (e, n) in ELEMENTS.into_iter().flat_map(|e| [1, 3, 8, 40].map(|n| (e, n))) {
        let a = random.literal(&ty(e, &[n, n])).to_complex_vec().unwrap();
        let (low, high) = if e.part() == ElementType::F32 { (-148, 120) } else { (-1073, 1000) };
        let mut mixed = || {
            let exponent = low + random.below((high - low) as usize) as i32;
            2f64.powi(exponent / 2) * 2f64.powi(exponent - exponent / 2)
        };
        let by: [Vec<f64>; 4] = [
            vec![2f64.powi(low / 2) * 2f64.powi(low - low / 2); n * n],
            vec![2f64.powi(high); n * n],
            (0..n * n).map(|_| mixed()).collect(),
            (0..n).map(|_| mixed()).collect::<Vec<f64>>().repeat(n),
        ];
        for (which, by) in by.iter().enumerate() {
            let parts: Vec<f64> = match e.is_complex() {
                true => a.iter().zip(by).flat_map(|(z, by)| [z.re * by, z.im * by]).collect(),
                false => a.iter().zip(by).map(|(z, by)| z.re * by).collect(),
            };
            let flat = TensorType::new(e.part(), [parts.len()]);
            let bytes = Literal::from_f64(flat, &parts).unwrap().into_bytes();
            let a = Literal::from_bytes(ty(e, &[n, n]), bytes).unwrap();
            for (target, config, results) in decompositions(e, n) {
                let types: Vec<TensorType> = results.into_iter().map(|(ty, _)| ty).collect();
                let results = call(target, config, std::slice::from_ref(&a), &types);
                let finite =
                    |l: &Literal| l.to_complex_vec().unwrap().iter().all(|z| z.re.is_finite() && z.im.is_finite());
                assert!(results.iter().all(finite), "{target} of {e}, {n}, matrix {which}");
            }
        }
    }
}
