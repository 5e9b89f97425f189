//! The recording of profiles.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::profile::{StepEvent, StepInfo};
use crate::memory::Allocations;
use crate::plan::step::{Step, StepKind};
use crate::threads::cpu_time::thread_time;
use crate::threads::team::{HelperSample, Team};

/// The descriptions of a program's steps in profiles, by [`StepId`](crate::ir::StepId).
#[derive(Debug, Default)]
pub(crate) struct StepInfos(Vec<Option<Arc<StepInfo>>>);

impl StepInfos {
    /// The descriptions of these steps, and of the steps inside them.
    pub(crate) fn of<'s>(steps: impl Iterator<Item = &'s Step>, allocations: &Allocations) -> Self {
        let mut infos = Self::default();
        infos.describe(steps, allocations);
        infos
    }

    fn describe<'s>(&mut self, steps: impl IntoIterator<Item = &'s Step>, allocations: &Allocations) {
        for step in steps {
            step.blocks_of_steps().into_iter().for_each(|inner| self.describe(inner, allocations));
            if !matches!(
                step.kind,
                StepKind::Loop(_)
                    | StepKind::Kernel(_)
                    | StepKind::Copy
                    | StepKind::AllReduce(_)
                    | StepKind::Exchange(_)
                    | StepKind::HostCall(_)
                    | StepKind::ManualCall(_)
            ) {
                continue;
            }
            let sizes = || step.reads.iter().chain(&step.writes).map(|id| allocations.get(*id).1 as u64);
            let name = step.name.replace("stablehlo.", "");
            let name = match step.kind {
                StepKind::Kernel(_) if step.flops > 0 => name,
                _ => format!("{name} [{} KiB]", sizes().max().unwrap_or(0) / 1024),
            };
            // A copy of a value to its own address moves nothing.
            let is_no_op = matches!(step.kind, StepKind::Copy)
                && allocations.get(step.reads[0]) == allocations.get(step.writes[0]);
            let bytes = if is_no_op { 0 } else { sizes().sum() };
            let info = StepInfo { name, locations: step.locations.clone(), flops: step.flops, bytes };
            let index = step.id.index();
            self.0.resize(self.0.len().max(index + 1), None);
            self.0[index] = Some(Arc::new(info));
        }
    }

    fn get(&self, step: &Step) -> Option<&Arc<StepInfo>> {
        self.0.get(step.id.index())?.as_ref()
    }
}

/// Records the steps that one thread executes for a replica; if the run is not profiled it does nothing.
pub(crate) struct Recorder<'r> {
    infos: Option<&'r StepInfos>,
    replica: usize,
    /// Wall-clock time and CPU time at the start of the running step.
    start: Option<(Instant, Duration)>,
    events: Vec<StepEvent>,
}

impl<'r> Recorder<'r> {
    pub(crate) fn new(infos: Option<&'r StepInfos>, replica: usize) -> Self {
        Self { infos, replica, start: None, events: Vec::new() }
    }

    /// A recorder for another thread of the same replica.
    pub(crate) fn fork(&self) -> Self {
        Self::new(self.infos, self.replica)
    }

    /// Notes that a step starts, or that it has got what it waited for.
    pub(crate) fn begin(&mut self) {
        if self.infos.is_some() {
            self.start = Some((Instant::now(), thread_time()));
        }
    }

    /// Notes that `step`, which began last, has ended on the thread of that number. Loops and branches are
    /// not recorded.
    pub(crate) fn end(&mut self, step: &Step, thread: usize, team: &Team<'_>) {
        let Some((start, cpu_before)) = self.start.take() else { return };
        let samples = team.take_samples();
        let Some(info) = self.infos.and_then(|infos| infos.get(step)) else { return };
        let cpu = thread_time().saturating_sub(cpu_before);
        let wall = start.elapsed();
        // The two clocks are not synchronized, but a step never has more CPU time than wall-clock time.
        let cpu = cpu.min(wall);
        let event = StepEvent { step: info.clone(), start, wall, cpu, replica: self.replica, thread, is_helper: false };
        let of_helper = |sample: HelperSample| {
            let HelperSample { start, wall, cpu, thread } = sample;
            StepEvent { start, wall, cpu, thread, is_helper: true, ..event.clone() }
        };
        self.events.extend(samples.into_iter().map(of_helper));
        self.events.push(event);
    }

    /// Adds the events of another recorder of the same replica.
    pub(crate) fn join(&mut self, other: Recorder<'_>) {
        self.events.extend(other.events);
    }

    pub(crate) fn into_events(self) -> Vec<StepEvent> {
        self.events
    }
}
