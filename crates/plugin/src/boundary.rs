//! The boundary of a program: its arguments and results as arrays in memory. The memory of an array that is
//! not row-major has transposed dimensions, and that of terms of a sum a first dimension of their own. The
//! program converts them.

use std::borrow::Cow;

use pjrt::ErrorKind;
use stablehlo::{FuncBuilder, Literal, Module, OpKind, TensorType, Value, Visibility};

use crate::error::{Error, Result};
use crate::layout::Layout;

/// An argument or a result as an array in memory.
pub struct Crossing<'a> {
    /// The row-major array that has this memory, of all devices together.
    pub memory: Cow<'a, TensorType>,
    pub layout: &'a Layout,
    /// The number of terms if the devices hold terms of a sum, which are in a new first dimension.
    pub terms: Option<usize>,
}

impl<'a> Crossing<'a> {
    /// An array of this type on one device.
    pub fn of_array(ty: &TensorType, layout: &'a Layout) -> Self {
        Self { memory: Cow::Owned(layout.memory_type(&ty.of_array())), layout, terms: None }
    }

    fn is_identity(&self) -> bool {
        self.layout.is_row_major() && self.terms.is_none()
    }

    /// True if the memory of this argument can become that of a result.
    fn agrees(&self, result: &Self) -> bool {
        self.memory == result.memory && self.layout == result.layout && self.terms.is_some() == result.terms.is_some()
    }
}

/// The module that computes on arrays as they are in memory; `None` if that is the module itself.
///
/// # Errors
/// The types of the terms have no sum.
pub fn converted(module: &Module, params: &[Crossing], results: &[Crossing]) -> Result<Option<Module>> {
    if params.iter().chain(results).all(Crossing::is_identity) {
        return Ok(None);
    }
    let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
    let mut b = FuncBuilder::new("main");
    let is_token = |param: &stablehlo::Param| main.ty(param.value).is_token();
    let memory_type = |(param, crossing): (&stablehlo::Param, &Crossing)| match is_token(param) {
        true => TensorType::token(),
        false => crossing.memory.clone().into_owned(),
    };
    let values: Vec<Value> = main.params.iter().zip(params).map(memory_type).map(|ty| b.param(ty)).collect();
    let mut operands = Vec::with_capacity(values.len());
    for (mut value, param) in values.into_iter().zip(params) {
        if param.terms.is_some() {
            value = b.sum(value, &[0])?;
        }
        if !param.layout.is_row_major() {
            value = b.transpose(value, &param.layout.places())?;
        }
        operands.push(value);
    }
    let callee = inner_name(module);
    let called = b.push_typed(OpKind::Call { callee: callee.clone() }, &operands, Vec::new(), main.result_types())?;
    let mut returned = Vec::with_capacity(called.len());
    for (mut value, result) in called.into_iter().zip(results) {
        if !result.layout.is_row_major() {
            value = b.transpose(value, result.layout.major_to_minor())?;
        }
        if let Some(count) = result.terms {
            value = terms(&mut b, value, count)?;
        }
        returned.push(value);
    }
    let mut outer = b.finish(returned);
    for (i, (outer, inner)) in outer.params.iter_mut().zip(&main.params).enumerate() {
        outer.aliasing_output = inner.aliasing_output.filter(|j| params[i].agrees(&results[*j]));
        outer.attributes.clone_from(&inner.attributes);
        outer.attributes.retain(|(name, _)| name != "sdy.sharding");
    }
    let mut converted = module.clone();
    for func in converted.funcs.iter_mut().filter(|func| func.name == "main") {
        func.name.clone_from(&callee);
        func.visibility = Visibility::Private;
        func.params.iter_mut().for_each(|param| param.aliasing_output = None);
    }
    converted.funcs.push(outer);
    stablehlo::verify(&converted).map_err(|e| Error::new(ErrorKind::Internal, e.to_string()))?;
    Ok(Some(converted))
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
