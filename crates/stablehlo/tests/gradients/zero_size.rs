//! Gradients of operations on arrays without elements.

use stablehlo::ops::{Binary, ConvDimensionNumbers, Convolution, Precision, Scatter, WindowDim};
use stablehlo::{ElementType, Literal, TensorType};

use crate::common::vector;
use crate::harness::{Case, any, case, check};

fn convolution(form: &str, input: [usize; 4], kernel: [usize; 4], window: [WindowDim; 2]) -> Case {
    let attrs = Convolution {
        dims: ConvDimensionNumbers::nhwc(),
        window: window.to_vec(),
        feature_group_count: 1,
        batch_group_count: 1,
        precision: [Precision::Highest; 2],
    };
    case("convolution", form, [any(1, &input), any(2, &kernel)], move |b, p| b.convolution(p[0], p[1], attrs.clone()))
}

fn data_movement() -> Vec<Case> {
    vec![
        case("broadcast_in_dim", "size 1", [any(1, &[1])], |b, p| b.broadcast_in_dim(p[0], &[0], &[0])),
        case("broadcast_in_dim", "a scalar", [any(1, &[])], |b, p| b.broadcast_in_dim(p[0], &[], &[0])),
        case("broadcast_in_dim", "a new dimension", [any(1, &[2])], |b, p| b.broadcast_in_dim(p[0], &[0], &[2, 0])),
        case("transpose", "", [any(1, &[0, 3])], |b, p| b.transpose(p[0], &[1, 0])),
        case("reshape", "", [any(1, &[0, 3])], |b, p| b.reshape(p[0], &[2, 0])),
        case("slice", "", [any(1, &[2, 3])], |b, p| b.slice(p[0], &[1, 3], &[2, 3], &[1, 1])),
        case("pad", "of no elements", [any(1, &[0]), any(2, &[])], |b, p| b.pad(p[0], p[1], &[1], &[2], &[1])),
        case("pad", "to no elements", [any(1, &[2]), any(2, &[])], |b, p| b.pad(p[0], p[1], &[-3], &[1], &[0])),
        case("concatenate", "", [any(1, &[0]), any(2, &[2])], |b, p| b.concatenate(p, 0)),
    ]
}

fn indexing() -> Vec<Case> {
    let start = Literal::scalar(1i32);
    let rows = Scatter {
        update_window_dims: vec![1],
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let no_indices = vector::<i32>(&[]);
    let indices = vector(&[2i32, 0]);
    let scatter_add = move |form: &str, inputs: [Literal; 3]| {
        let rows = rows.clone();
        case("scatter", form, inputs, move |b, p| b.scatter(Some(Binary::Add), p[0], p[1], p[2], rows.clone()))
    };
    vec![
        case("dynamic_slice", "", [any(1, &[2]), start.clone()], |b, p| b.dynamic_slice(p[0], &p[1..], &[0])),
        case("dynamic_update_slice", "", [any(1, &[2]), any(2, &[0]), start], |b, p| {
            b.dynamic_update_slice(p[0], p[1], &p[2..])
        }),
        case("gather", "no indices", [any(1, &[3, 2]), no_indices.clone()], |b, p| b.take_rows(p[0], p[1])),
        case("gather", "no columns", [any(1, &[3, 0]), indices.clone()], |b, p| b.take_rows(p[0], p[1])),
        scatter_add("no updates", [any(1, &[3, 2]), no_indices, any(2, &[0, 2])]),
        scatter_add("no columns", [any(1, &[3, 0]), indices.clone(), any(2, &[2, 0])]),
        scatter_add("no rows", [any(1, &[0, 2]), indices, any(2, &[2, 2])]),
    ]
}

fn contractions() -> Vec<Case> {
    let dot = |form: &str, lhs: &[usize], rhs: &[usize]| {
        case("dot_general", form, [any(1, lhs), any(2, rhs)], |b, p| b.matmul(p[0], p[1]))
    };
    let plain = [WindowDim::new(3); 2];
    let padded = [WindowDim { pad_low: 2, pad_high: 2, ..WindowDim::new(3) }; 2];
    vec![
        dot("over no elements", &[2, 0], &[0, 3]),
        dot("no rows", &[0, 4], &[4, 3]),
        dot("no columns", &[2, 4], &[4, 0]),
        convolution("no batch", [0, 4, 4, 2], [3, 3, 2, 2], plain),
        convolution("no input features", [1, 4, 4, 0], [3, 3, 0, 2], plain),
        convolution("no output features", [1, 4, 4, 2], [3, 3, 2, 0], plain),
        convolution("a window that does not fit", [1, 2, 4, 2], [3, 3, 2, 2], plain),
        convolution("no rows, padded", [1, 0, 4, 2], [3, 3, 2, 2], padded),
    ]
}

fn reductions() -> Vec<Case> {
    let mut cases = Vec::new();
    for op in [Binary::Add, Binary::Multiply, Binary::Maximum] {
        for dims in [[0], [1]] {
            cases.push(case("reduce", format!("{} over {dims:?}", op.name()), [any(1, &[0, 2])], move |b, p| {
                // Infinities are no weights of a loss: select 0 instead.
                let reduced = b.reduce(op, p[0], &dims)?;
                let (finite, zero) = (b.is_finite(reduced)?, b.full_like(reduced, 0.0)?);
                b.select(finite, reduced, zero)
            }));
        }
    }
    let windows = [("a window that does not fit", 2, 3, 0), ("no elements, padded", 0, 2, 3)];
    for (form, size, window, padding) in windows {
        let window = [WindowDim { pad_low: padding, ..WindowDim::new(window) }];
        cases.push(case("reduce_window", form, [any(1, &[size])], move |b, p| {
            b.reduce_window(Binary::Add, p[0], &window)
        }));
    }
    cases
}

#[test]
fn gradients_of_arrays_without_elements() {
    check(data_movement());
    check(indexing());
    check(contractions());
    check(reductions());
}

#[test]
fn the_gradient_of_no_elements_has_their_type() {
    let ty = TensorType::new(ElementType::F64, [0, 2]);
    let gradient = crate::common::eval1(&[Literal::from_f64(ty.clone(), &[]).unwrap()], |b, p| {
        let y = b.tanh(p[0])?;
        let loss = b.sum(y, &[0, 1])?;
        Ok(b.gradient(loss, p)?[0])
    });
    assert_eq!(*gradient.ty(), ty);
}
