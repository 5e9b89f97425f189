//! Evaluation: the means of loss and metrics over a data set.
//!
//! The caller advances an [`EvaluationRun`] call by call, so that it can notify callbacks and stop in
//! between: `while let Some(batch) = evaluator.next(.., &mut run)? { evaluator.advance(.., &mut run, ..)? }`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::array::Array;
use crate::arrays::Samples;
use crate::callbacks::Logs;
use crate::data::{Background, Dataset};
use crate::error::Result;
use crate::models::{Model, Resolved, Variable};
use crate::trace::{Batch, Inference};

use super::blocks::{Block, BlockFeed, BlockSettings, OpenedPass, Placement};
use super::check::{BatchCheck, check_sizes, check_stateful, types_of};
use super::cores::{Cores, Program, by_core, share_all};
use super::device::Device;
use super::inference::{BatchLoop, Variables, place};
use super::lru_cache::{CACHED_SIZES, LruCache};
use super::pace::Pace;
use super::stream::{Chunk, MemoryNeed, Stream, steps_at_a_time};
use super::totals::{Moment, logs};

/// The arrays of an evaluation, and how much of them is on the device at a time.
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
    data: Data,
    resolved: Resolved,
}

/// Consecutive batches of an evaluation that run with the same data on the cores.
#[derive(Clone)]
struct Part {
    program: Arc<Program>,
    rows: Range<usize>,
    steps: usize,
}

/// Inputs, targets and weights of an evaluation.
enum Data {
    /// On the cores.
    Whole(Part, Arc<Chunk>),
    /// On the host, from which the rows of each part are copied to the cores.
    Chunks(Vec<Part>, Vec<Array>),
    /// A data set, whose blocks are parts.
    Dataset(Box<BlockFeed>),
}

/// An evaluation in progress.
pub(super) struct EvaluationRun {
    batches: BatchLoop,
    /// The number of batches of the parts before the current one.
    batches_before: usize,
    current: Option<Loaded>,
    rest: Rest,
}

/// A part whose data is on the cores.
struct Loaded {
    program: Arc<Program>,
    steps: usize,
    data: Arc<Chunk>,
}

/// The parts that follow the current one.
enum Rest {
    Whole(Option<Loaded>),
    Chunks { parts: std::vec::IntoIter<Part>, stream: Stream },
    Dataset { blocks: Background<Result<Block>>, programs: LruCache<Arc<Program>> },
}

impl EvaluationRun {
    /// The number of batches done.
    pub fn done(&self) -> usize {
        self.batches_before + self.batches.position
    }

    /// Reads what layers carry from batch to batch.
    pub fn read_states(&self, states: &mut [Variable]) -> Result<()> {
        self.batches.read_states(states)
    }
}

impl Evaluator {
    /// Compiles the programs, and copies the data to the cores if all of it is to stay there.
    pub fn load(cores: &Cores, model: &Model, resolved: &Resolved, data: &EvaluationData<'_>) -> Result<Self> {
        let EvaluationData { samples, first_row, .. } = *data;
        let (all_rows, types) = (samples.rows(), types_of(samples));
        let rows = all_rows - first_row;
        check_stateful(model, cores, data.batch_size, rows)?;
        let batch = even_batch(cores.count(), data.batch_size, rows);
        let steps = rows.div_ceil(batch.rows);
        let bytes = samples.bytes();
        let step_bytes = bytes / all_rows as u64 * batch.rows as u64;
        let need = MemoryNeed { total_bytes: bytes + data.other_bytes, step_bytes, steps };
        let free = cores.device().free_memory_per_core();
        let compile = |rows: usize, first_row: usize| {
            let inference = Inference { model, data: &types.with_rows(rows), batch, first_row };
            cores.compile(&inference.trace_evaluation(resolved)?)
        };
        let (data, parts) = match steps_at_a_time(data.resident_steps, free, need) {
            None => {
                let part = Part { program: compile(all_rows, first_row)?, rows: 0..all_rows, steps };
                let arrays = samples.arrays().map(|array| cores.share(array));
                (Data::Whole(part, Arc::new(arrays.collect::<Result<_>>()?)), 1)
            }
            Some(steps_per_part) => {
                let mut parts: Vec<Part> = Vec::new();
                for first in (first_row..all_rows).step_by(steps_per_part * batch.rows) {
                    let rows = first..(first + steps_per_part * batch.rows).min(all_rows);
                    let program = match parts.last() {
                        Some(last) if last.rows.len() == rows.len() => last.program.clone(),
                        _ => compile(rows.len(), 0)?,
                    };
                    parts.push(Part { program, steps: rows.len().div_ceil(batch.rows), rows });
                }
                let count = parts.len();
                (Data::Chunks(parts, samples.arrays().cloned().collect()), count)
            }
        };
        // The processes have to divide the data alike.
        cores.check_same(&[("the free memory of its cores", parts as u64)])?;
        Ok(Self { data, resolved: resolved.clone() })
    }

    /// The evaluation of a data set.
    pub fn of_dataset(feed: BlockFeed, resolved: &Resolved) -> Self {
        Self { data: Data::Dataset(Box::new(feed)), resolved: resolved.clone() }
    }

    /// The number of batches, if it is known.
    pub fn steps(&self) -> Option<usize> {
        match &self.data {
            Data::Whole(part, _) => Some(part.steps),
            Data::Chunks(parts, _) => Some(parts.iter().map(|part| part.steps).sum()),
            Data::Dataset(feed) => feed.dataset().num_batches(),
        }
    }

    /// Starts an evaluation with what layers carry from batch to batch.
    pub fn begin(&self, cores: &Cores, states: &[Variable]) -> Result<EvaluationRun> {
        let totals = self.resolved.totals();
        let mut state = vec![cores.place(&[totals], |_| vec![0.0f32; totals])?];
        state.extend(place(cores, states)?);
        state.push(cores.scalar(0i32)?);
        let rest = match &self.data {
            Data::Whole(Part { program, steps, .. }, data) => {
                Rest::Whole(Some(Loaded { program: program.clone(), steps: *steps, data: data.clone() }))
            }
            Data::Chunks(parts, data) => {
                let (device, data) = (cores.device().clone(), data.clone());
                let rows: Vec<Range<usize>> = parts.iter().map(|part| part.rows.clone()).collect();
                let part_of = move |data: &Array, part: usize| data.rows_from(rows[part].start, rows[part].len());
                let load = move |part| data.iter().map(|data| share_all(&device, &part_of(data, part))).collect();
                Rest::Chunks { stream: Stream::begin(parts.len(), load)?, parts: parts.clone().into_iter() }
            }
            Data::Dataset(feed) => Rest::Dataset { blocks: feed.begin(0, 0)?, programs: LruCache::new(CACHED_SIZES) },
        };
        let batches = BatchLoop::new(by_core(state, cores.own_count()), Pace::new(None));
        Ok(EvaluationRun { batches, batches_before: 0, current: None, rest })
    }

    /// The index of the next batch, whose data is on the cores then; `None` after the last one.
    pub fn next(&self, cores: &Cores, model: &Model, run: &mut EvaluationRun) -> Result<Option<usize>> {
        if run.current.as_ref().is_none_or(|part| run.batches.position == part.steps) {
            // Frees the memory before another part is loaded.
            if let Some(part) = run.current.take() {
                run.batches_before += part.steps;
                run.batches.rewind(cores)?;
            }
            run.current = match &mut run.rest {
                Rest::Whole(part) => part.take(),
                Rest::Chunks { parts, stream } => match parts.next() {
                    Some(Part { program, steps, .. }) => {
                        Some(Loaded { program, steps, data: Arc::new(stream.next()?) })
                    }
                    None => None,
                },
                Rest::Dataset { blocks, programs } => match blocks.next()?.transpose()? {
                    Some(Block { rows, steps, types, data, .. }) => {
                        let key = types.key(rows);
                        let program = match programs.get(&key) {
                            Some(program) => program,
                            None => {
                                check_sizes(model, &types, &self.resolved)?;
                                let batch = even_batch(cores.count(), rows, rows);
                                let inference = Inference { model, data: &types, batch, first_row: 0 };
                                let program = cores.compile(&inference.trace_evaluation(&self.resolved)?)?;
                                programs.insert(key, program.clone());
                                program
                            }
                        };
                        Some(Loaded { program, steps, data: Arc::new(data) })
                    }
                    None => None,
                },
            };
        }
        Ok(run.current.is_some().then(|| run.done()))
    }

    /// Runs the next batches and returns the means so far.
    pub fn advance(&self, cores: &Cores, run: &mut EvaluationRun, variables: &Variables<'_, '_>) -> Result<Logs> {
        let mut moment = Moment::default();
        let mut done = 0;
        if let Some(Loaded { program, steps, data }) = &run.current {
            (done, moment.seconds) = run.batches.advance(cores, program, *steps, data, variables)?;
        }
        let totals = run.batches.state.iter().map(|core| &core[0]);
        let (logs, moment) = logs(cores, &self.resolved, totals, moment)?;
        run.batches.pace.record(done.max(1), moment.seconds);
        Ok(logs)
    }
}

/// The blocks of a data set for an evaluation, and what is computed from them.
pub(super) fn evaluation_feed(
    model: &Model,
    device: &Device,
    dataset: Dataset,
    resident_steps: Option<usize>,
) -> Result<(BlockFeed, Resolved)> {
    let opened = OpenedPass::open(&dataset, 0)?;
    let (check, resolved) = BatchCheck::new(model, &opened.first, BTreeMap::new())?;
    let settings = BlockSettings { check, placement: Placement::All, steps: resident_steps, cut: None };
    Ok((BlockFeed::new(dataset, device, opened, settings), resolved))
}

/// A batch of about `batch_size` rows that divides evenly among the cores and is no larger than the data.
fn even_batch(cores: usize, batch_size: usize, rows: usize) -> Batch {
    let rows = batch_size.min(rows).max(1).div_ceil(cores) * cores;
    Batch { cores, rows }
}
