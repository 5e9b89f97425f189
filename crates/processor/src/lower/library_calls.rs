//! Library-call emitter: one step for each node that is not a part of a fused loop.
//!
//! Precondition: `classify` has given the node operands in the layout that its kernel reads, dense row-major
//! for most.

use stablehlo::ops::Collective;
use stablehlo::{ElementType, OpKind, TensorType};

use super::control_flow;
use super::lowering::Lowering;
use crate::elementwise::{ReduceKind, RegType, ScalarFn};
use crate::error::{Error, ErrorKind, Result};
use crate::host_callback::CALLBACK_TARGET;
use crate::ir::{Node, ValueId};
use crate::ops::gather::GatherKernel;
use crate::ops::linear_algebra::{Cholesky, FftKernel, TriangularSolveKernel, custom_call};
use crate::ops::reduce::GeneralReduce;
use crate::ops::rng::RngBits;
use crate::ops::scatter::ScatterKernel;
use crate::ops::shape::{Bitcast, Concatenate, DynamicSlice, Interleave, Pad};
use crate::ops::sort::{self, Sort};
use crate::ops::window::{ReduceWindow, Scan, SelectAndScatter};
use crate::plan::all_reduce::AllReduceSpec;
use crate::plan::exchange::{ExchangeSpec, Exchanged};
use crate::plan::host_call::HostCall;
use crate::plan::manual_call::{MANUAL_TARGET, ManualCall};
use crate::plan::step::{Kernel, KernelArgs, Step, StepKind};

impl Lowering<'_> {
    /// Emits the steps of a node.
    ///
    /// # Errors
    /// An operation, or a combination of attributes, that no kernel implements.
    pub(crate) fn emit_library_call(&mut self, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
        let ty = |id: &ValueId| self.types.of(*id).clone();
        let operands: Vec<TensorType> = node.operands.iter().map(ty).collect();
        let results: Vec<TensorType> = node.results.iter().map(ty).collect();
        let (mut in_place, mut notes) = (Vec::new(), Vec::new());
        let Some(kind) = node.op() else {
            return Err(Error::new(ErrorKind::Internal, "a batch loop is no library call"));
        };
        let kernel: Box<dyn Kernel> = match kind {
            OpKind::While => return control_flow::emit_while(self, node, steps),
            OpKind::If | OpKind::Case => return control_flow::emit_branch(self, node, steps),
            OpKind::DotGeneral(_) | OpKind::Convolution(_) => return self.emit_contraction(node, steps),
            kind if kind.is_collective() => {
                let kind = self.collective(node, kind, &operands, &results)?;
                steps.push(self.step(node, Vec::new(), kind));
                return Ok(());
            }
            OpKind::ReplicaId => {
                steps.push(self.step(node, Vec::new(), StepKind::ReplicaId));
                return Ok(());
            }
            OpKind::PartitionId => Box::new(PartitionId),
            OpKind::BitcastConvert => Box::new(Bitcast),
            OpKind::Complex => Box::new(Interleave::new(operands[0].element)),
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
                Box::new(ScatterKernel::new(attrs, inputs, &operands[n], &operands[n + 1], self.scalar_fn(node, 0)?))
            }
            OpKind::Sort { dimension, .. } => {
                let limit = results[0].dims.get(*dimension).copied().unwrap_or(1);
                let keys = sort::recognize(&node.regions[0], &self.types, &self.facts.constants, self.isa);
                let (kernel, note) = Sort::new(operands, *dimension, limit, self.scalar_fn(node, 0)?, keys);
                notes.push(note);
                Box::new(kernel)
            }
            OpKind::Reduce { dims } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                Box::new(GeneralReduce::new(inputs, dims, self.scalar_fn(node, 0)?))
            }
            OpKind::ReduceWindow { window } => {
                let inputs = operands[..operands.len() / 2].to_vec();
                if let Some(scan) = Scan::recognize(window, &inputs[0].dims) {
                    steps.push(self.scan(node, scan, inputs)?);
                    return Ok(());
                }
                Box::new(ReduceWindow::new(window, inputs, &results[0].dims, self.scalar_fn(node, 0)?))
            }
            OpKind::SelectAndScatter { window } => {
                let regions = (self.scalar_fn(node, 0)?, self.scalar_fn(node, 1)?);
                Box::new(SelectAndScatter::new(window, &operands[0], &operands[1], regions.0, regions.1))
            }
            OpKind::RngBitGenerator { algorithm } => Box::new(RngBits::new(*algorithm, &operands[0], &results[1])?),
            OpKind::Fft { fft_type, length } => Box::new(FftKernel::new(*fft_type, length, &operands[0], &results[0])?),
            OpKind::Cholesky { lower } => Box::new(Cholesky::new(&operands[0], *lower)?),
            OpKind::TriangularSolve(attrs) => Box::new(TriangularSolveKernel::new(*attrs, &operands[0], &operands[1])?),
            OpKind::CustomCall { target, backend_config, .. } => {
                let kind = self.custom_call(target, backend_config, operands, results)?;
                steps.push(self.step(node, in_place, kind));
                return Ok(());
            }
            _ => return Err(Error::unsupported("this processor does not run this operation")),
        };
        steps.push(Step { notes, ..self.step(node, in_place, StepKind::Kernel(kernel)) });
        Ok(())
    }

    /// A `reduce_window` that is a running reduction.
    fn scan(&self, node: &Node, scan: (usize, bool), inputs: Vec<TensorType>) -> Result<Step> {
        let from = if scan.1 { "last" } else { "first" };
        let notes = vec![format!("runs along dimension {} from the {from} element on", scan.0)];
        let kernel = StepKind::Kernel(Box::new(Scan::new(scan, inputs, self.scalar_fn(node, 0)?)));
        Ok(Step { notes, ..self.step(node, Vec::new(), kernel) })
    }

    /// An all-reduce by a single operation.
    fn all_reduce(&self, node: &Node, attrs: &Collective, operands: &[TensorType]) -> Result<StepKind> {
        let region = self.scalar_fn(node, 0)?;
        let kind = region.as_binary().and_then(ReduceKind::of);
        let kind = kind.ok_or_else(|| Error::unsupported("an all_reduce whose reduction is not a single operation"))?;
        let elements =
            operands.iter().map(|t| Ok((RegType::accumulator_of(t.element)?, t.element))).collect::<Result<_>>()?;
        let groups = groups(&attrs.replica_groups, self.replicas)?;
        Ok(StepKind::AllReduce(AllReduceSpec::new(kind, elements, groups)))
    }

    fn collective(
        &self,
        node: &Node,
        kind: &OpKind,
        operands: &[TensorType],
        results: &[TensorType],
    ) -> Result<StepKind> {
        match kind {
            OpKind::AllReduce(groups) => self.all_reduce(node, groups, operands),
            kind => Ok(StepKind::Exchange(self.exchange(kind, results)?)),
        }
    }

    /// A collective that moves operands, along dimension 0.
    fn exchange(&self, kind: &OpKind, results: &[TensorType]) -> Result<ExchangeSpec> {
        let of = |a: &Collective| groups(&a.replica_groups, self.replicas);
        // Results are stacked, as `collective_expander` leaves them.
        let blocks = |ty: &TensorType| ty.dims.first().copied().unwrap_or(1);
        match kind {
            OpKind::AllGather { dimension: 0, groups } => {
                ExchangeSpec::among(Exchanged::All, of(groups)?, blocks(&results[0]))
            }
            OpKind::AllToAll { split: 0, concat: 0, count, groups } if *count == blocks(&results[0]) => {
                ExchangeSpec::among(Exchanged::Parts, of(groups)?, *count)
            }
            OpKind::CollectivePermute { pairs, .. } => ExchangeSpec::by_pairs(pairs, self.replicas),
            OpKind::CollectiveBroadcast(groups) => {
                let all = [(0..self.replicas as i64).collect::<Vec<_>>()];
                let groups = if groups.replica_groups.is_empty() { &all[..] } else { &groups.replica_groups };
                let pairs = groups.iter().flat_map(|group| group.iter().map(|member| (group[0], *member)));
                ExchangeSpec::by_pairs(&pairs.collect::<Vec<_>>(), self.replicas)
            }
            _ => {
                Err(Error::unsupported("without the pass collective_expander, no collective runs along this dimension"))
            }
        }
    }

    /// A custom call: a callback of the host, a manual computation, or a kernel.
    fn custom_call(
        &self,
        target: &str,
        config: &str,
        operands: Vec<TensorType>,
        results: Vec<TensorType>,
    ) -> Result<StepKind> {
        if target == CALLBACK_TARGET {
            let call = HostCall::new(self.options.host_callback.as_ref(), config, operands, results)?;
            return Ok(StepKind::HostCall(Box::new(call)));
        }
        if target == MANUAL_TARGET {
            return Ok(StepKind::ManualCall(ManualCall::new(&self.manual, config, &operands, &results)?));
        }
        match custom_call(target, config, &operands, &results) {
            Some(kernel) => Ok(StepKind::Kernel(kernel.map_err(|e| e.at(format!("custom call {target:?}")))?)),
            None => Err(Error::unsupported(unknown_call(target))),
        }
    }

    /// A step that reads the node's operands and writes its results.
    fn step(&self, node: &Node, in_place: Vec<(usize, usize)>, kind: StepKind) -> Step {
        let reads = node.operands.iter().map(|id| self.base(*id)).collect();
        Step { in_place, ..Step::new(node.kind.name(), reads, node.results.clone(), kind) }
    }

    /// The scalar function of a node's region.
    fn scalar_fn(&self, node: &Node, which: usize) -> Result<ScalarFn> {
        ScalarFn::new(&node.regions[which], &self.types, &self.facts.constants, self.isa)
    }
}

/// Why a custom call is refused, and what to do.
fn unknown_call(target: &str) -> String {
    let kernel = match target {
        "tpu_custom_call" => Some("a Pallas kernel for the hardware of TPUs"),
        "mosaic_gpu_v2" | "mosaic_gpu" | "__gpu$xla.gpu.triton" | "triton_kernel_call" => {
            Some("a Pallas kernel for GPUs")
        }
        _ => None,
    };
    match kernel {
        Some(kernel) => format!(
            "this processor does not run the custom call {target:?}, {kernel}: `pallas_call(..., interpret=True)` \
             computes the same"
        ),
        None => format!(
            "this processor knows no custom call {target:?}: docs/custom_calls.md lists those that it computes; a \
             program that was exported for another platform has the calls of that one"
        ),
    }
}

/// The element type of the index operands, which begin at `first`.
fn index_type(operands: &[TensorType], first: usize) -> ElementType {
    operands.get(first).map_or(ElementType::I32, |t| t.element)
}

/// The groups of replicas of a collective. If none are given, all replicas are one group.
///
/// # Errors
/// A replica that is not in exactly one group.
fn groups(given: &[Vec<i64>], replicas: usize) -> Result<Vec<Vec<usize>>> {
    if given.iter().all(Vec::is_empty) {
        return Ok(vec![(0..replicas).collect()]);
    }
    let mut seen = vec![false; replicas];
    let mut groups = Vec::new();
    for group in given {
        let mut members = Vec::new();
        // Groups of unequal size are padded with -1.
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

/// `partition_id`, which is always 0: a program has one SPMD partition.
#[derive(Debug)]
struct PartitionId;

impl Kernel for PartitionId {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        args.writes[0].fill(0);
        Ok(())
    }
}
