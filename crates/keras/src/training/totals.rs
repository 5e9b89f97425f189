//! Converts the cores' totals to the values of loss and metrics.

use pjrt::Buffer;

use crate::callbacks::Logs;
use crate::error::Result;
use crate::models::Resolved;

use super::cores::read;

/// The values over all cores, sorted by name as in Keras. The mean of no values is NaN.
pub(super) fn logs<'a>(resolved: &Resolved, totals: impl Iterator<Item = &'a Buffer>) -> Result<Logs> {
    let mut sums = vec![0.0f64; resolved.totals()];
    for core in totals {
        for (sum, value) in sums.iter_mut().zip(read::<f32>(core)?) {
            *sum += f64::from(value);
        }
    }
    let mut values: Vec<(String, f64)> = resolved.names().into_iter().zip(resolved.results(&sums)).collect();
    values.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(values.into_iter().collect())
}
