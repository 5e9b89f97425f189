//! The loop of evaluation and prediction: a program with its data on the cores, run batch after batch.

use std::time::Instant;

use pjrt::Buffer;

use crate::error::Result;
use crate::models::{Model, Variable};

use super::cores::{Cores, PerCore, Program, read_all};
use super::pace::Pace;

/// Copies the model's variables to every core, but for states that layers carry from batch to batch.
pub(super) fn place_variables(cores: &Cores, model: &Model) -> Result<Vec<PerCore>> {
    place(cores, model.variables().iter().filter(|v| !v.carried))
}

/// Copies variables to every core.
pub(super) fn place<'v>(cores: &Cores, variables: impl IntoIterator<Item = &'v Variable>) -> Result<Vec<PerCore>> {
    variables.into_iter().map(|v| cores.place_same(&v.shape, &v.values)).collect()
}

/// The variables of one core, of those that [`place_variables`] has placed.
pub(super) fn variables_of(placed: &[PerCore], core: usize) -> Vec<&Buffer> {
    placed.iter().map(|buffers| &buffers[core]).collect()
}

/// Returns the variables of a core.
pub(super) type Variables<'f, 'v> = dyn Fn(usize) -> Vec<&'v Buffer> + 'f;

/// The state of an inference program on the cores, whose last value is the position, and the number of
/// batches done.
pub(super) struct BatchLoop {
    pub state: Vec<Vec<Buffer>>,
    pub position: usize,
    pub pace: Pace,
}

impl BatchLoop {
    pub fn new(state: Vec<Vec<Buffer>>, pace: Pace) -> Self {
        Self { state, position: 0, pace }
    }

    /// Reads the states that layers carry from batch to batch, which are before the position.
    pub fn read_states(&self, states: &mut [Variable]) -> Result<()> {
        let Some(core) = self.state.first() else { return Ok(()) };
        let end = core.len().saturating_sub(1);
        let values = read_all::<f32>(&core[end.saturating_sub(states.len())..end])?;
        states.iter_mut().zip(values).for_each(|(state, values)| state.values = values);
        Ok(())
    }

    /// Resets the position to the first batch; the accumulated values stay.
    pub fn rewind(&mut self, cores: &Cores) -> Result<()> {
        self.position = 0;
        for (state, position) in self.state.iter_mut().zip(cores.scalar(0i32)?) {
            if let Some(last) = state.last_mut() {
                *last = position;
            }
        }
        Ok(())
    }

    /// Runs as many of the first `steps` batches as the pace allows in one call. Returns their number and the
    /// seconds that they took, for the pace.
    pub fn advance(
        &mut self,
        cores: &Cores,
        program: &Program,
        steps: usize,
        data: &[PerCore],
        variables: &Variables<'_, '_>,
    ) -> Result<(usize, f64)> {
        let next = self.pace.next(steps - self.position);
        let until = cores.scalar((self.position + next) as i32)?;
        let start = Instant::now();
        let state = std::mem::take(&mut self.state);
        self.state = program.run(state, |core| {
            let data = data.iter().map(|buffers| &buffers[core]);
            variables(core).into_iter().chain(data).chain([&until[core]]).collect()
        })?;
        self.position += next;
        Ok((next, start.elapsed().as_secs_f64()))
    }
}
