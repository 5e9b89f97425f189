//! The program of one partition: what each device computes on its own shards, with the collectives that
//! exchange them, as a partitioner for machines with a memory per device makes it. Callers read it as the
//! text of the program. The processor itself runs the program of all devices at once (see the parent module),
//! where a collective moves no data.
//!
//! Values are computed by need, from the results back to the parameters: each with the tiling that the
//! operation which uses it wants. An operation without a rule is computed on whole arrays by all devices.

mod mesh;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use stablehlo::sharding::TensorSharding;
use stablehlo::{Func, FuncBuilder, Module, Op, OpKind, TensorType, Value};

use super::propagate;
use crate::error::{Error, Result};
use mesh::{Partitions, Tiling, unsupported};

/// The maximum number of operations.
const MAX_OPERATIONS: usize = 10_000;

/// The maximum length of a chain of operations, which bounds the stack.
const MAX_DEPTH: usize = 1000;

/// The program of one partition. `params` and `results` are the shardings of the arguments and results of
/// `main`; those without are replicated.
///
/// # Errors
/// The program is too deep, has side effects, or has shardings over several meshes or parts of axes.
pub fn program(
    module: &Module,
    params: &[Option<TensorSharding>],
    results: &[Option<TensorSharding>],
    num_partitions: usize,
) -> Result<Module> {
    let flat = inlined(module)?;
    let main = &flat.funcs[0];
    if main.body.ops.len() > MAX_OPERATIONS {
        return Err(unsupported("so many operations"));
    }
    let partitions = Partitions::of(&flat, params, results, num_partitions)?;
    let known = propagate::values(&flat, main, params.to_vec());
    let types = types(main);
    let natural = known.iter().zip(types).map(|(known, ty)| partitions.natural(known.as_ref(), ty)).collect();
    let mut b = FuncBuilder::new("main");
    let (mut have, mut of_params) = (HashMap::new(), HashMap::new());
    for (param, sharding) in main.params.iter().zip(params) {
        let ty = main.ty(param.value);
        let tiling = partitions.tiling(sharding.as_ref(), ty)?;
        let value = b.param(partitions.local(ty, &tiling)?);
        have.insert((param.value, tiling.clone()), value);
        of_params.insert(param.value, (tiling, value));
    }
    let definitions = main.body.ops.iter().flat_map(|op| op.results.iter().map(move |v| (*v, op))).collect();
    let mut partitioner = Partitioner {
        module: &flat,
        main,
        partitions: &partitions,
        natural,
        definitions,
        params: of_params,
        have,
        b,
        id: None,
        depth: 0,
    };
    let mut returned = Vec::with_capacity(results.len());
    for (value, sharding) in main.body.results.iter().zip(results) {
        let tiling = partitions.tiling(sharding.as_ref(), main.ty(*value))?;
        returned.push(partitioner.want(*value, &tiling)?);
    }
    let mut program = Module::new(module.name.clone(), partitioner.b.finish(returned));
    program.num_partitions = num_partitions;
    // Comparators and the like, which custom calls name.
    program.funcs.extend(module.funcs.iter().filter(|func| func.name != "main").cloned());
    prune(&mut program);
    stablehlo::verify(&program)?;
    Ok(program)
}

/// The type of each value of a function.
fn types(func: &Func) -> Vec<Option<&TensorType>> {
    let mut types = vec![None; func.num_values()];
    let ops = func.body.ops.iter().flat_map(|op| &op.results);
    func.params.iter().map(|param| &param.value).chain(ops).for_each(|v| types[v.index()] = Some(func.ty(*v)));
    types
}

/// The module with one function: its calls are inlined.
fn inlined(module: &Module) -> Result<Module> {
    let main = module.main().ok_or_else(|| Error::invalid("the program has no function main"))?;
    let mut b = FuncBuilder::new("main");
    let params: Vec<Value> = main.param_types().into_iter().map(|ty| b.param(ty)).collect();
    let results = b.inline(module, "main", &params)?;
    Ok(Module { funcs: vec![b.finish(results)], ..module.clone() })
}

/// Removes functions that no custom call names.
fn prune(module: &mut Module) {
    let mut named = Vec::new();
    for func in &module.funcs {
        collect_callees(&func.body, &mut named);
    }
    module.funcs.retain(|func| func.name == "main" || named.contains(&func.name));
}

fn collect_callees(block: &stablehlo::Block, named: &mut Vec<String>) {
    for op in &block.ops {
        if let OpKind::CustomCall { called_computations, .. } = &op.kind {
            named.extend(called_computations.iter().cloned());
        }
        op.regions.iter().for_each(|region| collect_callees(region, named));
    }
}

/// Builds the program of one partition.
struct Partitioner<'m> {
    /// The module whose `main` has no calls.
    module: &'m Module,
    main: &'m Func,
    partitions: &'m Partitions<'m>,
    /// The tiling that each value has if operations run where their operands are.
    natural: Vec<Tiling>,
    definitions: HashMap<Value, &'m Op>,
    /// The tiling and the shard of each parameter.
    params: HashMap<Value, (Tiling, Value)>,
    /// The values of the program so far, by the value that they are shards of, and its tiling.
    have: HashMap<(Value, Tiling), Value>,
    b: FuncBuilder,
    /// The number of the partition, once it was needed.
    id: Option<Value>,
    depth: usize,
}

impl Partitioner<'_> {
    /// The shard of a value in a tiling.
    fn want(&mut self, value: Value, tiling: &Tiling) -> Result<Value> {
        if let Some(have) = self.have.get(&(value, tiling.clone())) {
            return Ok(*have);
        }
        if self.depth == MAX_DEPTH {
            return Err(unsupported("chains of so many operations"));
        }
        self.depth += 1;
        let local = match self.definitions.get(&value).copied() {
            Some(op) => self.compute(op, value, tiling),
            None => self.convert_param(value, tiling),
        };
        self.depth -= 1;
        let local = local?;
        self.have.insert((value, tiling.clone()), local);
        Ok(local)
    }

    /// A parameter in another tiling than its own.
    fn convert_param(&mut self, value: Value, tiling: &Tiling) -> Result<Value> {
        let own = self.params.get(&value).cloned();
        let (own, from) = own.ok_or_else(|| unsupported("values of an enclosing region"))?;
        self.convert(from, &own, tiling)
    }

    /// The result of an operation in a tiling: computed so, or in the tiling of the operands and converted.
    fn compute(&mut self, op: &Op, value: Value, tiling: &Tiling) -> Result<Value> {
        if let Some(local) = self.by_rule(op, value, tiling)? {
            return Ok(local);
        }
        if let OpKind::ManualComputation(_) = &op.kind {
            self.manual(op)?;
        } else {
            self.whole(op)?;
        }
        let index = op.results.iter().position(|result| *result == value).unwrap_or(0);
        let (from, own) = match &op.kind {
            OpKind::ManualComputation(attrs) => {
                let own = self.partitions.tiling(Some(&attrs.out_shardings[index]), self.main.ty(value))?;
                (self.have[&(value, own.clone())], own)
            }
            _ => {
                let own = Tiling::whole(self.main.ty(value).rank());
                (self.have[&(value, own.clone())], own)
            }
        };
        self.convert(from, &own, tiling)
    }

    /// Computes an operation on whole arrays.
    fn whole(&mut self, op: &Op) -> Result<()> {
        let is_effect = match &op.kind {
            OpKind::CustomCall { has_side_effect, .. } => *has_side_effect,
            kind => kind.is_collective() || matches!(kind, OpKind::PartitionId),
        };
        if is_effect || has_manual(&op.regions) {
            return Err(unsupported(op.kind.name()));
        }
        let mut inputs = op.operands.clone();
        if !op.regions.is_empty() {
            captures(op, &mut inputs);
        }
        let whole = |value: &Value| (*value, Tiling::whole(self.main.ty(*value).rank()));
        let wanted: Vec<(Value, Tiling)> = inputs.iter().map(whole).collect();
        let arguments = wanted.iter().map(|(v, tiling)| self.want(*v, tiling)).collect::<Result<Vec<_>>>()?;
        let results = if op.regions.is_empty() {
            let types = op.results.iter().map(|v| self.main.ty(*v).clone()).collect();
            self.b.push_typed(op.kind.clone(), &arguments, Vec::new(), types)?
        } else {
            let block = stablehlo::Block { params: inputs, ops: vec![op.clone()], results: op.results.clone() };
            self.copy(block, &arguments)?
        };
        for (value, local) in op.results.iter().zip(results) {
            self.have.insert((*value, Tiling::whole(self.main.ty(*value).rank())), local);
        }
        Ok(())
    }

    /// The computation of one instance of a manual computation, which is what a partition runs.
    fn manual(&mut self, op: &Op) -> Result<()> {
        let (OpKind::ManualComputation(attrs), [region]) = (&op.kind, &op.regions[..]) else { return Ok(()) };
        let is_partial = self.partitions.axes().any(|(name, size)| size > 1 && !attrs.manual_axes.contains(name));
        if is_partial || has_manual(std::slice::from_ref(region)) {
            return Err(unsupported("manual computations of some axes"));
        }
        let mut arguments = Vec::with_capacity(op.operands.len());
        for (value, sharding) in op.operands.iter().zip(&attrs.in_shardings) {
            let tiling = self.partitions.tiling(Some(sharding), self.main.ty(*value))?;
            arguments.push(self.want(*value, &tiling)?);
        }
        let results = self.copy(region.clone(), &arguments)?;
        for ((value, sharding), local) in op.results.iter().zip(&attrs.out_shardings).zip(results) {
            let tiling = self.partitions.tiling(Some(sharding), self.main.ty(*value))?;
            self.have.insert((*value, tiling), local);
        }
        Ok(())
    }

    /// Copies the operations of a block, with these values for its parameters.
    fn copy(&mut self, block: stablehlo::Block, arguments: &[Value]) -> Result<Vec<Value>> {
        let mut func = self.main.clone();
        let param = |value: &Value| stablehlo::Param { value: *value, aliasing_output: None, attributes: Vec::new() };
        func.params = block.params.iter().map(param).collect();
        func.result_attributes = Vec::new();
        func.body = block;
        let mut source = Module { funcs: vec![func], ..self.module.clone() };
        stablehlo::manual::remove_constraints(&mut source);
        Ok(self.b.inline(&source, "main", arguments)?)
    }
}

/// True if a manual computation is in one of the regions.
fn has_manual(regions: &[stablehlo::Block]) -> bool {
    let in_op = |op: &Op| matches!(op.kind, OpKind::ManualComputation(_)) || has_manual(&op.regions);
    regions.iter().flat_map(|region| &region.ops).any(in_op)
}

/// Appends the values outside of an operation's regions that these use.
fn captures(op: &Op, inputs: &mut Vec<Value>) {
    fn visit(block: &stablehlo::Block, inside: &mut Vec<Value>, inputs: &mut Vec<Value>) {
        inside.extend(&block.params);
        for op in &block.ops {
            let outside = op.operands.iter().filter(|v| !inside.contains(v));
            let new: Vec<Value> = outside.copied().collect();
            new.into_iter().for_each(|v| {
                if !inputs.contains(&v) {
                    inputs.push(v)
                }
            });
            op.regions.iter().for_each(|region| visit(region, inside, inputs));
            inside.extend(&op.results);
        }
        for value in &block.results {
            if !inside.contains(value) && !inputs.contains(value) {
                inputs.push(*value);
            }
        }
    }
    for value in std::mem::take(inputs) {
        if !inputs.contains(&value) {
            inputs.push(value);
        }
    }
    op.regions.iter().for_each(|region| visit(region, &mut Vec::new(), inputs));
}
