//! Prediction: the model's outputs for all rows of an array.

use std::sync::Arc;

use crate::array::Array;
use crate::error::Result;
use crate::models::{Model, Variable};
use crate::trace::{Batch, DataTypes, Inference};

use super::check::check_stateful;
use super::cores::{Cores, PerCore, Program, by_core, read_all, share_all};
use super::inference::{BatchLoop, place, variables_of};
use super::pace::Pace;
use super::stream::Stream;

/// The maximum number of rows that a prediction copies to the cores at a time, unless a batch has more.
const MAX_CHUNK_ROWS: usize = 4096;

/// The batch of a prediction, and the number of batches of a chunk. No more cores take part than there are
/// rows.
///
/// All numbers are rounded up to powers of two below their limits, so that few programs serve any number of
/// rows.
fn chunk_of(cores: usize, batch_size: usize, rows: usize) -> (Batch, usize) {
    let cores = rows.max(1).next_power_of_two().min(cores);
    let max_per_core = batch_size.div_ceil(cores);
    let per_core = rows.div_ceil(cores).next_power_of_two().clamp(1, max_per_core);
    let batch = Batch { cores, rows: per_core * cores };
    let limit = (MAX_CHUNK_ROWS / batch.rows).max(1);
    (batch, rows.div_ceil(batch.rows).next_power_of_two().min(limit))
}

/// A compiled prediction. It runs chunk by chunk, so its data need not fit on the cores as a whole.
pub(super) struct Predictor<'a> {
    program: Arc<Program>,
    x: &'a [Array],
    batch: Batch,
    /// The number of batches of a chunk.
    chunk: usize,
    /// The shapes of a row of each output.
    row_dims: Vec<Vec<usize>>,
}

/// The notification of a call of the prediction program.
pub(super) enum PredictionEvent {
    /// A call begins; the index of its first batch.
    Begin(usize),
    /// A call has ended; the index of its last batch.
    End(usize),
}

impl<'a> Predictor<'a> {
    /// Compiles the program, unless it is cached for this `version` of the model and a similar number of
    /// rows.
    pub fn load(cores: &Cores, version: u64, model: &Model, x: &'a [Array], batch_size: usize) -> Result<Self> {
        // Programs of several processes run on all cores.
        let least = if cores.device().has_several_processes() { cores.count() } else { 1 };
        let rows = x.first().map_or(0, Array::rows).max(least);
        check_stateful(model, cores, batch_size, rows)?;
        let (batch, chunk) = chunk_of(cores.count(), batch_size, rows);
        let types = DataTypes { x: x.iter().map(Array::ty).collect(), ..DataTypes::default() };
        let data = types.with_rows(chunk * batch.rows);
        let inference = Inference { model, data: &data, batch, first_row: 0 };
        let types: Vec<String> = data.iter().map(ToString::to_string).collect();
        let name = format!("prediction, version {version}, {batch:?}, {types:?}");
        let program = cores.compile_once(name, || inference.trace_prediction())?;
        let row_dims = program.results().iter().take(model.outputs().len()).map(|ty| ty.dims[2..].to_vec()).collect();
        Ok(Self { program, x, batch, chunk, row_dims })
    }

    fn rows(&self) -> usize {
        self.x.first().map_or(0, Array::rows)
    }

    /// The number of batches.
    pub fn steps(&self) -> usize {
        self.rows().div_ceil(self.batch.rows)
    }

    /// Runs the prediction and returns the outputs in the order of the rows. `states` are what layers carry
    /// from batch to batch, before and then after it.
    pub fn run(
        &self,
        cores: &Cores,
        variables: &[PerCore],
        states: &mut [Variable],
        notify: &mut dyn FnMut(PredictionEvent) -> Result<()>,
    ) -> Result<Vec<Array>> {
        let (rows, share) = (self.rows(), self.batch.rows_per_core());
        let of_core = |core: usize| variables_of(variables, core);
        let mut values: Vec<Vec<f32>> = vec![Vec::new(); self.row_dims.len()];
        let mut pace = Pace::new(None);
        let firsts = (0..self.steps()).step_by(self.chunk);
        let (device, x, chunk_rows) = (cores.device().clone(), self.x.to_vec(), self.chunk * self.batch.rows);
        let load = move |chunk| {
            let part = |x: &Array| share_all(&device, &x.rows_from(chunk * chunk_rows, chunk_rows));
            x.iter().map(part).collect()
        };
        let mut stream = Stream::begin(firsts.len(), load)?;
        for first in firsts {
            let data = stream.next()?;
            let steps = self.chunk.min(self.steps() - first);
            let own_count = self.batch.cores.min(cores.own_count());
            let mut batches = BatchLoop::new(by_core(self.first_state(cores, states)?, own_count), pace);
            while batches.position < steps {
                notify(PredictionEvent::Begin(first + batches.position))?;
                let (done, seconds) = batches.advance(cores, &self.program, steps, &data, &of_core)?;
                batches.pace.record(done, seconds);
                notify(PredictionEvent::End(first + batches.position - 1))?;
            }
            batches.read_states(states)?;
            pace = batches.pace;
            for (output, values) in values.iter_mut().enumerate() {
                let row = self.row_dims[output].iter().product::<usize>();
                let of_cores = cores.gather(read_all::<f32>(batches.state.iter().map(|core| &core[output]))?)?;
                for step in 0..steps {
                    for core in &of_cores {
                        values.extend_from_slice(&core[step * share * row..(step + 1) * share * row]);
                    }
                }
            }
        }
        let outputs = values.into_iter().zip(&self.row_dims).map(|(mut values, row_dims)| {
            values.truncate(rows * row_dims.iter().product::<usize>());
            let dims: Vec<usize> = [rows].iter().chain(row_dims).copied().collect();
            Array::new(dims, values)
        });
        outputs.collect()
    }

    /// The first state of the program: outputs of zeros, the states of layers, and the position.
    fn first_state(&self, cores: &Cores, states: &[Variable]) -> Result<Vec<PerCore>> {
        let mut state = Vec::with_capacity(self.row_dims.len() + 1);
        for row_dims in &self.row_dims {
            let dims: Vec<usize> = [self.chunk, self.batch.rows_per_core()].iter().chain(row_dims).copied().collect();
            let zeros = vec![0.0f32; dims.iter().product()];
            state.push(cores.place(&dims, |_| zeros.as_slice())?);
        }
        state.extend(place(cores, states)?);
        state.push(cores.scalar(0i32)?);
        Ok(state)
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
                assert!(steps == 1 || steps * batch.rows <= MAX_CHUNK_ROWS, "{batch:?} {steps}");
                chunks.insert((batch.rows, steps));
            }
            assert!(chunks.len() <= 15, "{cores} cores, batches of {batch_size}: {chunks:?}");
        }
    }
}
