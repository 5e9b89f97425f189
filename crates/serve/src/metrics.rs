//! Counters and histograms, and the page on which Prometheus reads them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Seconds at which the buckets of times end.
const SECONDS: [f64; 16] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0];
/// Rows at which the buckets of batches end.
const ROWS: [f64; 13] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0];

/// How many values fell into each of some buckets, and their sum.
#[derive(Debug)]
pub struct Histogram {
    bounds: &'static [f64],
    counts: Vec<AtomicU64>,
    /// In millionths.
    sum: AtomicU64,
}

impl Histogram {
    fn new(bounds: &'static [f64]) -> Self {
        let counts = (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, counts, sum: AtomicU64::new(0) }
    }

    /// Adds a value.
    pub fn record(&self, value: f64) {
        let bucket = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        self.sum.fetch_add((value * 1e6) as u64, Ordering::Relaxed);
    }

    /// Adds a time in seconds.
    pub fn record_time(&self, time: Duration) {
        self.record(time.as_secs_f64());
    }

    fn write(&self, page: &mut String, name: &str, labels: &str) {
        let mut total = 0;
        let ends = self.bounds.iter().map(f64::to_string).chain(["+Inf".to_string()]);
        for (end, count) in ends.zip(&self.counts) {
            total += count.load(Ordering::Relaxed);
            let _ = writeln!(page, "{name}_bucket{{{labels},le=\"{end}\"}} {total}");
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(page, "{name}_sum{{{labels}}} {sum}\n{name}_count{{{labels}}} {total}");
    }
}

/// What is counted for a model, over all of its versions.
#[derive(Debug)]
pub struct ModelMetrics {
    /// Seconds from the request's last byte to its answer.
    pub request_time: Histogram,
    /// Seconds in the queue.
    pub queue_time: Histogram,
    /// Seconds of runs on the device.
    pub run_time: Histogram,
    /// Rows of a run, without those that fill it up.
    pub batch_rows: Histogram,
    /// Rows that filled up batches.
    pub padding_rows: AtomicU64,
    /// Requests that wait.
    pub queued: AtomicI64,
    /// Programs that were compiled, at the start and for sizes that requests have.
    pub compiled: AtomicU64,
    /// Requests that were refused because a queue was full.
    pub refused: AtomicU64,
    /// Requests that waited too long, or whose client was gone.
    pub expired: AtomicU64,
    /// Versions that could not be loaded.
    pub failed_loads: AtomicU64,
}

impl Default for ModelMetrics {
    fn default() -> Self {
        Self {
            request_time: Histogram::new(&SECONDS),
            queue_time: Histogram::new(&SECONDS),
            run_time: Histogram::new(&SECONDS),
            batch_rows: Histogram::new(&ROWS),
            padding_rows: AtomicU64::new(0),
            queued: AtomicI64::new(0),
            compiled: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            expired: AtomicU64::new(0),
            failed_loads: AtomicU64::new(0),
        }
    }
}

/// Reads a histogram of a model.
type ReadHistogram = fn(&ModelMetrics) -> &Histogram;
/// Reads a number of a model.
type ReadNumber = fn(&ModelMetrics) -> i64;

/// The histograms of a model: name, explanation, value.
const HISTOGRAMS: [(&str, &str, ReadHistogram); 4] = [
    ("request_seconds", "Time from a request's last byte to its answer.", |m| &m.request_time),
    ("queue_seconds", "Time of requests in the queue.", |m| &m.queue_time),
    ("run_seconds", "Time of runs on the device.", |m| &m.run_time),
    ("batch_rows", "Rows of a run, without those that fill it up.", |m| &m.batch_rows),
];

/// The numbers of a model: name, kind, explanation, value.
const NUMBERS: [(&str, &str, &str, ReadNumber); 6] = [
    ("padding_rows_total", "counter", "Rows that filled up batches.", |m| read(&m.padding_rows)),
    ("queued_requests", "gauge", "Requests that wait.", |m| m.queued.load(Ordering::Relaxed)),
    ("compiled_programs_total", "counter", "Programs that were compiled.", |m| read(&m.compiled)),
    ("refused_requests_total", "counter", "Requests refused since a queue was full.", |m| read(&m.refused)),
    ("expired_requests_total", "counter", "Requests that waited too long, or whose client left.", |m| read(&m.expired)),
    ("failed_loads_total", "counter", "Versions that could not be loaded.", |m| read(&m.failed_loads)),
];

fn read(counter: &AtomicU64) -> i64 {
    i64::try_from(counter.load(Ordering::Relaxed)).unwrap_or(i64::MAX)
}

/// A request, as it is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outcome {
    /// The protocol: `tensorflow`, `kserve`, or `none`.
    pub protocol: &'static str,
    /// The status of the answer.
    pub status: u16,
}

/// All that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    models: Mutex<BTreeMap<String, Arc<ModelMetrics>>>,
    requests: Mutex<BTreeMap<(String, Outcome), u64>>,
    /// Connections that are open.
    pub connections: AtomicI64,
    /// Bytes of requests and answers that are held.
    pub held_bytes: AtomicI64,
}

impl Metrics {
    /// What is counted for a model.
    pub fn model(&self, name: &str) -> Arc<ModelMetrics> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        models.entry(name.to_string()).or_default().clone()
    }

    /// Counts a request. The name is that of a model that is served, or empty: names that clients make up
    /// would fill the memory.
    pub fn count(&self, model: &str, outcome: Outcome) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry((model.to_string(), outcome)).or_default() += 1;
    }

    /// The requests that were answered, by model.
    pub fn answered(&self, model: &str) -> u64 {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.iter().filter(|((name, _), _)| name == model).map(|(_, count)| count).sum()
    }

    /// The page in Prometheus's text format.
    ///
    /// ```
    /// let metrics = serve::Metrics::default();
    /// metrics.model("m").batch_rows.record(3.0);
    /// assert!(metrics.page().contains("labora_serve_batch_rows_bucket{model=\"m\",le=\"4\"} 1\n"));
    /// ```
    pub fn page(&self) -> String {
        let mut page = String::new();
        let head = |page: &mut String, name: &str, kind: &str, help: &str| {
            let name = format!("labora_serve_{name}");
            // Writing to a string does not fail.
            let _ = writeln!(page, "# HELP {name} {help}\n# TYPE {name} {kind}");
            name
        };
        let name = head(&mut page, "requests_total", "counter", "Requests that were answered.");
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for ((model, Outcome { protocol, status }), count) in requests {
            let model = escape(&model);
            let _ = writeln!(page, "{name}{{model=\"{model}\",protocol=\"{protocol}\",status=\"{status}\"}} {count}");
        }
        let models = self.models.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (name, help, histogram) in HISTOGRAMS {
            let name = head(&mut page, name, "histogram", help);
            for (model, metrics) in &models {
                histogram(metrics).write(&mut page, &name, &format!("model=\"{}\"", escape(model)));
            }
        }
        for (name, kind, help, value) in NUMBERS {
            let name = head(&mut page, name, kind, help);
            for (model, metrics) in &models {
                let _ = writeln!(page, "{name}{{model=\"{}\"}} {}", escape(model), value(metrics));
            }
        }
        for (name, help, value) in [
            ("connections", "Connections that are open.", &self.connections),
            ("held_bytes", "Bytes of requests and answers that are held.", &self.held_bytes),
        ] {
            let name = head(&mut page, name, "gauge", help);
            let _ = writeln!(page, "{name} {}", value.load(Ordering::Relaxed));
        }
        page
    }
}

fn escape(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
