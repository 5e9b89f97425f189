//! A profile as a trace: [Chrome's trace event format], which Perfetto opens.
//!
//! There is a track for the runs and one for each thread. Each execution of a step is a complete event
//! (`"ph": "X"`) on the track of its thread. Times are in microseconds since the start of the first run.
//!
//! [Chrome's trace event format]:
//! https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

use std::time::{Duration, Instant};

use plugin::{Profile, RunProfile, StepEvent};
use serde_json::{Value, json};

/// The track of the runs; the tracks of the threads follow.
const RUNS_TRACK: usize = 0;

/// Returns the trace of a profile as JSON.
pub fn trace(subject: &str, profile: &Profile) -> Value {
    let Some(origin) = profile.runs.iter().map(|run| run.start).min() else {
        return json!({ "traceEvents": [] });
    };
    let mut events = vec![metadata("process_name", RUNS_TRACK, subject), metadata("thread_name", RUNS_TRACK, "runs")];
    let threads = profile.runs.iter().map(|run| run.threads).max().unwrap_or(0);
    events.extend((0..threads).map(|thread| metadata("thread_name", track(thread), &format!("thread {thread}"))));
    for run in &profile.runs {
        events.push(of_run(run, origin));
        events.extend(run.events.iter().map(|event| of_step(event, origin)));
    }
    json!({ "displayTimeUnit": "ms", "traceEvents": events })
}

fn track(thread: usize) -> usize {
    RUNS_TRACK + 1 + thread
}

/// A metadata event: the name of the process or of a track.
fn metadata(what: &str, track: usize, name: &str) -> Value {
    json!({ "ph": "M", "name": what, "pid": 1, "tid": track, "args": { "name": name } })
}

fn of_run(run: &RunProfile, origin: Instant) -> Value {
    json!({
        "ph": "X", "cat": "run", "name": run.program, "pid": 1, "tid": RUNS_TRACK,
        "ts": microseconds(run.start - origin), "dur": microseconds(run.wall),
        "args": { "replicas": run.replicas, "threads": run.threads },
    })
}

fn of_step(event: &StepEvent, origin: Instant) -> Value {
    let step = &event.step;
    let (flops, bytes) = if event.is_helper { (0, 0) } else { (step.flops, step.bytes) };
    json!({
        "ph": "X", "cat": "step", "name": step.name, "pid": 1, "tid": track(event.thread),
        "ts": microseconds(event.start - origin), "dur": microseconds(event.wall),
        "args": {
            "core": event.replica, "from": step.locations.join(", "), "flops": flops, "bytes": bytes,
            "cpu_us": microseconds(event.cpu), "helps": event.is_helper,
        },
    })
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}
