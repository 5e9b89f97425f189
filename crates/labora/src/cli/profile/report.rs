//! What a profile comes to: rates, shares, and fractions of the machine's peak.

use std::time::Duration;

use plugin::{Profile, StepTotal};
use serde_json::{Value, json};

/// A profile in figures. Times, counts and costs are those of all its runs together.
pub struct Report<'a> {
    /// What was profiled.
    pub subject: &'a str,
    pub runs: usize,
    /// How many threads there were.
    pub threads: usize,
    /// How long the runs took.
    pub wall: Duration,
    /// Steps of equal name together, the longest first.
    pub steps: Vec<StepTotal>,
    /// What this machine's threads can do at most, all together.
    pub peak_gflops: f64,
    /// Threads times wall-clock time: of this shares are taken.
    capacity: Duration,
}

/// Figures of one step, or of all.
pub struct Figures {
    /// Time on a processor.
    pub seconds: f64,
    pub flops: u64,
    pub bytes: u64,
    /// Of one thread, while it is at the step.
    pub gflops: f64,
    pub gbytes_per_s: f64,
    /// Of the runs' time on all threads.
    pub share: f64,
    /// Of what one thread can do.
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

    /// All steps together.
    pub fn total(&self) -> Figures {
        self.together(&self.steps.iter().collect::<Vec<_>>())
    }

    /// Some steps together.
    pub fn together(&self, steps: &[&StepTotal]) -> Figures {
        let sum = |of: fn(&StepTotal) -> u64| steps.iter().map(|s| of(s)).sum();
        self.figures(steps.iter().map(|s| s.cpu).sum(), sum(|s| s.flops), sum(|s| s.bytes))
    }

    /// Time in which a thread was at a step but on no processor: others had it, or the thread waited for others within
    /// the step. Its share comes with it.
    pub fn held_up(&self) -> (f64, f64) {
        let seconds = self.steps.iter().map(|s| s.wall.saturating_sub(s.cpu).as_secs_f64()).sum();
        (seconds, self.share(seconds))
    }

    /// Time in which a thread was at no step, and its share.
    pub fn waiting(&self) -> (f64, f64) {
        let at_steps = self.steps.iter().map(|s| s.wall).sum();
        let seconds = self.capacity.saturating_sub(at_steps).as_secs_f64();
        (seconds, self.share(seconds))
    }

    /// What the runs did in a second of wall-clock time, and the fraction of the peak that it is.
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
            "held_up": part(self.held_up()), "waiting": part(self.waiting()),
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

/// A fraction; 0 where there is nothing to divide by.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}
