//! Converts the cores' totals to the values of loss and metrics; and what processes agree on at that moment.

use pjrt::Buffer;

use crate::callbacks::Logs;
use crate::error::Result;
use crate::models::Resolved;

use super::cores::{Cores, read_all};

/// What one process measured, or all of them agree on, at the end of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Moment {
    /// The duration of the call: the longest of the processes.
    pub seconds: f64,
    /// True if the training is to stop: in any process.
    pub stop: bool,
}

/// The values over all cores, sorted by name as in Keras. The mean of no values is NaN. `totals` are those of
/// this process's cores. What the processes have to agree on is the same in all of them.
pub(super) fn logs<'a>(
    cores: &Cores,
    resolved: &Resolved,
    totals: impl Iterator<Item = &'a Buffer>,
    mut moment: Moment,
) -> Result<(Logs, Moment)> {
    let mut rows = read_all::<f32>(totals)?;
    let count = resolved.totals();
    if cores.device().has_several_processes() {
        let own = [moment.seconds as f32, f32::from(u8::from(moment.stop))];
        rows.iter_mut().for_each(|row| row.extend(own));
        rows = cores.gather(rows)?;
        let seconds = rows.iter().map(|row| row[count]).fold(0.0, f32::max);
        moment = Moment { seconds: f64::from(seconds), stop: rows.iter().any(|row| row[count + 1] != 0.0) };
    }
    let mut sums = vec![0.0f64; count];
    for row in &rows {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += f64::from(*value);
        }
    }
    let mut values: Vec<(String, f64)> = resolved.names().into_iter().zip(resolved.results(&sums)).collect();
    values.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok((values.into_iter().collect(), moment))
}
