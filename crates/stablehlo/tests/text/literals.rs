//! Literals are printed as MLIR prints them, and read back bit for bit.

use stablehlo::ElementType::{self, Bf16, Complex64, F8E4M3FN, F16, F32, F64, I1, I4, I64, Ui8, Ui64};
use stablehlo::{FuncBuilder, Literal, Module, OpKind, TensorType};

use crate::read;

fn module(literal: Literal) -> Module {
    let mut b = FuncBuilder::new("main");
    let c = b.constant(literal).unwrap();
    Module::new("m", b.finish(vec![c]))
}

fn printed(literal: Literal) -> String {
    let text = module(literal.clone()).to_string();
    let read_back = read("literal", &text);
    let OpKind::Constant(actual) = &read_back.main().unwrap().body.ops[0].kind else {
        panic!("a constant was printed")
    };
    assert_eq!(*actual, literal, "{text}");
    let line = text.lines().find(|l| l.contains("stablehlo.constant")).unwrap();
    line.split_once("stablehlo.constant ").unwrap().1.to_string()
}

fn bits(element: ElementType, dims: &[usize], bytes: impl Into<Vec<u8>>) -> Literal {
    Literal::from_bytes(TensorType::new(element, dims), bytes.into()).unwrap()
}

#[test]
fn numbers_are_printed_as_mlir_prints_them() {
    assert_eq!(printed(Literal::scalar(1.0f32)), "dense<1.000000e+00> : tensor<f32>");
    assert_eq!(printed(Literal::scalar(-0.0f32)), "dense<-0.000000e+00> : tensor<f32>");
    assert_eq!(printed(Literal::scalar(0.1f32)), "dense<1.000000e-01> : tensor<f32>");
    assert_eq!(printed(Literal::scalar(f32::INFINITY)), "dense<0x7F800000> : tensor<f32>");
    assert_eq!(printed(Literal::scalar(f64::NAN)), "dense<0x7FF8000000000000> : tensor<f64>");
    assert_eq!(printed(Literal::scalar(true)), "dense<true> : tensor<i1>");
    assert_eq!(printed(Literal::scalar(u64::MAX)), "dense<18446744073709551615> : tensor<ui64>");
    assert_eq!(printed(Literal::scalar(i64::MIN)), "dense<-9223372036854775808> : tensor<i64>");
    let table = Literal::from_vec([2, 2], [1i32, -2, 3, 4]).unwrap();
    assert_eq!(printed(table), "dense<[[1, -2], [3, 4]]> : tensor<2x2xi32>");
    assert_eq!(printed(Literal::from_vec([0, 2], [0f32; 0]).unwrap()), "dense<> : tensor<0x2xf32>");
    assert_eq!(printed(Literal::from_vec([3], [7u8; 3]).unwrap()), "dense<7> : tensor<3xui8>");
    assert_eq!(printed(bits(I4, &[2], [0xFE, 0x03])), "dense<[-2, 3]> : tensor<2xi4>");
    assert_eq!(printed(bits(F8E4M3FN, &[2], [0x38, 0x7F])), "dense<[0x38, 0x7F]> : tensor<2xf8E4M3FN>");
}

#[test]
fn every_half_is_read_back() {
    for element in [F16, Bf16] {
        let all: Vec<u8> = (0..=u16::MAX).flat_map(u16::to_le_bytes).collect();
        for chunk in all.chunks(128) {
            printed(bits(element, &[64], chunk));
        }
    }
}

#[test]
fn many_floats_are_read_back() {
    // Steps of odd size cover exponents and mantissas, including subnormal numbers.
    let f32s: Vec<u8> = (0..50_000u32).flat_map(|i| i.wrapping_mul(85_899_347).to_le_bytes()).collect();
    for chunk in f32s.chunks(400) {
        printed(bits(F32, &[chunk.len() / 4], chunk));
    }
    let f64s: Vec<u8> = (0..50_000u64).flat_map(|i| i.wrapping_mul(368_934_881_474_191_033).to_le_bytes()).collect();
    for chunk in f64s.chunks(800) {
        printed(bits(F64, &[chunk.len() / 8], chunk));
    }
    printed(bits(
        Complex64,
        &[2],
        1.5f32.to_le_bytes().repeat(3).into_iter().chain([0, 0, 0x80, 0x7F]).collect::<Vec<_>>(),
    ));
}

#[test]
fn large_literals_are_printed_as_bytes() {
    let long = Literal::from_vec([101], (0..101).collect::<Vec<i64>>()).unwrap();
    assert!(printed(long).starts_with("dense<\"0x00000000000000000100000000000000"));
    let booleans = Literal::from_vec([200], (0..200).map(|i| i % 3 == 0).collect::<Vec<bool>>()).unwrap();
    assert!(printed(booleans).starts_with("dense<[true, false, false"));
}

#[test]
fn spellings_that_are_not_printed_are_read() {
    let constant = |text: &str| {
        let ty = text.split_once(" : ").unwrap().1;
        let text = format!("func.func @main() -> {ty} {{ %c = stablehlo.constant {text} return %c : {ty} }}");
        let module = read("constant", &text);
        let OpKind::Constant(literal) = module.main().unwrap().body.ops[0].kind.clone() else { panic!("a constant") };
        literal
    };
    assert_eq!(constant("dense<\"0x0000803F00000040\"> : tensor<2xf32>").to_f64_vec().unwrap(), [1.0, 2.0]);
    assert_eq!(constant("dense<\"0x0000803F\"> : tensor<2xf32>").to_f64_vec().unwrap(), [1.0, 1.0]);
    assert_eq!(constant("dense<\"0x0100FF\"> : tensor<3xi1>").to_vec::<bool>().unwrap(), [true, false, true]);
    assert_eq!(constant("dense<0xFF> : tensor<i8>").to_vec::<i8>().unwrap(), [-1]);
    assert_eq!(constant("dense<[1.5E2, 2.]> : tensor<2xf64>").to_f64_vec().unwrap(), [150.0, 2.0]);
    assert_eq!(constant("dense<[[1], [2]]> : tensor<2x1xui8>").ty(), &TensorType::new(Ui8, [2, 1]));
    assert_eq!(constant("dense<[true]> : tensor<1xi1>").ty().element, I1);
    assert_eq!(constant("dense<-1> : tensor<i64>").ty().element, I64);
    assert_eq!(constant("dense<7> : tensor<ui64>").ty().element, Ui64);
}
