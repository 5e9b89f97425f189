//! The execution of leaf steps: those that contain no steps and are no rendezvous.

use super::context::RunContext;
use super::recorder::Recorder;
use crate::elementwise::{LoopArgs, LoopScratch};
use crate::error::{Error, ErrorKind, Result};
use crate::ir::BlockPosition;
use crate::memory::{Access, AddressTable};
use crate::plan::step::{KernelArgs, Step, StepKind};
use crate::threads::team::Team;
use kernels::Isa;

/// One thread that executes steps of one replica.
pub(crate) struct Executor<'r> {
    pub(crate) isa: Isa,
    pub(crate) team: Team<'r>,
    pub(crate) addresses: AddressTable<'r>,
    /// That of the permit; none before the first loop.
    pub(crate) loop_scratch: Option<Box<LoopScratch>>,
    /// The number of the permit that the thread holds, or held last.
    pub(crate) thread: usize,
    pub(crate) recorder: Recorder<'r>,
    pub(crate) position: BlockPosition,
}

impl<'r> Executor<'r> {
    pub(crate) fn new(context: &'r RunContext<'r>, replica: usize, addresses: AddressTable<'r>) -> Self {
        Self {
            isa: context.isa,
            team: Team::new(context.cores, context.infos.is_some()),
            addresses,
            loop_scratch: None,
            thread: 0,
            recorder: Recorder::new(context.infos, replica),
            position: BlockPosition::ONLY,
        }
    }

    /// An executor for the same replica, on the thread with the permit of that number, with other memory.
    pub(crate) fn fork<'f>(&self, thread: usize, addresses: AddressTable<'f>) -> Executor<'f>
    where
        'r: 'f,
    {
        Executor {
            isa: self.isa,
            team: self.team.fork(),
            addresses,
            loop_scratch: None,
            thread,
            recorder: self.recorder.fork(),
            position: BlockPosition::ONLY,
        }
    }

    /// Runs `f` on a fork of this executor, which stays on this thread, with other memory.
    pub(crate) fn with_addresses<'f, T>(
        &mut self,
        addresses: AddressTable<'f>,
        f: impl FnOnce(&mut Executor<'f>) -> T,
    ) -> T
    where
        'r: 'f,
    {
        let mut fork = self.fork(self.thread, addresses);
        std::mem::swap(&mut self.loop_scratch, &mut fork.loop_scratch);
        let outcome = f(&mut fork);
        self.loop_scratch = fork.loop_scratch;
        self.recorder.join(fork.recorder);
        outcome
    }

    /// Runs a leaf step, and records when it ran if the run is profiled.
    ///
    /// # Errors
    /// As [`run_leaf`](Self::run_leaf).
    pub(crate) fn run_recorded(&mut self, step: &Step) -> Result<()> {
        self.recorder.begin();
        self.run_leaf(step).map_err(|e| in_step(e, step))?;
        self.recorder.end(step, self.thread, &self.team);
        Ok(())
    }

    /// Runs a leaf step.
    ///
    /// # Errors
    /// An internal error if it is no leaf step, or if its memory overlaps or its kernel fails.
    pub(crate) fn run_leaf(&mut self, step: &Step) -> Result<()> {
        let isa = self.isa;
        match &step.kind {
            StepKind::Loop(fused) => {
                let args = LoopArgs {
                    id: step.id,
                    isa,
                    team: &self.team,
                    addresses: &mut self.addresses,
                    reads: &step.reads,
                    writes: &step.writes,
                    in_place: &step.in_place,
                    position: self.position,
                };
                fused.run(args, self.loop_scratch.get_or_insert_default())
            }
            StepKind::Kernel(kernel) => {
                let in_place = step.in_place.first().copied();
                let Access { reads, writes } = self.addresses.access(&step.reads, &step.writes, in_place)?;
                kernel.run(KernelArgs { reads, writes, isa, position: self.position, team: &self.team })
            }
            StepKind::Copy => self.addresses.copy(step.reads[0], step.writes[0]),
            _ => Err(Error::new(ErrorKind::Internal, "only loops, kernels and copies can run here")),
        }
    }
}

/// Adds the name of the step to an internal error.
pub(crate) fn in_step(e: Error, step: &Step) -> Error {
    match e.kind() {
        ErrorKind::Internal => e.at(&step.name),
        _ => e,
    }
}
