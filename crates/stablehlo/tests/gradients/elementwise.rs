use stablehlo::ElementType::{F32, F64};
use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{Literal, OpKind};

use crate::common::vector;
use crate::harness::{Case, any, case, check, positive, random};

fn unary_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for op in Unary::ALL {
        let x = match op {
            Unary::Abs | Unary::Cbrt => vector(&[-1.5, -0.3, 0.4, 2.0]),
            Unary::Log | Unary::Rsqrt | Unary::Sqrt => positive(1, &[2, 3]),
            Unary::LogPlusOne => random(1, &[2, 3], -0.7, 2.0),
            // The slope is 0 between the steps.
            Unary::Ceil | Unary::Floor | Unary::RoundNearestAfz | Unary::RoundNearestEven | Unary::Sign => {
                vector(&[-1.7, -0.3, 0.2, 1.4])
            }
            Unary::CountLeadingZeros | Unary::IsFinite | Unary::Not | Unary::PopulationCount => continue,
            _ => any(1, &[2, 3]),
        };
        cases.push(case(op.name(), "", [x], move |b, p| b.unary(*op, p[0])));
    }
    cases
}

fn binary_cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for op in Binary::ALL {
        let (x, y) = match op {
            Binary::Add | Binary::Subtract | Binary::Multiply => (any(1, &[2, 3]), any(2, &[2, 3])),
            Binary::Divide | Binary::Atan2 => (any(1, &[2, 3]), positive(2, &[2, 3])),
            Binary::Power => (positive(1, &[2, 3]), any(2, &[2, 3])),
            Binary::Maximum | Binary::Minimum => (vector(&[-1.0, 0.5, 2.0]), vector(&[0.2, 0.4, 2.5])),
            Binary::Remainder => (vector(&[5.3, -5.3, 5.3, -5.3]), vector(&[2.1, 2.1, -2.1, -2.1])),
            _ => continue,
        };
        let op = *op;
        cases.push(case(op.name(), "two operands", [x.clone(), y], move |b, p| b.binary(op, p[0], p[1])));
        if matches!(op, Binary::Multiply | Binary::Add) {
            cases.push(case(op.name(), "one value twice", [x], move |b, p| b.binary(op, p[0], p[0])));
        }
    }
    cases
}

fn other_cases() -> Vec<Case> {
    vec![
        case("atan2", "all quadrants", [vector(&[1.0, 1.0, -1.0, -1.0]), vector(&[2.0, -2.0, 2.0, -2.0])], |b, p| {
            b.binary(Binary::Atan2, p[0], p[1])
        }),
        case("power", "square of negative numbers", [vector(&[-1.5, -0.5, 0.5])], |b, p| {
            let two = b.full_like(p[0], 2.0)?;
            b.power(p[0], two)
        }),
        case("power", "exponent 0", [vector(&[-1.5, 0.0, 0.5])], |b, p| {
            let zero = b.full_like(p[0], 0.0)?;
            b.power(p[0], zero)
        }),
        case("select", "by a tensor", [any(1, &[4]), any(2, &[4]), vector(&[true, false, true, false])], |b, p| {
            b.select(p[2], p[0], p[1])
        }),
        case("select", "by a scalar", [any(1, &[4]), any(2, &[4]), Literal::scalar(false)], |b, p| {
            b.select(p[2], p[0], p[1])
        }),
        case("select", "a ReLU", [vector(&[-1.0, 0.5, 2.0])], |b, p| {
            let zero = b.full_like(p[0], 0.0)?;
            let above = b.compare(Direction::Gt, p[0], zero)?;
            b.select(above, p[0], zero)
        }),
        case("clamp", "scalar bounds", [vector(&[-2.0, -0.5, 0.7, 3.0]), vector(&[-1.0]), vector(&[1.0])], |b, p| {
            let (low, high) = (b.reshape(p[1], &[])?, b.reshape(p[2], &[])?);
            b.clamp(low, p[0], high)
        }),
        case(
            "clamp",
            "bounds of the shape",
            [vector(&[-2.0, -0.5, 0.7, 3.0]), vector(&[-1.0, -1.0, 0.9, -1.0])],
            |b, p| {
                let one = b.full_like(p[1], 1.3)?;
                let high = b.add(p[1], one)?;
                b.clamp(p[1], p[0], high)
            },
        ),
        // Inputs and step are exact in f32, so that the conversion is linear.
        case("convert", "to f32 and back", [vector(&[-1.5, 0.25, 0.75])], |b, p| {
            let narrow = b.convert(p[0], F32)?;
            b.convert(narrow, F64)
        })
        .step(1.0 / 1024.0),
        case("reduce_precision", "to the format of f64", [any(1, &[4])], |b, p| {
            let kind = OpKind::ReducePrecision { exponent_bits: 11, mantissa_bits: 52 };
            Ok(b.push(kind, &[p[0]], Vec::new())?[0])
        }),
    ]
}

pub fn cases() -> Vec<Case> {
    unary_cases().into_iter().chain(binary_cases()).chain(other_cases()).collect()
}

#[test]
fn gradients_of_elementwise_operations() {
    check(cases());
}

#[test]
fn ties_get_equal_shares_and_kinks_have_slope_zero() {
    let x = vector(&[1.0f64, 0.0]);
    let slopes = |build: fn(&mut stablehlo::FuncBuilder, stablehlo::Value) -> stablehlo::Result<stablehlo::Value>| {
        let gradient = crate::common::eval1(std::slice::from_ref(&x), |b, p| {
            let y = build(b, p[0])?;
            let loss = b.sum(y, &[0])?;
            Ok(b.gradient(loss, &[p[0]])?[0])
        });
        gradient.to_vec::<f64>().unwrap()
    };
    let relu = slopes(|b, x| {
        let zero = b.full_like(x, 0.0)?;
        b.maximum(x, zero)
    });
    assert_eq!(relu, [1.0, 0.5], "two equal operands get half each");
    assert_eq!(slopes(|b, x| b.abs(x)), [1.0, 0.0]);
    let clamped = slopes(|b, x| {
        let (low, high) = (b.scalar(0.0f64)?, b.scalar(1.0f64)?);
        b.clamp(low, x, high)
    });
    assert_eq!(clamped, [0.0, 0.0], "slope 0 at the bounds");
}
