//! What runs did and when: each step with its time, its place and its cost.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::memory::Allocations;
use crate::plan::step::{Step, StepKind};
use crate::threads::cpu_time::thread_time;
use crate::threads::team::{HelperSample, Team};

/// What runs did: made by [`Executable::run_profiled`](crate::Executable::run_profiled).
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The runs, in the order in which they ended.
    pub runs: Vec<RunProfile>,
}

/// One run of a program.
#[derive(Clone, Debug)]
pub struct RunProfile {
    /// The program's name.
    pub program: String,
    /// How many replicas ran it.
    pub replicas: usize,
    /// How many threads there were for them.
    pub threads: usize,
    /// When it began, on the monotonic clock.
    pub start: Instant,
    /// How long it took, by the clock on the wall.
    pub wall: Duration,
    /// Steps that ran: replica after replica, each in order of time. Loops and branches are not steps, what is inside
    /// them is. On one thread no two overlap.
    pub events: Vec<StepEvent>,
}

/// One time that a step ran.
#[derive(Clone, Debug)]
pub struct StepEvent {
    /// What ran.
    pub step: Arc<StepInfo>,
    /// When it began; an all-reduce begins when all replicas have come.
    pub start: Instant,
    /// How long it took, by the clock on the wall.
    pub wall: Duration,
    /// How long its thread was on a processor meanwhile, where the system tells; else as `wall`.
    pub cpu: Duration,
    /// For which replica.
    pub replica: usize,
    /// On which of the threads that compute at a time: from 0.
    pub thread: usize,
    /// Whether the thread only shared in the step of another one, of which there is an event too: that one counts.
    pub helps: bool,
}

/// What a step is, and what one time of it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepInfo {
    /// Operations and shapes.
    pub name: String,
    /// Where its operations come from: their locations in the program, such as names of layers.
    pub from: Vec<Arc<str>>,
    /// Arithmetic operations.
    pub flops: u64,
    /// Bytes of the values it reads and writes.
    pub bytes: u64,
}

/// All times that steps of one name ran.
#[derive(Clone, Debug)]
pub struct StepTotal {
    /// Operations and shapes.
    pub name: String,
    /// Where the operations come from, each place once.
    pub from: Vec<Arc<str>>,
    /// How often they ran.
    pub count: u64,
    /// How long threads were on a processor for them.
    pub cpu: Duration,
    /// How long they took by the clock on the wall, all threads together.
    pub wall: Duration,
    /// Arithmetic operations altogether.
    pub flops: u64,
    /// Bytes read and written altogether.
    pub bytes: u64,
}

impl Profile {
    /// Steps of equal name together, the longest first.
    pub fn by_step(&self) -> Vec<StepTotal> {
        let mut at: HashMap<&str, usize> = HashMap::new();
        let mut totals: Vec<StepTotal> = Vec::new();
        for event in self.runs.iter().flat_map(|run| &run.events) {
            let step = &*event.step;
            let at = *at.entry(&step.name).or_insert_with(|| {
                totals.push(StepTotal::of(&step.name));
                totals.len() - 1
            });
            totals[at].add(event);
        }
        totals.sort_by(|a, b| b.cpu.cmp(&a.cpu).then_with(|| a.name.cmp(&b.name)));
        totals
    }

    /// How long the runs took by the clock on the wall, one after the other.
    pub fn wall(&self) -> Duration {
        self.runs.iter().map(|run| run.wall).sum()
    }

    /// How long the threads that there were for the runs could have computed: wall-clock time times threads.
    pub fn capacity(&self) -> Duration {
        self.runs.iter().map(|run| run.wall * u32::try_from(run.threads).unwrap_or(u32::MAX)).sum()
    }
}

impl StepTotal {
    fn of(name: &str) -> Self {
        let (cpu, wall) = (Duration::ZERO, Duration::ZERO);
        Self { name: name.to_string(), from: Vec::new(), count: 0, cpu, wall, flops: 0, bytes: 0 }
    }

    fn add(&mut self, event: &StepEvent) {
        for place in &event.step.from {
            if !self.from.contains(place) {
                self.from.push(place.clone());
            }
        }
        self.cpu += event.cpu;
        self.wall += event.wall;
        if event.helps {
            return;
        }
        self.count += 1;
        self.flops += event.step.flops;
        self.bytes += event.step.bytes;
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.by_step();
        let total: f64 = steps.iter().map(|s| s.cpu.as_secs_f64()).sum();
        writeln!(f, "{:>9} {:>6} {:>8} {:>9} {:>7}  step", "ms", "%", "times", "GFLOP/s", "GB/s")?;
        for s in &steps {
            let seconds = s.cpu.as_secs_f64();
            let rate = |n: u64| n as f64 / seconds.max(1e-12) / 1e9;
            let (ms, share) = (seconds * 1e3, 100.0 * seconds / total.max(1e-12));
            let (flops, bytes) = (rate(s.flops), rate(s.bytes));
            writeln!(f, "{ms:9.2} {share:6.1} {:8} {flops:9.1} {bytes:7.1}  {}", s.count, s.name)?;
        }
        write!(f, "{:9.2}", total * 1e3)
    }
}

/// What profiles say of a program's steps, by the step's place in memory: a program's steps never move.
#[derive(Debug, Default)]
pub(crate) struct StepInfos(Vec<Option<Arc<StepInfo>>>);

impl StepInfos {
    /// Those of all steps, and of the steps inside them.
    pub(crate) fn of<'s>(steps: impl Iterator<Item = &'s Step>, allocations: &Allocations) -> Self {
        let mut infos = Self::default();
        infos.describe(steps, allocations);
        infos
    }

    fn describe<'s>(&mut self, steps: impl IntoIterator<Item = &'s Step>, allocations: &Allocations) {
        for step in steps {
            step.blocks_of_steps().into_iter().for_each(|inner| self.describe(inner, allocations));
            if !matches!(step.kind, StepKind::Loop(_) | StepKind::Kernel(_) | StepKind::Copy | StepKind::AllReduce(_)) {
                continue;
            }
            let sizes = || step.reads.iter().chain(&step.writes).map(|id| allocations.get(*id).1 as u64);
            let name = step.name.replace("stablehlo.", "");
            let name = match step.kind {
                StepKind::Kernel(_) if step.flops > 0 => name,
                _ => format!("{name} [{} KiB]", sizes().max().unwrap_or(0) / 1024),
            };
            // A copy of a value to where it lies moves nothing.
            let stays = matches!(step.kind, StepKind::Copy)
                && allocations.get(step.reads[0]) == allocations.get(step.writes[0]);
            let bytes = if stays { 0 } else { sizes().sum() };
            let info = StepInfo { name, from: step.locations.clone(), flops: step.flops, bytes };
            let index = step.id.index();
            self.0.resize(self.0.len().max(index + 1), None);
            self.0[index] = Some(Arc::new(info));
        }
    }

    fn get(&self, step: &Step) -> Option<&Arc<StepInfo>> {
        self.0.get(step.id.index())?.as_ref()
    }
}

/// Writes down what a replica does; without `infos` nothing, at no cost.
pub(crate) struct Recorder<'r> {
    infos: Option<&'r StepInfos>,
    replica: usize,
    began: Option<(Instant, Duration)>,
    events: Vec<StepEvent>,
}

impl<'r> Recorder<'r> {
    pub(crate) fn new(infos: Option<&'r StepInfos>, replica: usize) -> Self {
        Self { infos, replica, began: None, events: Vec::new() }
    }

    /// The work of a step begins here; again, where it waited for something first.
    pub(crate) fn begin(&mut self) {
        if self.infos.is_some() {
            self.began = Some((Instant::now(), thread_time()));
        }
    }

    /// The step that began last is done, on that thread. Loops and branches leave nothing.
    pub(crate) fn end(&mut self, step: &Step, thread: usize, team: &Team<'_>) {
        let Some((start, before)) = self.began.take() else { return };
        let helped = team.helped();
        let Some(info) = self.infos.and_then(|infos| infos.get(step)) else { return };
        let cpu = thread_time().saturating_sub(before);
        let wall = start.elapsed();
        // The two clocks tick apart: a step is never longer on a processor than it took.
        let cpu = cpu.min(wall);
        let event = StepEvent { step: info.clone(), start, wall, cpu, replica: self.replica, thread, helps: false };
        let help = |help: HelperSample| {
            let HelperSample { start, wall, cpu, thread } = help;
            StepEvent { start, wall, cpu, thread, helps: true, ..event.clone() }
        };
        self.events.extend(helped.into_iter().map(help));
        self.events.push(event);
    }

    /// What another recorder of the same replica has written down, too.
    pub(crate) fn join(&mut self, other: Recorder<'_>) {
        self.events.extend(other.events);
    }

    /// A recorder for another thread of the same replica.
    pub(crate) fn another(&self) -> Self {
        Self::new(self.infos, self.replica)
    }

    pub(crate) fn into_events(self) -> Vec<StepEvent> {
        self.events
    }
}
