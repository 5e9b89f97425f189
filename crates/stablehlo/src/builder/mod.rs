//! The builder of functions: types of results are inferred, and operands that do not fit are an error.
//!
//! ```
//! use stablehlo::{ElementType::F32, FuncBuilder, Module, TensorType};
//! let mut b = FuncBuilder::new("main");
//! let x = b.param(TensorType::new(F32, [4, 3]));
//! let w = b.param(TensorType::new(F32, [3, 2]));
//! let y = b.matmul(x, w)?;
//! let loss = b.sum(y, &[0, 1])?;
//! let module = Module::new("example", b.finish(vec![loss]));
//! assert_eq!(module.main().unwrap().result_types()[0].to_string(), "tensor<f32>");
//! # Ok::<(), stablehlo::Error>(())
//! ```

mod complex;
mod contraction;
mod data_movement;
mod elementwise;
mod indexing;
mod inline;
mod regions;
mod special;

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::infer;
use crate::ops::OpKind;
use crate::program::{Block, Func, Op, Param, Value};
use crate::types::TensorType;

/// The builder of a function. Each of its methods for operations adds an operation and returns its result.
#[derive(Debug)]
pub struct FuncBuilder {
    func: Func,
    /// The blocks being built, outermost first; the first is the body of the function.
    stack: Vec<Block>,
    /// The location of operations that are added.
    location: Option<Arc<str>>,
    /// Functions of one value that have a derivative of their own, by their results.
    derivatives: HashMap<Value, Derivative>,
    /// The greatest number of values.
    limit: usize,
}

/// The greatest number of values of a function: more than any device takes.
const MAX_VALUES: usize = 1 << 22;

/// The derivative of a function of one value, element by element. Gradients take it in the place of the
/// derivatives of the operations of which the function consists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Derivative {
    /// The value.
    pub x: Value,
    /// Adds the operations of the derivative at the value.
    pub slope: fn(&mut FuncBuilder, Value) -> Result<Value>,
}

impl FuncBuilder {
    /// A builder of a function named `name` (without the `@`).
    pub fn new(name: impl Into<String>) -> Self {
        let (stack, derivatives) = (vec![Block::default()], HashMap::new());
        Self { func: Func::new(name), stack, location: None, derivatives, limit: MAX_VALUES }
    }

    /// Sets the greatest number of values that the function may have, beyond which operations are errors.
    /// Default: 4,194,304.
    #[must_use]
    pub fn with_limit(mut self, values: usize) -> Self {
        self.limit = values;
        self
    }

    /// Refuses more operations than a function may have: loops over a size that a file names make them.
    fn check_limit(&self) -> Result<()> {
        match self.func.num_values() < self.limit {
            true => Ok(()),
            false => {
                let (name, limit) = (&self.func.name, self.limit);
                let message = format!("the function {name} has more than {limit} values, which is too large");
                Err(Error::new(ErrorKind::Unsupported, message))
            }
        }
    }

    /// Adds a parameter.
    pub fn param(&mut self, ty: TensorType) -> Value {
        let value = self.func.new_value(ty);
        self.func.params.push(Param { value, aliasing_output: None, attributes: Vec::new() });
        self.stack[0].params.push(value);
        value
    }

    /// Donates parameter `param` to result `output`, which may reuse its memory (`tf.aliasing_output`).
    ///
    /// # Errors
    /// A type error if there is no such parameter.
    pub fn alias(&mut self, param: usize, output: usize) -> Result<()> {
        let count = self.func.params.len();
        let p = self.func.params.get_mut(param).ok_or_else(|| {
            Error::type_error(format!("parameter {param} cannot be donated: the function has {count} parameters"))
        })?;
        p.aliasing_output = Some(output);
        Ok(())
    }

    /// Promises that every replica receives the same argument for parameter `param`
    /// (`mhlo.is_same_data_across_replicas`), so that a device may store it, and compute values that depend
    /// on it only, once for all replicas.
    ///
    /// # Errors
    /// A type error if there is no such parameter.
    pub fn same_on_all_replicas(&mut self, param: usize) -> Result<()> {
        let count = self.func.params.len();
        let p = self.func.params.get_mut(param).ok_or_else(|| {
            let message = "cannot be the same on all replicas: the function has";
            Error::type_error(format!("parameter {param} {message} {count} parameters"))
        })?;
        p.attributes.retain(|(name, _)| name != Param::SAME_ON_ALL_REPLICAS);
        p.attributes.push((Param::SAME_ON_ALL_REPLICAS.into(), "true".into()));
        Ok(())
    }

    /// Sets the attributes of a parameter.
    pub(crate) fn set_param_attributes(
        &mut self,
        value: Value,
        aliasing: Option<usize>,
        attributes: Vec<(String, String)>,
    ) {
        for p in self.func.params.iter_mut().filter(|p| p.value == value) {
            p.aliasing_output = aliasing;
            p.attributes = attributes.clone();
        }
    }

    /// Sets the location of the operations that are added from now on, such as a layer's name.
    pub fn set_location(&mut self, location: Option<Arc<str>>) {
        self.location = location;
    }

    /// The location of operations that are added.
    pub fn location(&self) -> Option<Arc<str>> {
        self.location.clone()
    }

    /// The derivative that a value has as the result of a function.
    pub(crate) fn derivative(&self, y: Value) -> Option<Derivative> {
        self.derivatives.get(&y).copied()
    }

    /// The number of values so far: the length of a side table.
    pub fn num_values(&self) -> usize {
        self.func.num_values()
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> &TensorType {
        self.func.ty(value)
    }

    /// The dimensions of a value.
    pub fn dims(&self, value: Value) -> &[usize] {
        &self.func.ty(value).dims
    }

    /// The block being built, with its operations so far.
    pub fn block(&self) -> &Block {
        &self.stack[self.stack.len() - 1]
    }

    /// The blocks that enclose the one being built, outermost first, with their operations so far.
    pub(crate) fn enclosing_blocks(&self) -> &[Block] {
        &self.stack[..self.stack.len() - 1]
    }

    /// Adds an operation, and returns its results. Their types are inferred.
    ///
    /// # Errors
    /// A type error that names the operation and the types if they do not fit;
    /// [`Unsupported`](crate::ErrorKind::Unsupported) if the result types cannot be inferred (then use
    /// [`push_typed`](Self::push_typed)).
    pub fn push(&mut self, kind: OpKind, operands: &[Value], regions: Vec<Block>) -> Result<Vec<Value>> {
        self.check_limit()?;
        let types: Vec<&TensorType> = operands.iter().map(|v| self.func.ty(*v)).collect();
        let results = infer::result_types(&kind, &types, &regions, &|v| self.func.ty(v))?;
        Ok(self.push_unchecked(kind, operands, regions, results))
    }

    /// Adds an operation with stated result types, and returns its results.
    ///
    /// # Errors
    /// A type error if operands or results do not fit the operation.
    pub fn push_typed(
        &mut self,
        kind: OpKind,
        operands: &[Value],
        regions: Vec<Block>,
        results: Vec<TensorType>,
    ) -> Result<Vec<Value>> {
        self.check_limit()?;
        let types: Vec<&TensorType> = operands.iter().map(|v| self.func.ty(*v)).collect();
        infer::check_types(&kind, &types, &regions, &|v| self.func.ty(v), &results)?;
        Ok(self.push_unchecked(kind, operands, regions, results))
    }

    fn push_unchecked(
        &mut self,
        kind: OpKind,
        operands: &[Value],
        regions: Vec<Block>,
        results: Vec<TensorType>,
    ) -> Vec<Value> {
        let results: Vec<Value> = results.into_iter().map(|t| self.func.new_value(t)).collect();
        let location = self.location.clone();
        let op = Op { kind, operands: operands.to_vec(), results: results.clone(), regions, location };
        self.stack.last_mut().expect("the body's block stays on the stack").ops.push(op);
        results
    }

    fn push1(&mut self, kind: OpKind, operands: &[Value]) -> Result<Value> {
        Ok(self.push(kind, operands, Vec::new())?[0])
    }

    fn push1_typed(&mut self, kind: OpKind, operands: &[Value], ty: TensorType) -> Result<Value> {
        Ok(self.push_typed(kind, operands, Vec::new(), vec![ty])?[0])
    }

    /// Builds a region with parameters of the types `params`. `body` adds its operations, and returns its
    /// results.
    ///
    /// # Errors
    /// The errors of `body`.
    pub fn region(
        &mut self,
        params: &[TensorType],
        body: impl FnOnce(&mut Self, &[Value]) -> Result<Vec<Value>>,
    ) -> Result<Block> {
        let params: Vec<Value> = params.iter().map(|t| self.func.new_value(t.clone())).collect();
        self.stack.push(Block { params: params.clone(), ..Block::default() });
        let results = body(self, &params);
        let mut block = self.stack.pop().expect("the block pushed above");
        block.results = results?;
        Ok(block)
    }

    /// Completes the function, which returns `results`.
    pub fn finish(mut self, results: Vec<Value>) -> Func {
        let mut body = self.stack.swap_remove(0);
        body.results = results;
        self.func.body = body;
        self.func
    }
}
