//! Checks a module as a whole (spec: "Programs"): what one operation alone cannot tell.

use std::collections::HashSet;

use crate::error::{Error, ErrorKind, Result};
use crate::infer;
use crate::ops::OpKind;
use crate::program::{Block, Func, Module, Op, Value};
use crate::text::ValueNames;
use crate::types::TensorType;

/// Checks that a module is well formed: every value is made once, before it is used and where it can be seen; types
/// fit their operations; functions have names of their own, and calls reach one that takes and gives these types;
/// no function calls itself, directly or through others; a result is given the memory of one parameter at most, of
/// its own type.
///
/// # Errors
/// The first thing found, with the function, the operation and the names of values as printed.
pub fn verify(module: &Module) -> Result<()> {
    if module.num_replicas == 0 || module.num_partitions == 0 {
        let (replicas, partitions) = (module.num_replicas, module.num_partitions);
        return Err(program(format!(
            "a module runs on one replica and partition at least, not {replicas} x {partitions}"
        )));
    }
    for (i, func) in module.funcs.iter().enumerate() {
        if module.funcs[..i].iter().any(|f| f.name == func.name) {
            return Err(program(format!("two functions are called @{}", func.name)));
        }
        verify_func(module, func).map_err(|e| e.at(format!("function @{}", func.name)))?;
    }
    let mut done = HashSet::new();
    module.funcs.iter().try_for_each(|f| check_recursion(module, f, &mut Vec::new(), &mut done))
}

fn program(message: String) -> Error {
    Error::new(ErrorKind::Program, message)
}

fn verify_func(module: &Module, func: &Func) -> Result<()> {
    let params: Vec<Value> = func.params.iter().map(|p| p.value).collect();
    if params != func.body.params {
        return Err(program("the body's parameters are not the function's".into()));
    }
    let mut walk = FuncVerifier { module, func, state: vec![State::Undefined; func.num_values()] };
    walk.block(&func.body)?;

    let results = func.result_types();
    let mut taken = HashSet::new();
    for (i, param) in func.params.iter().enumerate() {
        let Some(output) = param.aliasing_output else { continue };
        let Some(result) = results.get(output) else {
            let count = results.len();
            return Err(program(format!("parameter {i} is given to result {output}, there are {count} results")));
        };
        let ty = func.ty(param.value);
        if result != ty {
            return Err(program(format!("parameter {i} of {ty} is given to result {output} of {result}")));
        }
        if !taken.insert(output) {
            return Err(program(format!("two parameters are given to result {output}")));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not made yet.
    Undefined,
    /// Made, and seen here.
    Visible,
    /// Made in a region that has ended.
    OutOfScope,
}

/// Walks a function in order, with what is known of each value.
struct FuncVerifier<'m> {
    module: &'m Module,
    func: &'m Func,
    state: Vec<State>,
}

impl FuncVerifier<'_> {
    fn block(&mut self, block: &Block) -> Result<()> {
        let mut made = Vec::new();
        for param in &block.params {
            self.define(*param)?;
            made.push(*param);
        }
        for (i, op) in block.ops.iter().enumerate() {
            self.op(op).map_err(|e| e.at(self.describe_op(i, op)))?;
            made.extend(&op.results);
        }
        block.results.iter().try_for_each(|v| self.check_use(*v)).map_err(|e| e.at("return"))?;
        made.into_iter().for_each(|v| self.state[v.index()] = State::OutOfScope);
        Ok(())
    }

    /// Which operation of its block, with its results' names and its location.
    fn describe_op(&self, index: usize, op: &Op) -> String {
        let known = op.results.iter().filter(|v| v.index() < self.state.len());
        let names = ValueNames::new(self.func);
        let results: Vec<&str> = known.map(|v| names.get(*v)).collect();
        let location = op.location.as_deref().map_or(String::new(), |l| format!(" at \"{l}\""));
        let equals = if results.is_empty() { String::new() } else { format!("{} = ", results.join(", ")) };
        format!("operation {} ({equals}{}){location}", index + 1, op.kind.name())
    }

    fn op(&mut self, op: &Op) -> Result<()> {
        op.operands.iter().try_for_each(|v| self.check_use(*v))?;
        op.regions.iter().try_for_each(|r| self.block(r))?;
        let in_range = op.results.iter().all(|v| v.index() < self.state.len());
        if !in_range {
            return Err(program("a result is no value of this function".into()));
        }
        let types = |values: &[Value]| values.iter().map(|v| self.func.ty(*v)).collect::<Vec<_>>();
        let operands = types(&op.operands);
        let results: Vec<TensorType> = types(&op.results).into_iter().cloned().collect();
        infer::check_types(&op.kind, &operands, &op.regions, &|v| self.func.ty(v), &results)?;
        if let OpKind::Call { callee } = &op.kind {
            self.check_call(callee, &operands, &results)?;
        }
        op.results.iter().try_for_each(|v| self.define(*v))
    }

    fn check_call(&self, callee: &str, operands: &[&TensorType], results: &[TensorType]) -> Result<()> {
        let Some(func) = self.module.func(callee) else {
            return Err(program(format!("there is no function @{callee}")));
        };
        let known = func.params.iter().map(|p| p.value).chain(func.body.results.iter().copied());
        if known.into_iter().any(|v| v.index() >= func.num_values()) {
            return Err(program(format!("@{callee} names a value that it does not have")));
        }
        let list = |types: &[TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let operands: Vec<TensorType> = operands.iter().map(|t| (*t).clone()).collect();
        let (takes, gives) = (func.param_types(), func.result_types());
        if takes == operands && gives == results {
            return Ok(());
        }
        Err(Error::type_error(format!(
            "@{callee} is ({}) -> ({}), it is called as ({}) -> ({})",
            list(&takes),
            list(&gives),
            list(&operands),
            list(results)
        )))
    }

    fn define(&mut self, value: Value) -> Result<()> {
        match self.state.get_mut(value.index()) {
            None => Err(program(format!("value {} is none of this function's", value.index()))),
            Some(state @ State::Undefined) => {
                *state = State::Visible;
                Ok(())
            }
            Some(_) => Err(program(format!("{} is made twice", ValueNames::new(self.func).get(value)))),
        }
    }

    fn check_use(&self, value: Value) -> Result<()> {
        match self.state.get(value.index()) {
            None => Err(program(format!("value {} is none of this function's", value.index()))),
            Some(State::Visible) => Ok(()),
            Some(State::Undefined) => {
                Err(program(format!("{} is used before it is made", ValueNames::new(self.func).get(value))))
            }
            Some(State::OutOfScope) => Err(program(format!(
                "{} is used outside of the region that makes it",
                ValueNames::new(self.func).get(value)
            ))),
        }
    }
}

/// Follows calls; a function met again on the way is an error.
fn check_recursion<'m>(
    module: &'m Module,
    func: &'m Func,
    path: &mut Vec<&'m str>,
    done: &mut HashSet<&'m str>,
) -> Result<()> {
    if done.contains(func.name.as_str()) {
        return Ok(());
    }
    if path.contains(&func.name.as_str()) {
        let way: Vec<String> = path.iter().chain([&func.name.as_str()]).map(|n| format!("@{n}")).collect();
        return Err(program(format!("functions call each other in a circle: {}", way.join(" -> "))));
    }
    if path.len() >= MAX_CALL_DEPTH {
        return Err(Error::new(ErrorKind::Unsupported, format!("calls are nested deeper than {MAX_CALL_DEPTH}")));
    }
    path.push(&func.name);
    for callee in callees(&func.body) {
        if let Some(callee) = module.func(callee) {
            check_recursion(module, callee, path, done)?;
        }
    }
    path.pop();
    done.insert(&func.name);
    Ok(())
}

/// Calls may nest this deep: whoever runs or rewrites a module follows them on the stack.
const MAX_CALL_DEPTH: usize = 256;

fn callees(block: &Block) -> Vec<&str> {
    let own = block.ops.iter().filter_map(|op| match &op.kind {
        OpKind::Call { callee } => Some(callee.as_str()),
        _ => None,
    });
    let inner = block.ops.iter().flat_map(|op| &op.regions).flat_map(callees);
    own.chain(inner).collect()
}
