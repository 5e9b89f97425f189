//! Manual computations: the region runs as a program of replicas, once for each instance, on the shards of the
//! operands.

use std::sync::Arc;

use stablehlo::manual::ManualProgram;
use stablehlo::sharding::Shards;

use crate::arguments::Argument;
use crate::error::Result;
use crate::executable::{Executable, compile};
use crate::memory::Buffer;
use crate::memory_stats::MemoryStats;
use crate::options::CompileOptions;
use crate::passes::inline_calls::without_token;
use crate::plan::manual_call::ManualPrograms;
use crate::threads::cores::Cores;

/// The compiled manual computations of a program, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct CompiledManual(Vec<(Arc<ManualProgram>, Executable)>);

impl CompiledManual {
    /// Compiles the manual computations of a program.
    ///
    /// # Errors
    /// Those of [`compile`].
    pub(crate) fn compile(programs: &[Arc<ManualProgram>], options: &CompileOptions) -> Result<Self> {
        let compiled = programs.iter().map(|program| Ok((program.clone(), compile(&program.module, options)?)));
        compiled.collect::<Result<_>>().map(Self)
    }

    /// The compiled programs.
    pub(crate) fn executables(&self) -> impl Iterator<Item = &Executable> {
        self.0.iter().map(|(_, executable)| executable)
    }

    /// Bytes of the shards and of the runs of the largest program, beside the memory of its caller.
    pub(crate) fn peak_bytes(&self, threads: usize) -> usize {
        let bytes = |executable: &Executable| {
            let MemoryStats { peak_bytes, .. } = executable.memory(threads);
            peak_bytes
        };
        self.executables().map(bytes).max().unwrap_or(0)
    }
}

impl ManualPrograms for CompiledManual {
    fn run(&self, program: usize, cores: &Cores, reads: &[&[u8]], writes: Vec<&mut [u8]>) -> Result<()> {
        let (program, executable) = &self.0[program];
        let n = program.num_instances();
        let mut arguments: Vec<Vec<Argument>> = (0..n).map(|_| Vec::with_capacity(reads.len())).collect();
        for (bytes, shards) in reads.iter().zip(&program.operands) {
            let buffers = cut(bytes, shards);
            arguments.iter_mut().zip(buffers).for_each(|(list, buffer)| list.push(Argument::Borrow(buffer)));
        }
        let results = executable.run(cores, arguments)?;
        for (i, (write, shards)) in writes.into_iter().zip(&program.results).enumerate() {
            shards.join_all(|instance| results[instance][i].as_bytes(), write);
        }
        Ok(())
    }
}

/// The shards of the instances. Equal shards share their memory.
fn cut(global: &[u8], shards: &Shards) -> Vec<Buffer> {
    let mut buffers: Vec<Buffer> = Vec::with_capacity(shards.offsets.len());
    for instance in 0..shards.offsets.len() {
        let buffer = match shards.first_holder(instance) {
            first if first < instance => buffers[first].clone(),
            _ => Buffer::build(without_token(&shards.shard), |bytes| shards.cut(instance, global, bytes)),
        };
        buffers.push(buffer);
    }
    buffers
}
