//! Evaluation: the means of loss and metrics over a data set.
//!
//! The caller advances an [`EvaluationRun`] call by call, so that it can notify callbacks and stop in
//! between: `while let Some(batch) = evaluator.next(&run) { evaluator.advance(.., &mut run, ..)? }`.

use std::ops::Range;
use std::sync::Arc;

use crate::array::Array;
use crate::arrays::Samples;
use crate::callbacks::Logs;
use crate::error::Result;
use crate::models::{Model, Resolved};
use crate::trace::{Batch, Inference};

use super::check::types_of;
use super::cores::{Cores, Program, by_core, share_all};
use super::inference::{BatchLoop, Variables};
use super::pace::Pace;
use super::stream::{Chunk, MemoryNeed, Stream, steps_at_a_time};
use super::totals::{Moment, logs};

/// The data of an evaluation, and how much of it is on the device at a time.
pub(super) struct EvaluationData<'a> {
    pub samples: &'a Samples,
    /// The rows before this one are excluded.
    pub first_row: usize,
    pub batch_size: usize,
    /// The number of batches whose rows are on the cores at a time, as [`Fit::resident_steps`](super::Fit)
    /// says.
    pub resident_steps: Option<usize>,
    /// The size of other data that needs memory on the cores, in bytes.
    pub other_bytes: u64,
}

/// A compiled evaluation.
pub(super) struct Evaluator {
    parts: Vec<Part>,
    data: Data,
    steps: usize,
    resolved: Resolved,
}

/// Consecutive batches of an evaluation that run with the same data on the cores.
struct Part {
    program: Arc<Program>,
    rows: Range<usize>,
    steps: usize,
}

/// Inputs, targets and weights of an evaluation.
enum Data {
    /// On the cores; the evaluation has one part.
    Whole(Arc<Chunk>),
    /// On the host, from which the rows of each part are copied to the cores.
    Chunks(Vec<Array>),
}

/// An evaluation in progress.
pub(super) struct EvaluationRun {
    batches: BatchLoop,
    /// The index of the current part, and the number of batches before it.
    part: usize,
    batches_before: usize,
    /// The data of the current part, once it is loaded.
    chunk: Option<Arc<Chunk>>,
    stream: Option<Stream>,
}

impl EvaluationRun {
    /// The number of batches done.
    pub fn done(&self) -> usize {
        self.batches_before + self.batches.position
    }
}

impl Evaluator {
    /// Compiles the programs, and copies the data to the cores if all of it is to stay there.
    pub fn load(cores: &mut Cores, model: &Model, resolved: &Resolved, data: &EvaluationData<'_>) -> Result<Self> {
        let EvaluationData { samples, first_row, .. } = *data;
        let (all_rows, types) = (samples.rows(), types_of(samples));
        let rows = all_rows - first_row;
        let batch = even_batch(cores.count(), data.batch_size, rows);
        let steps = rows.div_ceil(batch.rows);
        let bytes = samples.bytes();
        let step_bytes = bytes / all_rows as u64 * batch.rows as u64;
        let need = MemoryNeed { total_bytes: bytes + data.other_bytes, step_bytes, steps };
        let free = cores.device().free_memory_per_core();
        let mut compile = |rows: usize, first_row: usize| {
            let inference = Inference { model, data: &types.with_rows(rows), batch, first_row };
            cores.compile(&inference.trace_evaluation(resolved)?)
        };
        let mut parts = Vec::new();
        let data = match steps_at_a_time(data.resident_steps, free, need) {
            None => {
                parts.push(Part { program: compile(all_rows, first_row)?, rows: 0..all_rows, steps });
                Data::Whole(Arc::new(samples.arrays().map(|array| cores.share(array)).collect::<Result<_>>()?))
            }
            Some(steps_per_part) => {
                let mut last: Option<(usize, Arc<Program>)> = None;
                for first in (first_row..all_rows).step_by(steps_per_part * batch.rows) {
                    let rows = first..(first + steps_per_part * batch.rows).min(all_rows);
                    let program = match &last {
                        Some((len, program)) if *len == rows.len() => program.clone(),
                        _ => compile(rows.len(), 0)?,
                    };
                    last = Some((rows.len(), program.clone()));
                    parts.push(Part { program, steps: rows.len().div_ceil(batch.rows), rows });
                }
                Data::Chunks(samples.arrays().cloned().collect())
            }
        };
        // The processes have to divide the data alike.
        cores.check_same(&[("the free memory of its cores", parts.len() as u64)])?;
        Ok(Self { parts, data, steps, resolved: resolved.clone() })
    }

    /// The number of batches.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Starts an evaluation.
    pub fn begin(&self, cores: &Cores) -> Result<EvaluationRun> {
        let totals = self.resolved.totals();
        let state = vec![cores.place(&[totals], |_| vec![0.0f32; totals])?, cores.scalar(0i32)?];
        let stream = match &self.data {
            Data::Whole(_) => None,
            Data::Chunks(data) => {
                let (device, data) = (cores.device().clone(), data.clone());
                let rows: Vec<Range<usize>> = self.parts.iter().map(|part| part.rows.clone()).collect();
                let part_of = move |data: &Array, part: usize| data.rows_from(rows[part].start, rows[part].len());
                let load = move |part| data.iter().map(|data| share_all(&device, &part_of(data, part))).collect();
                Some(Stream::begin(self.parts.len(), load)?)
            }
        };
        let batches = BatchLoop::new(by_core(state, cores.own_count()), Pace::new(None));
        Ok(EvaluationRun { batches, part: 0, batches_before: 0, chunk: None, stream })
    }

    /// The index of the next batch; `None` after the last one.
    pub fn next(&self, run: &EvaluationRun) -> Option<usize> {
        (run.done() < self.steps).then_some(run.done())
    }

    /// Runs the next batches and returns the means so far.
    pub fn advance(&self, cores: &Cores, run: &mut EvaluationRun, variables: &Variables<'_, '_>) -> Result<Logs> {
        if run.batches.position == self.parts[run.part].steps && run.part + 1 < self.parts.len() {
            run.batches_before += run.batches.position;
            run.part += 1;
            run.batches.rewind(cores)?;
            // Frees the memory before the stream loads another chunk.
            run.chunk = None;
        }
        let chunk = match (&run.chunk, &mut run.stream, &self.data) {
            (Some(chunk), ..) | (None, _, Data::Whole(chunk)) => chunk.clone(),
            (None, Some(stream), _) => Arc::new(stream.next()?),
            // `begin` creates a stream for chunks.
            (None, None, Data::Chunks(_)) => Arc::default(),
        };
        run.chunk = Some(chunk.clone());
        let part = &self.parts[run.part];
        let (steps, seconds) = run.batches.advance(cores, &part.program, part.steps, &chunk, variables)?;
        let totals = run.batches.state.iter().map(|core| &core[0]);
        let (logs, moment) = logs(cores, &self.resolved, totals, Moment { seconds, ..Moment::default() })?;
        run.batches.pace.record(steps, moment.seconds);
        Ok(logs)
    }
}

/// A batch of about `batch_size` rows that divides evenly among the cores and is no larger than the data.
fn even_batch(cores: usize, batch_size: usize, rows: usize) -> Batch {
    let rows = batch_size.min(rows).max(1).div_ceil(cores) * cores;
    Batch { cores, rows }
}
