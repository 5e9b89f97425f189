//! `convert` between all pairs of types, of numbers in and out of range: as XLA's CPU backend converts.
//! Floats are truncated to integers, saturate, and NaN becomes zero; integers keep their low bits; numbers
//! are rounded once.

use crate::common::{module, run};
use processor::CompileOptions;
use stablehlo::interpret::evaluate;
use stablehlo::{ElementType, Literal, TensorType};

/// Numbers at the limits of the types, between their numbers, and special ones.
fn numbers() -> Vec<f64> {
    let mut all = vec![f64::NAN, f64::INFINITY, 1e30, 1e300, 1e-30, 1e-310, 1e-45, 6e-8, 5.9e-8, 2e-3];
    for power in [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 24, 31, 32, 53, 63, 64, 127] {
        let limit = 2f64.powi(power);
        all.extend([limit - 1.0, limit - 0.5, limit, limit + 0.5, limit + 1.0, limit * (1.0 + 3.0 * 2f64.powi(-12))]);
    }
    all.extend([
        0.0, 0.3, 0.5, 1.4, 5.0, 6.9, 7.6, 12.0, 100.0, 240.0, 447.0, 449.0, 465.0, 57_344.0, 61_440.0, 65_519.0,
    ]);
    let negative: Vec<f64> = all.iter().map(|x| -x).collect();
    all.extend(negative);
    all
}

/// The least and the greatest number of an integer type.
fn range(element: ElementType) -> Option<(i128, i128)> {
    let bits = element.bits() as u32;
    match () {
        () if element.is_signed() => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        () if element.is_unsigned() => Some((0, (1 << bits) - 1)),
        () => None,
    }
}

/// The bytes of a number of an integer type, whose high bits repeat the sign.
fn integer_bytes(element: ElementType, number: i128) -> Vec<u8> {
    let unused = 128 - element.bits() as u32;
    let number = number << unused;
    let number = if element.is_signed() { number >> unused } else { (number.cast_unsigned() >> unused).cast_signed() };
    number.to_le_bytes()[..element.bytes()].to_vec()
}

fn integer(element: ElementType, bytes: &[u8]) -> i128 {
    let mut all = [if element.is_signed() && bytes[bytes.len() - 1] > 127 { 255 } else { 0 }; 16];
    all[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(all)
}

/// Operands of a type, from the numbers.
fn operand(element: ElementType) -> Literal {
    let numbers = numbers();
    let ty = TensorType::new(element, [numbers.len()]);
    if let Some((low, high)) = range(element) {
        let bytes = numbers.iter().flat_map(|x| integer_bytes(element, (*x as i128).clamp(low, high)));
        return Literal::from_bytes(ty, bytes.collect()).unwrap();
    }
    if let Some(format) = element.minifloat() {
        return Literal::from_bytes(ty, numbers.iter().map(|x| format.encode(*x)).collect()).unwrap();
    }
    Literal::from_f64(ty, &numbers).unwrap()
}

/// The elements after a conversion, by the words above.
fn converted(x: &Literal, to: ElementType) -> Literal {
    let from = x.ty().element;
    let elements = x.bytes().chunks_exact(from.bytes());
    let values: Vec<f64> = match range(from) {
        Some(_) => elements.clone().map(|bytes| integer(from, bytes) as f64).collect(),
        None => x.in_carrier().unwrap().to_f64_vec().unwrap(),
    };
    let ty = x.ty().with_element(to);
    let bytes = match (range(to), range(from)) {
        (Some(_), Some(_)) => elements.flat_map(|bytes| integer_bytes(to, integer(from, bytes))).collect(),
        (Some((low, high)), None) => {
            // A float as a number of 128 bits saturates, too, and NaN is zero.
            values.iter().flat_map(|x| integer_bytes(to, (*x as i128).clamp(low, high))).collect()
        }
        (None, _) => match to.minifloat() {
            Some(format) => values.iter().map(|x| format.encode(f64::from(*x as f32))).collect(),
            None => return Literal::from_f64(ty, &values).unwrap(),
        },
    };
    Literal::from_bytes(ty, bytes).unwrap()
}

/// The numbers of a literal's elements, to compare: all NaNs are one.
fn comparable(x: &Literal) -> Vec<String> {
    match range(x.ty().element) {
        Some(_) => {
            x.bytes().chunks_exact(x.ty().element.bytes()).map(|e| integer(x.ty().element, e).to_string()).collect()
        }
        None => x
            .in_carrier()
            .unwrap()
            .to_f64_vec()
            .unwrap()
            .iter()
            .map(|x| format!("{x:e}").replace("-NaN", "NaN"))
            .collect(),
    }
}

#[test]
fn numbers_in_and_out_of_range_become_what_xla_makes_of_them() {
    let types: Vec<ElementType> =
        ElementType::ALL.iter().copied().filter(|e| (e.is_computable() || e.is_narrow()) && !e.is_complex()).collect();
    assert!(types.len() >= 24, "{types:?}");
    let mut wrong = Vec::new();
    for from in &types {
        let x = operand(*from);
        let program =
            module(std::slice::from_ref(x.ty()), |b, p| types.iter().map(|to| b.convert(p[0], *to)).collect());
        let program = program.unwrap();
        let ours = run(&program, &CompileOptions::default(), 1, &[vec![x.clone()]]).remove(0);
        let interpreted = evaluate(&program, std::slice::from_ref(&x)).unwrap();
        for ((to, ours), interpreted) in types.iter().zip(&ours).zip(&interpreted) {
            let want = comparable(&converted(&x, *to));
            for (who, got) in [("processor", comparable(ours)), ("interpreter", comparable(interpreted))] {
                for (i, (got, want)) in got.iter().zip(&want).enumerate().filter(|(_, (got, want))| got != want) {
                    wrong.push(format!("{who}: {from} {} as {to} is {got}, not {want}", comparable(&x)[i]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong, such as\n{}", wrong.len(), wrong[..wrong.len().min(60)].join("\n"));
}

#[test]
fn the_bits_of_all_minifloats_are_kept_where_nothing_is_computed() {
    let mut formats = 0;
    for (element, format) in ElementType::ALL.iter().filter_map(|e| Some((*e, e.minifloat()?))) {
        let codes: Vec<u8> = (0..=u8::MAX >> (8 - format.bits)).collect();
        let x = Literal::from_bytes(TensorType::new(element, [codes.len()]), codes.clone()).unwrap();
        let program = module(std::slice::from_ref(x.ty()), |b, p| {
            let moved = b.reverse(p[0], &[0])?;
            let mut results = vec![moved];
            if format.bits == 8 {
                results.push(b.bitcast_convert(p[0], TensorType::new(ElementType::Ui8, [codes.len()]))?);
            }
            Ok(results)
        });
        let results = run(&program.unwrap(), &CompileOptions::default(), 1, &[vec![x]]).remove(0);
        let reversed: Vec<u8> = codes.iter().rev().copied().collect();
        assert_eq!(results[0].bytes(), reversed, "{element} reversed");
        if let Some(bytes) = results.get(1) {
            assert_eq!(bytes.bytes(), codes, "{element} as ui8");
        }
        formats += 1;
    }
    assert_eq!(formats, 11);
}
