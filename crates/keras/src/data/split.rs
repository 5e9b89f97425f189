//! Two parts of a data set, as `keras.utils.split_dataset`.

use crate::array::Array;
use crate::arrays::{Arrays, Samples};
use crate::error::{Error, Result};
use crate::utils::MersenneTwister;

use super::dataset::Dataset;
use super::row_buffer::RowBuffer;

/// The size of a part of a data set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SplitSize {
    /// The number of rows.
    Rows(usize),
    /// The part of all rows, between 0 and 1.
    Fraction(f64),
}

impl SplitSize {
    fn rows(self, side: &str, total: usize) -> Result<usize> {
        let rows = match self {
            Self::Rows(rows) if rows > 0 && rows < total => rows,
            // Python rounds halves to the even number.
            Self::Fraction(fraction) if fraction > 0.0 && fraction < 1.0 => {
                (fraction * total as f64).round_ties_even() as usize
            }
            _ => {
                return Err(Error::argument(format!(
                    "{side}_size must be a number of rows below {total} or a fraction between 0 and 1, not {self:?}"
                )));
            }
        };
        match rows {
            0 => Err(Error::argument(format!("{side}_size={self:?} leaves that part none of {total} rows"))),
            _ => Ok(rows),
        }
    }
}

/// The first rows of a data set and the last ones; without a size, a part has what the other one leaves.
/// With the seed of a shuffle, the rows are shuffled before, as Keras does. As in Keras, all rows are loaded
/// into memory.
///
/// ```
/// use keras::data::{Dataset, SplitSize, split_dataset};
/// use keras::Array;
/// let x = Array::new([10, 1], (0..10).collect::<Vec<i32>>())?;
/// let data = Dataset::from_arrays((x, vec![0; 10]), 4)?;
/// let (left, right) = split_dataset(&data, Some(SplitSize::Fraction(0.8)), None, Some(1337))?;
/// assert_eq!((left.rows(), right.rows()), (8, 2));
/// # Ok::<(), keras::Error>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) for sizes that do not fit, and the errors of the data
/// set.
pub fn split_dataset(
    dataset: &Dataset,
    left: Option<SplitSize>,
    right: Option<SplitSize>,
    shuffle: Option<u64>,
) -> Result<(Samples, Samples)> {
    let all = collect(dataset)?;
    let total = all.rows();
    let (left, right) = match (left, right) {
        (None, None) => return Err(Error::argument("split_dataset takes left_size, right_size or both")),
        (Some(left), None) => (left.rows("left", total)?, total - left.rows("left", total)?),
        (None, Some(right)) => (total - right.rows("right", total)?, right.rows("right", total)?),
        (Some(left), Some(right)) => (left.rows("left", total)?, right.rows("right", total)?),
    };
    if left + right > total || left == 0 || right == 0 {
        return Err(Error::argument(format!("{total} rows cannot be split into parts of {left} and {right}")));
    }
    let mut order: Vec<usize> = (0..total).collect();
    if let Some(seed) = shuffle {
        MersenneTwister::python(seed).shuffle(&mut order);
    }
    let part = |rows: &[usize]| -> Result<Samples> {
        let of = |arrays: &Arrays| arrays.iter().map(|array| array.take(rows)).collect::<Result<Vec<Array>>>();
        Ok(Samples { x: of(&all.x)?.into(), y: of(&all.y)?.into(), weights: of(&all.weights)?.into() })
    };
    Ok((part(&order[..left])?, part(&order[total - right..])?))
}

/// All rows of a data set.
fn collect(dataset: &Dataset) -> Result<Samples> {
    let mut rows: Option<RowBuffer> = None;
    for batch in dataset.batches(0)? {
        let batch = batch?;
        let rows = rows.get_or_insert_with(|| RowBuffer::like(&batch));
        rows.check(&batch)?;
        rows.push(&batch, 0..batch.rows());
    }
    rows.map_or(Ok(Samples::default()), |mut rows| rows.take())
}
