//! Builds a function operation by operation; the shapes of results are inferred, and what does not fit is an error.
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

mod elementwise;
mod inline;
mod regions;
mod shapes;
mod special;

use std::sync::Arc;

use crate::{Block, Error, Func, Op, OpKind, Param, Result, TensorType, Value, infer};

/// Builds one function. Its methods add an operation each and give the value it makes.
#[derive(Debug)]
pub struct FuncBuilder {
    func: Func,
    /// The blocks being built, outermost first; the first is the function's body.
    stack: Vec<Block>,
    location: Option<Arc<str>>,
}

impl FuncBuilder {
    /// A function of that name, without parameters yet.
    pub fn new(name: impl Into<String>) -> Self {
        Self { func: Func::new(name), stack: vec![Block::default()], location: None }
    }

    /// Adds a parameter.
    pub fn param(&mut self, ty: TensorType) -> Value {
        let value = self.func.new_value(ty);
        self.func.params.push(Param { value, aliasing_output: None, attributes: Vec::new() });
        self.stack[0].params.push(value);
        value
    }

    /// Says that parameter `param` gives its memory to result `output` (`tf.aliasing_output`): a donated argument.
    ///
    /// # Errors
    /// Where there is no such parameter.
    pub fn alias(&mut self, param: usize, output: usize) -> Result<()> {
        let count = self.func.params.len();
        let p = self.func.params.get_mut(param).ok_or_else(|| {
            Error::type_error(format!("parameter {param} cannot be donated: the function has {count} parameters"))
        })?;
        p.aliasing_output = Some(output);
        Ok(())
    }

    /// Says that every replica is given the same argument for parameter `param`
    /// (`mhlo.is_same_data_across_replicas`), so that a device may hold it, and compute what is made of it, once for all.
    ///
    /// # Errors
    /// Where there is no such parameter.
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

    /// What a reader has found written at a parameter.
    pub(crate) fn param_attributes(
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

    /// What following operations carry as their location, such as a layer's name.
    pub fn set_location(&mut self, location: Option<Arc<str>>) {
        self.location = location;
    }

    /// What following operations carry as their location.
    pub fn location(&self) -> Option<Arc<str>> {
        self.location.clone()
    }

    /// How many values there are so far: side tables are that long.
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

    /// The operations of the block being built, in order (what a gradient walks back over).
    pub fn block(&self) -> &Block {
        &self.stack[self.stack.len() - 1]
    }

    /// The blocks around the one being built, outermost first, as far as they are built.
    pub(crate) fn blocks_around(&self) -> &[Block] {
        &self.stack[..self.stack.len() - 1]
    }

    /// Adds an operation; its results' types are inferred.
    ///
    /// # Errors
    /// A type error that names the operation and the types where they do not fit, or where the kind needs a type that
    /// operands do not tell (then use [`push_typed`](Self::push_typed)).
    pub fn push(&mut self, kind: OpKind, operands: &[Value], regions: Vec<Block>) -> Result<Vec<Value>> {
        let types: Vec<&TensorType> = operands.iter().map(|v| self.func.ty(*v)).collect();
        let results = infer::result_types(&kind, &types, &regions, &|v| self.func.ty(v))?;
        Ok(self.push_unchecked(kind, operands, regions, results))
    }

    /// Adds an operation whose result types are given, and checked.
    ///
    /// # Errors
    /// A type error where they do not fit the operation.
    pub fn push_typed(
        &mut self,
        kind: OpKind,
        operands: &[Value],
        regions: Vec<Block>,
        results: Vec<TensorType>,
    ) -> Result<Vec<Value>> {
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

    /// Builds a region: parameters of those types, then what `body` adds; what it gives is returned by the region.
    ///
    /// # Errors
    /// What `body` gives.
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

    /// Ends the function with what it returns.
    pub fn finish(mut self, results: Vec<Value>) -> Func {
        let mut body = self.stack.swap_remove(0);
        body.results = results;
        self.func.body = body;
        self.func
    }
}

#[cfg(test)]
mod tests;
