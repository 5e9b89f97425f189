//! Collectives that move data between replicas, and manual computations.

use std::rc::Rc;

use super::Interpreter;
use super::evaluator::{Evaluator, Frame};
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::manual::ManualProgram;
use crate::ops::{AllGather, CollectivePermute};
use crate::program::Op;
use crate::sharding::shards::Shards;

impl Evaluator<'_> {
    /// Every replica of a group gets the operands of all of them, concatenated in the order of the group.
    pub(super) fn all_gather(&self, frame: &mut Frame, op: &Op, attrs: &AllGather, active: &[usize]) -> Result<()> {
        for group in self.groups(&attrs.group, active)? {
            for (operand, result) in op.operands.iter().zip(&op.results) {
                let (local, global) = (frame.func.ty(*operand).clone(), frame.func.ty(*result).clone());
                let size = local.dims[attrs.dimension];
                if size * group.len() != global.dims[attrs.dimension] {
                    let message = format!("{global} has not one part of {local} for each of {} replicas", group.len());
                    return Err(Error::new(ErrorKind::Evaluation, message));
                }
                let offset = |rank: usize| {
                    let mut offset = vec![0; local.rank()];
                    offset[attrs.dimension] = rank * size;
                    offset
                };
                let offsets = (0..group.len()).map(offset).collect();
                let shards = Shards { global: global.clone(), shard: local.clone(), offsets };
                let mut bytes = vec![0; global.size_in_bytes()];
                for (rank, replica) in group.iter().enumerate() {
                    shards.join(rank, frame.get(*replica, *operand)?.bytes(), &mut bytes);
                }
                let gathered = Rc::new(Literal::from_bytes(global, bytes)?);
                group.iter().for_each(|replica| frame.set_all(*replica, &[*result], vec![gathered.clone()]));
            }
        }
        Ok(())
    }

    /// Each target gets the operand of its source, other replicas zeros.
    pub(super) fn collective_permute(
        &self,
        frame: &mut Frame,
        op: &Op,
        attrs: &CollectivePermute,
        active: &[usize],
    ) -> Result<()> {
        let ty = frame.func.ty(op.operands[0]).clone();
        let zeros = Rc::new(Literal::from_bytes(ty.clone(), vec![0; ty.size_in_bytes()])?);
        let mut received = Vec::new();
        for replica in active {
            let source = attrs.source_target_pairs.iter().find(|(_, target)| *target == *replica as i64);
            received.push(match source.map(|(source, _)| usize::try_from(*source).unwrap_or(usize::MAX)) {
                None => zeros.clone(),
                Some(source) if active.contains(&source) => frame.get(source, op.operands[0])?,
                Some(source) => {
                    let message = format!("replica {source}, which sends to {replica}, does not execute it");
                    return Err(Error::new(ErrorKind::Evaluation, message));
                }
            });
        }
        active.iter().zip(received).for_each(|(replica, value)| frame.set_all(*replica, &op.results, vec![value]));
        Ok(())
    }

    /// Runs the instances of a manual computation as replicas of a program of their own, for each active
    /// replica.
    pub(super) fn manual_computation(&self, frame: &mut Frame, op: &Op, active: &[usize]) -> Result<()> {
        let program = ManualProgram::new(self.module, frame.func, op)?;
        let interpreter = Interpreter { module: &program.module, numerics: self.numerics };
        for replica in active {
            let operands = frame.get_all(*replica, &op.operands)?;
            let cut = |instance: usize| {
                let each = operands.iter().zip(&program.operands);
                each.map(|(operand, shards)| {
                    let mut bytes = vec![0; shards.shard.size_in_bytes()];
                    shards.cut(instance, operand.bytes(), &mut bytes);
                    Literal::from_bytes(shards.shard.clone(), bytes)
                })
                .collect()
            };
            let inputs = (0..program.num_instances()).map(cut).collect::<Result<Vec<Vec<Literal>>>>()?;
            let outputs = interpreter.run_replicas(&inputs)?;
            let join = |(i, shards): (usize, &Shards)| {
                let mut bytes = vec![0; shards.global.size_in_bytes()];
                shards.join_all(|instance| outputs[instance][i].bytes(), &mut bytes);
                Ok(Rc::new(Literal::from_bytes(shards.global.clone(), bytes)?))
            };
            let results = program.results.iter().enumerate().map(join).collect::<Result<_>>()?;
            frame.set_all(*replica, &op.results, results);
        }
        Ok(())
    }
}
