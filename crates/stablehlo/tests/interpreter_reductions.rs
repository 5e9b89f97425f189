//! The interpreter's reductions, windows, scatters and sorts: the specification's examples and edge cases.

mod common;

use common::{eval, eval1, lit, vector};
use stablehlo::ops::{Binary, Direction, Scatter, WindowDim};
use stablehlo::{ElementType, FuncBuilder, Literal, OpKind, Result, TensorType, Value};

fn window<const N: usize>(sizes: [usize; N], strides: [usize; N], pad: [(i64, i64); N]) -> Vec<WindowDim> {
    (0..N)
        .map(|d| WindowDim { stride: strides[d], pad_low: pad[d].0, pad_high: pad[d].1, ..WindowDim::new(sizes[d]) })
        .collect()
}

#[test]
fn reduce_sums_along_dimensions() {
    let x = lit(&[1, 6], &[0i64, 1, 2, 3, 4, 5]);
    assert_eq!(eval1(&[x], |b, p| b.sum(p[0], &[1])), vector(&[15i64]));
    let x = lit(&[2, 3], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(eval1(std::slice::from_ref(&x), |b, p| b.sum(p[0], &[0])), vector(&[5.0f32, 7.0, 9.0]));
    assert_eq!(eval1(&[x], |b, p| b.reduce(Binary::Maximum, p[0], &[0, 1])), Literal::scalar(6.0f32));
}

#[test]
fn sums_of_floats_are_rounded_once() {
    // In f32, 2^24 + 1 is rounded to 2^24.
    let mut values = vec![16_777_216.0f32];
    values.extend([1.0; 8]);
    assert_eq!(eval1(&[vector(&values)], |b, p| b.sum(p[0], &[0])), Literal::scalar(16_777_224.0f32));
}

#[test]
fn a_reduction_over_no_elements_is_the_initial_value() {
    let x = lit::<f32>(&[0, 2], &[]);
    assert_eq!(eval1(std::slice::from_ref(&x), |b, p| b.sum(p[0], &[0])), vector(&[0.0f32, 0.0]));
    let least = eval1(&[x], |b, p| b.reduce(Binary::Maximum, p[0], &[0]));
    assert_eq!(least, vector(&[f32::NEG_INFINITY; 2]));
}

#[test]
fn a_reduction_of_pairs_computes_argmax() {
    let argmax = |b: &mut FuncBuilder, x: Value| -> Result<Vec<Value>> {
        let index = b.iota(TensorType::new(ElementType::I32, [4]), 0)?;
        let init = [b.identity_element(Binary::Maximum, ElementType::F32)?, b.scalar(0i32)?];
        let (f, i) = (TensorType::scalar(ElementType::F32), TensorType::scalar(ElementType::I32));
        let region = b.region(&[f.clone(), i.clone(), f, i], |b, p| {
            let first = b.compare(Direction::Ge, p[0], p[2])?;
            Ok(vec![b.select(first, p[0], p[2])?, b.select(first, p[1], p[3])?])
        })?;
        b.push(OpKind::Reduce { dims: vec![0] }, &[x, index, init[0], init[1]], vec![region])
    };
    let results = eval(&[vector(&[1.0f32, 7.0, 3.0, 7.0])], |b, p| argmax(b, p[0])).unwrap();
    assert_eq!(results, [Literal::scalar(7.0f32), Literal::scalar(1i32)]);
}

#[test]
fn reduce_window_follows_the_example_of_the_specification() {
    let x = lit(&[3, 2], &[1i64, 2, 3, 4, 5, 6]);
    let mut w = window([2, 1], [4, 1], [(2, 1), (0, 0)]);
    w[0].base_dilation = 2;
    w[0].window_dilation = 3;
    assert_eq!(eval1(&[x], |b, p| b.reduce_window(Binary::Add, p[0], &w)), lit(&[2, 2], &[0i64, 0, 3, 4]));
}

#[test]
fn select_and_scatter_follows_the_example_of_the_specification() {
    let x = lit(&[4, 2], &[1i64, 5, 2, 5, 3, 6, 4, 4]);
    let source = lit(&[2, 2], &[5i64, 6, 7, 8]);
    let w = window([3, 1], [2, 1], [(0, 1), (0, 0)]);
    let result = eval1(&[x, source], |b, p| b.select_and_scatter_max(p[0], p[1], &w));
    assert_eq!(result, lit(&[4, 2], &[0i64, 0, 0, 0, 5, 14, 7, 0]));
}

fn spec_scatter() -> Scatter {
    Scatter {
        update_window_dims: vec![3, 4],
        inserted_window_dims: vec![1],
        input_batching_dims: vec![0],
        scatter_indices_batching_dims: vec![1],
        scatter_dims_to_operand_dims: vec![2, 1],
        index_vector_dim: 3,
        ..Scatter::default()
    }
}

#[test]
fn scatter_follows_the_example_of_the_specification() {
    let x = lit(&[2, 3, 4, 2], &(1..=48).collect::<Vec<i64>>());
    let indices: Vec<i64> = vec![0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0];
    let indices = lit(&[2, 2, 3, 2], &indices);
    let updates = lit(&[2, 2, 3, 2, 2], &[1i64; 48]);
    let result = eval1(&[x, indices, updates], |b, p| {
        let region = b.scalar_region(Binary::Add, ElementType::I64)?;
        Ok(b.push(OpKind::Scatter(spec_scatter()), p, vec![region])?[0])
    });
    let expected: Vec<i64> = vec![
        3, 4, 6, 7, 6, 7, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 17, 18, 19, 20, 22, 23, 24, 25, 25, 26, 28, 29, 30, 31,
        31, 32, 35, 36, 38, 39, 38, 39, 39, 40, 41, 42, 44, 45, 46, 47, 47, 48,
    ];
    assert_eq!(result, lit(&[2, 3, 4, 2], &expected));
}

#[test]
fn scatter_overwrites_and_drops_updates_out_of_bounds() {
    let attrs = Scatter {
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let inputs = [vector(&[1.0f32, 2.0, 3.0]), vector(&[2i32, -1, 0, 3]), vector(&[10.0f32, 20.0, 30.0, 40.0])];
    let result = eval1(&inputs, |b, p| {
        let scalar = TensorType::scalar(ElementType::F32);
        let region = b.region(&[scalar.clone(), scalar], |_, p| Ok(vec![p[1]]))?;
        Ok(b.push(OpKind::Scatter(attrs), p, vec![region])?[0])
    });
    assert_eq!(result, vector(&[30.0f32, 2.0, 10.0]));
}

/// As XLA does, the specification's words are for single elements.
#[test]
fn scatter_drops_windows_that_are_partly_out_of_bounds() {
    let attrs = Scatter {
        update_window_dims: vec![1],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let updates = lit(&[5, 3], &(1..=15).map(|x| x as f32).collect::<Vec<_>>());
    let inputs = [vector(&[0.0f32; 5]), vector(&[-2i32, 4, 2, 3, -1]), updates];
    let result = eval1(&inputs, |b, p| {
        let scalar = TensorType::scalar(ElementType::F32);
        let region = b.region(&[scalar.clone(), scalar], |_, p| Ok(vec![p[1]]))?;
        Ok(b.push(OpKind::Scatter(attrs), p, vec![region])?[0])
    });
    assert_eq!(result, vector(&[0.0f32, 0.0, 7.0, 8.0, 9.0]));
}

#[test]
fn sort_follows_the_example_of_the_specification() {
    let inputs = [lit(&[2, 3], &[1i64, 2, 3, 3, 2, 1]), lit(&[2, 3], &[3i64, 2, 1, 1, 2, 3])];
    let results = eval(&inputs, |b, p| {
        let scalar = TensorType::scalar(ElementType::I64);
        let region = b.region(&vec![scalar; 4], |b, p| Ok(vec![b.compare(Direction::Gt, p[0], p[1])?]))?;
        b.push(OpKind::Sort { dimension: 0, is_stable: true }, p, vec![region])
    });
    assert_eq!(results.unwrap(), [lit(&[2, 3], &[3i64, 2, 3, 1, 2, 1]), lit(&[2, 3], &[1i64, 2, 1, 3, 2, 3])]);
}
