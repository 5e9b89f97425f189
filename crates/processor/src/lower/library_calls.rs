//! Steps of the nodes that stand alone.

use stablehlo::{ElementType, OpKind, TensorType};

use super::{Lowering, control_flow as control};
use crate::elementwise::{ReduceKind, RegType, ScalarFn};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::{Node, ValueId};
use crate::ops::gather::GatherKernel;
use crate::ops::reduce::GeneralReduce;
use crate::ops::rng::RngBits;
use crate::ops::scatter::ScatterKernel;
use crate::ops::shape::{Bitcast, Concatenate, DynamicSlice, Pad};
use crate::ops::sort::Sort;
use crate::ops::window::{ReduceWindow, SelectAndScatter};
use crate::plan::all_reduce::AllReduceSpec;
use crate::plan::step::{Kernel, Step, StepKind};

impl Lowering<'_> {
    /// The step of a node; its operands are dense where its kernel wants them so.
    pub(crate) fn alone(&mut self, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
        let ty = |id: &ValueId| self.types.of(*id).clone();
        let operands: Vec<TensorType> = node.operands.iter().map(ty).collect();
        let results: Vec<TensorType> = node.results.iter().map(ty).collect();
        let mut in_place = Vec::new();
        let Some(kind) = node.op() else {
            return Err(Error::new(ErrorKind::Internal, "a batch loop is no library call"));
        };
        let kernel: Box<dyn Kernel> = match kind {
            OpKind::While => return control::while_loop(self, node, steps),
            OpKind::If | OpKind::Case => return control::branch(self, node, steps),
            OpKind::DotGeneral(_) | OpKind::Convolution(_) => return self.emit_contraction(node, steps),
            OpKind::AllReduce(attrs) => {
                let region = self.region(node, 0)?;
                let kind = region.as_binary().and_then(ReduceKind::of);
                let kind = kind.ok_or_else(|| Error::unsupported("a reduction that is not one operation"))?;
                let classes = operands
                    .iter()
                    .map(|t| Ok((RegType::accumulator_of(t.element)?, t.element)))
                    .collect::<Result<_>>()?;
                let groups = groups(&attrs.replica_groups, self.replicas)?;
                let work = StepKind::AllReduce(AllReduceSpec::new(kind, classes, groups));
                steps.push(self.step(node, Vec::new(), work));
                return Ok(());
            }
            OpKind::ReplicaId => {
                steps.push(self.step(node, Vec::new(), StepKind::ReplicaId));
                return Ok(());
            }
            OpKind::PartitionId => Box::new(PartitionId),
            OpKind::BitcastConvert => Box::new(Bitcast),
            OpKind::DynamicSlice { .. } => {
                Box::new(DynamicSlice::new(&operands[0], &results[0], index_type(&operands, 1), false))
            }
            OpKind::DynamicUpdateSlice => {
                in_place.push((0, 0));
                Box::new(DynamicSlice::new(&operands[0], &operands[1], index_type(&operands, 2), true))
            }
            OpKind::Concatenate { dimension } => {
                Box::new(Concatenate::new(&operands.iter().collect::<Vec<_>>(), &results[0], *dimension))
            }
            OpKind::Pad { low, interior, .. } => Box::new(Pad::new(&operands[0], &results[0], low, interior)),
            OpKind::Gather(attrs) => Box::new(GatherKernel::new(attrs, &operands[0], &operands[1], &results[0])),
            OpKind::Scatter(attrs) => {
                let n = operands.len() / 2;
                in_place.push((0, 0));
                let inputs = operands[..n].to_vec();
                Box::new(ScatterKernel::new(attrs, inputs, &operands[n], &operands[n + 1], self.region(node, 0)?))
            }
            OpKind::Sort { dimension, .. } => Box::new(Sort::new(operands, *dimension, self.region(node, 0)?)?),
            OpKind::Reduce { dims } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                Box::new(GeneralReduce::new(inputs, dims, self.region(node, 0)?))
            }
            OpKind::ReduceWindow { window } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                Box::new(ReduceWindow::new(window, inputs, &results[0].dims, self.region(node, 0)?))
            }
            OpKind::SelectAndScatter { window } => {
                let (select, scatter) = (self.region(node, 0)?, self.region(node, 1)?);
                Box::new(SelectAndScatter::new(window, &operands[0], &operands[1], select, scatter))
            }
            OpKind::RngBitGenerator { algorithm } => Box::new(RngBits::new(*algorithm, &operands[0], &results[1])?),
            OpKind::CustomCall { target, .. } => {
                return Err(Error::unsupported(format!("this processor knows no custom call {target:?}")));
            }
            _ => return Err(Error::unsupported("this processor does not run this operation")),
        };
        steps.push(self.step(node, in_place, StepKind::Kernel(kernel)));
        Ok(())
    }

    fn step(&self, node: &Node, in_place: Vec<(usize, usize)>, kind: StepKind) -> Step {
        let reads = node.operands.iter().map(|id| self.base(*id)).collect();
        Step { in_place, ..Step::new(node.kind.name(), reads, node.results.clone(), kind) }
    }

    fn region(&self, node: &Node, which: usize) -> Result<ScalarFn> {
        ScalarFn::new(&node.regions[which], &self.types, &self.known.constants, self.isa)
    }
}

fn index_type(operands: &[TensorType], first: usize) -> ElementType {
    operands.get(first).map_or(ElementType::I32, |t| t.element)
}

/// Groups of replicas by number; none given: all together.
fn groups(given: &[Vec<i64>], replicas: usize) -> Result<Vec<Vec<usize>>> {
    if given.iter().all(Vec::is_empty) {
        return Ok(vec![(0..replicas).collect()]);
    }
    let mut seen = vec![false; replicas];
    let mut groups = Vec::new();
    for group in given {
        let mut members = Vec::new();
        // Groups of unequal size are filled up with -1.
        for id in group.iter().filter(|id| **id >= 0) {
            let id = *id as usize;
            if id >= replicas || std::mem::replace(&mut seen[id], true) {
                return Err(Error::program(format!("replica_groups name replica {id} twice or beyond {replicas}")));
            }
            members.push(id);
        }
        groups.push(members);
    }
    if let Some(missing) = seen.iter().position(|s| !s) {
        return Err(Error::program(format!("replica_groups leave out replica {missing} of {replicas}")));
    }
    Ok(groups)
}

/// `partition_id`: there is one partition.
#[derive(Debug)]
struct PartitionId;

impl Kernel for PartitionId {
    fn run(&self, mut args: crate::plan::step::KernelArgs<'_>) -> Result<()> {
        args.writes[0].fill(0);
        Ok(())
    }
}
