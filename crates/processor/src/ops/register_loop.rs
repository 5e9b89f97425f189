//! A `while` loop as a register program.

use crate::elementwise::register_program::RegisterProgram;
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// Runs all iterations of a loop. A carried array that the loop accesses by slices is in its result's memory
/// before the loop begins.
#[derive(Debug)]
pub(crate) struct RegisterLoop {
    program: RegisterProgram,
    /// The number of iterations, if it is known.
    trips: Option<u64>,
}

impl RegisterLoop {
    pub(crate) fn new(program: RegisterProgram, trips: Option<u64>) -> Self {
        Self { program, trips }
    }
}

impl Kernel for RegisterLoop {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        self.program.run(args.isa, &args.reads, &mut args.writes)
    }

    fn is_unbounded(&self) -> bool {
        self.trips.is_none()
    }
}
