//! Reads golden values, runs programs, compares results.

use serde_json::Value as Json;
use stablehlo::{ElementType, FuncBuilder, Literal, Module, TensorType, Value, interpret};

/// One part of the golden file.
pub fn golden(part: &str) -> Json {
    let all: Json = serde_json::from_str(include_str!("golden/functions.json")).expect("the golden file is JSON");
    all[part].clone()
}

/// The items of a list.
pub fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("not a list: {json}"))
}

/// A list of numbers.
pub fn numbers(json: &Json) -> Vec<f64> {
    list(json).iter().map(|x| x.as_f64().unwrap_or_else(|| panic!("not a number: {x}"))).collect()
}

/// A string.
pub fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("not a string: {json}"))
}

/// A tensor: f32, or i32 if it was written as integers.
pub fn tensor(json: &Json) -> Literal {
    let dims: Vec<usize> = numbers(&json["shape"]).iter().map(|d| *d as usize).collect();
    let element = if json["integer"] == true { ElementType::I32 } else { ElementType::F32 };
    Literal::from_f64(TensorType::new(element, dims), &numbers(&json["values"])).expect("values fit the shape")
}

/// Builds a program with parameters of the inputs' types, runs it, and returns its results as doubles.
pub fn run(
    inputs: &[Literal],
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> keras::Result<Vec<Value>>,
) -> Vec<Vec<f64>> {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = inputs.iter().map(|input| b.param(input.ty().clone())).collect();
    let results = build(&mut b, &params).expect("the program can be built");
    let module = Module::new("test", b.finish(results));
    let results = interpret::evaluate(&module, inputs).expect("the program runs");
    results.iter().map(|result| result.to_f64_vec().expect("numbers")).collect()
}

/// Fails if a value differs from the expected one by more than `absolute + relative · |expected|`.
pub fn assert_close(what: &str, got: &[f64], expected: &[f64], relative: f64, absolute: f64) {
    assert_eq!(got.len(), expected.len(), "{what}: the number of values differs");
    for (i, (g, w)) in got.iter().zip(expected).enumerate() {
        assert!(
            (g - w).abs() <= absolute + relative * w.abs(),
            "{what}, at {i}: {g} instead of {w}\n{got:?}\n{expected:?}"
        );
    }
}
