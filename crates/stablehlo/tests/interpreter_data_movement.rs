//! The interpreter's data movement, indexing and contractions: the specification's examples and edge cases.

mod common;

use common::{eval1, lit, vector};
use stablehlo::half::bf16;
use stablehlo::interpret::{Interpreter, Numerics};
use stablehlo::ops::{ConvDimensionNumbers, Convolution, DotGeneral, Gather, Precision, WindowDim};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

#[test]
fn broadcasting() {
    let x = lit(&[1, 3], &[1i32, 2, 3]);
    let result = eval1(&[x], |b, p| b.broadcast_in_dim(p[0], &[2, 1], &[2, 3, 2]));
    assert_eq!(result, lit(&[2, 3, 2], &[1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3]));
}

#[test]
fn transposing_and_reversing() {
    let x = lit(&[2, 3, 2], &(1..=12).collect::<Vec<i32>>());
    let result = eval1(&[x], |b, p| b.transpose(p[0], &[2, 1, 0]));
    assert_eq!(result, lit(&[2, 3, 2], &[1, 7, 3, 9, 5, 11, 2, 8, 4, 10, 6, 12]));
    let x = lit(&[3, 2], &[1i32, 2, 3, 4, 5, 6]);
    assert_eq!(eval1(&[x], |b, p| b.reverse(p[0], &[1])), lit(&[3, 2], &[2, 1, 4, 3, 6, 5]));
}

#[test]
fn slicing_and_concatenating() {
    let x = lit(&[3, 4], &[0i64, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1]);
    assert_eq!(eval1(&[x], |b, p| b.slice(p[0], &[1, 2], &[3, 4], &[1, 1])), lit(&[2, 2], &[1i64; 4]));
    let x = vector(&[0i32, 1, 2, 3, 4, 5, 6]);
    assert_eq!(eval1(&[x], |b, p| b.slice(p[0], &[1], &[6], &[2])), vector(&[1, 3, 5]));
    let parts = [lit(&[3, 2], &[1i64, 2, 3, 4, 5, 6]), lit(&[1, 2], &[7i64, 8]), lit::<i64>(&[0, 2], &[])];
    let joined = lit(&[4, 2], &[1i64, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(eval1(&parts, |b, p| b.concatenate(p, 0)), joined);
    let columns = [lit(&[2, 1], &[1i64, 2]), lit(&[2, 2], &[3i64, 4, 5, 6])];
    assert_eq!(eval1(&columns, |b, p| b.concatenate(p, 1)), lit(&[2, 3], &[1i64, 3, 4, 2, 5, 6]));
}

#[test]
fn padding_at_the_edges_and_in_the_interior() {
    let inputs = [lit(&[2, 3], &[1i32, 2, 3, 4, 5, 6]), Literal::scalar(0i32)];
    let result = eval1(&inputs, |b, p| b.pad(p[0], p[1], &[0, 1], &[2, 1], &[1, 2]));
    let mut expected = [0; 45];
    for (at, value) in [(1, 1), (4, 2), (7, 3), (19, 4), (22, 5), (25, 6)] {
        expected[at] = value;
    }
    assert_eq!(result, lit(&[5, 9], &expected));
    let cut = eval1(&inputs, |b, p| b.pad(p[0], p[1], &[0, -1], &[-1, 1], &[0, 0]));
    assert_eq!(cut, lit(&[1, 3], &[2, 3, 0]));
    // The interior is padded before negative padding removes elements: 1 0 2 0 3 loses its ends.
    let inner = eval1(&inputs, |b, p| b.pad(p[0], p[1], &[0, -1], &[-1, -1], &[0, 1]));
    assert_eq!(inner, lit(&[1, 3], &[0, 2, 0]));
}

#[test]
fn start_indices_of_dynamic_slices_are_clamped() {
    let x = lit(&[4, 4], &[0i32, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    let starts = [Literal::scalar(-1i64), Literal::scalar(3i64)];
    let inputs = [x, starts[0].clone(), starts[1].clone()];
    assert_eq!(eval1(&inputs, |b, p| b.dynamic_slice(p[0], &p[1..], &[2, 2])), lit(&[2, 2], &[1i32; 4]));
    let x = lit(&[4, 4], &[1i32, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    let inputs = [x, lit(&[2, 2], &[1i32; 4]), starts[0].clone(), starts[1].clone()];
    assert_eq!(eval1(&inputs, |b, p| b.dynamic_update_slice(p[0], p[1], &p[2..])), lit(&[4, 4], &[1i32; 16]));
    let huge = [vector(&[1i32, 2, 3]), Literal::scalar(u64::MAX)];
    assert_eq!(eval1(&huge, |b, p| b.dynamic_slice(p[0], &p[1..], &[2])), vector(&[2, 3]));
}

#[test]
fn gather_follows_the_example_of_the_specification() {
    let x = lit(&[2, 3, 4, 2], &(1..=48).collect::<Vec<i32>>());
    let indices = vec![0i64, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0];
    let attrs = Gather {
        offset_dims: vec![3, 4],
        collapsed_slice_dims: vec![1],
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![1],
        start_index_map: vec![2, 1],
        index_vector_dim: 3,
        slice_sizes: vec![1, 1, 2, 2],
        indices_are_sorted: false,
    };
    let result = eval1(&[x, lit(&[2, 2, 3, 2], &indices)], |b, p| b.gather(p[0], p[1], attrs));
    let expected = [
        1, 2, 3, 4, 3, 4, 5, 6, 13, 14, 15, 16, 33, 34, 35, 36, 35, 36, 37, 38, 41, 42, 43, 44, 1, 2, 3, 4, 13, 14, 15,
        16, 21, 22, 23, 24, 43, 44, 45, 46, 33, 34, 35, 36, 27, 28, 29, 30,
    ];
    assert_eq!(result, lit(&[2, 2, 3, 2, 2], &expected));
}

#[test]
fn gather_from_an_operand_without_elements_returns_zeros() {
    // A collapsed dimension may have slice size 0, but the result does not have that dimension.
    let attrs = Gather {
        offset_dims: vec![1],
        collapsed_slice_dims: vec![0],
        start_index_map: vec![0],
        index_vector_dim: 1,
        slice_sizes: vec![0, 2],
        ..Gather::default()
    };
    let inputs = [lit::<f32>(&[0, 2], &[]), vector(&[0i32, 5, -1])];
    assert_eq!(eval1(&inputs, |b, p| b.gather(p[0], p[1], attrs)), lit(&[3, 2], &[0.0f32; 6]));
}

#[test]
fn dot_general_follows_the_example_of_the_specification() {
    let (x, y) = (lit(&[2, 2, 2], &[1i64, 2, 3, 4, 5, 6, 7, 8]), lit(&[2, 2, 2], &[1i64, 0, 0, 1, 1, 0, 0, 1]));
    let attrs = DotGeneral {
        lhs_batch: vec![0],
        rhs_batch: vec![0],
        lhs_contracting: vec![2],
        rhs_contracting: vec![1],
        ..DotGeneral::default()
    };
    assert_eq!(eval1(&[x.clone(), y], |b, p| b.dot_general(p[0], p[1], attrs)), x);
}

#[test]
fn contractions_of_narrow_types_may_have_wide_results() {
    let dot = |x: Literal, y: Literal, result: ElementType| {
        let attrs = DotGeneral { lhs_contracting: vec![0], rhs_contracting: vec![0], ..DotGeneral::default() };
        eval1(&[x, y], |b, p| {
            Ok(b.push_typed(OpKind::DotGeneral(attrs), p, Vec::new(), vec![TensorType::scalar(result)])?[0])
        })
    };
    let wide = dot(vector(&[100i8, 100]), vector(&[100i8, 2]), ElementType::I32);
    assert_eq!(wide, Literal::scalar(10_200i32));
    let one = bf16::from_f32(1.0);
    let sum = dot(vector(&[one; 257]), vector(&[one; 257]), ElementType::F32);
    assert_eq!(sum, Literal::scalar(257.0f32));
    let wrapped = dot(vector(&[100i8, 100]), vector(&[100i8, 2]), ElementType::I8);
    assert_eq!(wrapped, Literal::scalar(10_200i32 as i8));
}

#[test]
fn convolution_follows_the_example_of_the_specification() {
    let x = [1i64, 2, 5, 6, 3, 4, 7, 8, 10, 11, 14, 15, 12, 13, 16, 17];
    let inputs = [lit(&[1, 4, 4, 1], &x), lit(&[3, 3, 1, 1], &[1i64; 9])];
    let window = WindowDim { stride: 4, base_dilation: 2, ..WindowDim::new(3) };
    let result = eval1(&inputs, |b, p| b.conv2d_nhwc(p[0], p[1], [window; 2]));
    assert_eq!(result, lit(&[1, 2, 2, 1], &[10i64, 26, 46, 62]));
}

#[test]
fn grouped_convolutions() {
    let dims = ConvDimensionNumbers {
        input_batch: 0,
        input_feature: 1,
        input_spatial: vec![2],
        kernel_input_feature: 1,
        kernel_output_feature: 0,
        kernel_spatial: vec![2],
        output_batch: 0,
        output_feature: 1,
        output_spatial: vec![2],
    };
    let attrs = |feature_group_count, batch_group_count| Convolution {
        dims: dims.clone(),
        window: vec![WindowDim::new(2)],
        feature_group_count,
        batch_group_count,
        precision: [Precision::Highest; 2],
    };
    // Each channel has its own kernel: (1, 10) over 1 2 3, (1, 100) over 4 5 6.
    let kernel = lit(&[2, 1, 2], &[1.0f32, 10.0, 1.0, 100.0]);
    let x = lit(&[1, 2, 3], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let result = eval1(&[x, kernel.clone()], |b, p| b.convolution(p[0], p[1], attrs(2, 1)));
    assert_eq!(result, lit(&[1, 2, 2], &[21.0f32, 32.0, 504.0, 605.0]));
    // The same numbers as elements of the batch, each with its own kernel.
    let x = lit(&[2, 1, 3], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let result = eval1(&[x, kernel], |b, p| b.convolution(p[0], p[1], attrs(1, 2)));
    assert_eq!(result, lit(&[1, 2, 2], &[21.0f32, 32.0, 504.0, 605.0]));
}

#[test]
fn window_reversal_reverses_the_kernel() {
    let attrs = Convolution {
        dims: ConvDimensionNumbers {
            input_batch: 0,
            input_feature: 2,
            input_spatial: vec![1],
            kernel_input_feature: 1,
            kernel_output_feature: 2,
            kernel_spatial: vec![0],
            output_batch: 0,
            output_feature: 2,
            output_spatial: vec![1],
        },
        window: vec![WindowDim { reversal: true, ..WindowDim::new(2) }],
        feature_group_count: 1,
        batch_group_count: 1,
        precision: [Precision::Default; 2],
    };
    let inputs = [lit(&[1, 3, 1], &[1.0f32, 2.0, 3.0]), lit(&[2, 1, 1], &[1.0f32, 10.0])];
    assert_eq!(eval1(&inputs, |b, p| b.convolution(p[0], p[1], attrs)), lit(&[1, 2, 1], &[12.0f32, 23.0]));
}

#[test]
fn bf16_multiply_rounds_operands_of_default_precision() {
    // Half a unit in the last place of bf16 above 1.
    let x = 1.0f32 + 1.0 / 256.0;
    let dot = |precision: Precision, numerics: Numerics| {
        let inputs = [vector(&[x]), vector(&[1.0f32])];
        let attrs = DotGeneral {
            lhs_contracting: vec![0],
            rhs_contracting: vec![0],
            precision: [precision; 2],
            ..DotGeneral::default()
        };
        let module = common::module(&inputs, |b, p| Ok(vec![b.dot_general(p[0], p[1], attrs)?])).unwrap();
        Interpreter::new(&module).numerics(numerics).run(&inputs).unwrap()[0].to_vec::<f32>().unwrap()[0]
    };
    let tensor_processor = Numerics { bf16_multiply: true };
    assert_eq!(dot(Precision::Default, Numerics::default()), x);
    assert_eq!(dot(Precision::Default, tensor_processor), 1.0);
    assert_eq!(dot(Precision::Highest, tensor_processor), x);
}
