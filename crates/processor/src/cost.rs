//! The cost of a run, counted when the program is compiled.

use crate::memory::Allocations;
use crate::plan::step::{Step, StepKind};

/// The cost of one replica's run. The body of a loop counts once, whatever its number of iterations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Arithmetic operations.
    pub flops: u64,
    /// Bytes of the values that steps read and write.
    pub bytes: u64,
    /// The number of steps.
    pub steps: u64,
    /// True if the program has manual computations, or loops other than small ones with a known number of
    /// iterations, so that a run may take any time.
    pub has_loops: bool,
    /// True if the program calls its host ([`HostCallback`](crate::HostCallback)).
    pub calls_host: bool,
}

impl Cost {
    pub(crate) fn of(steps: &[Step], allocations: &Allocations) -> Self {
        let mut cost = Self::default();
        cost.add(steps, 1, allocations);
        cost
    }

    /// Adds that of a program that runs in so many instances inside this one.
    pub(crate) fn add_instances(&mut self, inner: &Self, instances: usize) {
        let n = instances as u64;
        self.flops += n * inner.flops;
        self.bytes += n * inner.bytes;
        self.steps += n * inner.steps;
        self.calls_host |= inner.calls_host;
    }

    fn add(&mut self, steps: &[Step], times: u64, allocations: &Allocations) {
        for step in steps {
            let inner = match &step.kind {
                StepKind::BatchLoop(batch_loop) => times * batch_loop.blocks as u64,
                _ => times,
            };
            self.has_loops |= match &step.kind {
                StepKind::While { .. } | StepKind::ManualCall(_) => true,
                StepKind::Kernel(kernel) => kernel.is_unbounded(),
                _ => false,
            };
            self.calls_host |= matches!(step.kind, StepKind::HostCall(_));
            let is_leaf = step.blocks_of_steps().is_empty();
            let values = step.reads.iter().chain(&step.writes).filter(|_| is_leaf);
            self.flops += times * step.flops;
            self.bytes += times * values.map(|id| allocations.get(*id).1 as u64).sum::<u64>();
            self.steps += times;
            step.blocks_of_steps().into_iter().for_each(|steps| self.add(steps, inner, allocations));
        }
    }
}
