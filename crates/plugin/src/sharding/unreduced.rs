//! Arguments and results whose devices hold terms of a sum. The program gets the terms of such an argument in
//! a new first dimension, and returns those of a result in one.

use pjrt::ErrorKind;
use stablehlo::{FuncBuilder, Literal, Module, OpKind, TensorType, Value, Visibility};

use super::placement::Placement;
use crate::error::{Error, Result};

/// The module that computes on stacked terms where a placement has them; `None` if none has.
///
/// # Errors
/// The types of the terms have no sum.
pub fn stacked(module: &Module, params: &[Placement], results: &[Placement]) -> Result<Option<Module>> {
    let has_terms = |placements: &[Placement]| placements.iter().any(|placement| placement.terms().is_some());
    if !has_terms(params) && !has_terms(results) {
        return Ok(None);
    }
    let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
    let mut b = FuncBuilder::new("main");
    let values: Vec<Value> = params.iter().map(|placement| b.param(placement.global().clone())).collect();
    let mut operands = Vec::with_capacity(values.len());
    for (value, placement) in values.into_iter().zip(params) {
        operands.push(match placement.terms() {
            Some(_) => b.sum(value, &[0])?,
            None => value,
        });
    }
    let callee = inner_name(module);
    let called = b.push_typed(OpKind::Call { callee: callee.clone() }, &operands, Vec::new(), main.result_types())?;
    let mut returned = Vec::with_capacity(called.len());
    for (value, placement) in called.into_iter().zip(results) {
        returned.push(match placement.terms() {
            Some(count) => terms(&mut b, value, count)?,
            None => value,
        });
    }
    for (param, func_param) in main.params.iter().enumerate() {
        if let Some(output) = func_param.aliasing_output
            && params[param].global() == results[output].global()
        {
            b.alias(param, output)?;
        }
    }
    let mut stacked = module.clone();
    for func in stacked.funcs.iter_mut().filter(|func| func.name == "main") {
        func.name.clone_from(&callee);
        func.visibility = Visibility::Private;
        func.params.iter_mut().for_each(|param| param.aliasing_output = None);
    }
    stacked.funcs.push(b.finish(returned));
    stablehlo::verify(&stacked).map_err(|e| Error::new(ErrorKind::Internal, e.to_string()))?;
    Ok(Some(stacked))
}

/// A name that no function of the module has.
fn inner_name(module: &Module) -> String {
    let mut name = String::from("global_main");
    while module.func(&name).is_some() {
        name.push('_');
    }
    name
}

/// The value, and zeros, in a new first dimension: terms whose sum is the value.
fn terms(b: &mut FuncBuilder, value: Value, count: usize) -> Result<Value> {
    let dims: Vec<usize> = std::iter::once(1).chain(b.dims(value).iter().copied()).collect();
    let scalar = TensorType::scalar(b.ty(value).element);
    let zero = b.constant(Literal::from_bytes(scalar.clone(), vec![0; scalar.size_in_bytes()])?)?;
    let row = b.reshape(value, &dims)?;
    let none = vec![0; dims.len()];
    let mut high = none.clone();
    high[0] = count as i64 - 1;
    let interior = vec![0; dims.len()];
    Ok(b.push(OpKind::Pad { low: none, high, interior }, &[row, zero], Vec::new())?[0])
}
