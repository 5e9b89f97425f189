//! From a module to one graph: calls inlined, barriers dropped, then products turned and gathered, all simplified and put in order.

use std::collections::HashMap;

use stablehlo::{Func, Module, OpKind, Value};

use super::algebraic_simplifier::ConstantFacts;
use super::{algebraic_simplifier, collective_scheduler, transpose_folding, undilate_pointwise_conv};
use crate::error::{Error, Result};
use crate::ir::graph::{Block, Graph, Node, ValueId, ValueTypes};
use kernels::Isa;

/// Functions may call functions this deep; StableHLO allows no recursion.
const MAX_CALL_DEPTH: usize = 200;

/// A program may become so many operations when its calls are inlined; a function that calls another twice, and so on,
/// doubles their number at each level.
const MAX_INLINED_OPERATIONS: usize = 1 << 20;

/// Imports the function `main` with everything it calls.
pub(crate) fn import(module: &Module, isa: Isa) -> Result<(Graph, ConstantFacts)> {
    let Some(main) = module.main() else {
        return Err(Error::program(format!("module {:?} has no function called main", module.name)));
    };
    let mut importer = Inliner { module, types: ValueTypes::default(), depth: 0, operations: 0 };
    let mut map = HashMap::new();
    let mut block = importer.block(main, &main.body, &mut map)?;
    let mut types = importer.types;
    transpose_folding::fold_transposes(&mut block, &mut types);
    undilate_pointwise_conv::undilate_pointwise_convolutions(&mut block, &mut types);
    let known = algebraic_simplifier::simplify(&mut block, &mut types, isa)?;
    collective_scheduler::schedule(&mut block, &types);
    let aliases = main.params.iter().map(|p| p.aliasing_output).collect();
    let same = main.params.iter().map(|p| p.is_same_on_all_replicas()).collect();
    Ok((Graph { types, main: block, aliases, replicated_params: same }, known))
}

struct Inliner<'m> {
    module: &'m Module,
    types: ValueTypes,
    depth: usize,
    /// How many operations there are so far, calls included.
    operations: usize,
}

impl Inliner<'_> {
    fn block(&mut self, func: &Func, block: &stablehlo::Block, map: &mut HashMap<Value, ValueId>) -> Result<Block> {
        let mut out = Block::default();
        for param in &block.params {
            let id = self.types.add(func.ty(*param).clone());
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
                    "with its calls inlined the program has more than {MAX_INLINED_OPERATIONS} operations"
                )));
            }
            let operands = look_up(map, &op.operands, op.kind.name())?;
            let ids = match &op.kind {
                OpKind::OptimizationBarrier => operands,
                OpKind::Call { callee } => self.call(callee, operands, nodes)?,
                _ => {
                    let mut regions = Vec::new();
                    for region in &op.regions {
                        regions.push(self.block(func, region, map)?);
                    }
                    let results: Vec<ValueId> =
                        op.results.iter().map(|v| self.types.add(func.ty(*v).clone())).collect();
                    let (kind, location) = (op.kind.clone(), op.location.clone());
                    nodes.push(Node { kind, operands, results: results.clone(), regions, location });
                    results
                }
            };
            op.results.iter().zip(ids).for_each(|(v, id)| {
                map.insert(*v, id);
            });
        }
        Ok(())
    }

    fn call(&mut self, callee: &str, operands: Vec<ValueId>, nodes: &mut Vec<Node>) -> Result<Vec<ValueId>> {
        let Some(func) = self.module.func(callee) else {
            return Err(Error::program(format!("a call names @{callee}, which the module does not define")));
        };
        if self.depth == MAX_CALL_DEPTH {
            return Err(Error::program(format!("calls nest more than {MAX_CALL_DEPTH} deep at @{callee}: recursion?")));
        }
        if func.params.len() != operands.len() {
            let (takes, gets) = (func.params.len(), operands.len());
            return Err(Error::program(format!("@{callee} takes {takes} arguments, a call gives {gets}")));
        }
        self.depth += 1;
        let mut map: HashMap<Value, ValueId> = func.params.iter().map(|p| p.value).zip(operands).collect();
        self.ops(func, &func.body, &mut map, nodes)?;
        self.depth -= 1;
        look_up(&map, &func.body.results, "return")
    }
}

fn look_up(map: &HashMap<Value, ValueId>, values: &[Value], who: &str) -> Result<Vec<ValueId>> {
    let find = |v: &Value| {
        let undefined = || Error::program(format!("{who} uses value %{} before it is defined", v.index()));
        map.get(v).copied().ok_or_else(undefined)
    };
    values.iter().map(find).collect()
}
