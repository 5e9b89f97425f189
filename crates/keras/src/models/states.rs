//! The states that stateful layers carry from batch to batch.

use super::model::Model;
use super::variable::Variable;
use crate::error::{Error, Result};

impl Model {
    /// The number of rows of every batch, if a layer is stateful: row `i` of a batch continues row `i` of the
    /// batch before it, in training, evaluation and prediction alike. `None` if batches are independent.
    ///
    /// ```
    /// use keras::{Input, Model, layers::GRU};
    /// let x = Input::new([10, 3]).batch_size(8);
    /// let model = Model::new(&x, &GRU::new(4).stateful(true).call(&x)?)?;
    /// assert_eq!(model.stateful_rows(), Some(8));
    /// # Ok::<(), keras::Error>(())
    /// ```
    pub fn stateful_rows(&self) -> Option<usize> {
        self.variables().iter().find(|v| v.carried).and_then(|v| v.shape.first().copied())
    }

    /// Sets the states of all stateful layers to zeros, so that the next batch begins new sequences.
    pub fn reset_states(&mut self) {
        for state in self.variables_mut().iter_mut().filter(|v| v.carried) {
            state.values.fill(0.0);
        }
    }

    /// Sets the states of the stateful layer with this name to zeros: the `reset_state()` of a layer of
    /// Keras.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such layer, or it is not stateful.
    pub fn reset_state(&mut self, layer: &str) -> Result<()> {
        let range = self.layer(layer).and_then(|layer| self.range_of(layer)).unwrap_or(0..0);
        let states: Vec<&mut Variable> = self.variables_mut()[range].iter_mut().filter(|v| v.carried).collect();
        if states.is_empty() {
            return Err(Error::argument(format!("there is no stateful layer '{layer}' to reset")));
        }
        states.into_iter().for_each(|state| state.values.fill(0.0));
        Ok(())
    }

    /// A copy of the states of all stateful layers.
    pub(crate) fn states(&self) -> Vec<Variable> {
        self.variables().iter().filter(|v| v.carried).cloned().collect()
    }

    /// Sets the states of all stateful layers.
    pub(crate) fn set_states(&mut self, states: Vec<Variable>) {
        let own = self.variables_mut().iter_mut().filter(|v| v.carried);
        own.zip(states).for_each(|(own, state)| own.values = state.values);
    }

    /// Checks that batches are independent, as `what` requires.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if a layer is stateful.
    pub fn check_stateless(&self, what: &str) -> Result<()> {
        match self.variables().iter().find(|v| v.carried) {
            None => Ok(()),
            Some(state) => Err(Error::argument(format!(
                "{what} needs batches that do not depend on each other, but the model carries {} from batch to batch: \
                 build it with stateful(false) and the same weights",
                state.path
            ))),
        }
    }
}
