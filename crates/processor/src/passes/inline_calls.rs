//! Call inlining: converts a StableHLO module to one [`Graph`], in which `main` contains the bodies of all
//! functions it calls.
//!
//! The pass also records the role of each contraction ([`ContractionRole`]), and drops optimization barriers
//! and constraints on shardings, which return their operands. Precondition: a module that
//! `stablehlo::verify` accepts; errors of a module that was not verified are reported all the same. Invariant
//! of the result: every value has one definition, which precedes its uses.

use std::collections::HashMap;
use std::sync::Arc;

use stablehlo::manual::ManualProgram;
use stablehlo::{Func, Literal, Module, Op, OpKind, TensorType, Value, custom_call};

use crate::error::{Error, Result};
use crate::host_callback::CALLBACK_TARGET;
use crate::ir::{Block, ConstantFacts, ContractionRole, Graph, Node, ValueId, ValueTypes};
use crate::plan::manual_call::MANUAL_TARGET;

/// Depth of nested calls at most. StableHLO allows no recursion, and inlining one would not end.
const MAX_CALL_DEPTH: usize = 200;

/// Operations of a program at most, after inlining. A chain of functions that each call the next one twice
/// doubles the number at each level.
const MAX_INLINED_OPERATIONS: usize = 1 << 20;

/// The function `main` as a graph, with everything it calls inlined.
///
/// # Errors
/// A program error for a missing `main`, undefined values or callees, and calls that nest or multiply without
/// bound.
pub(crate) fn inline_calls(module: &Module) -> Result<Graph> {
    let Some(main) = module.main() else {
        return Err(Error::program(format!("module {:?} has no function called main", module.name)));
    };
    let mut inliner = Inliner { module, types: ValueTypes::default(), depth: 0, operations: 0, manual: Vec::new() };
    let block = inliner.block(main, &main.body, &mut HashMap::new())?;
    Ok(Graph {
        name: module.name.clone(),
        replicas: module.num_replicas.max(1),
        types: inliner.types,
        main: block,
        aliases: checked_aliases(main)?,
        replicated_params: main.params.iter().map(|p| p.is_same_on_all_replicas()).collect(),
        facts: ConstantFacts::default(),
        manual: inliner.manual,
    })
}

/// For each parameter the result that may reuse its memory.
fn checked_aliases(main: &Func) -> Result<Vec<Option<usize>>> {
    let aliases: Vec<Option<usize>> = main.params.iter().map(|p| p.aliasing_output).collect();
    let (params, results) = (main.param_types(), main.result_types());
    for (i, j) in aliases.iter().enumerate().filter_map(|(i, j)| j.map(|j| (i, j))) {
        let Some(result) = results.get(j) else {
            let n = results.len();
            return Err(Error::program(format!("parameter {i} is aliased to result {j}, but there are {n} results")));
        };
        if *result != params[i] {
            let param = &params[i];
            return Err(Error::program(format!("parameter {i} of {param} is aliased to result {j} of {result}")));
        }
    }
    Ok(aliases)
}

struct Inliner<'m> {
    module: &'m Module,
    types: ValueTypes,
    depth: usize,
    /// Operations so far, calls included.
    operations: usize,
    manual: Vec<Arc<ManualProgram>>,
}

impl Inliner<'_> {
    fn block(&mut self, func: &Func, block: &stablehlo::Block, map: &mut HashMap<Value, ValueId>) -> Result<Block> {
        let mut out = Block::default();
        for param in &block.params {
            let id = self.types.add(func.ty(*param).of_array());
            map.insert(*param, id);
            out.params.push(id);
        }
        self.ops(func, block, map, &mut out.nodes)?;
        out.results = look_up(map, &block.results, "return")?;
        Ok(out)
    }

    fn ops(
        &mut self,
        func: &Func,
        block: &stablehlo::Block,
        map: &mut HashMap<Value, ValueId>,
        nodes: &mut Vec<Node>,
    ) -> Result<()> {
        for op in &block.ops {
            self.operations += 1;
            if self.operations > MAX_INLINED_OPERATIONS {
                return Err(Error::unsupported(format!(
                    "with its calls inlined the program has more than {MAX_INLINED_OPERATIONS} operations; call fewer functions, \
                     or replace repeated calls by a while loop"
                )));
            }
            let operands = look_up(map, &op.operands, op.kind.name())?;
            let ids = match &op.kind {
                OpKind::OptimizationBarrier | OpKind::ShardingConstraint(_) => operands,
                OpKind::CustomCall { .. } if let Some(expansion) = self.custom_call(func, op)? => {
                    self.inline(&expansion, operands, nodes)?
                }
                OpKind::Call { callee } | OpKind::Composite { decomposition: callee, .. } => {
                    self.call(callee, operands, nodes)?
                }
                OpKind::CustomCall { target, .. } if target == CALLBACK_TARGET => {
                    self.callback(func, op, operands, nodes)?
                }
                OpKind::ManualComputation(_) => self.manual_computation(func, op, operands, nodes)?,
                _ => {
                    let mut regions = Vec::new();
                    for region in &op.regions {
                        regions.push(self.block(func, region, map)?);
                    }
                    let results: Vec<ValueId> =
                        op.results.iter().map(|v| self.types.add(func.ty(*v).of_array())).collect();
                    let kind = match &op.kind {
                        OpKind::CreateToken | OpKind::AfterAll => token()?,
                        kind => {
                            kind.of_single_partitions(self.module.num_replicas.max(1)).unwrap_or_else(|| kind.clone())
                        }
                    };
                    let operands = if matches!(op.kind, OpKind::AfterAll) { Vec::new() } else { operands };
                    let location = op.location.clone();
                    let role = ContractionRole::of(&kind);
                    nodes.push(Node {
                        kind: kind.into(),
                        operands,
                        results: results.clone(),
                        regions,
                        location,
                        role,
                        passes: Vec::new(),
                    });
                    results
                }
            };
            op.results.iter().zip(ids).for_each(|(v, id)| {
                map.insert(*v, id);
            });
        }
        Ok(())
    }

    /// A callback of the host. It gets no tokens and returns none: callbacks run in the program's order
    /// anyway.
    fn callback(
        &mut self,
        func: &Func,
        op: &Op,
        operands: Vec<ValueId>,
        nodes: &mut Vec<Node>,
    ) -> Result<Vec<ValueId>> {
        let is_array = |v: &Value| !func.ty(*v).is_token();
        let results: Vec<ValueId> = op.results.iter().map(|v| self.types.add(func.ty(*v).of_array())).collect();
        let arrays = |values: &[Value], ids: &[ValueId]| -> Vec<ValueId> {
            values.iter().zip(ids).filter(|(v, _)| is_array(v)).map(|(_, id)| *id).collect()
        };
        let mut node = |kind: OpKind, operands: Vec<ValueId>, results: Vec<ValueId>| {
            let (location, role) = (op.location.clone(), ContractionRole::of(&kind));
            let (regions, passes) = (Vec::new(), Vec::new());
            nodes.push(Node { kind: kind.into(), operands, results, regions, location, role, passes });
        };
        node(op.kind.clone(), arrays(&op.operands, &operands), arrays(&op.results, &results));
        for (_, id) in op.results.iter().zip(&results).filter(|(v, _)| !is_array(v)) {
            node(token()?, Vec::new(), vec![*id]);
        }
        Ok(results)
    }

    /// A manual computation. Its program is compiled by itself.
    fn manual_computation(
        &mut self,
        func: &Func,
        op: &Op,
        operands: Vec<ValueId>,
        nodes: &mut Vec<Node>,
    ) -> Result<Vec<ValueId>> {
        let kind = OpKind::CustomCall {
            target: MANUAL_TARGET.into(),
            backend_config: self.manual.len().to_string(),
            has_side_effect: true,
            called_computations: Vec::new(),
            attributes: Vec::new(),
        };
        self.manual.push(Arc::new(ManualProgram::new(self.module, func, op)?));
        let results: Vec<ValueId> = op.results.iter().map(|v| self.types.add(func.ty(*v).of_array())).collect();
        nodes.push(Node {
            kind: kind.into(),
            operands,
            results: results.clone(),
            regions: Vec::new(),
            location: op.location.clone(),
            role: None,
            passes: Vec::new(),
        });
        Ok(results)
    }

    fn call(&mut self, callee: &str, operands: Vec<ValueId>, nodes: &mut Vec<Node>) -> Result<Vec<ValueId>> {
        let Some(func) = self.module.func(callee) else {
            return Err(Error::program(format!("a call names @{callee}, which the module does not define")));
        };
        if self.depth == MAX_CALL_DEPTH {
            return Err(Error::program(format!(
                "calls nest more than {MAX_CALL_DEPTH} deep at @{callee}; remove the recursion"
            )));
        }
        if func.params.len() != operands.len() {
            let (takes, gets) = (func.params.len(), operands.len());
            return Err(Error::program(format!("@{callee} takes {takes} arguments, a call gives {gets}")));
        }
        self.inline(func, operands, nodes)
    }

    fn inline(&mut self, func: &Func, operands: Vec<ValueId>, nodes: &mut Vec<Node>) -> Result<Vec<ValueId>> {
        self.depth += 1;
        let mut map: HashMap<Value, ValueId> = func.params.iter().map(|p| p.value).zip(operands).collect();
        self.ops(func, &func.body, &mut map, nodes)?;
        self.depth -= 1;
        look_up(&map, &func.body.results, "return")
    }

    /// The function that a custom call stands for, if it has a meaning without a device.
    fn custom_call(&self, func: &Func, op: &Op) -> Result<Option<Func>> {
        let types = |values: &[Value]| values.iter().map(|v| func.ty(*v).clone()).collect::<Vec<_>>();
        Ok(custom_call::expansion(self.module, &op.kind, &types(&op.operands), &types(&op.results))?)
    }
}

/// The constant that stands for a token.
fn token() -> Result<OpKind> {
    Ok(OpKind::Constant(Literal::from_bytes(TensorType::token().of_array(), Vec::new())?))
}

fn look_up(map: &HashMap<Value, ValueId>, values: &[Value], who: &str) -> Result<Vec<ValueId>> {
    let find = |v: &Value| {
        let undefined = || Error::program(format!("{who} uses value %{} before it is defined", v.index()));
        map.get(v).copied().ok_or_else(undefined)
    };
    values.iter().map(find).collect()
}
