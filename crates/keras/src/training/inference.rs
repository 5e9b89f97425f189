//! Evaluation and prediction: programs with their data on the cores, run batch after batch.

use std::sync::Arc;
use std::time::Instant;

use pjrt::Buffer;

use crate::callbacks::Logs;
use crate::trace::{Batch, Evaluation, Inference};
use crate::{Array, Model, Result};

use super::Resolved;
use super::cores::{Cores, PerCore, Program, by_core, read};
use super::pace::Pace;
use super::totals::logs;

/// A batch of about so many rows that divides evenly, and is no larger than the data.
fn even_batch(cores: usize, batch_size: usize, rows: usize) -> Batch {
    let rows = batch_size.min(rows).max(1).div_ceil(cores) * cores;
    Batch { cores, rows }
}

/// The model's host variables on every core.
pub(super) fn place_variables(cores: &Cores, model: &Model) -> Result<Vec<PerCore>> {
    model.variables().iter().map(|v| cores.place(&v.shape, |_| v.values.as_slice())).collect()
}

/// A core's variables, of those that [`place_variables`] has placed.
pub(super) fn variables_of(placed: &[PerCore], core: usize) -> Vec<&Buffer> {
    placed.iter().map(|buffers| &buffers[core]).collect()
}

/// What is told of each call: the last batch that it did, and each core's state.
type AfterCall<'a> = dyn FnMut(usize, &[Vec<Buffer>]) -> Result<()> + 'a;

/// An inference program and its data.
struct Loaded {
    program: Arc<Program>,
    data: Vec<PerCore>,
    steps: usize,
}

impl Loaded {
    /// Runs all steps from a fresh `state`, and gives the state at the end. `variables` gives a core's.
    fn run<'v>(
        &self,
        cores: &Cores,
        mut state: Vec<Vec<Buffer>>,
        variables: &dyn Fn(usize) -> Vec<&'v Buffer>,
        after: &mut AfterCall<'_>,
    ) -> Result<Vec<Vec<Buffer>>> {
        let mut pace = Pace::new(None);
        let mut position = 0;
        while position < self.steps {
            let steps = pace.next(self.steps - position);
            let until = cores.scalar((position + steps) as i32)?;
            let start = Instant::now();
            state = self.program.run(state, |core| {
                let data = self.data.iter().map(|buffers| &buffers[core]);
                variables(core).into_iter().chain(data).chain([&until[core]]).collect()
            })?;
            pace.took(steps, start.elapsed().as_secs_f64());
            position += steps;
            after(position - 1, &state)?;
        }
        Ok(state)
    }
}

/// An evaluation, ready to run.
pub(super) struct Evaluator {
    loaded: Loaded,
    names: Vec<String>,
}

impl Evaluator {
    /// Compiles it for rows `first_row..` of the data, and brings the data onto the cores.
    pub fn load(
        cores: &mut Cores,
        model: &Model,
        resolved: &Resolved,
        data: (&Array, &Array),
        first_row: usize,
        batch_size: usize,
    ) -> Result<Self> {
        let (x, y) = data;
        let (x_type, y_type) = (x.ty(), y.ty());
        let batch = even_batch(cores.count(), batch_size, x.rows() - first_row);
        let inference = Inference { model, x: &x_type, batch, first_row };
        let evaluation = Evaluation { loss: resolved.loss, metrics: &resolved.metrics, y: &y_type };
        let program = cores.compile(&inference.trace_evaluation(&evaluation)?)?;
        let data = vec![cores.share(x)?, cores.share(y)?];
        let loaded = Loaded { program, data, steps: inference.steps() };
        Ok(Self { loaded, names: resolved.names() })
    }

    /// Batches.
    pub fn steps(&self) -> usize {
        self.loaded.steps
    }

    /// Runs it with a core's variables. `after` is told of each call: the last batch that it did, and the means so far.
    pub fn run<'v>(
        &self,
        cores: &Cores,
        variables: &dyn Fn(usize) -> Vec<&'v Buffer>,
        after: &mut dyn FnMut(usize, &Logs) -> Result<()>,
    ) -> Result<Logs> {
        let totals = 2 * self.names.len();
        let state = vec![cores.place(&[totals], |_| vec![0.0f32; totals])?, cores.scalar(0i32)?];
        let state = by_core(state, cores.count());
        let state = self.loaded.run(cores, state, variables, &mut |batch, state| {
            after(batch, &logs(&self.names, state.iter().map(|core| &core[0]))?)
        })?;
        logs(&self.names, state.iter().map(|core| &core[0]))
    }
}

/// A prediction, ready to run.
pub(super) struct Predictor {
    loaded: Loaded,
    batch: Batch,
    rows: usize,
    row_dims: Vec<usize>,
}

impl Predictor {
    /// Compiles it for the data, and brings the data onto the cores.
    pub fn load(cores: &mut Cores, model: &Model, x: &Array, batch_size: usize) -> Result<Self> {
        let x_type = x.ty();
        let batch = even_batch(cores.count(), batch_size, x.rows());
        let inference = Inference { model, x: &x_type, batch, first_row: 0 };
        let program = cores.compile(&inference.trace_prediction()?)?;
        let loaded = Loaded { program, data: vec![cores.share(x)?], steps: inference.steps() };
        Ok(Self { loaded, batch, rows: x.rows(), row_dims: model.output_shape().dims().to_vec() })
    }

    /// Batches.
    pub fn steps(&self) -> usize {
        self.loaded.steps
    }

    /// Runs it; the predictions in the order of the rows.
    pub fn run(
        &self,
        cores: &Cores,
        variables: &[PerCore],
        after: &mut dyn FnMut(usize) -> Result<()>,
    ) -> Result<Array> {
        let (steps, share) = (self.loaded.steps, self.batch.rows_per_core());
        let dims: Vec<usize> = [steps, share].iter().chain(&self.row_dims).copied().collect();
        let zeros = vec![0.0f32; dims.iter().product()];
        let state = by_core(vec![cores.place(&dims, |_| zeros.as_slice())?, cores.scalar(0i32)?], cores.count());
        let of_core = |core: usize| variables_of(variables, core);
        let state = self.loaded.run(cores, state, &of_core, &mut |batch, _| after(batch))?;
        let per_core = state.iter().map(|core| read::<f32>(&core[0])).collect::<Result<Vec<Vec<f32>>>>()?;
        let row = self.row_dims.iter().product::<usize>();
        let mut values = Vec::with_capacity(steps * self.batch.rows * row);
        for step in 0..steps {
            for core in &per_core {
                values.extend_from_slice(&core[step * share * row..(step + 1) * share * row]);
            }
        }
        values.truncate(self.rows * row);
        let dims: Vec<usize> = [self.rows].iter().chain(&self.row_dims).copied().collect();
        Array::new(dims, values)
    }
}
