//! Reductions by regions that are more than one operation, against the interpreter: exactly, since their
//! reducers are associative and exact. Some are not commutative, so that elements out of order are noticed.
//! `accuracy` compares sums and products with exact ones.

mod accuracy;
#[path = "../common/mod.rs"]
mod common;

use common::{Random, Tolerance, check};
use processor::{CompileOptions, explain};
use stablehlo::{Literal, Module};

/// Index and value of the maximum, as JAX writes `argmax`.
const ARGMAX: &str = "
  %gt = stablehlo.compare GT, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %eq = stablehlo.compare EQ, %a0, %b0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %lt = stablehlo.compare LT, %a1, %b1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %first = stablehlo.and %eq, %lt : tensor<i1>
  %left = stablehlo.or %gt, %first : tensor<i1>
  %v0 = stablehlo.select %gt, %a0, %b0 : tensor<i1>, tensor<f32>
  %v1 = stablehlo.select %left, %a1, %b1 : tensor<i1>, tensor<i32>";

/// The last element that is not zero, and the last of all: associative, and not commutative.
const LAST: &str = "
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %is = stablehlo.compare EQ, %b0, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v0 = stablehlo.select %is, %a0, %b0 : tensor<i1>, tensor<f32>
  %v1 = stablehlo.add %b1, %zero_i : tensor<i32>";

/// The composition of affine maps modulo 2^32, `x -> slope x + offset`, both of i32: not commutative.
const AFFINE: &str = "
  %v0 = stablehlo.multiply %a0, %b0 : tensor<i32>
  %scaled = stablehlo.multiply %a1, %b0 : tensor<i32>
  %v1 = stablehlo.add %scaled, %b1 : tensor<i32>";

fn reduction(dims: &[usize], reduced: &[usize], first: &str, region: &str) -> String {
    let shape: String = dims.iter().map(|d| format!("{d}x")).collect();
    let kept: String = (0..dims.len()).filter(|d| !reduced.contains(d)).map(|d| format!("{}x", dims[d])).collect();
    let constant =
        if region.contains("%zero_i") { "\n  %zero_i = stablehlo.constant dense<0> : tensor<i32>" } else { "" };
    format!(
        "func.func public @main(%x: tensor<{shape}{first}>, %y: tensor<{shape}i32>, %i: tensor<{first}>, %j: tensor<i32>) -> (tensor<{kept}{first}>, tensor<{kept}i32>) {{
  %r:2 = stablehlo.reduce(%x init: %i), (%y init: %j) across dimensions = {reduced:?} : (tensor<{shape}{first}>, tensor<{shape}i32>, tensor<{first}>, tensor<i32>) -> (tensor<{kept}{first}>, tensor<{kept}i32>)
   reducer(%a0: tensor<{first}>, %b0: tensor<{first}>) (%a1: tensor<i32>, %b1: tensor<i32>) {{{constant}{region}
    stablehlo.return %v0, %v1 : tensor<{first}>, tensor<i32>
  }}
  return %r#0, %r#1 : tensor<{kept}{first}>, tensor<{kept}i32>
}}"
    )
}

/// A loop that reduces three times, each time from the results before.
fn repeated(dims: &[usize], reduced: &[usize], first: &str, region: &str) -> String {
    let text = reduction(dims, reduced, first, region).replace("public @main", "private @reduction");
    let shape: String = dims.iter().map(|d| format!("{d}x")).collect();
    let kept: String = (0..dims.len()).filter(|d| !reduced.contains(d)).map(|d| format!("{}x", dims[d])).collect();
    let (a, b) = (format!("tensor<{kept}{first}>"), format!("tensor<{kept}i32>"));
    let rank = dims.len() - reduced.len();
    format!(
        "{text}
func.func public @main(%x: tensor<{shape}{first}>, %y: tensor<{shape}i32>, %i: tensor<{first}>, %j: tensor<i32>) -> ({a}, {b}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %v = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<{first}>) -> {a}
  %w = stablehlo.broadcast_in_dim %j, dims = [] : (tensor<i32>) -> {b}
  %r:5 = stablehlo.while(%n = %zero, %k = %i, %l = %j, %p = %v, %q = %w) : tensor<i32>, tensor<{first}>, tensor<i32>, {a}, {b}
  cond {{
    %end = stablehlo.constant dense<3> : tensor<i32>
    %less = stablehlo.compare LT, %n, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }} do {{
    %s:2 = func.call @reduction(%x, %y, %k, %l) : (tensor<{shape}{first}>, tensor<{shape}i32>, tensor<{first}>, tensor<i32>) -> ({a}, {b})
    %first_a = stablehlo.slice %s#0 [{ranges}] : ({a}) -> tensor<{unit}{first}>
    %first_b = stablehlo.slice %s#1 [{ranges}] : ({b}) -> tensor<{unit}i32>
    %next_a = stablehlo.reshape %first_a : (tensor<{unit}{first}>) -> tensor<{first}>
    %next_b = stablehlo.reshape %first_b : (tensor<{unit}i32>) -> tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %next, %next_a, %next_b, %s#0, %s#1 : tensor<i32>, tensor<{first}>, tensor<i32>, {a}, {b}
  }}
  return %r#3, %r#4 : {a}, {b}
}}",
        ranges = vec!["0:1"; rank].join(", "),
        unit = "1x".repeat(rank),
    )
}

fn compare(dims: &[usize], reduced: &[usize], first: &str, region: &str) {
    compare_text(&reduction(dims, reduced, first, region), first);
}

fn compare_text(text: &str, first: &str) {
    let module = Module::parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let mut random = Random(7);
    let types = module.main().expect("main").param_types();
    let mut inputs: Vec<Literal> = types.iter().map(|ty| random.literal(ty)).collect();
    if first == "f32" {
        // Few values, so that there are ties and zeros.
        let values: Vec<f32> = (0..types[0].num_elements()).map(|_| random.below(5) as f32 - 1.0).collect();
        inputs[0] = Literal::from_vec(types[0].dims.clone(), values).expect("as many values as elements");
    }
    check(&module, &inputs, Tolerance { units: 0.0 }, text);
}

/// Shapes with few and many results and elements, of one part and several, with lengths that no number of
/// lanes divides, and with the reduced dimensions first, last, between and around the others.
#[test]
fn results_are_those_of_the_elements_in_order() {
    let shapes: [(&[usize], &[usize]); 11] = [
        (&[1], &[0]),
        (&[7], &[0]),
        (&[4099], &[0]),
        (&[70_001], &[0]),
        (&[3, 1009], &[1]),
        (&[1009, 3], &[0]),
        (&[600, 9], &[1]),
        (&[5, 700], &[0]),
        (&[4, 33, 5], &[1]),
        (&[13, 4, 17], &[0, 2]),
        (&[9, 11, 13], &[0, 1, 2]),
    ];
    for (dims, reduced) in shapes {
        for (first, region) in [("f32", ARGMAX), ("f32", LAST), ("i32", AFFINE)] {
            compare(dims, reduced, first, region);
        }
    }
}

/// Reductions of few elements in a loop are instructions of a register program.
#[test]
fn results_in_loops_are_those_of_the_elements_in_order() {
    let shapes: [(&[usize], &[usize]); 7] = [
        (&[1], &[0]),
        (&[7], &[0]),
        (&[64], &[0]),
        (&[3, 9], &[1]),
        (&[9, 3], &[0]),
        (&[2, 5, 4], &[1]),
        (&[4, 3, 2], &[0, 2]),
    ];
    for (dims, reduced) in shapes {
        for (first, region) in [("f32", ARGMAX), ("f32", LAST), ("i32", AFFINE)] {
            let text = repeated(dims, reduced, first, region);
            let module = Module::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
            let plan = explain(&module, &CompileOptions::default()).expect("it compiles").plan().to_string();
            assert!(plan.contains("register program:"), "{text}\n{plan}");
            compare_text(&text, first);
        }
    }
}

#[test]
fn without_elements_results_are_the_initial_values() {
    compare(&[0, 3], &[0], "f32", ARGMAX);
    compare(&[3, 0], &[1], "i32", AFFINE);
    compare(&[0, 3], &[1], "i32", AFFINE);
}
