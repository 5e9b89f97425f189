//! A manual computation as a step: a program of its own that runs on the shards of the operands.

use std::fmt::Debug;
use std::sync::Arc;

use stablehlo::TensorType;
use stablehlo::manual::ManualProgram;
use stablehlo::sharding::shards::Shards;

use crate::error::{Error, Result};
use crate::threads::cores::Cores;

/// The target of the custom call that stands for a manual computation in a graph. Its `backend_config` is the
/// number of the program.
pub(crate) const MANUAL_TARGET: &str = "labora.manual_computation";

/// A call of a manual computation from a program.
#[derive(Debug)]
pub(crate) struct ManualCall {
    /// The number of its program.
    pub(crate) program: usize,
    /// The number of its instances.
    instances: usize,
}

impl ManualCall {
    /// The call of the program whose number is `config`.
    ///
    /// # Errors
    /// There is no such program, or it has other operands and results.
    pub(crate) fn new(
        programs: &[Arc<ManualProgram>],
        config: &str,
        operands: &[TensorType],
        results: &[TensorType],
    ) -> Result<Self> {
        let number = config.parse::<usize>().ok().filter(|number| *number < programs.len());
        let unknown = || Error::unsupported(format!("this processor knows no custom call {MANUAL_TARGET:?}"));
        let program = number.ok_or_else(unknown)?;
        let ManualProgram { operands: cut, results: joined, .. } = programs[program].as_ref();
        let fits = |types: &[TensorType], shards: &[Shards]| {
            types.len() == shards.len()
                && types.iter().zip(shards).all(|(ty, s)| s.global.is_token() || *ty == s.global)
        };
        if !fits(operands, cut) || !fits(results, joined) {
            return Err(unknown());
        }
        Ok(Self { program, instances: programs[program].num_instances() })
    }

    /// For the text of a plan.
    pub(crate) fn describe(&self) -> String {
        format!("manual program {}, {} instances", self.program, self.instances)
    }
}

/// The compiled programs of the manual computations of a program.
pub(crate) trait ManualPrograms: Sync {
    /// Runs the program of that number: reads the operands, writes the results. The caller holds no permit.
    ///
    /// # Errors
    /// The error with which its run failed.
    fn run(&self, program: usize, cores: &Cores, reads: &[&[u8]], writes: Vec<&mut [u8]>) -> Result<()>;
}
