//! One replica's way through the program, and all replicas together.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};

use super::all_reduce::{AllReduceTask, Participant};
use super::executor::{BlockScheduler, Executor, named, panicked};
use super::leader::LeaderLatch;
use super::profile::{Recorder, StepEvent, StepInfos};
use super::rendezvous::{Action, Rendezvous, RendezvousKey};
use crate::elementwise::LoopScratch;
use crate::ir::graph::ValueId;
use crate::memory::{AddressTable, AlignedBytes, Frame, RawSlice};
use crate::plan::step::{BatchLoop, BlockPosition, Step, StepKind};
use crate::threads::cores::{Cores, Permit};
use crate::threads::team::Team;
use crate::{Error, ErrorKind, Result};
use kernels::Isa;

/// What all replicas of a run share.
pub(crate) struct RunContext<'r> {
    pub(crate) steps: &'r [Step],
    pub(crate) isa: Isa,
    pub(crate) cores: &'r Cores,
    pub(crate) scratch_bytes: usize,
    pub(crate) lane_bytes: usize,
    /// Names of steps, where the run is to be recorded.
    pub(crate) infos: Option<&'r StepInfos>,
}

/// Runs the program on each frame, a replica each; gives the frames back, and the steps that ran where
/// that is to be recorded.
pub(crate) fn run_replicas<'f>(
    shared: &RunContext<'_>,
    mut frames: Vec<Frame<'f>>,
) -> Result<(Vec<Frame<'f>>, Vec<StepEvent>)> {
    let rendezvous = Rendezvous::new(frames.len());
    let Some(mut for_all) = frames.first_mut().map(Frame::addresses) else { return Ok((frames, Vec::new())) };
    for_all.alone = true;
    let one = |replica: usize, frame: Frame<'f>| run_one(shared, &rendezvous, &for_all, replica, frame);
    let outcomes: Vec<Result<(Frame<'f>, Vec<StepEvent>)>> = if frames.len() == 1 {
        frames.into_iter().map(|frame| one(0, frame)).collect()
    } else {
        std::thread::scope(|scope| {
            let one = &one;
            let handles: Vec<_> =
                frames.into_iter().enumerate().map(|(i, frame)| scope.spawn(move || one(i, frame))).collect();
            let joined = handles.into_iter().map(|h| h.join().unwrap_or_else(|panic| Err(panicked(panic))));
            joined.collect()
        })
    };
    // The error that started it says more than those of the replicas that waited in vain.
    if outcomes.iter().any(|o| o.is_err()) {
        let own = |o: &Result<(Frame<'f>, Vec<StepEvent>)>| matches!(o, Err(e) if e.kind() != ErrorKind::Collective);
        let at = outcomes.iter().position(own).or_else(|| outcomes.iter().position(|o| o.is_err()));
        let failed = outcomes.into_iter().nth(at.unwrap_or_default());
        return Err(match failed {
            Some(Err(e)) => e,
            _ => Error::new(ErrorKind::Internal, "a replica failed without an error"),
        });
    }
    let (mut frames, mut events) = (Vec::new(), Vec::new());
    for (frame, own) in outcomes.into_iter().flatten() {
        frames.push(frame);
        events.extend(own);
    }
    Ok((frames, events))
}

/// Does steps that prepare what replicas will read, with these addresses; gives them where that is to be recorded.
pub(crate) fn run_prepack_steps<'s>(
    shared: &RunContext<'_>,
    mut addresses: AddressTable<'_>,
    mut steps: impl Iterator<Item = &'s Step>,
) -> Result<Vec<StepEvent>> {
    addresses.preparing = true;
    let mut permit = shared.cores.acquire(0);
    let mut worker = Executor {
        isa: shared.isa,
        team: Team::new(shared.cores, shared.infos.is_some()),
        addresses,
        tiles: std::mem::take(&mut permit.loop_scratch),
        thread: permit.number,
        recorder: Recorder::new(shared.infos, 0),
        position: BlockPosition::ONLY,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| steps.try_for_each(|step| worker.run_recorded(step))))
        .unwrap_or_else(|panic| Err(panicked(panic)));
    permit.loop_scratch = worker.tiles;
    shared.cores.release(permit);
    outcome.map(|()| worker.recorder.into_events())
}

fn run_one<'f>(
    shared: &RunContext<'_>,
    rendezvous: &Rendezvous,
    for_all: &AddressTable<'f>,
    replica: usize,
    mut frame: Frame<'f>,
) -> Result<(Frame<'f>, Vec<StepEvent>)> {
    let worker = Executor {
        isa: shared.isa,
        team: Team::new(shared.cores, shared.infos.is_some()),
        addresses: frame.addresses(),
        tiles: LoopScratch::default(),
        thread: 0,
        recorder: Recorder::new(shared.infos, replica),
        position: BlockPosition::ONLY,
    };
    let mut runner =
        ReplicaRunner { shared, rendezvous, for_all, replica, worker, arena: None, lanes: Vec::new(), holds: false };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runner.take_permit();
        runner.steps(shared.steps)
    }))
    .unwrap_or_else(|panic| Err(panicked(panic)));
    runner.give_permit();
    rendezvous.done(replica, outcome.as_ref().err());
    let events = runner.worker.recorder.into_events();
    outcome.map(|()| (frame, events))
}

/// A replica on its way.
struct ReplicaRunner<'r> {
    shared: &'r RunContext<'r>,
    rendezvous: &'r Rendezvous,
    /// Where the memory lies with which something is done for all replicas: that of the first.
    for_all: &'r AddressTable<'r>,
    replica: usize,
    worker: Executor<'r>,
    /// The permit's arenas: the one for values, and those of lanes.
    arena: Option<AlignedBytes>,
    lanes: Vec<AlignedBytes>,
    holds: bool,
}

impl ReplicaRunner<'_> {
    fn take_permit(&mut self) {
        let Permit { number, arena, partitions: lanes, loop_scratch: tiles } =
            self.shared.cores.acquire(self.shared.scratch_bytes);
        self.worker.addresses.scratch = arena.as_ref().map_or(RawSlice::EMPTY, RawSlice::of_block);
        (self.arena, self.lanes) = (arena, lanes);
        self.worker.tiles = tiles;
        self.worker.thread = number;
        self.holds = true;
        // A replica by itself runs on the caller's thread.
        if self.rendezvous.all.len() > 1 {
            self.shared.cores.pin_thread(number);
        }
    }

    fn give_permit(&mut self) {
        if std::mem::take(&mut self.holds) {
            self.worker.addresses.scratch = RawSlice::EMPTY;
            let tiles = std::mem::take(&mut self.worker.tiles);
            let (arena, lanes) = (self.arena.take(), std::mem::take(&mut self.lanes));
            self.shared.cores.release(Permit {
                number: self.worker.thread,
                arena,
                partitions: lanes,
                loop_scratch: tiles,
            });
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.worker.recorder.begin();
            self.step(step).map_err(|e| named(e, step))?;
            self.worker.recorder.end(step, self.worker.thread, &self.worker.team);
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        match &step.kind {
            StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy => self.worker.run_leaf(step),
            StepKind::While { condition, predicate, body } => loop {
                self.steps(condition)?;
                let holds = self.worker.addresses.access(&[*predicate], &[], None)?.reads[0][0] != 0;
                if !holds {
                    return Ok(());
                }
                self.steps(body)?;
            },
            StepKind::BatchLoop(rows) => self.rows(rows),
            StepKind::Branch { branches } => {
                let chosen = {
                    let access = self.worker.addresses.access(&step.reads, &[], None)?;
                    match access.reads[0] {
                        [flag] => usize::from(*flag == 0),
                        index => {
                            let index: &[i32] = bytemuck::cast_slice(index);
                            // Any number that is no branch chooses the last.
                            usize::try_from(index[0]).map_or(branches.len() - 1, |i| i.min(branches.len() - 1))
                        }
                    }
                };
                self.steps(&branches[chosen])
            }
            StepKind::AllReduce(reduction) => {
                let share = |ids: &[ValueId]| ids.iter().map(|id| self.worker.addresses.lend(*id)).collect();
                let brought = Participant { operands: share(&step.reads), results: share(&step.writes) };
                let members = reduction.group_of(self.replica);
                let sums = |parts| Action::Reduce(Arc::new(AllReduceTask::new(reduction, parts)));
                self.meet(step, members, brought, sums)
            }
            StepKind::OncePerRun(_) => {
                let turn = |_| Action::Once(Arc::new(LeaderLatch::default()));
                self.meet(step, (0, &self.rendezvous.all), Participant::default(), turn)
            }
            StepKind::ReplicaId => {
                let mut access = self.worker.addresses.access(&[], &step.writes, None)?;
                access.writes[0].copy_from_slice(&(self.replica as u32).to_ne_bytes());
                Ok(())
            }
        }
    }

    /// Waits for the others at a step, and does with them what they have met for.
    fn meet(
        &mut self,
        step: &Step,
        (group, members): (usize, &[usize]),
        brought: Participant,
        job: impl FnOnce(Vec<Participant>) -> Action,
    ) -> Result<()> {
        self.give_permit();
        let place = RendezvousKey { step: step.id, name: &step.name, group, members };
        match self.rendezvous.join(self.replica, place, brought, job)? {
            Action::Reduce(sums) => {
                self.take_permit();
                self.worker.recorder.begin();
                sums.work(self.shared.isa);
                Ok(())
            }
            Action::Once(turn) if turn.try_lead() => {
                self.take_permit();
                let body = step.blocks_of_steps().into_iter().flatten();
                let outcome = catch_unwind(AssertUnwindSafe(|| self.for_all(body)));
                let outcome = outcome.unwrap_or_else(|panic| Err(panicked(panic)));
                turn.complete(outcome.as_ref().err());
                outcome
            }
            // Without a permit, which the thread at work has use for.
            Action::Once(turn) => {
                turn.wait()?;
                self.take_permit();
                Ok(())
            }
        }
    }

    /// Does steps for all replicas, with the memory of the first.
    fn for_all<'s>(&mut self, mut steps: impl Iterator<Item = &'s Step>) -> Result<()> {
        let own = std::mem::replace(&mut self.worker.addresses, self.for_all.clone());
        let outcome = steps.try_for_each(|step| self.worker.run_recorded(step));
        self.worker.addresses = own;
        outcome
    }

    /// All blocks of a region, its lanes on as many threads as have nothing else to do.
    fn rows(&mut self, rows: &BatchLoop) -> Result<()> {
        let bytes = self.shared.lane_bytes;
        self.lanes.retain(|arena| arena.len() >= bytes);
        while self.lanes.len() < rows.partitions {
            self.lanes.push(AlignedBytes::zeroed(bytes));
        }
        let arenas: Vec<RawSlice> = self.lanes[..rows.partitions].iter().map(RawSlice::of_block).collect();
        let lanes = BlockScheduler { rows, arenas, next: AtomicUsize::new(0) };
        let (template, recorders) = (self.worker.fork(0), Mutex::new(Vec::new()));
        let own = || lanes.run(&mut self.worker);
        self.shared.cores.fork_join(rows.partitions, own, |scratch| {
            let mut helper = template.fork(scratch.number);
            helper.tiles = std::mem::take(&mut scratch.loop_scratch);
            let outcome = lanes.run(&mut helper);
            scratch.loop_scratch = helper.tiles;
            recorders.lock().unwrap_or_else(PoisonError::into_inner).push(helper.recorder);
            outcome
        })?;
        let recorders = recorders.into_inner().unwrap_or_else(PoisonError::into_inner);
        recorders.into_iter().for_each(|recorder| self.worker.recorder.join(recorder));
        rows.partial_reductions.iter().try_for_each(|join| self.worker.join(join, &lanes.arenas))
    }
}
