//! The measurements of a training.

/// The measurements of a training, for benchmarks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingReport {
    /// The time of tracing and compiling all programs of the training, in seconds.
    pub compile_seconds: f64,
    /// The number of steps whose rows were on the device at a time; `None` if all rows were.
    pub resident_steps: Option<usize>,
    /// The calls of training programs, in order.
    pub calls: Vec<Call>,
    /// The maximum of the training programs' peak memory use in bytes, over all replicas and threads; `None`
    /// if the device does not report it.
    pub peak_bytes: Option<u64>,
}

/// One execution of a training program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// The number of steps.
    pub steps: usize,
    /// The number of rows, over all cores.
    pub rows: usize,
    /// The duration until the results were available, in seconds.
    pub seconds: f64,
}

impl TrainingReport {
    /// Training throughput over all calls, in rows per second; 0 without calls.
    pub fn rows_per_second(&self) -> f64 {
        let (rows, seconds) = self.calls.iter().fold((0, 0.0), |(r, s), call| (r + call.rows, s + call.seconds));
        if seconds > 0.0 { rows as f64 / seconds } else { 0.0 }
    }
}
