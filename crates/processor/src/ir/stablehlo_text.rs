//! Conversion of a graph to a StableHLO module, for dumps and verification: the text can be parsed, verified
//! and interpreted.
//!
//! StableHLO has no operation for batch loops. Each is written as an equivalent `while`: `dynamic_slice`
//! reads the rows of a block, `dynamic_update_slice` writes them, and reductions accumulate in the loop's
//! state.

use std::collections::HashMap;
use std::sync::Arc;

use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, FuncBuilder, Module, OpKind, TensorType, Value};

use super::{Block, Graph, Node, NodeKind, ValueId};
use crate::error::{Error, ErrorKind, Result};

/// XLA's attribute of a parameter that is equal on all replicas.
const REPLICATED: &str = "mhlo.is_same_data_across_replicas";

/// Converts a graph to a module with one function.
///
/// # Errors
/// An internal error if an operation does not fit its types, because a pass has broken the graph.
pub(crate) fn to_module(graph: &Graph) -> Result<Module> {
    let mut export = Export { graph, b: FuncBuilder::new("main"), map: HashMap::new() };
    for id in &graph.main.params {
        let value = export.b.param(graph.types.of(*id).clone());
        export.map.insert(*id, value);
    }
    for (param, output) in graph.aliases.iter().enumerate() {
        if let Some(output) = output {
            export.b.alias(param, *output)?;
        }
    }
    export.nodes(&graph.main.nodes).map_err(broken)?;
    let results = export.values(&graph.main.results).map_err(broken)?;
    let mut func = export.b.finish(results);
    for (param, _) in func.params.iter_mut().zip(&graph.replicated_params).filter(|(_, replicated)| **replicated) {
        param.attributes.push((REPLICATED.into(), "true".into()));
    }
    Ok(Module::new(graph.name.clone(), func).with_replicas(graph.replicas))
}

/// The internal error of an invalid graph.
fn broken(e: stablehlo::Error) -> Error {
    Error::new(ErrorKind::Internal, format!("a pass left an invalid graph: {}", e.message()))
}

/// A conversion in progress.
struct Export<'g> {
    graph: &'g Graph,
    b: FuncBuilder,
    map: HashMap<ValueId, Value>,
}

impl Export<'_> {
    fn ty(&self, id: ValueId) -> TensorType {
        self.graph.types.of(id).clone()
    }

    fn values(&self, ids: &[ValueId]) -> stablehlo::Result<Vec<Value>> {
        let value = |id: &ValueId| {
            let undefined = || {
                let message = format!("value %{} is used before its definition", id.index());
                stablehlo::Error::new(stablehlo::ErrorKind::Type, message)
            };
            self.map.get(id).copied().ok_or_else(undefined)
        };
        ids.iter().map(value).collect()
    }

    fn nodes(&mut self, nodes: &[Node]) -> stablehlo::Result<()> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &Node) -> stablehlo::Result<()> {
        let kind = match &node.kind {
            NodeKind::Op(kind) => kind.clone(),
            NodeKind::BatchLoop { blocks } => return self.batch_loop(node, *blocks),
        };
        self.b.set_location(node.location.clone());
        let regions = node.regions.iter().map(|region| self.region(region)).collect::<stablehlo::Result<Vec<_>>>()?;
        let operands = self.values(&node.operands)?;
        let types = node.results.iter().map(|id| self.ty(*id)).collect();
        let results = self.b.push_typed(kind, &operands, regions, types)?;
        self.map.extend(node.results.iter().copied().zip(results));
        Ok(())
    }

    /// A region of an operation.
    fn region(&mut self, block: &Block) -> stablehlo::Result<stablehlo::Block> {
        let params: Vec<TensorType> = block.params.iter().map(|id| self.ty(*id)).collect();
        self.in_region(&params, |export, values| {
            export.map.extend(block.params.iter().copied().zip(values.iter().copied()));
            export.nodes(&block.nodes)?;
            export.values(&block.results)
        })
    }

    /// Builds a region with this export's own state.
    fn in_region(
        &mut self,
        params: &[TensorType],
        body: impl FnOnce(&mut Self, &[Value]) -> stablehlo::Result<Vec<Value>>,
    ) -> stablehlo::Result<stablehlo::Block> {
        let mut map = std::mem::take(&mut self.map);
        let graph = self.graph;
        let block = self.b.region(params, |b, values| {
            let mut inner =
                Export { graph, b: std::mem::replace(b, FuncBuilder::new("")), map: std::mem::take(&mut map) };
            let results = body(&mut inner, values);
            *b = inner.b;
            map = inner.map;
            results
        });
        self.map = map;
        block
    }

    fn batch_loop(&mut self, node: &Node, blocks: usize) -> stablehlo::Result<()> {
        let body = &node.regions[0];
        let (outputs, reductions) = node.results.split_at(body.results.len());
        let rows = body.params.iter().chain(&body.results).next().map_or(0, |id| self.ty(*id).dims[0]);
        let location: Arc<str> = format!("batch_loop: {blocks} blocks of {rows} rows").into();
        self.b.set_location(Some(location.clone()));
        let counter = TensorType::scalar(ElementType::I32);
        let mut state = vec![self.b.full(counter.clone(), 0.0)?];
        for id in outputs {
            let ty = self.ty(*id);
            state.push(self.b.full(ty, 0.0)?);
        }
        for id in reductions {
            let init = self.initial(definition(body, *id)?, *id)?;
            state.push(init);
        }
        let types: Vec<TensorType> = state.iter().map(|value| self.b.ty(*value).clone()).collect();
        let condition = self.b.region(&types, |b, state| {
            let end = b.full(counter.clone(), blocks as f64)?;
            Ok(vec![b.compare(Direction::Lt, state[0], end)?])
        })?;
        let step = self.in_region(&types, |export, state| export.block_of_rows(node, state))?;
        self.b.set_location(Some(location));
        let results = self.b.push_typed(OpKind::While, &state, vec![condition, step], types)?;
        self.map.extend(node.results.iter().copied().zip(results.into_iter().skip(1)));
        Ok(())
    }

    /// The loop's body: one block of rows.
    fn block_of_rows(&mut self, node: &Node, state: &[Value]) -> stablehlo::Result<Vec<Value>> {
        let body = &node.regions[0];
        let zero = self.b.full(TensorType::scalar(ElementType::I32), 0.0)?;
        for (operand, param) in node.operands.iter().zip(&body.params) {
            let ty = self.ty(*param);
            let starts = self.starts(state[0], zero, &ty)?;
            let operand = self.values(&[*operand])?[0];
            let rows = self.b.dynamic_slice(operand, &starts, &ty.dims)?;
            self.map.insert(*param, rows);
        }
        for inner in &body.nodes {
            match inner.results.iter().position(|id| node.results[body.results.len()..].contains(id)) {
                Some(_) => self.partial(inner)?,
                None => self.node(inner)?,
            }
        }
        let one = self.b.full(TensorType::scalar(ElementType::I32), 1.0)?;
        let mut next = vec![self.b.binary(Binary::Add, state[0], one)?];
        for (i, id) in body.results.iter().enumerate() {
            let ty = self.ty(*id);
            let starts = self.starts(state[0], zero, &ty)?;
            let rows = self.values(&[*id])?[0];
            next.push(self.b.dynamic_update_slice(state[1 + i], rows, &starts)?);
        }
        for (i, id) in node.results[body.results.len()..].iter().enumerate() {
            let op = combiner(definition(body, *id)?);
            let partial = self.values(&[*id])?[0];
            next.push(self.b.binary(op, state[1 + body.results.len() + i], partial)?);
        }
        Ok(next)
    }

    /// Start indices of a block's rows.
    fn starts(&mut self, block: Value, zero: Value, rows: &TensorType) -> stablehlo::Result<Vec<Value>> {
        let step = self.b.full(TensorType::scalar(ElementType::I32), rows.dims[0] as f64)?;
        let first = self.b.binary(Binary::Multiply, block, step)?;
        Ok((0..rows.rank()).map(|d| if d == 0 { first } else { zero }).collect())
    }

    /// One block's partial result of a reduction over the batch. A `reduce` starts from the identity element
    /// of its operation, because its initial value counts once, in the state.
    fn partial(&mut self, node: &Node) -> stablehlo::Result<()> {
        let mut node = node.clone();
        if let Some(OpKind::Reduce { .. }) = node.op() {
            let element = self.ty(node.operands[1]).element;
            let neutral = self.b.identity_element(combiner(&node), element)?;
            // The binding of the initial value is restored after this node.
            let init = self.map.insert(node.operands[1], neutral);
            let outcome = self.node(&node);
            if let Some(init) = init {
                self.map.insert(node.operands[1], init);
            }
            return outcome;
        }
        node.location = None;
        self.node(&node)
    }

    /// The initial state of a reduction.
    fn initial(&mut self, node: &Node, result: ValueId) -> stablehlo::Result<Value> {
        let ty = self.ty(result);
        match node.op() {
            Some(OpKind::Reduce { .. }) => {
                let init = self.values(&node.operands[1..])?[0];
                self.b.broadcast_in_dim(init, &[], &ty.dims)
            }
            _ => self.b.full(ty, 0.0),
        }
    }
}

/// The node of a loop's body that defines a value.
fn definition(body: &Block, id: ValueId) -> stablehlo::Result<&Node> {
    let undefined =
        || stablehlo::Error::new(stablehlo::ErrorKind::Type, "a batch loop does not define one of its reductions");
    body.nodes.iter().find(|node| node.results.contains(&id)).ok_or_else(undefined)
}

/// The operation that combines the partial results of two blocks: that of a `reduce`, or the addition of a
/// contraction.
fn combiner(node: &Node) -> Binary {
    match (node.op(), node.regions.first().and_then(|region| region.nodes.first()).and_then(Node::op)) {
        (Some(OpKind::Reduce { .. }), Some(OpKind::Binary(op))) => *op,
        _ => Binary::Add,
    }
}
