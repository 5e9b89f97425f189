//! Inlining: copies of blocks and functions in the block being built.

use std::collections::HashMap;

use super::{Derivative, FuncBuilder};
use crate::error::{Error, ErrorKind, Result};
use crate::program::{Block, Func, Module, Value};
use crate::types::TensorType;

impl FuncBuilder {
    /// Adds the operations of a function of `module`, applied to `arguments`, and returns its results. Calls
    /// in the function are inlined as well. This way, a program that was read, or a callee, can be
    /// differentiated.
    ///
    /// ```
    /// use stablehlo::{ElementType::F32, FuncBuilder, Module, TensorType};
    /// let mut b = FuncBuilder::new("main");
    /// let x = b.param(TensorType::scalar(F32));
    /// let y = b.tanh(x)?;
    /// let forward = Module::new("forward", b.finish(vec![y]));
    ///
    /// let mut b = FuncBuilder::new("main");
    /// let x = b.param(TensorType::scalar(F32));
    /// let y = b.inline(&forward, "main", &[x])?[0];
    /// let dx = b.gradient(y, &[x])?;
    /// # Ok::<(), stablehlo::Error>(())
    /// ```
    ///
    /// # Errors
    /// A program error if there is no function `func`, or it calls itself; a type error if the arguments do
    /// not have the types of its parameters.
    pub fn inline(&mut self, module: &Module, func: &str, arguments: &[Value]) -> Result<Vec<Value>> {
        self.inline_call(module, func, arguments, &mut Vec::new())
    }

    fn inline_call(
        &mut self,
        module: &Module,
        name: &str,
        arguments: &[Value],
        callers: &mut Vec<String>,
    ) -> Result<Vec<Value>> {
        let func = module.func(name).ok_or_else(|| {
            Error::new(ErrorKind::Program, format!("there is no function @{name} in module @{}", module.name))
        })?;
        if callers.iter().any(|c| c == name) {
            return Err(Error::new(ErrorKind::Program, format!("function @{name} calls itself")));
        }
        let given: Vec<TensorType> = arguments.iter().map(|v| self.ty(*v).clone()).collect();
        if func.param_types() != given {
            let list = |types: &[TensorType]| types.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(", ");
            return Err(Error::type_error(format!(
                "function @{name} has parameters ({}), but the arguments are ({})",
                list(&func.param_types()),
                list(&given)
            )));
        }
        callers.push(name.to_owned());
        let mut names: HashMap<Value, Value> =
            func.body.params.iter().copied().zip(arguments.iter().copied()).collect();
        let mut source = OpSource::Other { module, func, callers };
        self.copy_ops(&func.body, &mut names, &mut source)?;
        callers.pop();
        Ok(mapped(&func.body.results, &names))
    }

    /// Adds a copy of the operations of a block of the function being built, with `arguments` for its
    /// parameters.
    pub(crate) fn inline_block(&mut self, block: &Block, arguments: &[Value]) -> Result<Vec<Value>> {
        let mut names = block.params.iter().copied().zip(arguments.iter().copied()).collect();
        self.inline_renamed(block, &mut names)
    }

    /// Adds a copy of the operations of a block of the function being built. `names` has what stands for its
    /// parameters, and for values that it captures; the copies of its values are added.
    pub(crate) fn inline_renamed(&mut self, block: &Block, names: &mut HashMap<Value, Value>) -> Result<Vec<Value>> {
        self.copy_ops(block, names, &mut OpSource::Own)?;
        Ok(mapped(&block.results, names))
    }

    fn copy_ops(&mut self, block: &Block, names: &mut HashMap<Value, Value>, source: &mut OpSource) -> Result<()> {
        let outside = self.location();
        for op in &block.ops {
            let operands = mapped(&op.operands, names);
            let results = match (op.kind.callee(), &mut *source) {
                (Some(callee), OpSource::Other { module, callers, .. }) => {
                    self.inline_call(module, callee, &operands, callers)?
                }
                _ => {
                    let mut regions = Vec::new();
                    for region in &op.regions {
                        let types: Vec<TensorType> =
                            region.params.iter().map(|v| source.ty(self, *v).clone()).collect();
                        regions.push(self.region(&types, |b, params| {
                            names.extend(region.params.iter().copied().zip(params.iter().copied()));
                            b.copy_ops(region, names, source)?;
                            Ok(mapped(&region.results, names))
                        })?);
                    }
                    let types = op.results.iter().map(|v| source.ty(self, *v).clone()).collect();
                    self.set_location(op.location.clone().or_else(|| outside.clone()));
                    self.push_typed(op.kind.clone(), &operands, regions, types)?
                }
            };
            if let (OpSource::Own, [y], [copy]) = (&source, &op.results[..], &results[..])
                && let Some(derivative) = self.derivatives.get(y).copied()
            {
                let x = names.get(&derivative.x).copied().unwrap_or(derivative.x);
                self.derivatives.insert(*copy, Derivative { x, ..derivative });
            }
            names.extend(op.results.iter().copied().zip(results));
        }
        self.set_location(outside);
        Ok(())
    }
}

/// The function that copied operations are from.
enum OpSource<'a> {
    /// The function being built.
    Own,
    /// A function of a module; `callers` is the chain of functions being inlined.
    Other { module: &'a Module, func: &'a Func, callers: &'a mut Vec<String> },
}

impl OpSource<'_> {
    fn ty<'t>(&'t self, builder: &'t FuncBuilder, value: Value) -> &'t TensorType {
        match self {
            OpSource::Own => builder.ty(value),
            OpSource::Other { func, .. } => func.ty(value),
        }
    }
}

/// The copies of values. A value without a copy is defined outside the copied block, and is used itself.
fn mapped(values: &[Value], names: &HashMap<Value, Value>) -> Vec<Value> {
    values.iter().map(|v| names.get(v).copied().unwrap_or(*v)).collect()
}
