//! Evaluation and prediction: programs with their data on the cores, run batch after batch.
//!
//! Whoever evaluates goes from call to call on a [`Tour`], so that callbacks can be told in between, and can end it there:
//! `while let Some(batch) = evaluator.next(&tour) { evaluator.advance(.., &mut tour, ..)? }`.
//! A [`Predictor`] runs to its end and tells of each call.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use pjrt::Buffer;

use crate::callbacks::Logs;
use crate::trace::{Batch, Evaluation, Inference};
use crate::{Array, Model, Result};

use super::Resolved;
use super::cores::{Cores, PerCore, Program, by_core, read, share_all};
use super::pace::Pace;
use super::stream::{Chunk, Need, Stream, steps_at_a_time};
use super::totals::logs;

/// The most rows that a prediction brings onto the cores at a time, unless a batch has more.
const CHUNK_ROWS: usize = 4096;

/// A batch of about so many rows that divides evenly, and is no larger than the data.
fn even_batch(cores: usize, batch_size: usize, rows: usize) -> Batch {
    let rows = batch_size.min(rows).max(1).div_ceil(cores) * cores;
    Batch { cores, rows }
}

/// The batch of a prediction, and how many of them make a chunk. No more cores take part than there are rows.
///
/// All are rounded up to powers of two below their limits, so that there are few of them, and few programs, however
/// many rows are asked for.
fn chunk_of(cores: usize, batch_size: usize, rows: usize) -> (Batch, usize) {
    let cores = rows.max(1).next_power_of_two().min(cores);
    let largest = batch_size.div_ceil(cores);
    let per_core = rows.div_ceil(cores).next_power_of_two().clamp(1, largest);
    let batch = Batch { cores, rows: per_core * cores };
    let limit = (CHUNK_ROWS / batch.rows).max(1);
    (batch, rows.div_ceil(batch.rows).next_power_of_two().min(limit))
}

/// The model's host variables on every core.
pub(super) fn place_variables(cores: &Cores, model: &Model) -> Result<Vec<PerCore>> {
    model.variables().iter().map(|v| cores.place_same(&v.shape, &v.values)).collect()
}

/// A core's variables, of those that [`place_variables`] has placed.
pub(super) fn variables_of(placed: &[PerCore], core: usize) -> Vec<&Buffer> {
    placed.iter().map(|buffers| &buffers[core]).collect()
}

/// Gives a core's variables.
type Variables<'f, 'v> = dyn Fn(usize) -> Vec<&'v Buffer> + 'f;

/// A stretch of an inference under way: its state on the cores, and the batches done.
struct Course {
    state: Vec<Vec<Buffer>>,
    position: usize,
    pace: Pace,
}

impl Course {
    fn new(state: Vec<Vec<Buffer>>) -> Self {
        Self { state, position: 0, pace: Pace::new(None) }
    }

    /// Goes back to the first batch, with what has been gathered so far.
    fn rewind(&mut self, cores: &Cores) -> Result<()> {
        self.position = 0;
        for (state, position) in self.state.iter_mut().zip(cores.scalar(0i32)?) {
            state[1] = position;
        }
        Ok(())
    }

    /// Runs as many batches as the pace asks for, towards so many with this state.
    fn advance(
        &mut self,
        cores: &Cores,
        program: &Program,
        steps: usize,
        data: &[PerCore],
        variables: &Variables<'_, '_>,
    ) -> Result<()> {
        let next = self.pace.next(steps - self.position);
        let until = cores.scalar((self.position + next) as i32)?;
        let start = Instant::now();
        let state = std::mem::take(&mut self.state);
        self.state = program.run(state, |core| {
            let data = data.iter().map(|buffers| &buffers[core]);
            variables(core).into_iter().chain(data).chain([&until[core]]).collect()
        })?;
        self.pace.took(next, start.elapsed().as_secs_f64());
        self.position += next;
        Ok(())
    }
}

/// An evaluation, ready to run.
pub(super) struct Evaluator {
    parts: Vec<Part>,
    data: Data,
    steps: usize,
    names: Vec<String>,
}

/// Some batches of an evaluation.
struct Part {
    program: Arc<Program>,
    rows: Range<usize>,
    steps: usize,
}

/// Rows and targets of an evaluation.
enum Data {
    /// They lie on the cores, and there is one part.
    Whole(Arc<Chunk>),
    /// They lie on the host, and each part's are brought onto the cores.
    Chunks([Array; 2]),
}

/// What an evaluation evaluates.
pub(super) struct Evaluated<'a> {
    pub x: &'a Array,
    pub y: &'a Array,
    /// The rows before it do not count.
    pub first_row: usize,
    pub batch_size: usize,
    /// Batches whose rows lie on the cores at a time, as [`Fit::resident_steps`](super::Fit) says.
    pub resident_steps: Option<usize>,
    /// Bytes of other data that is to lie on the cores, too.
    pub beside: u64,
}

/// An evaluation under way.
pub(super) struct Tour {
    course: Course,
    /// The part that it is at, and the batches before it.
    part: usize,
    before: usize,
    /// The part's data, once it is asked for.
    chunk: Option<Arc<Chunk>>,
    stream: Option<Stream>,
}

impl Tour {
    /// Batches done.
    pub fn done(&self) -> usize {
        self.before + self.course.position
    }
}

impl Evaluator {
    /// Compiles it, and brings the data onto the cores if all of it is to lie there.
    pub fn load(cores: &mut Cores, model: &Model, resolved: &Resolved, evaluated: &Evaluated<'_>) -> Result<Self> {
        let Evaluated { x, y, first_row, .. } = *evaluated;
        let counted = x.rows() - first_row;
        let batch = even_batch(cores.count(), evaluated.batch_size, counted);
        let steps = counted.div_ceil(batch.rows);
        let whole = x.bytes() + y.bytes();
        let need = Need { whole: whole + evaluated.beside, step: whole / x.rows() as u64 * batch.rows as u64, steps };
        let free = cores.device().free_memory_per_core();
        let at_a_time = steps_at_a_time(evaluated.resident_steps, free, need);
        let mut compile = |rows: usize, first_row: usize| {
            let (mut x_type, mut y_type) = (x.ty(), y.ty());
            (x_type.dims[0], y_type.dims[0]) = (rows, rows);
            let inference = Inference { model, x: &x_type, batch, first_row };
            let evaluation = Evaluation { loss: resolved.loss, metrics: &resolved.metrics, y: &y_type };
            cores.compile(&inference.trace_evaluation(&evaluation)?)
        };
        let mut parts = Vec::new();
        let data = match at_a_time {
            None => {
                parts.push(Part { program: compile(x.rows(), first_row)?, rows: 0..x.rows(), steps });
                Data::Whole(Arc::new(vec![cores.share(x)?, cores.share(y)?]))
            }
            Some(at_a_time) => {
                let mut last: Option<(usize, Arc<Program>)> = None;
                for first in (first_row..x.rows()).step_by(at_a_time * batch.rows) {
                    let rows = first..(first + at_a_time * batch.rows).min(x.rows());
                    let program = match &last {
                        Some((len, program)) if *len == rows.len() => program.clone(),
                        _ => compile(rows.len(), 0)?,
                    };
                    last = Some((rows.len(), program.clone()));
                    parts.push(Part { program, steps: rows.len().div_ceil(batch.rows), rows });
                }
                Data::Chunks([x.clone(), y.clone()])
            }
        };
        Ok(Self { parts, data, steps, names: resolved.names() })
    }

    /// Batches.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Begins with nothing counted.
    pub fn begin(&self, cores: &Cores) -> Result<Tour> {
        let totals = 2 * self.names.len();
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
        let course = Course::new(by_core(state, cores.count()));
        Ok(Tour { course, part: 0, before: 0, chunk: None, stream })
    }

    /// The next batch; none after the last.
    pub fn next(&self, tour: &Tour) -> Option<usize> {
        (tour.done() < self.steps).then_some(tour.done())
    }

    /// Runs the next batches with a core's variables, and gives the means so far.
    pub fn advance(&self, cores: &Cores, tour: &mut Tour, variables: &Variables<'_, '_>) -> Result<Logs> {
        if tour.course.position == self.parts[tour.part].steps && tour.part + 1 < self.parts.len() {
            tour.before += tour.course.position;
            tour.part += 1;
            tour.course.rewind(cores)?;
            // It has to be gone before the next is asked for.
            tour.chunk = None;
        }
        let chunk = match (&tour.chunk, &mut tour.stream, &self.data) {
            (Some(chunk), ..) | (None, _, Data::Whole(chunk)) => chunk.clone(),
            (None, Some(stream), _) => Arc::new(stream.next()?),
            // A tour of chunks begins with a stream.
            (None, None, Data::Chunks(_)) => Arc::default(),
        };
        tour.chunk = Some(chunk.clone());
        let part = &self.parts[tour.part];
        tour.course.advance(cores, &part.program, part.steps, &chunk, variables)?;
        logs(&self.names, tour.course.state.iter().map(|core| &core[0]))
    }
}

/// A prediction, ready to run: chunk by chunk, so that its data need not lie on the cores as a whole.
pub(super) struct Predictor<'a> {
    program: Arc<Program>,
    x: &'a Array,
    batch: Batch,
    /// Batches of a chunk.
    chunk: usize,
    row_dims: Vec<usize>,
}

/// What is told of a prediction's calls.
pub(super) enum Told {
    /// The first batch of a call that begins.
    Begins(usize),
    /// The last batch of a call that has ended.
    Ended(usize),
}

impl<'a> Predictor<'a> {
    /// Compiles it, unless the edition of the model has predicted as many rows lately.
    pub fn load(cores: &mut Cores, edition: u64, model: &Model, x: &'a Array, batch_size: usize) -> Result<Self> {
        let (batch, chunk) = chunk_of(cores.count(), batch_size, x.rows());
        let mut x_type = x.ty();
        x_type.dims[0] = chunk * batch.rows;
        let inference = Inference { model, x: &x_type, batch, first_row: 0 };
        let name = format!("prediction, edition {edition}, {batch:?}, {x_type}");
        let program = cores.compile_once(name, || inference.trace_prediction())?;
        Ok(Self { program, x, batch, chunk, row_dims: model.output_shape().dims().to_vec() })
    }

    /// Batches.
    pub fn steps(&self) -> usize {
        self.x.rows().div_ceil(self.batch.rows)
    }

    /// Runs it; the predictions in the order of the rows.
    pub fn run(&self, cores: &Cores, variables: &[PerCore], tell: &mut dyn FnMut(Told) -> Result<()>) -> Result<Array> {
        let row = self.row_dims.iter().product::<usize>();
        let share = self.batch.rows_per_core();
        let dims: Vec<usize> = [self.chunk, share].iter().chain(&self.row_dims).copied().collect();
        let zeros = vec![0.0f32; dims.iter().product()];
        let of_core = |core: usize| variables_of(variables, core);
        let mut values = Vec::with_capacity((self.x.rows() + self.batch.rows) * row);
        let mut pace = Pace::new(None);
        let firsts = (0..self.steps()).step_by(self.chunk);
        let (device, x, chunk_rows) = (cores.device().clone(), self.x.clone(), self.chunk * self.batch.rows);
        let load = move |chunk| Ok(vec![share_all(&device, &x.rows_from(chunk * chunk_rows, chunk_rows))?]);
        let mut stream = Stream::begin(firsts.len(), load)?;
        for first in firsts {
            let data = stream.next()?;
            let steps = self.chunk.min(self.steps() - first);
            let state = vec![cores.place(&dims, |_| zeros.as_slice())?, cores.scalar(0i32)?];
            let mut course = Course { pace, ..Course::new(by_core(state, self.batch.cores)) };
            while course.position < steps {
                tell(Told::Begins(first + course.position))?;
                course.advance(cores, &self.program, steps, &data, &of_core)?;
                tell(Told::Ended(first + course.position - 1))?;
            }
            pace = course.pace;
            let outputs = course.state.iter().map(|core| read::<f32>(&core[0])).collect::<Result<Vec<Vec<f32>>>>()?;
            for step in 0..steps {
                for core in &outputs {
                    values.extend_from_slice(&core[step * share * row..(step + 1) * share * row]);
                }
            }
        }
        values.truncate(self.x.rows() * row);
        let dims: Vec<usize> = [self.x.rows()].iter().chain(&self.row_dims).copied().collect();
        Array::new(dims, values)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn predictions_of_any_number_of_rows_take_few_programs() {
        for (cores, batch_size) in [(1, 32), (8, 32), (3, 100), (8, 10_000)] {
            let mut chunks = BTreeSet::new();
            for rows in 1..20_000 {
                let (batch, steps) = chunk_of(cores, batch_size, rows);
                assert!(!batch.is_padded() && batch.rows < batch_size + cores, "{batch:?}");
                assert!(steps == 1 || steps * batch.rows <= CHUNK_ROWS, "{batch:?} {steps}");
                chunks.insert((batch.rows, steps));
            }
            assert!(chunks.len() <= 15, "{cores} cores, batches of {batch_size}: {chunks:?}");
        }
    }
}
