//! Collectives. There is one partition, so the numbers of replicas, processes and global devices are the
//! same.

use std::rc::Rc;

use super::data_movement::{concatenate, slice};
use super::evaluator::{Evaluator, Frame};
use super::reduce::{InitialValues, Reduction};
use super::shared_literal::SharedLiteral;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::ops::{Collective, OpKind};
use crate::program::{Op, Value};
use crate::types::TensorType;

impl Evaluator<'_> {
    /// Evaluates a collective for the replicas `active`, in ascending order.
    pub(super) fn collective(&self, frame: &mut Frame, op: &Op, active: &[usize]) -> Result<()> {
        if let Some(kind) = op.kind.of_single_partitions(self.module.num_replicas.max(1)) {
            return self.collective(frame, &Op { kind, ..op.clone() }, active);
        }
        match &op.kind {
            OpKind::CollectivePermute { pairs, .. } => return self.permute(frame, op, pairs, active),
            OpKind::CollectiveBroadcast(groups) => return self.broadcast(frame, op, groups, active),
            _ => {}
        }
        let (OpKind::AllReduce(groups)
        | OpKind::AllGather { groups, .. }
        | OpKind::ReduceScatter { groups, .. }
        | OpKind::AllToAll { groups, .. }) = &op.kind
        else {
            return Err(Error::new(ErrorKind::Evaluation, format!("{} is no collective", op.kind.name())));
        };
        let groups = self.groups(groups, active)?;
        if let Some(outside) = active.iter().find(|r| !groups.iter().any(|group| group.contains(r))) {
            let message = format!("replica {outside} is in none of the replica groups {groups:?}");
            return Err(Error::new(ErrorKind::Evaluation, message));
        }
        for group in &groups {
            for (operand, result) in op.operands.iter().zip(&op.results) {
                let parts = group.iter().map(|r| frame.get(*r, *operand)).collect::<Result<Vec<_>>>()?;
                let ty = frame.ty(*result);
                let reduced = match &op.kind {
                    OpKind::AllReduce(_) | OpKind::ReduceScatter { .. } => {
                        Some(self.reduced(frame, op, (*operand, *result), group, &parts)?)
                    }
                    _ => None,
                };
                for (position, replica) in group.iter().enumerate() {
                    let value = match (&op.kind, &reduced) {
                        (OpKind::ReduceScatter { dimension, .. }, Some(reduced)) => {
                            part(reduced, &ty, *dimension, position)?
                        }
                        (OpKind::AllGather { dimension, .. }, _) => concatenate(&parts, &ty, *dimension)?,
                        (OpKind::AllToAll { split, concat, count, .. }, _) => {
                            let mut piece = frame.ty(*operand);
                            piece.dims[*split] /= count;
                            let pieces = parts.iter().map(|x| part(x, &piece, *split, position));
                            concatenate(&pieces.collect::<Result<Vec<_>>>()?, &ty, *concat)?
                        }
                        (_, Some(reduced)) => reduced.clone(),
                        (_, None) => parts[position].clone(),
                    };
                    frame.set_all(*replica, &[*result], vec![value]);
                }
            }
        }
        Ok(())
    }

    /// The groups that active replicas are in. All replicas of them are active.
    fn groups(&self, a: &Collective, active: &[usize]) -> Result<Vec<Vec<usize>>> {
        let mut groups: Vec<Vec<usize>> =
            a.replica_groups.iter().map(|group| group.iter().map(|r| *r as usize).collect()).collect();
        if groups.is_empty() {
            groups.push((0..self.module.num_replicas.max(1)).collect());
        }
        groups.retain(|group| group.iter().any(|r| active.contains(r)));
        groups.iter().try_for_each(|group| check_active(group, active, &format!("the group {group:?}")))?;
        Ok(groups)
    }

    /// The reduction over a group, in the order of the group.
    fn reduced(
        &self,
        frame: &mut Frame,
        op: &Op,
        (operand, result): (Value, Value),
        group: &[usize],
        parts: &[SharedLiteral],
    ) -> Result<SharedLiteral> {
        let ty = frame.ty(operand);
        let n = ty.num_elements();
        let mut stacked = ty.clone();
        stacked.dims.insert(0, parts.len());
        let bytes = parts.iter().flat_map(|p| p.bytes().iter().copied()).collect();
        let positions: Vec<Vec<usize>> = (0..n).map(|i| (0..parts.len()).map(|p| p * n + i).collect()).collect();
        let reduction = Reduction {
            region: &op.regions[0],
            sources: vec![Rc::new(Literal::from_bytes(stacked, bytes)?)],
            init: InitialValues::FirstElement,
            positions: &positions,
            dims: &ty.dims,
            elements: frame.element_types(&[result]),
        };
        Ok(reduction.run(&mut |block, args| self.region(frame, block, group[0], args.to_vec()))?.swap_remove(0))
    }

    fn permute(&self, frame: &mut Frame, op: &Op, pairs: &[(i64, i64)], active: &[usize]) -> Result<()> {
        let (operand, result) = (op.operands[0], op.results[0]);
        let mut received = Vec::new();
        for replica in active {
            let source =
                pairs.iter().find(|(_, target)| *target == *replica as i64).map(|(source, _)| *source as usize);
            if let Some(source) = source {
                check_active(&[source], active, &format!("the pair ({source}, {replica})"))?;
            }
            received.push(match source {
                Some(source) => frame.get(source, operand)?,
                None => zeros(&frame.ty(result))?,
            });
        }
        active.iter().zip(received).for_each(|(replica, value)| frame.set_all(*replica, &[result], vec![value]));
        Ok(())
    }

    fn broadcast(&self, frame: &mut Frame, op: &Op, a: &Collective, active: &[usize]) -> Result<()> {
        let groups = self.groups(a, active)?;
        let (operand, result) = (op.operands[0], op.results[0]);
        for replica in active {
            let value = match groups.iter().find(|group| group.contains(replica)) {
                Some(group) => frame.get(group[0], operand)?,
                None => zeros(&frame.ty(result))?,
            };
            frame.set_all(*replica, &[result], vec![value]);
        }
        Ok(())
    }
}

fn check_active(replicas: &[usize], active: &[usize], of: &str) -> Result<()> {
    match replicas.iter().find(|r| !active.contains(r)) {
        Some(missing) => {
            let message = format!("replica {missing} of {of} does not execute it: only replicas {active:?} do");
            Err(Error::new(ErrorKind::Evaluation, message))
        }
        None => Ok(()),
    }
}

fn zeros(ty: &TensorType) -> Result<SharedLiteral> {
    Ok(Rc::new(Literal::from_bytes(ty.clone(), vec![0; ty.size_in_bytes()])?))
}

/// The part of a value, along a dimension, that has the type `ty` and this position.
fn part(x: &Literal, ty: &TensorType, dimension: usize, position: usize) -> Result<SharedLiteral> {
    let mut start = vec![0; ty.rank()];
    start[dimension] = position * ty.dims[dimension];
    slice(x, ty, &start, &vec![1; ty.rank()])
}
