//! Profiles: when each step of a run was executed, where, and at what cost.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A record of runs, as [`Executable::run_profiled`](crate::Executable::run_profiled) returns it.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// The runs, in the order in which they ended.
    pub runs: Vec<RunProfile>,
}

/// One run of a program.
#[derive(Clone, Debug)]
pub struct RunProfile {
    /// The name of the program.
    pub program: String,
    /// The number of replicas.
    pub replicas: usize,
    /// The number of threads that could compute at a time.
    pub threads: usize,
    /// The start of the run, on the monotonic clock.
    pub start: Instant,
    /// The duration of the run in wall-clock time.
    pub wall: Duration,
    /// The steps that ran: replica after replica, each in the order of time. Loops and branches are not
    /// events, but the steps inside them are. No two events of one thread overlap.
    pub events: Vec<StepEvent>,
}

/// One execution of a step.
#[derive(Clone, Debug)]
pub struct StepEvent {
    /// The step.
    pub step: Arc<StepInfo>,
    /// The start; an all-reduce starts once all its replicas have arrived.
    pub start: Instant,
    /// The duration in wall-clock time.
    pub wall: Duration,
    /// The CPU time of its thread, if the system reports it; else the same as `wall`.
    pub cpu: Duration,
    /// The number of the replica.
    pub replica: usize,
    /// The number of the thread among those that compute at a time, from 0.
    pub thread: usize,
    /// True if the thread helped with a step of another thread. The event of that one counts the execution.
    pub is_helper: bool,
}

/// A step, and the cost of one execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepInfo {
    /// Operations and shapes.
    pub name: String,
    /// The source locations of its operations in the program, such as names of layers.
    pub locations: Vec<Arc<str>>,
    /// Arithmetic operations.
    pub flops: u64,
    /// Bytes of the values that it reads and writes.
    pub bytes: u64,
}

/// All executions of the steps of one name.
#[derive(Clone, Debug)]
pub struct StepTotal {
    /// Operations and shapes.
    pub name: String,
    /// The source locations of the operations without repetitions.
    pub locations: Vec<Arc<str>>,
    /// The number of executions.
    pub count: u64,
    /// CPU time of all threads.
    pub cpu: Duration,
    /// Wall-clock time of all threads, added up.
    pub wall: Duration,
    /// Arithmetic operations of all executions.
    pub flops: u64,
    /// Bytes read and written by all executions.
    pub bytes: u64,
}

impl Profile {
    /// The steps added up by name, those with the most CPU time first.
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

    /// The wall-clock time of all runs, added up.
    pub fn wall(&self) -> Duration {
        self.runs.iter().map(|run| run.wall).sum()
    }

    /// The time that all threads could have computed: for each run its wall-clock time times its threads.
    pub fn capacity(&self) -> Duration {
        self.runs.iter().map(|run| run.wall * u32::try_from(run.threads).unwrap_or(u32::MAX)).sum()
    }
}

impl StepTotal {
    fn of(name: &str) -> Self {
        let (cpu, wall) = (Duration::ZERO, Duration::ZERO);
        Self { name: name.to_string(), locations: Vec::new(), count: 0, cpu, wall, flops: 0, bytes: 0 }
    }

    fn add(&mut self, event: &StepEvent) {
        for location in &event.step.locations {
            if !self.locations.contains(location) {
                self.locations.push(location.clone());
            }
        }
        self.cpu += event.cpu;
        self.wall += event.wall;
        if event.is_helper {
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
