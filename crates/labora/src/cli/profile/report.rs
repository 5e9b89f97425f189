//! The figures of a profile: rates, shares, and fractions of the machine's peak.

use std::time::Duration;

use plugin::{Profile, StepTotal};
use serde_json::{Value, json};

/// A profile in figures. Times, counts and costs are sums over all runs.
pub struct Report<'a> {
    /// The profiled program.
    pub subject: &'a str,
    pub runs: usize,
    /// The number of threads.
    pub threads: usize,
    /// The wall-clock time of the runs.
    pub wall: Duration,
    /// Steps, those of equal name merged, the longest first.
    pub steps: Vec<StepTotal>,
    /// The peak of all of this machine's threads together.
    pub peak_gflops: f64,
    /// Threads times wall-clock time: the denominator of shares.
    capacity: Duration,
}

/// The figures of a step, or of several.
pub struct Figures {
    /// CPU time.
    pub seconds: f64,
    pub flops: u64,
    pub bytes: u64,
    /// The rate of one thread during the step.
    pub gflops: f64,
    pub gbytes_per_s: f64,
    /// The share of the runs' time on all threads.
    pub share: f64,
    /// The fraction of one thread's peak.
    pub peak_fraction: f64,
}

impl<'a> Report<'a> {
    pub fn new(subject: &'a str, profile: &Profile, peak_gflops: f64) -> Self {
        Self {
            subject,
            runs: profile.runs.len(),
            threads: profile.runs.iter().map(|run| run.threads).max().unwrap_or(1),
            wall: profile.wall(),
            steps: profile.by_step(),
            peak_gflops,
            capacity: profile.capacity(),
        }
    }

    pub fn of(&self, step: &StepTotal) -> Figures {
        self.figures(step.cpu, step.flops, step.bytes)
    }

    /// Returns the figures of all steps together.
    pub fn total(&self) -> Figures {
        self.together(&self.steps.iter().collect::<Vec<_>>())
    }

    /// Returns the figures of some steps together.
    pub fn together(&self, steps: &[&StepTotal]) -> Figures {
        let sum = |of: fn(&StepTotal) -> u64| steps.iter().map(|s| of(s)).sum();
        self.figures(steps.iter().map(|s| s.cpu).sum(), sum(|s| s.flops), sum(|s| s.bytes))
    }

    /// Returns the time in which a thread was in a step but not running, and its share: the system preempted
    /// the thread, or the thread waited for others within the step.
    pub fn preempted(&self) -> (f64, f64) {
        let seconds = self.steps.iter().map(|s| s.wall.saturating_sub(s.cpu).as_secs_f64()).sum();
        (seconds, self.share(seconds))
    }

    /// Returns the time in which a thread was in no step, and its share.
    pub fn waiting(&self) -> (f64, f64) {
        let in_steps = self.steps.iter().map(|s| s.wall).sum();
        let seconds = self.capacity.saturating_sub(in_steps).as_secs_f64();
        (seconds, self.share(seconds))
    }

    /// Returns the GFLOP/s of the runs by wall-clock time, and their fraction of the peak.
    pub fn overall(&self) -> (f64, f64) {
        let gflops = ratio(self.total().flops as f64 / 1e9, self.wall.as_secs_f64());
        (gflops, ratio(gflops, self.peak_gflops))
    }

    fn share(&self, seconds: f64) -> f64 {
        ratio(seconds, self.capacity.as_secs_f64())
    }

    fn figures(&self, time: Duration, flops: u64, bytes: u64) -> Figures {
        let seconds = time.as_secs_f64();
        let gflops = ratio(flops as f64 / 1e9, seconds);
        Figures {
            seconds,
            flops,
            bytes,
            gflops,
            gbytes_per_s: ratio(bytes as f64 / 1e9, seconds),
            share: self.share(seconds),
            peak_fraction: ratio(gflops, self.peak_gflops / self.threads as f64),
        }
    }

    pub fn to_json(&self) -> Value {
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|step| {
                let mut json = self.of(step).to_json();
                json["name"] = step.name.as_str().into();
                json["from"] = step.locations.iter().map(|f| &**f).collect();
                json["count"] = step.count.into();
                json["wall_s"] = step.wall.as_secs_f64().into();
                json
            })
            .collect();
        let part = |(seconds, share): (f64, f64)| json!({ "time_s": seconds, "share": share });
        let (gflops, peak_fraction) = self.overall();
        json!({
            "subject": self.subject, "runs": self.runs, "threads": self.threads, "wall_s": self.wall.as_secs_f64(),
            "gflops": gflops, "peak_gflops": self.peak_gflops, "peak_fraction": peak_fraction,
            "steps": steps, "total": self.total().to_json(),
            "preempted": part(self.preempted()), "waiting": part(self.waiting()),
        })
    }
}

impl Figures {
    fn to_json(&self) -> Value {
        json!({
            "time_s": self.seconds, "share": self.share, "flops": self.flops, "bytes": self.bytes,
            "gflops": self.gflops, "gbytes_per_s": self.gbytes_per_s, "peak_fraction": self.peak_fraction,
        })
    }
}

/// Returns a quotient; 0 if the denominator is 0.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}
