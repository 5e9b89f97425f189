//! Traces: the client option `trace` writes every run, with its steps, to a file, and [`events`] a profile to
//! a text.
//!
//! The format is the array format of [Chrome's trace event format], which Perfetto opens. The end of an
//! array may be missing in it, so that the file is valid after every run, however the process ends.
//!
//! [Chrome's trace event format]:
//! https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use processor::{Profile, RunProfile, StepEvent};

use crate::error::{Error, Result};

/// The track of the runs; the tracks of the threads follow.
const RUNS_TRACK: usize = 0;

/// The file of a client's trace.
pub struct Trace {
    file: Mutex<File>,
    /// Times are since then.
    origin: Instant,
}

impl Trace {
    /// Creates the file; one that exists is overwritten.
    ///
    /// # Errors
    /// The system's, with the path.
    pub fn create(path: &str, threads: usize) -> Result<Self> {
        let failed = |error: std::io::Error| Error::invalid(format!("the trace {path:?} cannot be written: {error}"));
        let mut text = String::from("[\n");
        write_tracks(threads, &mut text);
        let mut file = File::create(path).map_err(failed)?;
        file.write_all(text.as_bytes()).map_err(failed)?;
        Ok(Self { file: Mutex::new(file), origin: Instant::now() })
    }

    /// Adds runs to the trace. A full disk ends the trace, not the run.
    pub fn append(&self, profile: &Profile) {
        let mut text = String::new();
        write_runs(profile, self.origin, &mut text);
        let mut file = self.file.lock().unwrap_or_else(|e| e.into_inner());
        let _ = file.write_all(text.as_bytes());
    }
}

/// The events of a profile: a JSON array, with times since the start of its first run.
pub fn events(profile: &Profile) -> String {
    let mut text = String::from("[\n");
    if let Some(origin) = profile.runs.iter().map(|run| run.start).min() {
        write_tracks(profile.runs.iter().map(|run| run.threads).max().unwrap_or(0), &mut text);
        write_runs(profile, origin, &mut text);
        // JSON has no comma behind the last element.
        text.truncate(text.trim_end_matches([',', '\n']).len());
    }
    text + "\n]\n"
}

/// Names the tracks.
fn write_tracks(threads: usize, text: &mut String) {
    let tracks = (0..threads).map(|thread| (RUNS_TRACK + 1 + thread, format!("thread {thread}")));
    for (track, name) in std::iter::once((RUNS_TRACK, "runs".to_string())).chain(tracks) {
        let _ =
            writeln!(text, r#"{{"ph":"M","name":"thread_name","pid":1,"tid":{track},"args":{{"name":"{name}"}}}},"#);
    }
}

fn write_runs(profile: &Profile, origin: Instant, text: &mut String) {
    for run in &profile.runs {
        write_run(run, origin, text);
        run.events.iter().for_each(|event| write_step(event, origin, text));
    }
}

fn write_run(run: &RunProfile, origin: Instant, text: &mut String) {
    let (start, wall) = (since(origin, run.start), microseconds(run.wall));
    let _ = write!(text, r#"{{"ph":"X","cat":"run","name":"#);
    quote(&run.program, text);
    let _ = writeln!(
        text,
        r#","pid":1,"tid":{RUNS_TRACK},"ts":{start},"dur":{wall},"args":{{"replicas":{},"threads":{}}}}},"#,
        run.replicas, run.threads
    );
}

fn write_step(event: &StepEvent, origin: Instant, text: &mut String) {
    let (start, wall, cpu) = (since(origin, event.start), microseconds(event.wall), microseconds(event.cpu));
    let track = RUNS_TRACK + 1 + event.thread;
    let _ = write!(text, r#"{{"ph":"X","cat":"step","name":"#);
    quote(&event.step.name, text);
    let _ = write!(
        text,
        r#","pid":1,"tid":{track},"ts":{start},"dur":{wall},"args":{{"core":{},"cpu_us":{cpu},"helps":{},"from":"#,
        event.replica, event.is_helper
    );
    quote(&event.step.locations.join(", "), text);
    let (flops, bytes) = if event.is_helper { (0, 0) } else { (event.step.flops, event.step.bytes) };
    let _ = writeln!(text, r#","flops":{flops},"bytes":{bytes}}}}},"#);
}

fn since(origin: Instant, time: Instant) -> f64 {
    microseconds(time.saturating_duration_since(origin))
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// Appends a JSON string.
fn quote(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if (c as u32) < 0x20 => {
                let _ = write!(text, "\\u{:04x}", c as u32);
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn names_are_json_strings() {
        let mut text = String::new();
        quote("a \"b\" \\ \n ü", &mut text);
        assert_eq!(text, r#""a \"b\" \\ \u000a ü""#);
    }
}
