//! Manual computations: programs of their own, whose replicas are the instances.

use std::rc::Rc;

use super::Interpreter;
use super::evaluator::{Evaluator, Frame};
use crate::error::Result;
use crate::literal::Literal;
use crate::manual::ManualProgram;
use crate::program::Op;
use crate::sharding::shards::Shards;

impl Evaluator<'_> {
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
