//! Training, evaluation and prediction.

mod compile;

pub use compile::{Compile, LossSpec, MetricSpec, Resolved};
