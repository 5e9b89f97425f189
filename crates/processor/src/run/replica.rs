//! One replica's way through the program, and all replicas together.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::collective::{Contribution, Meetings};
use super::profile::{Recorder, StepEvent, StepInfos};
use super::{Cores, Scratch};
use crate::kernels::Isa;
use crate::memory::{Access, Frame};
use crate::step::{Io, Step, Visit, Work};
use crate::tile::TileScratch;
use crate::{Error, ErrorKind, Result};

/// What all replicas of a run share.
pub(crate) struct Shared<'r> {
    pub(crate) steps: &'r [Step],
    pub(crate) isa: Isa,
    pub(crate) cores: &'r Cores,
    pub(crate) scratch_bytes: usize,
    /// Names of steps, where the run is to be recorded.
    pub(crate) infos: Option<&'r StepInfos>,
}

/// Runs the program on each frame, a replica each; gives the frames back, and the steps that ran where
/// that is to be recorded.
pub(crate) fn run_replicas<'f>(
    shared: &Shared<'_>,
    frames: Vec<Frame<'f>>,
) -> Result<(Vec<Frame<'f>>, Vec<StepEvent>)> {
    let meetings = Meetings::new(frames.len());
    let one = |replica: usize, frame: Frame<'f>| run_one(shared, &meetings, replica, frame);
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

fn panicked(panic: Box<dyn std::any::Any + Send>) -> Error {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Error::new(ErrorKind::Internal, format!("the processor failed while running: {message}"))
}

fn run_one<'f>(
    shared: &Shared<'_>,
    meetings: &Meetings,
    replica: usize,
    frame: Frame<'f>,
) -> Result<(Frame<'f>, Vec<StepEvent>)> {
    let mut runner = Runner {
        shared,
        meetings,
        replica,
        frame,
        tiles: TileScratch::default(),
        holds: false,
        thread: 0,
        recorder: Recorder::new(shared.infos, replica),
        visit: Visit::ONLY,
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        runner.take_permit();
        runner.steps(shared.steps)
    }))
    .unwrap_or_else(|panic| Err(panicked(panic)));
    runner.give_permit();
    meetings.done(replica, outcome.as_ref().err());
    outcome.map(|()| (runner.frame, runner.recorder.into_events()))
}

struct Runner<'r, 'f> {
    shared: &'r Shared<'r>,
    meetings: &'r Meetings,
    replica: usize,
    frame: Frame<'f>,
    tiles: TileScratch,
    holds: bool,
    /// The number of the permit it holds, or held last.
    thread: usize,
    recorder: Recorder<'r>,
    visit: Visit,
}

impl Runner<'_, '_> {
    fn take_permit(&mut self) {
        let Scratch { number, arena, tiles } = self.shared.cores.acquire(self.shared.scratch_bytes);
        self.frame.scratch = arena;
        self.tiles = tiles;
        self.thread = number;
        self.holds = true;
    }

    fn give_permit(&mut self) {
        if std::mem::take(&mut self.holds) {
            let tiles = std::mem::take(&mut self.tiles);
            self.shared.cores.release(Scratch { number: self.thread, arena: self.frame.scratch.take(), tiles });
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.recorder.begin();
            self.step(step).map_err(|e| match e.kind() {
                ErrorKind::Internal => e.at(&step.name),
                _ => e,
            })?;
            self.recorder.end(step, self.thread);
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<()> {
        let isa = self.shared.isa;
        match &step.work {
            Work::Loop(fused) => fused.run(isa, &mut self.frame, step, &mut self.tiles, self.visit),
            Work::Kernel(kernel) => {
                let in_place = step.in_place.first().copied();
                let Access { reads, writes } = self.frame.access(&step.reads, &step.writes, in_place)?;
                kernel.run(Io { reads, writes, isa, visit: self.visit })
            }
            Work::Copy => self.frame.copy(step.reads[0], step.writes[0]),
            Work::While { condition, predicate, body } => loop {
                self.steps(condition)?;
                let holds = self.frame.access(&[*predicate], &[], None)?.reads[0][0] != 0;
                if !holds {
                    return Ok(());
                }
                self.steps(body)?;
            },
            Work::Rows { count, body } => {
                for block in 0..*count {
                    self.frame.block = block;
                    self.visit = Visit { first: block == 0, last: block + 1 == *count };
                    self.steps(body)?;
                }
                self.visit = Visit::ONLY;
                Ok(())
            }
            Work::Branch { branches } => {
                let chosen = {
                    let access = self.frame.access(&step.reads, &[], None)?;
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
            Work::AllReduce(reduction) => {
                let share = |ids: &[crate::graph::Id]| ids.iter().map(|id| self.frame.share(*id)).collect();
                let brought = Contribution { operands: share(&step.reads), results: share(&step.writes) };
                self.give_permit();
                let address = std::ptr::from_ref(step) as usize;
                let job = self.meetings.meet(self.replica, address, &step.name, reduction, brought)?;
                self.take_permit();
                self.recorder.begin();
                job.work(isa);
                Ok(())
            }
            Work::ReplicaId => {
                let mut access = self.frame.access(&[], &step.writes, None)?;
                access.writes[0].copy_from_slice(&(self.replica as u32).to_ne_bytes());
                Ok(())
            }
        }
    }
}
