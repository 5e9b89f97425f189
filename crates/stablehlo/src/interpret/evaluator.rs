//! Evaluation of blocks: all replicas in lock-step, operation by operation.
//!
//! If replicas take different branches, or loop a different number of times, each block is evaluated for the
//! replicas that execute it: the active ones. A collective needs all replicas of its group to be active.

use std::rc::Rc;

use super::contraction::Numerics;
use super::reduce::{InitialValues, Reduction, reduce_positions, selected_positions, window_positions};
use super::shared_literal::{SharedLiteral, scalar_at};
use super::{contraction, data_movement, elementwise, indexing, linear_algebra, narrow, rng, sort};
use crate::custom_call;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::{Block, Func, Module, Op, Value};
use crate::types::{ElementType, TensorType};

/// The stack frame of a function.
pub(super) struct Frame<'m> {
    pub(super) func: &'m Func,
    /// The values computed so far, by replica and by number of the value.
    values: Vec<Vec<Option<SharedLiteral>>>,
}

impl Frame<'_> {
    pub(super) fn get(&self, replica: usize, value: Value) -> Result<SharedLiteral> {
        self.values[replica].get(value.index()).cloned().flatten().ok_or_else(|| {
            Error::new(ErrorKind::Program, format!("value {} is used before it is defined", value.index()))
        })
    }

    pub(super) fn get_all(&self, replica: usize, values: &[Value]) -> Result<Vec<SharedLiteral>> {
        values.iter().map(|v| self.get(replica, *v)).collect()
    }

    pub(super) fn set_all(&mut self, replica: usize, values: &[Value], literals: Vec<SharedLiteral>) {
        for (value, literal) in values.iter().zip(literals) {
            self.values[replica][value.index()] = Some(literal);
        }
    }

    /// The type in which a value is computed.
    pub(super) fn ty(&self, value: Value) -> TensorType {
        narrow::carrier_type(self.func.ty(value))
    }

    pub(super) fn element_types(&self, values: &[Value]) -> Vec<ElementType> {
        values.iter().map(|v| self.ty(*v).element).collect()
    }
}

/// `bitcast_convert`, of the bits that narrow types have outside of their carriers.
fn bitcast_convert(frame: &Frame, op: &Op, x: SharedLiteral) -> Result<SharedLiteral> {
    let [from, to] = [op.operands[0], op.results[0]].map(|v| frame.func.ty(v));
    narrow::decoded(elementwise::bitcast_convert(&*narrow::encoded(x, from.element)?, to)?)
}

/// Evaluates the functions of a verified module.
pub(super) struct Evaluator<'m> {
    pub module: &'m Module,
    pub numerics: Numerics,
}

impl Evaluator<'_> {
    /// Evaluates a function for the replicas `active`, which are in ascending order. Inputs and results are
    /// lists per active replica.
    pub(super) fn call(
        &self,
        func: &Func,
        active: &[usize],
        inputs: Vec<Vec<SharedLiteral>>,
    ) -> Result<Vec<Vec<SharedLiteral>>> {
        let replicas = active.last().map_or(0, |r| r + 1);
        let mut frame = Frame { func, values: vec![vec![None; func.num_values()]; replicas] };
        for (replica, inputs) in active.iter().zip(inputs) {
            frame.set_all(*replica, &func.body.params, inputs);
        }
        self.block(&mut frame, &func.body, active)?;
        active.iter().map(|r| frame.get_all(*r, &func.body.results)).collect()
    }

    fn block(&self, frame: &mut Frame, block: &Block, active: &[usize]) -> Result<()> {
        for op in &block.ops {
            self.op(frame, op, active).map_err(|e| match &op.location {
                Some(location) => e.at(format!("{} at {location}", op.kind.name())),
                None => e.at(op.kind.name()),
            })?;
        }
        Ok(())
    }

    /// Evaluates a region for one replica.
    pub(super) fn region(
        &self,
        frame: &mut Frame,
        block: &Block,
        replica: usize,
        arguments: Vec<SharedLiteral>,
    ) -> Result<Vec<SharedLiteral>> {
        frame.set_all(replica, &block.params, arguments);
        self.block(frame, block, &[replica])?;
        frame.get_all(replica, &block.results)
    }

    fn op(&self, frame: &mut Frame, op: &Op, active: &[usize]) -> Result<()> {
        match &op.kind {
            OpKind::While => self.while_loop(frame, op, active),
            OpKind::If | OpKind::Case => self.branch(frame, op, active),
            OpKind::AllReduce(_)
            | OpKind::AllGather { .. }
            | OpKind::ReduceScatter { .. }
            | OpKind::AllToAll { .. }
            | OpKind::CollectivePermute { .. }
            | OpKind::CollectiveBroadcast(_) => self.collective(frame, op, active),
            OpKind::ManualComputation(_) => self.manual_computation(frame, op, active),
            OpKind::Call { callee } | OpKind::Composite { decomposition: callee, .. } => {
                let func = self.module.func(callee).ok_or_else(|| {
                    Error::new(ErrorKind::Program, format!("there is no function @{callee} in the module"))
                })?;
                let inputs = active.iter().map(|r| frame.get_all(*r, &op.operands)).collect::<Result<_>>()?;
                for (replica, results) in active.iter().zip(self.call(func, active, inputs)?) {
                    frame.set_all(*replica, &op.results, results);
                }
                Ok(())
            }
            _ => {
                for replica in active {
                    let mut operands = frame.get_all(*replica, &op.operands)?;
                    if let (Some(first), Some(value)) = (operands.first_mut(), op.operands.first()) {
                        *first = narrow::bits_alone(first.clone(), &op.kind, frame.func.ty(*value).element)?;
                    }
                    let results = self.per_replica(frame, op, *replica, operands)?.into_iter();
                    let elements = op.results.iter().map(|v| frame.func.ty(*v).element);
                    let results = results.zip(elements).map(|(x, element)| narrow::rounded(x, element));
                    let results = results.collect::<Result<_>>()?;
                    frame.set_all(*replica, &op.results, results);
                }
                Ok(())
            }
        }
    }

    fn while_loop(&self, frame: &mut Frame, op: &Op, active: &[usize]) -> Result<()> {
        let (condition, body) = (&op.regions[0], &op.regions[1]);
        let mut state = Vec::new();
        for replica in active {
            state.push((*replica, frame.get_all(*replica, &op.operands)?));
        }
        while !state.is_empty() {
            let looping: Vec<usize> = state.iter().map(|(replica, _)| *replica).collect();
            for (replica, values) in &state {
                frame.set_all(*replica, &condition.params, values.clone());
            }
            self.block(frame, condition, &looping)?;
            let mut continuing = Vec::new();
            for (replica, values) in state {
                if frame.get(replica, condition.results[0])?.to_vec::<bool>()?[0] {
                    frame.set_all(replica, &body.params, values);
                    continuing.push(replica);
                } else {
                    frame.set_all(replica, &op.results, values);
                }
            }
            self.block(frame, body, &continuing)?;
            state = Vec::new();
            for replica in continuing {
                state.push((replica, frame.get_all(replica, &body.results)?));
            }
        }
        Ok(())
    }

    fn branch(&self, frame: &mut Frame, op: &Op, active: &[usize]) -> Result<()> {
        let mut replicas_by_branch = vec![Vec::new(); op.regions.len()];
        for replica in active {
            let selector = frame.get(*replica, op.operands[0])?;
            let branch = match op.kind {
                OpKind::If => !selector.to_vec::<bool>()?[0] as usize,
                // An index that is out of bounds selects the last branch.
                _ => usize::try_from(selector.to_vec::<i32>()?[0]).unwrap_or(usize::MAX).min(op.regions.len() - 1),
            };
            replicas_by_branch[branch].push(*replica);
        }
        for (region, replicas) in op.regions.iter().zip(&replicas_by_branch) {
            if replicas.is_empty() {
                continue;
            }
            self.block(frame, region, replicas)?;
            for replica in replicas {
                let results = frame.get_all(*replica, &region.results)?;
                frame.set_all(*replica, &op.results, results);
            }
        }
        Ok(())
    }

    /// Evaluates an operation that replicas evaluate independently of each other.
    fn per_replica(
        &self,
        frame: &mut Frame,
        op: &Op,
        replica: usize,
        x: Vec<SharedLiteral>,
    ) -> Result<Vec<SharedLiteral>> {
        let types: Vec<TensorType> = op.results.iter().map(|v| frame.ty(*v)).collect();
        let ty = |i: usize| &types[i];
        let one = |result: Result<SharedLiteral>| Ok(vec![result?]);
        match &op.kind {
            OpKind::Unary(unary) => one(elementwise::unary(*unary, &x[0])),
            OpKind::Binary(binary) => one(elementwise::binary(*binary, &x[0], &x[1])),
            OpKind::Compare { direction, compare_type } => {
                one(elementwise::compare(*direction, *compare_type, &x[0], &x[1]))
            }
            OpKind::Select => one(elementwise::select(&x[0], &x[1], &x[2])),
            OpKind::Clamp => one(elementwise::clamp(&x[0], &x[1], &x[2])),
            OpKind::Complex => one(elementwise::complex(&x[0], &x[1], ty(0))),
            OpKind::Real => one(elementwise::real(&x[0])),
            OpKind::Imag => one(elementwise::imag(&x[0])),
            OpKind::Convert => one(narrow::converted(&x[0], frame.func.ty(op.results[0]).element)),
            OpKind::BitcastConvert => one(bitcast_convert(frame, op, x[0].clone())),
            OpKind::ReducePrecision { exponent_bits, mantissa_bits } => {
                one(elementwise::reduce_precision(&x[0], *exponent_bits, *mantissa_bits))
            }
            OpKind::Constant(literal) => one(narrow::decoded(Rc::new(literal.clone()))),
            OpKind::Iota { dimension } => one(elementwise::iota(ty(0), *dimension)),
            OpKind::BroadcastInDim { dims } => one(data_movement::broadcast_in_dim(&x[0], ty(0), dims)),
            OpKind::Reshape => one(data_movement::reshape(&x[0], ty(0))),
            OpKind::Transpose { permutation } => one(data_movement::transpose(&x[0], ty(0), permutation)),
            OpKind::Reverse { dims } => one(data_movement::reverse(&x[0], dims)),
            OpKind::Slice { start, stride, .. } => one(data_movement::slice(&x[0], ty(0), start, stride)),
            OpKind::Pad { low, interior, .. } => one(data_movement::pad(&x[0], &x[1], ty(0), low, interior)),
            OpKind::Concatenate { dimension } => one(data_movement::concatenate(&x, ty(0), *dimension)),
            OpKind::DynamicSlice { .. } => one(indexing::dynamic_slice(&x[0], &x[1..], ty(0))),
            OpKind::DynamicUpdateSlice => one(indexing::dynamic_update_slice(&x[0], &x[1], &x[2..])),
            OpKind::Gather(attrs) => one(indexing::gather(&x[0], &x[1], ty(0), attrs)),
            OpKind::DotGeneral(attrs) => one(contraction::dot_general(&x[0], &x[1], ty(0), attrs, self.numerics)),
            OpKind::Convolution(attrs) => one(contraction::convolution(&x[0], &x[1], ty(0), attrs, self.numerics)),
            OpKind::Fft { fft_type, length } => one(linear_algebra::fft(&x[0], ty(0), *fft_type, length)),
            OpKind::Cholesky { lower } => one(linear_algebra::cholesky(&x[0], *lower)),
            OpKind::TriangularSolve(attrs) => one(linear_algebra::triangular_solve(&x[0], &x[1], attrs)),
            OpKind::RngBitGenerator { algorithm } => Ok(rng::bit_generator(*algorithm, &x[0], ty(1))?.to_vec()),
            OpKind::OptimizationBarrier | OpKind::ShardingConstraint(_) => Ok(x),
            OpKind::CreateToken | OpKind::AfterAll => {
                Ok(vec![Rc::new(Literal::from_bytes(TensorType::token(), Vec::new())?)])
            }
            OpKind::ReplicaId => Ok(vec![Rc::new(Literal::scalar(replica as u32))]),
            OpKind::PartitionId => Ok(vec![Rc::new(Literal::scalar(0u32))]),
            OpKind::Reduce { .. }
            | OpKind::ReduceWindow { .. }
            | OpKind::Scatter(_)
            | OpKind::SelectAndScatter { .. }
            | OpKind::Sort { .. } => self.with_element_region(frame, op, replica, x),
            OpKind::CustomCall { .. } => self.custom_call(frame, op, x),
            OpKind::While
            | OpKind::If
            | OpKind::Case
            | OpKind::Call { .. }
            | OpKind::Composite { .. }
            | OpKind::ManualComputation(_)
            | OpKind::AllReduce(_)
            | OpKind::AllGather { .. }
            | OpKind::ReduceScatter { .. }
            | OpKind::AllToAll { .. }
            | OpKind::CollectivePermute { .. }
            | OpKind::CollectiveBroadcast(_) => {
                unreachable!("`op` evaluates these for all replicas together")
            }
        }
    }

    /// Evaluates a custom call that has a meaning without a device.
    fn custom_call(&self, frame: &Frame, op: &Op, x: Vec<SharedLiteral>) -> Result<Vec<SharedLiteral>> {
        let types = |values: &[Value]| values.iter().map(|v| frame.func.ty(*v).clone()).collect::<Vec<_>>();
        if let Some(func) = custom_call::expansion(self.module, &op.kind, &types(&op.operands), &types(&op.results))? {
            return Ok(self.call(&func, &[0], vec![x])?.swap_remove(0));
        }
        let target = if let OpKind::CustomCall { target, .. } = &op.kind { target } else { "" };
        let message = format!("the interpreter has no custom calls, but the program calls \"{target}\"");
        Err(Error::new(ErrorKind::Evaluation, message))
    }

    /// Evaluates an operation that applies a region to elements.
    fn with_element_region(
        &self,
        frame: &mut Frame,
        op: &Op,
        replica: usize,
        x: Vec<SharedLiteral>,
    ) -> Result<Vec<SharedLiteral>> {
        let elements = frame.element_types(&op.results);
        let shape = frame.func.ty(op.results[0]).dims.clone();
        let mut call = |block: &Block, args: &[SharedLiteral]| self.region(frame, block, replica, args.to_vec());
        let half = x.len() / 2;
        let (positions, sources, init) = match &op.kind {
            OpKind::Reduce { dims } => {
                (reduce_positions(x[0].ty(), dims), &x[..half], InitialValues::Scalars(&x[half..]))
            }
            OpKind::ReduceWindow { window } => {
                (window_positions(x[0].ty(), &shape, window), &x[..half], InitialValues::Scalars(&x[half..]))
            }
            OpKind::Scatter(attrs) => {
                let positions = indexing::scatter_positions(x[0].ty(), &x[half], x[half + 1].ty(), attrs)?;
                (positions, &x[half + 1..], InitialValues::Elements(&x[..half]))
            }
            OpKind::SelectAndScatter { window } => {
                let positions = selected_positions(&x[0], &x[1].ty().dims, window, &op.regions[0], &mut call)?;
                (positions, &x[1..2], InitialValues::Scalars(&x[2..]))
            }
            OpKind::Sort { dimension, .. } => {
                return sort::sort(&x, *dimension, &mut |left, right| {
                    let mut args = Vec::with_capacity(2 * x.len());
                    for operand in &x {
                        args.push(scalar_at(operand, left)?);
                        args.push(scalar_at(operand, right)?);
                    }
                    Ok(call(&op.regions[0], &args)?[0].to_vec::<bool>()?[0])
                });
            }
            _ => unreachable!("`per_replica` calls this for the operations above only"),
        };
        // The last region is the reducer; only `select_and_scatter` has another one before it.
        let region = &op.regions[op.regions.len() - 1];
        Reduction { region, sources: sources.to_vec(), init, positions: &positions, dims: &shape, elements }
            .run(&mut call)
    }
}
