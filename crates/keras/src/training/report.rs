//! What a training took.

/// What a training took: for benchmarks, and for who wonders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingReport {
    /// Seconds of tracing and compiling all programs of the training.
    pub compile_seconds: f64,
    /// Steps whose rows lay on the device at a time; none where all rows did.
    pub resident_steps: Option<usize>,
    /// The calls of training programs, in order.
    pub calls: Vec<Call>,
    /// The most memory that a training program uses, in bytes, all of its replicas and threads together; none where the
    /// device does not say.
    pub peak_bytes: Option<u64>,
}

/// One call: some training steps as one program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Call {
    /// Steps.
    pub steps: usize,
    /// Rows, all cores together.
    pub rows: usize,
    /// Seconds until its results were there.
    pub seconds: f64,
}

impl TrainingReport {
    /// Rows trained in a second, over all calls; 0 where nothing was trained.
    pub fn rows_per_second(&self) -> f64 {
        let (rows, seconds) = self.calls.iter().fold((0, 0.0), |(r, s), call| (r + call.rows, s + call.seconds));
        if seconds > 0.0 { rows as f64 / seconds } else { 0.0 }
    }
}
