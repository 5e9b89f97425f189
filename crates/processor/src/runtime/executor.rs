//! One thread at a replica's steps, and the lanes of a region that several may take.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::profile::Recorder;
use crate::elementwise::{LoopArgs, LoopScratch, combine, store_accumulator};
use crate::ir::BlockPosition;
use crate::memory::{Access, AddressTable, RawSlice};
use crate::plan::step::{BatchLoop, KernelArgs, PartialReduction, Step, StepKind};
use crate::threads::team::Team;
use crate::{Error, ErrorKind, Result};
use kernels::Isa;

/// The lanes of a region that runs: each is taken by one worker.
pub(crate) struct BlockScheduler<'s> {
    pub(crate) rows: &'s BatchLoop,
    /// One for each.
    pub(crate) arenas: Vec<RawSlice>,
    pub(crate) next: AtomicUsize,
}

impl BlockScheduler<'_> {
    /// Takes lane after lane until all are taken.
    pub(crate) fn run(&self, worker: &mut Executor<'_>) -> Result<()> {
        let BatchLoop { blocks: count, partitions: lanes, body, .. } = self.rows;
        loop {
            let lane = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(arena) = self.arenas.get(lane) else { return Ok(()) };
            worker.addresses.partition = *arena;
            let (first, end) = (lane * count / lanes, (lane + 1) * count / lanes);
            for block in first..end {
                worker.addresses.block = block;
                worker.position = BlockPosition { first: block == first, last: block + 1 == end };
                for step in body {
                    worker.run_recorded(step)?;
                }
            }
            worker.position = BlockPosition::ONLY;
        }
    }
}

/// One thread at a replica's steps.
pub(crate) struct Executor<'r> {
    pub(crate) isa: Isa,
    pub(crate) team: Team<'r>,
    pub(crate) addresses: AddressTable<'r>,
    pub(crate) tiles: LoopScratch,
    /// The number of the permit it holds, or held last.
    pub(crate) thread: usize,
    pub(crate) recorder: Recorder<'r>,
    pub(crate) position: BlockPosition,
}

impl Executor<'_> {
    /// One for another thread.
    pub(crate) fn fork(&self, thread: usize) -> Self {
        let (addresses, recorder) = (self.addresses.clone(), self.recorder.another());
        Self {
            isa: self.isa,
            team: self.team.another(),
            addresses,
            tiles: LoopScratch::default(),
            thread,
            recorder,
            position: BlockPosition::ONLY,
        }
    }

    /// As [`plain`](Self::plain), and notes when it ran.
    pub(crate) fn run_recorded(&mut self, step: &Step) -> Result<()> {
        self.recorder.begin();
        self.run_leaf(step).map_err(|e| named(e, step))?;
        self.recorder.end(step, self.thread, &self.team);
        Ok(())
    }

    /// A step that has no steps inside it and meets nobody.
    pub(crate) fn run_leaf(&mut self, step: &Step) -> Result<()> {
        let isa = self.isa;
        match &step.kind {
            StepKind::Loop(fused) => {
                let args = LoopArgs {
                    id: std::ptr::from_ref(step).addr(),
                    isa,
                    team: &self.team,
                    addresses: &self.addresses,
                    reads: &step.reads,
                    writes: &step.writes,
                    in_place: &step.in_place,
                    position: self.position,
                };
                fused.run(args, &mut self.tiles)
            }
            StepKind::Kernel(kernel) => {
                let in_place = step.in_place.first().copied();
                let Access { reads, writes } = self.addresses.access(&step.reads, &step.writes, in_place)?;
                kernel.run(KernelArgs { reads, writes, isa, position: self.position, team: &self.team })
            }
            StepKind::Copy => self.addresses.copy(step.reads[0], step.writes[0]),
            _ => Err(Error::new(ErrorKind::Internal, "a region has a step that is none of a block's")),
        }
    }

    /// Joins what the lanes have gathered.
    pub(crate) fn join(&mut self, join: &PartialReduction, arenas: &[RawSlice]) -> Result<()> {
        let mut sum = Vec::new();
        for arena in arenas {
            self.addresses.partition = *arena;
            let part = self.addresses.access(&[join.partial], &[], None)?.reads[0];
            if sum.is_empty() {
                sum = part.to_vec();
            } else {
                let before = sum.clone();
                combine(self.isa, join.kind, join.reg_type, &before, part, &mut sum);
            }
        }
        let whole = self.addresses.access(&[], &[join.total], None)?;
        let Access { mut writes, .. } = whole;
        store_accumulator(self.isa, join.element, &sum, writes[0]);
        Ok(())
    }
}

/// An internal error with the name of the step.
pub(crate) fn named(e: Error, step: &Step) -> Error {
    match e.kind() {
        ErrorKind::Internal => e.at(&step.name),
        _ => e,
    }
}

/// What a panic says, as an error.
pub(crate) fn panicked(panic: Box<dyn std::any::Any + Send>) -> Error {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Error::new(ErrorKind::Internal, format!("the processor failed while running: {message}"))
}
