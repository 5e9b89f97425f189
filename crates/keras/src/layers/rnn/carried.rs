//! The states that a stateful layer carries from batch to batch.

use crate::error::{Error, Result};
use crate::graph::WeightSpec;
use crate::shape::Shape;

/// The greatest number of rows of a batch.
const MAX_ROWS: usize = 1 << 24;

/// The states of these shapes of a row, for a layer that is stateful.
pub(super) fn carried(
    class: &str,
    sequence: &Shape,
    states: impl IntoIterator<Item = Vec<usize>>,
) -> Result<Vec<WeightSpec>> {
    let rows = sequence.batch_size().filter(|rows| (1..=MAX_ROWS).contains(rows)).ok_or_else(|| {
        Error::shape(format!(
            "{class} with stateful=true needs the number of rows of every batch, at least 1: set `batch_size` of the \
             `Input`. Received a sequence of shape {sequence}"
        ))
    })?;
    let spec =
        |(i, shape): (usize, Vec<usize>)| WeightSpec::carried(format!("rnn_state_{i}"), [&[rows][..], &shape].concat());
    Ok(states.into_iter().enumerate().map(spec).collect())
}

/// Checks that a batch has the rows of the states, of which this is the shape of one.
pub(super) fn check_rows(class: &str, rows: usize, state: &[usize]) -> Result<()> {
    if state.first() == Some(&rows) {
        return Ok(());
    }
    let expected = state.first().copied().unwrap_or(0);
    Err(Error::shape(format!(
        "{class} with stateful=true carries states of {expected} rows from batch to batch; received a batch of {rows} \
         rows"
    )))
}
