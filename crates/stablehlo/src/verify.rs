//! The verifier of modules (spec: "Programs"): it checks each operation, and the rules that span operations.

use std::collections::HashSet;

use crate::error::{Error, ErrorKind, Result};
use crate::infer;
use crate::manual;
use crate::ops::OpKind;
use crate::program::{Block, Func, Module, Op, Value, ValueNames};
use crate::types::TensorType;

/// Checks that a module is well formed:
///
/// * A value is defined once, and used only after its definition and in its scope.
/// * Operands, results, attributes and regions fit their operations.
/// * Names of functions are unique; a call has the types of its callee; no function calls itself, directly or
///   through others.
/// * At most one parameter is donated to a result, and it has the type of the result.
///
/// # Errors
/// The first violation, with the function, the operation and the values' names as printed.
pub fn verify(module: &Module) -> Result<()> {
    // Both are 32-bit integers in a program's text and in artifacts.
    let is_count = |n: usize| n > 0 && i32::try_from(n).is_ok();
    if !is_count(module.num_replicas) || !is_count(module.num_partitions) {
        let (replicas, partitions) = (module.num_replicas, module.num_partitions);
        return Err(program(format!(
            "a module needs from 1 to {} replicas and partitions, not {replicas} and {partitions}",
            i32::MAX
        )));
    }
    for (i, func) in module.funcs.iter().enumerate() {
        if module.funcs[..i].iter().any(|f| f.name == func.name) {
            return Err(program(format!("two functions have the name @{}", func.name)));
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
        return Err(program("the parameters of the body are not those of the function".into()));
    }
    let mut verifier = FuncVerifier { module, func, state: vec![State::Undefined; func.num_values()] };
    verifier.block(&func.body)?;

    let results = func.result_types();
    let mut aliased = HashSet::new();
    for (i, param) in func.params.iter().enumerate() {
        let Some(output) = param.aliasing_output else { continue };
        let Some(result) = results.get(output) else {
            let count = results.len();
            return Err(program(format!(
                "parameter {i} is donated to result {output}, but the function has {count} results"
            )));
        };
        let ty = func.ty(param.value);
        if result != ty {
            return Err(program(format!(
                "parameter {i} of type {ty} is donated to result {output} of type {result}: types have to be equal"
            )));
        }
        if !aliased.insert(output) {
            return Err(program(format!("two parameters are donated to result {output}")));
        }
    }
    Ok(())
}

/// The state of a value at the current operation.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// Not defined yet.
    Undefined,
    /// Defined and in scope.
    Visible,
    /// Defined in a region that has ended.
    OutOfScope,
}

/// Verifies the operations of a function in order.
struct FuncVerifier<'m> {
    module: &'m Module,
    func: &'m Func,
    state: Vec<State>,
}

impl FuncVerifier<'_> {
    fn block(&mut self, block: &Block) -> Result<()> {
        let mut defined = Vec::new();
        for param in &block.params {
            self.define(*param)?;
            defined.push(*param);
        }
        for (i, op) in block.ops.iter().enumerate() {
            self.op(op).map_err(|e| e.at(self.describe_op(i, op)))?;
            defined.extend(&op.results);
        }
        block.results.iter().try_for_each(|v| self.check_use(*v)).map_err(|e| e.at("return"))?;
        defined.into_iter().for_each(|v| self.state[v.index()] = State::OutOfScope);
        Ok(())
    }

    /// The operation as messages name it: its number in its block, its results' names and its location.
    fn describe_op(&self, index: usize, op: &Op) -> String {
        let in_range = op.results.iter().filter(|v| v.index() < self.state.len());
        let names = ValueNames::new(self.func);
        let results: Vec<&str> = in_range.map(|v| names.get(*v)).collect();
        let location = op.location.as_deref().map_or(String::new(), |l| format!(" at \"{l}\""));
        let equals = if results.is_empty() { String::new() } else { format!("{} = ", results.join(", ")) };
        format!("operation {} ({equals}{}){location}", index + 1, op.kind.name())
    }

    fn op(&mut self, op: &Op) -> Result<()> {
        op.operands.iter().try_for_each(|v| self.check_use(*v))?;
        op.regions.iter().try_for_each(|r| self.block(r))?;
        let in_range = op.results.iter().all(|v| v.index() < self.state.len());
        if !in_range {
            return Err(program("a result is not a value of this function".into()));
        }
        let types = |values: &[Value]| values.iter().map(|v| self.func.ty(*v)).collect::<Vec<_>>();
        let operands = types(&op.operands);
        let results: Vec<TensorType> = types(&op.results).into_iter().cloned().collect();
        infer::check_types(&op.kind, &operands, &op.regions, &|v| self.func.ty(v), &results)?;
        if let OpKind::ManualComputation(attrs) = &op.kind {
            manual::check(self.module, self.func, op, attrs)?;
        }
        if let Some(callee) = op.kind.callee() {
            self.check_call(callee, &operands, &results)?;
        }
        op.results.iter().try_for_each(|v| self.define(*v))
    }

    fn check_call(&self, callee: &str, operands: &[&TensorType], results: &[TensorType]) -> Result<()> {
        let Some(func) = self.module.func(callee) else {
            return Err(program(format!("there is no function @{callee}")));
        };
        let used = func.params.iter().map(|p| p.value).chain(func.body.results.iter().copied());
        if used.into_iter().any(|v| v.index() >= func.num_values()) {
            return Err(program(format!("@{callee} uses a value that is not its own")));
        }
        let list = |types: &[TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let operands: Vec<TensorType> = operands.iter().map(|t| (*t).clone()).collect();
        let (callee_params, callee_results) = (func.param_types(), func.result_types());
        if callee_params == operands && callee_results == results {
            return Ok(());
        }
        Err(Error::type_error(format!(
            "@{callee} has type ({}) -> ({}), but is called as ({}) -> ({})",
            list(&callee_params),
            list(&callee_results),
            list(&operands),
            list(results)
        )))
    }

    fn define(&mut self, value: Value) -> Result<()> {
        match self.state.get_mut(value.index()) {
            None => Err(program(format!("value {} is not a value of this function", value.index()))),
            Some(state @ State::Undefined) => {
                *state = State::Visible;
                Ok(())
            }
            Some(_) => Err(program(format!("{} is defined twice", ValueNames::new(self.func).get(value)))),
        }
    }

    fn check_use(&self, value: Value) -> Result<()> {
        match self.state.get(value.index()) {
            None => Err(program(format!("value {} is not a value of this function", value.index()))),
            Some(State::Visible) => Ok(()),
            Some(State::Undefined) => {
                Err(program(format!("{} is used before it is defined", ValueNames::new(self.func).get(value))))
            }
            Some(State::OutOfScope) => Err(program(format!(
                "{} is used outside the region that defines it",
                ValueNames::new(self.func).get(value)
            ))),
        }
    }
}

/// Follows the calls of `func`. A function that is already on `path`, the chain of callers, is an error.
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
        let cycle: Vec<String> = path.iter().chain([&func.name.as_str()]).map(|n| format!("@{n}")).collect();
        return Err(program(format!("recursive calls are not allowed: {}", cycle.join(" -> "))));
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

/// The maximum depth of nested calls: the code that evaluates or rewrites a module recurses into callees.
const MAX_CALL_DEPTH: usize = 256;

fn callees(block: &Block) -> Vec<&str> {
    let own = block.ops.iter().filter_map(|op| op.kind.callee());
    let inner = block.ops.iter().flat_map(|op| &op.regions).flat_map(callees);
    own.chain(inner).collect()
}
