//! Helpers of the tests: programs that are built and evaluated in one line.
// Each test file includes this module, and uses some of it.
#![allow(dead_code)]

use stablehlo::{FuncBuilder, Literal, Module, NativeType, Result, Value, interpret};

/// Builds a function whose parameters have the types of the inputs, and evaluates it on them.
pub fn eval(
    inputs: &[Literal],
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Vec<Value>>,
) -> Result<Vec<Literal>> {
    interpret::evaluate(&module(inputs, build)?, inputs)
}

/// The same for a function of one result.
pub fn eval1(inputs: &[Literal], build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Value>) -> Literal {
    eval(inputs, |b, p| Ok(vec![build(b, p)?])).expect("the program runs").swap_remove(0)
}

/// The module that `eval` evaluates.
pub fn module(
    inputs: &[Literal],
    build: impl FnOnce(&mut FuncBuilder, &[Value]) -> Result<Vec<Value>>,
) -> Result<Module> {
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = inputs.iter().map(|l| b.param(l.ty().clone())).collect();
    let results = build(&mut b, &params)?;
    Ok(Module::new("test", b.finish(results)))
}

/// A literal of shape `dims`.
pub fn lit<T: NativeType>(dims: &[usize], values: &[T]) -> Literal {
    Literal::from_vec(dims, values).expect("as many values as the shape has")
}

/// A vector.
pub fn vector<T: NativeType>(values: &[T]) -> Literal {
    lit(&[values.len()], values)
}
