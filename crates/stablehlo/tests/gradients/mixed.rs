//! Properties of gradients that finite differences do not show: element types, precision, locations, and the
//! number of operations.

use stablehlo::ElementType::{Bf16, F32};
use stablehlo::ops::{DotGeneral, Precision, WindowDim};
use stablehlo::{FuncBuilder, Literal, Op, OpKind, TensorType, Value, interpret};

fn names(b: &FuncBuilder) -> Vec<&'static str> {
    b.block().ops.iter().map(|op| op.kind.mnemonic()).collect()
}

#[test]
fn narrow_operands_of_a_wide_contraction_get_narrow_cotangents() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(Bf16, [1, 2]));
    let w = b.param(TensorType::new(Bf16, [2, 1]));
    let attrs = DotGeneral {
        lhs_contracting: vec![1],
        rhs_contracting: vec![0],
        precision: [Precision::High, Precision::Highest],
        ..DotGeneral::default()
    };
    let wide = TensorType::new(F32, [1, 1]);
    let y = b.push_typed(OpKind::DotGeneral(attrs), &[x, w], Vec::new(), vec![wide]).unwrap()[0];
    let loss = b.reshape(y, &[]).unwrap();
    let gradient = b.gradient(loss, &[x, w]).unwrap();
    assert_eq!([b.ty(gradient[0]), b.ty(gradient[1])], [b.ty(x), b.ty(w)]);
    let precisions: Vec<[Precision; 2]> = b
        .block()
        .ops
        .iter()
        .filter_map(|op| if let OpKind::DotGeneral(d) = &op.kind { Some(d.precision) } else { None })
        .collect();
    let expected = [[Precision::High, Precision::Highest]; 3];
    assert_eq!(precisions, expected, "the cotangent has the precision of the operand that it replaces");
    let module = stablehlo::Module::new("mixed", b.finish(gradient));
    let of = |dims: [usize; 2], v: [f64; 2]| Literal::from_f64(TensorType::new(Bf16, dims), &v).unwrap();
    let results = interpret::evaluate(&module, &[of([1, 2], [3.0, 4.0]), of([2, 1], [5.0, 6.0])]).unwrap();
    assert_eq!(results[0].to_f64_vec().unwrap(), [5.0, 6.0]);
    assert_eq!(results[1].to_f64_vec().unwrap(), [3.0, 4.0]);
}

#[test]
fn the_gradient_of_dense_and_convolutional_layers_needs_no_transpose() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(F32, [2, 8, 8, 3]));
    let kernel = b.param(TensorType::new(F32, [3, 3, 3, 4]));
    let weights = b.param(TensorType::new(F32, [256, 10]));
    let same = WindowDim { pad_low: 1, pad_high: 1, ..WindowDim::new(3) };
    let y = b.conv2d_nhwc(x, kernel, [same; 2]).unwrap();
    let flat = b.reshape(y, &[2, 256]).unwrap();
    let z = b.matmul(flat, weights).unwrap();
    let loss = b.sum(z, &[0, 1]).unwrap();
    let before = b.block().ops.len();
    b.gradient(loss, &[x, kernel, weights]).unwrap();
    let added = &names(&b)[before..];
    // The cotangent 1 of the loss; the cotangents of the sum, the matrix product, the reshape and the
    // convolution.
    let expected =
        ["constant", "broadcast_in_dim", "dot_general", "dot_general", "reshape", "convolution", "convolution"];
    assert_eq!(added, expected);
}

#[test]
fn operations_of_the_backward_pass_have_the_location_of_the_forward_pass() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::scalar(F32));
    b.set_location(Some("dense_1".into()));
    let y = b.tanh(x).unwrap();
    b.set_location(Some("loss".into()));
    b.gradient(y, &[x]).unwrap();
    assert_eq!(b.location().as_deref(), Some("loss"), "the builder's location is restored");
    let located = |op: &Op| op.location.as_deref() == Some("grad(dense_1)");
    assert!(b.block().ops.iter().filter(|op| located(op)).count() >= 3);
}

#[test]
fn invalid_losses_and_integers_are_errors() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::new(F32, [2]));
    let i = b.param(TensorType::scalar(stablehlo::ElementType::I32));
    assert!(b.gradient(x, &[x]).unwrap_err().message().contains("tensor<2xf32>"));
    let loss: Value = b.sum(x, &[0]).unwrap();
    assert!(b.gradient(loss, &[i]).unwrap_err().message().contains("not floating point"));
    assert!(b.vjp(&[x], &[loss], &[x]).is_err());
}

#[test]
fn a_path_through_an_enclosing_block_is_an_error() {
    let mut b = FuncBuilder::new("main");
    let x = b.param(TensorType::scalar(F32));
    let p = b.param(TensorType::scalar(stablehlo::ElementType::I1));
    let outside = b.tanh(x).unwrap();
    let branch = |b: &mut FuncBuilder, wrt: Value| {
        let loss = b.multiply(outside, x)?;
        b.gradient(loss, &[wrt])
    };
    let error = b.if_else(p, |b| branch(b, x), |b| branch(b, x)).unwrap_err();
    assert!(error.message().contains("outside the block"), "{error}");
    b.if_else(p, |b| branch(b, outside), |b| branch(b, outside)).unwrap();
    let error = b.if_else(p, |b| b.gradient(outside, &[x]), |_| Ok(vec![x])).unwrap_err();
    assert!(error.message().contains("not computed in the block"), "{error}");
}
