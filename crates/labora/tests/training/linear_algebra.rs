//! Functions of `keras.ops` that are custom calls of the processor: decompositions of matrices.

use keras::layers::Lambda;
use keras::ops::{self, Axes, Tensor};
use keras::{Array, Infer, Input, Model, Result};

use super::{compile, on};

const MATRICES: usize = 6;

/// What a formula of matrices `(batch, rows, columns)` returns, in rows.
fn rows(
    [rows, columns]: [usize; 2],
    formula: impl Fn(&Tensor) -> Result<Tensor> + Send + Sync + 'static,
) -> Vec<Vec<f32>> {
    let input = Input::new([rows, columns]);
    let y = Lambda::new(move |x| formula(&x[0])).call(&input).unwrap();
    let mut model = Model::new(&input, &y).unwrap();
    model.compile(compile()).unwrap();
    let values: Vec<f32> = (0..MATRICES * rows * columns).map(|i| ((i * i) as f32 * 0.7).cos()).collect();
    let x = Array::new([MATRICES, rows, columns], values).unwrap();
    let found = on(1, &model).predict(&x, Infer::silent(MATRICES)).unwrap();
    (0..MATRICES).map(|i| found.row(i).unwrap().to_vec()).collect()
}

/// The largest magnitude in each matrix.
fn largest(x: &Tensor) -> Tensor {
    ops::max(&ops::absolute(x), [-2, -1], false)
}

fn transposed(x: &Tensor) -> Tensor {
    ops::swapaxes(x, -2, -1)
}

fn assert_small(found: &[Vec<f32>]) {
    assert!(found.iter().flatten().all(|residual| *residual < 1e-4), "{found:?}");
}

#[test]
fn factors_of_symmetric_matrices_multiply_to_them() {
    assert_small(&rows([4, 4], |x| {
        let symmetric = x + transposed(x);
        let (values, vectors) = ops::eigh(&symmetric);
        let product = ops::matmul(&(&vectors * ops::expand_dims(&values, -2)), &transposed(&vectors));
        let unit = ops::matmul(&transposed(&vectors), &vectors) - ops::identity(4);
        let descent = ops::maximum(&-ops::diff(&values, -1), &ops::full(&[], 0.0));
        ops::stack(&[&largest(&(product - symmetric)), &largest(&unit), &ops::max(&descent, -1, false)], -1)
    }));
}

#[test]
fn eigenvectors_of_any_matrix_are_scaled_by_it() {
    assert_small(&rows([4, 4], |x| {
        let (values, vectors) = ops::eig(x);
        let (re, im) = (ops::real(&vectors), ops::imag(&vectors));
        let of = |part: Tensor| ops::expand_dims(&part, -2);
        let (value_re, value_im) = (of(ops::real(&values)), of(ops::imag(&values)));
        let real = ops::matmul(x, &re) - (&re * &value_re - &im * &value_im);
        let imaginary = ops::matmul(x, &im) - (&re * value_im + &im * value_re);
        let norms = ops::sum(&(ops::square(&re) + ops::square(&im)), -2, true) - 1.0;
        ops::stack(&[&largest(&real), &largest(&imaginary), &largest(&norms)], -1)
    }));
}

#[test]
fn singular_values_and_what_follows_from_them() {
    assert_small(&rows([5, 3], |x| {
        let all = ops::svd(x, false, true);
        let product = ops::matmul(&(&all[0] * ops::expand_dims(&all[1], -2)), &all[2]);
        let alone = ops::svd(x, true, false);
        let inverse = ops::pinv(x, 1e-6);
        // The least squares' solution of `x y = x e` is `e`.
        let right = ops::sum(x, -1, true);
        let solution = ops::lstsq(x, &right, 1e-6) - 1.0;
        let rank = ops::matrix_rank(&ops::matmul(x, &transposed(x)), 1e-4);
        let rank = ops::absolute(&(ops::cast(&rank, "float32") - 3.0));
        let results = [
            &largest(&(product - x)),
            &ops::max(&ops::absolute(&(&all[1] - &alone[0])), -1, false),
            &largest(&(ops::matmul(&ops::matmul(x, &inverse), x) - x)),
            &ops::max(&ops::absolute(&solution), Axes::from([-2, -1]), false),
            &rank,
        ];
        ops::stack(&results, -1)
    }));
}
