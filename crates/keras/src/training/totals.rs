//! Converts the cores' sums and counts to means.

use pjrt::Buffer;

use crate::callbacks::Logs;
use crate::error::Result;

use super::cores::read;

/// The means over all cores, sorted by name as in Keras.
///
/// `names` are the loss and the metrics in the order of the programs; each has a sum and a count in a core's
/// totals. The mean of no values is NaN.
pub(super) fn logs<'a>(names: &[String], totals: impl Iterator<Item = &'a Buffer>) -> Result<Logs> {
    let mut sums = vec![0.0f64; 2 * names.len()];
    for core in totals {
        for (sum, value) in sums.iter_mut().zip(read::<f32>(core)?) {
            *sum += f64::from(value);
        }
    }
    let mut means: Vec<(&String, f64)> =
        names.iter().zip(sums.chunks(2)).map(|(name, pair)| (name, pair[0] / pair[1])).collect();
    means.sort_by_key(|(name, _)| *name);
    Ok(means.into_iter().map(|(name, mean)| (name.clone(), mean)).collect())
}
