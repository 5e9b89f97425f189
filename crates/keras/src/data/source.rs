//! The trait of sources of batches.

use crate::arrays::Samples;
use crate::error::Result;

/// The batches of a pass over a data set, in order. The first error ends the pass.
pub type Batches = Box<dyn Iterator<Item = Result<Samples>> + Send>;

/// Where batches come from, as Keras's `PyDataset`.
///
/// All batches of a source have the same arrays with rows of the same shape and type; the numbers of rows may
/// differ. Programs are compiled for each number of rows, so few numbers are best: usually all batches but
/// the last one have the same.
///
/// ```
/// use keras::data::{Batches, DataSource, Dataset};
/// use keras::{Array, Result, Samples};
///
/// /// Points on a parabola.
/// struct Parabola;
///
/// impl DataSource for Parabola {
///     fn batches(&self, _pass: u64) -> Result<Batches> {
///         let batch = |i: i32| {
///             let x: Vec<f32> = (0..8).map(|row| (8 * i + row) as f32).collect();
///             let y: Vec<f32> = x.iter().map(|x| x * x).collect();
///             Ok(Samples::from((Array::new([8, 1], x)?, y)))
///         };
///         Ok(Box::new((0..100).map(batch)))
///     }
/// }
///
/// assert_eq!(Dataset::new(Parabola).take(3).batches(0)?.count(), 3);
/// # Ok::<(), keras::Error>(())
/// ```
pub trait DataSource: Send + Sync {
    /// Opens the source for a pass over its rows.
    ///
    /// `pass` is another number for each pass of a training: sources that draw random numbers derive them
    /// from it and their own seed. It is the number of optimizer steps before the pass, so that a training
    /// that is resumed goes on with the same batches; 0 for evaluations and predictions.
    ///
    /// # Errors
    /// [`ErrorKind::File`](crate::ErrorKind::File) or [`ErrorKind::Data`](crate::ErrorKind::Data) if the
    /// source cannot be opened. Errors of the batches name the file and the row.
    fn batches(&self, pass: u64) -> Result<Batches>;

    /// The number of batches of a pass; `None` (the default) if it is unknown.
    fn num_batches(&self) -> Option<usize> {
        None
    }
}
