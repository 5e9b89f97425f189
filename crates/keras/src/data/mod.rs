//! Data sets that need not fit into memory: batches from arrays, closures or files, and operators on them.
//!
//! A [`Dataset`] is opened once for each pass over its rows, and yields batches. Operators return new data
//! sets and have the names of `tf.data`; [`DeviceModel::fit_dataset`](crate::DeviceModel::fit_dataset) and
//! its siblings take the result.
//!
//! ```
//! use keras::data::Dataset;
//! use keras::{Array, Samples};
//!
//! let x = Array::new([6, 1], (0..6).map(|i| i as f32).collect::<Vec<f32>>())?;
//! let rows = Dataset::from_arrays((x, vec![0, 1, 0, 1, 0, 1]), 2)?;
//! let doubled = rows.shuffle(6, 1).map(2, |batch: Samples| {
//!     let x: Vec<f32> = batch.x[0].as_f32().unwrap_or_default().iter().map(|x| x * 2.0).collect();
//!     Ok(Samples { x: Array::new(batch.x[0].dims(), x)?.into(), ..batch })
//! });
//! let batches: Vec<Samples> = doubled.batches(0)?.collect::<Result<_, _>>()?;
//! assert_eq!((batches.len(), doubled.num_batches()), (3, Some(3)));
//! # Ok::<(), keras::Error>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `source` | the trait of sources |
//! | `dataset` | the handle of users, its operators |
//! | `arrays`, `indexed` | batches of arrays, and of items that are loaded by their number |
//! | `timeseries`, `split` | windows of a series; two parts of a data set |
//! | `batch`, `shuffle` | batches of another size; rows in random order |
//! | `parallel_map`, `background` | threads that transform batches, and that load them ahead |
//! | `row_buffer` | rows that are collected |

mod arrays;
mod background;
mod batch;
mod dataset;
mod indexed;
mod parallel_map;
mod row_buffer;
mod shuffle;
mod source;
mod split;
mod timeseries;

pub(crate) use background::Background;
pub use dataset::Dataset;
pub use indexed::Items;
pub use parallel_map::ParallelMap;
pub use source::{Batches, DataSource};
pub use split::{SplitSize, split_dataset};
pub use timeseries::{Timeseries, timeseries_dataset_from_array};
