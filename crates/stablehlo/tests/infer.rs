//! Inferred types, and the errors of operands that do not fit.

use stablehlo::ElementType::{F32, I32};
use stablehlo::ops::{Binary, CompareType, Convolution, Direction, DotGeneral, Gather, Scatter, Unary, WindowDim};
use stablehlo::{ElementType, FuncBuilder, OpKind, Result, TensorType, Value};

fn t(element: ElementType, dims: &[usize]) -> TensorType {
    TensorType::new(element, dims)
}

/// A builder with one parameter of each type.
fn with(types: &[TensorType]) -> (FuncBuilder, Vec<Value>) {
    let mut b = FuncBuilder::new("main");
    let values = types.iter().map(|t| b.param(t.clone())).collect();
    (b, values)
}

fn push(kind: OpKind, types: &[TensorType]) -> Result<Vec<TensorType>> {
    let (mut b, v) = with(types);
    Ok(b.push(kind, &v, vec![])?.into_iter().map(|v| b.ty(v).clone()).collect())
}

fn message(r: Result<impl std::fmt::Debug>) -> String {
    r.expect_err("an error").to_string()
}

#[test]
fn element_wise_operands_have_one_type() {
    let r = push(OpKind::Binary(Binary::Add), &[t(F32, &[2]), t(F32, &[3])]);
    assert_eq!(
        message(r),
        "stablehlo.add: operands have types tensor<2xf32> and tensor<3xf32>, they have to be the same"
    );
    let r = push(OpKind::Unary(Unary::Tanh), &[t(I32, &[2])]);
    assert_eq!(
        message(r),
        "stablehlo.tanh: the operand has type tensor<2xi32>, elements have to be floating-point numbers, complex numbers"
    );
    let r = push(OpKind::Unary(Unary::IsFinite), &[t(F32, &[2])]).unwrap();
    assert_eq!(r, [t(ElementType::I1, &[2])]);
    let r = push(OpKind::Compare { direction: Direction::Eq, compare_type: None }, &[t(I32, &[4]), t(I32, &[4])]);
    assert_eq!(r.unwrap(), [t(ElementType::I1, &[4])]);
}

#[test]
fn complex_numbers_have_parts_of_f32_or_f64() {
    use ElementType::{Complex64, Complex128, F16, F64};
    let pair = |element| push(OpKind::Complex, &[t(element, &[2]), t(element, &[2])]);
    assert_eq!(pair(F32).unwrap(), [t(Complex64, &[2])]);
    assert_eq!(pair(F64).unwrap(), [t(Complex128, &[2])]);
    assert!(message(pair(F16)).contains("parts have to be f32 or f64"));
    assert!(message(pair(Complex64)).contains("elements have to be floating-point numbers"));
    assert!(push(OpKind::Complex, &[t(F32, &[2]), t(F64, &[2])]).is_err());
    for kind in [OpKind::Real, OpKind::Imag, OpKind::Unary(Unary::Abs)] {
        assert_eq!(push(kind.clone(), &[t(Complex128, &[3])]).unwrap(), [t(F64, &[3])]);
        assert_eq!(push(kind, &[t(F32, &[3])]).unwrap(), [t(F32, &[3])]);
    }
    assert!(push(OpKind::Real, &[t(I32, &[2])]).is_err());
    assert!(push(OpKind::Unary(Unary::Floor), &[t(Complex64, &[2])]).is_err());
    let total = OpKind::Compare { direction: Direction::Eq, compare_type: Some(CompareType::TotalOrder) };
    assert!(push(total, &[t(Complex64, &[2]), t(Complex64, &[2])]).is_err());
}

#[test]
fn shapes_follow_their_attributes() {
    let slice = OpKind::Slice { start: vec![1, 0], limit: vec![4, 5], stride: vec![2, 3] };
    assert_eq!(push(slice.clone(), &[t(F32, &[4, 5])]).unwrap(), [t(F32, &[2, 2])]);
    assert!(message(push(slice, &[t(F32, &[3, 5])])).contains("[1:4:2] is not inside dimension 0 of size 3"));
    let pad = OpKind::Pad { low: vec![1], high: vec![-2], interior: vec![2] };
    assert_eq!(push(pad, &[t(F32, &[4]), t(F32, &[])]).unwrap(), [t(F32, &[9])]);
    let cat = OpKind::Concatenate { dimension: 1 };
    assert_eq!(push(cat.clone(), &[t(F32, &[2, 3]), t(F32, &[2, 4])]).unwrap(), [t(F32, &[2, 7])]);
    assert!(push(cat, &[t(F32, &[2, 3]), t(F32, &[1, 4])]).is_err());
    let twice = OpKind::Transpose { permutation: vec![0, 0] };
    assert!(message(push(twice, &[t(F32, &[2, 3])])).contains("names dimension 0 twice"));
    let (mut b, v) = with(&[t(F32, &[3])]);
    assert!(b.broadcast_in_dim(v[0], &[1], &[2, 3]).is_ok());
    assert!(message(b.broadcast_in_dim(v[0], &[0], &[2, 3])).contains("cannot be broadcast to tensor<2x3xf32>"));
    assert!(message(b.reshape(v[0], &[2, 2])).contains("4 elements, not 3"));
}

#[test]
fn result_types_that_cannot_be_inferred_are_stated() {
    assert!(message(push(OpKind::Convert, &[t(F32, &[2])])).contains("push_typed"));
    let (mut b, v) = with(&[t(F32, &[2])]);
    assert!(b.push_typed(OpKind::Convert, &v, vec![], vec![t(F32, &[3])]).is_err());
    assert!(b.push_typed(OpKind::BitcastConvert, &v, vec![], vec![t(ElementType::Ui8, &[2, 4])]).is_ok());
    assert!(b.push_typed(OpKind::BitcastConvert, &v, vec![], vec![t(ElementType::F64, &[2])]).is_err());
}

#[test]
fn contractions_check_sizes_and_may_widen() {
    let attrs = DotGeneral { lhs_contracting: vec![1], rhs_contracting: vec![0], ..DotGeneral::default() };
    let kind = OpKind::DotGeneral(attrs);
    let bf16 = ElementType::Bf16;
    assert_eq!(push(kind.clone(), &[t(bf16, &[4, 3]), t(bf16, &[3, 2])]).unwrap(), [t(bf16, &[4, 2])]);
    assert!(message(push(kind.clone(), &[t(F32, &[4, 3]), t(F32, &[2, 2])])).contains("[1] x [0]"));
    let (mut b, v) = with(&[t(bf16, &[4, 3]), t(bf16, &[3, 2])]);
    assert!(b.push_typed(kind.clone(), &v, vec![], vec![t(F32, &[4, 2])]).is_ok());
    assert!(b.push_typed(kind.clone(), &v, vec![], vec![t(I32, &[4, 2])]).is_ok());
    assert!(b.push_typed(kind, &v, vec![], vec![t(F32, &[4, 3])]).is_err());
}

#[test]
fn convolutions_follow_window_and_groups() {
    let (mut b, v) = with(&[t(F32, &[8, 32, 32, 4]), t(F32, &[3, 3, 2, 6])]);
    let w = WindowDim { stride: 2, pad_low: 0, pad_high: 1, ..WindowDim::new(3) };
    assert!(
        message(b.conv2d_nhwc(v[0], v[1], [w; 2])).contains("the kernel has 2 input features, but the input has 4")
    );
    let last = {
        let (mut c, v) = with(&[t(F32, &[8, 32, 32, 2]), t(F32, &[3, 3, 2, 6])]);
        let y = c.conv2d_nhwc(v[0], v[1], [w; 2]).unwrap();
        assert_eq!(c.dims(y), [8, 16, 16, 6]);
        c.block().ops[0].kind.clone()
    };
    let OpKind::Convolution(attrs) = last else { panic!("a convolution was built") };
    let grouped = OpKind::Convolution(Convolution { feature_group_count: 2, ..attrs });
    assert_eq!(b.push(grouped, &v, vec![]).map(|r| b.dims(r[0]).to_vec()).unwrap(), [8, 16, 16, 6]);
}

#[test]
fn gather_and_scatter() {
    let (mut b, v) = with(&[t(F32, &[10, 4]), t(I32, &[5])]);
    let rows = b.take_rows(v[0], v[1]).unwrap();
    assert_eq!(b.dims(rows), [5, 4]);
    let bad = Gather { offset_dims: vec![0], slice_sizes: vec![1, 5], ..Gather::default() };
    assert!(b.gather(v[0], v[1], bad).is_err());
    let attrs = Scatter {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let region = b.scalar_region(Binary::Add, F32).unwrap();
    let operands = [v[0], v[1], rows];
    let r = b.push(OpKind::Scatter(attrs.clone()), &operands, vec![region]).unwrap();
    assert_eq!(b.dims(r[0]), [10, 4]);
    let wrong = b.scalar_region(Binary::Add, I32).unwrap();
    let e = message(b.push(OpKind::Scatter(attrs), &operands, vec![wrong]));
    assert!(e.contains("region 1 has to be (tensor<f32> and tensor<f32>) -> (tensor<f32>)"), "{e}");
}

#[test]
fn regions_are_checked() {
    let (mut b, v) = with(&[t(F32, &[2, 3])]);
    let s = b.sum(v[0], &[1]).unwrap();
    assert_eq!(b.dims(s), [2]);
    assert!(b.sum(v[0], &[2]).is_err());
    let n = b.scalar(0i32).unwrap();
    let r = b.while_loop(&[n], |b, p| b.compare(Direction::Lt, p[0], p[0]), |b, p| Ok(vec![b.convert(p[0], F32)?]));
    assert!(message(r).contains("region 2 has to be (tensor<i32>) -> (tensor<i32>)"));
    let w = [WindowDim { stride: 2, ..WindowDim::new(2) }, WindowDim::new(1)];
    let pooled = b.reduce_window(Binary::Maximum, v[0], &w).unwrap();
    assert_eq!(b.dims(pooled), [1, 3]);
    let scattered = b.select_and_scatter_max(v[0], pooled, &w).unwrap();
    assert_eq!(b.dims(scattered), [2, 3]);
    assert!(b.all_reduce_sum(&[v[0], n]).is_err());
}

#[test]
fn sizes_do_not_overflow() {
    let huge = t(F32, &[usize::MAX, 2]);
    let r = push(OpKind::Unary(Unary::Negate), std::slice::from_ref(&huge));
    assert!(message(r).contains("larger than the address space"));
    let zero = t(F32, &[usize::MAX, usize::MAX, 0]);
    assert!(push(OpKind::Unary(Unary::Negate), &[zero]).is_err());
    let pad = OpKind::Pad { low: vec![i64::MAX], high: vec![i64::MAX], interior: vec![usize::MAX] };
    assert!(push(pad, &[t(F32, &[4]), t(F32, &[])]).is_err());
    let (mut b, v) = with(&[t(F32, &[4])]);
    let w = WindowDim { pad_low: i64::MAX, pad_high: i64::MAX, window_dilation: usize::MAX, ..WindowDim::new(2) };
    assert!(b.reduce_window(Binary::Add, v[0], &[w]).is_err());
    assert!(b.broadcast_in_dim(v[0], &[0], &[4, usize::MAX]).is_err());
}
