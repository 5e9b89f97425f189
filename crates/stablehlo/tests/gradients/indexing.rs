use stablehlo::ops::{Binary, Gather, Scatter};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

use crate::common::{lit, vector};
use crate::harness::{Case, any, case, check};

fn scatter_add(form: &str, inputs: [Literal; 3], attrs: Scatter) -> Case {
    case("scatter", form, inputs, move |b, p| {
        let region = b.scalar_region(Binary::Add, ElementType::F64)?;
        Ok(b.push(OpKind::Scatter(attrs.clone()), p, vec![region])?[0])
    })
}

pub fn cases() -> Vec<Case> {
    let starts = |i: i32, j: i32| [Literal::scalar(i), Literal::scalar(j)];
    let slice = |form: &str, i: i32, j: i32| {
        let [i, j] = starts(i, j);
        case("dynamic_slice", form, [any(1, &[4, 5]), i, j], |b, p| b.dynamic_slice(p[0], &p[1..], &[2, 3]))
    };
    let update = |form: &str, i: i32, j: i32| {
        let [i, j] = starts(i, j);
        case("dynamic_update_slice", form, [any(1, &[4, 5]), any(2, &[2, 3]), i, j], |b, p| {
            b.dynamic_update_slice(p[0], p[1], &p[2..])
        })
    };
    // The specification's example, whose index 9 is out of bounds.
    let indices = vec![0i64, 0, 1, 0, 2, 1, 0, 1, 1, 1, 0, 9, 0, 0, 2, 1, 2, 2, 1, 2, 0, 1, 1, 0];
    let indices = lit(&[2, 2, 3, 2], &indices);
    let gather = Gather {
        offset_dims: vec![3, 4],
        collapsed_slice_dims: vec![1],
        operand_batching_dims: vec![0],
        start_indices_batching_dims: vec![1],
        start_index_map: vec![2, 1],
        index_vector_dim: 3,
        slice_sizes: vec![1, 1, 2, 2],
        indices_are_sorted: false,
    };
    let scatter = Scatter {
        update_window_dims: vec![3, 4],
        inserted_window_dims: vec![1],
        input_batching_dims: vec![0],
        scatter_indices_batching_dims: vec![1],
        scatter_dims_to_operand_dims: vec![2, 1],
        index_vector_dim: 3,
        ..Scatter::default()
    };
    let points = Scatter {
        inserted_window_dims: vec![0],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let windows = Scatter {
        update_window_dims: vec![1],
        scatter_dims_to_operand_dims: vec![0],
        index_vector_dim: 1,
        ..Scatter::default()
    };
    let overwriting = Scatter { unique_indices: true, ..points.clone() };
    vec![
        slice("inside", 1, 2),
        slice("clamped", -1, 4),
        update("inside", 1, 2),
        update("clamped", 9, -3),
        case("gather", "rows, some twice", [any(1, &[5, 3]), vector(&[4i32, 0, 4, 2])], |b, p| b.take_rows(p[0], p[1])),
        case("gather", "rows, some out of bounds", [any(1, &[5, 3]), vector(&[-2i32, 7, 4])], |b, p| {
            b.take_rows(p[0], p[1])
        }),
        case("gather", "rows, unsigned byte indices", [any(1, &[5, 3]), vector(&[200u8, 1])], |b, p| {
            b.take_rows(p[0], p[1])
        }),
        case("gather", "the specification's example", [any(1, &[2, 3, 4, 2]), indices.clone()], move |b, p| {
            b.gather(p[0], p[1], gather.clone())
        }),
        scatter_add("the specification's example", [any(1, &[2, 3, 4, 2]), indices, any(2, &[2, 2, 3, 2, 2])], scatter),
        scatter_add(
            "points, some twice, some out of bounds",
            [any(1, &[4]), vector(&[1i32, 3, 1, -1, 4]), any(2, &[5])],
            points,
        ),
        scatter_add(
            "windows, some partly out of bounds",
            [any(1, &[5]), lit(&[4, 1], &[-2i32, 3, 2, 0]), any(2, &[4, 3])],
            windows,
        ),
        case("scatter", "overwriting", [any(1, &[4]), vector(&[2i32, 0, 9]), any(2, &[3])], move |b, p| {
            let scalar = TensorType::scalar(ElementType::F64);
            let region = b.region(&[scalar.clone(), scalar], |_, p| Ok(vec![p[1]]))?;
            Ok(b.push(OpKind::Scatter(overwriting.clone()), p, vec![region])?[0])
        }),
    ]
}

#[test]
fn gradients_of_indexed_operations() {
    check(cases());
}
