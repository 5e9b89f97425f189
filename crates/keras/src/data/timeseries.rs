//! Windows of a series, as `keras.utils.timeseries_dataset_from_array`.

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::error::{Error, Result};
use crate::utils::MersenneTwister;

use super::dataset::Dataset;
use super::indexed::Items;

/// The settings of [`timeseries_dataset_from_array`], with Keras's defaults.
#[derive(Clone, Debug)]
pub struct Timeseries {
    /// The number of rows of a window.
    pub sequence_length: usize,
    /// The distance from a window to the next, in rows. Default: 1.
    pub sequence_stride: usize,
    /// The distance between the rows of a window. Default: 1.
    pub sampling_rate: usize,
    /// The number of windows of a batch. Default: 128.
    pub batch_size: usize,
    /// The seed of the order of the windows; `None` (default) for their order in the series.
    pub shuffle: Option<u32>,
    /// The rows before this one are not used. Default: 0.
    pub start_index: usize,
    /// The rows from this one on are not used. Default: none is left out.
    pub end_index: Option<usize>,
}

impl Timeseries {
    /// Keras's defaults, for windows of this length.
    pub fn new(sequence_length: usize) -> Self {
        Self {
            sequence_length,
            sequence_stride: 1,
            sampling_rate: 1,
            batch_size: 128,
            shuffle: None,
            start_index: 0,
            end_index: None,
        }
    }

    /// The first rows of the windows, counted from `start_index`.
    fn starts(&self, rows: usize, targets: Option<usize>) -> Result<Vec<usize>> {
        let end = self.end_index.unwrap_or(rows);
        let refused = |what: &str, given: usize, limit: String| {
            Err(Error::argument(format!("{what} must be {limit}, not {given}, for a series of {rows} rows")))
        };
        for (what, value) in [("sequence_stride", self.sequence_stride), ("sampling_rate", self.sampling_rate)] {
            if value == 0 || value >= rows {
                return refused(what, value, "at least 1 and below the number of rows".into());
            }
        }
        if self.sequence_length == 0 {
            return refused("sequence_length", 0, "at least 1".into());
        }
        if self.start_index >= rows {
            return refused("start_index", self.start_index, "below the number of rows".into());
        }
        if end <= self.start_index || end > rows {
            return refused("end_index", end, format!("above {} and at most the number of rows", self.start_index));
        }
        let span = (self.sequence_length - 1).saturating_mul(self.sampling_rate);
        let count = (end - self.start_index).saturating_sub(span);
        let mut starts: Vec<usize> =
            (0..targets.map_or(count, |targets| count.min(targets))).step_by(self.sequence_stride).collect();
        if let Some(seed) = self.shuffle {
            MersenneTwister::numpy(seed).shuffle(&mut starts);
        }
        Ok(starts)
    }
}

/// Windows of the rows of `data`, each with the target of the same number as its first row.
///
/// The windows are those of Keras, in Keras's order; with `shuffle`, each pass draws another order from it.
///
/// ```
/// use keras::Array;
/// use keras::data::{Timeseries, timeseries_dataset_from_array};
/// let series: Array = (0..10).collect::<Vec<i32>>().into();
/// let windows = timeseries_dataset_from_array(&series, None, Timeseries::new(3))?;
/// let first = windows.batches(0)?.next().unwrap()?;
/// assert_eq!((first.x[0].dims(), first.x[0].row(7)), (&[8, 3][..], Some(vec![7.0, 8.0, 9.0])));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for settings that do not fit the series.
pub fn timeseries_dataset_from_array(data: &Array, targets: Option<&Array>, settings: Timeseries) -> Result<Dataset> {
    let starts = settings.starts(data.rows(), targets.map(Array::rows))?;
    let (data, targets) = (data.clone(), targets.cloned());
    let Timeseries { sequence_length, sampling_rate, batch_size, shuffle, start_index, .. } = settings;
    let items = Items { batch_size, shuffle: shuffle.map(u64::from), threads: 1 };
    Dataset::from_items(starts.len(), items, move |windows| {
        let firsts: Vec<usize> = windows.iter().map(|window| start_index + starts[*window]).collect();
        let of_window = |first: usize| (0..sequence_length).map(move |i| first + i * sampling_rate);
        let rows = data.take(&firsts.iter().copied().flat_map(of_window).collect::<Vec<_>>())?;
        let dims: Vec<usize> = [firsts.len(), sequence_length].iter().chain(data.row_dims()).copied().collect();
        let x = Array::new(dims, rows.values().clone())?;
        let y = targets.as_ref().map(|targets| targets.take(&firsts)).transpose()?;
        Ok(Samples { x: x.into(), y: y.into_iter().collect::<Vec<_>>().into(), weights: Arrays::default() })
    })
}
