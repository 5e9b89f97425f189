//! The expansions of operations of the `chlo` dialect.

use stablehlo::{Literal, interpret};

use crate::read;

fn run(op: &str, x: &[f32]) -> Vec<f64> {
    let ty = format!("tensor<{}xf32>", x.len());
    let text = format!("func.func @main(%x: {ty}) -> {ty} {{ %y = chlo.{op} %x : {ty} -> {ty} return %y : {ty} }}");
    let x = Literal::from_vec([x.len()], x).unwrap();
    interpret::evaluate(&read(op, &text), &[x]).unwrap()[0].to_f64_vec().unwrap()
}

fn close(actual: &[f64], expected: &[f64]) {
    for (a, e) in actual.iter().zip(expected) {
        assert!(a == e || (a - e).abs() <= 3e-7 * e.abs().max(0.1), "{a} is not {e}");
    }
}

/// Abramowitz and Stegun, table 7.1.
#[test]
fn erf_is_expanded() {
    close(
        &run("erf", &[0.0, 0.1, 0.5, 1.0, -2.0, 9.0]),
        &[0.0, 0.1124629160, 0.5204998778, 0.8427007929, -0.9953222650, 1.0],
    );
}

#[test]
fn erf_inv_is_expanded() {
    close(
        &run("erf_inv", &[0.0, 0.5, -0.9, 1.0, -1.0]),
        &[0.0, 0.4769362762, -1.1630871537, f64::INFINITY, f64::NEG_INFINITY],
    );
    // Near 1 the slope magnifies the rounding of x² to f32. The expected value is that of the f32 nearest to
    // 0.999.
    let tail = run("erf_inv", &[0.999])[0];
    assert!((tail - 2.326756327).abs() < 3e-6, "{tail}");
}

#[test]
fn top_k_is_expanded() {
    let text = "func.func @main(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
        %v, %i = chlo.top_k(%x, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
        return %v, %i : tensor<2x2xf32>, tensor<2x2xi32>
    }";
    let x = Literal::from_vec([2, 4], [1.0f32, 5.0, 5.0, -1.0, 0.0, -3.0, 7.0, 2.0]).unwrap();
    let results = interpret::evaluate(&read("top_k", text), &[x]).unwrap();
    assert_eq!(results[0].to_f64_vec().unwrap(), [5.0, 5.0, 7.0, 2.0]);
    assert_eq!(results[1].to_f64_vec().unwrap(), [1.0, 2.0, 2.0, 3.0], "equal elements keep their order");
}
