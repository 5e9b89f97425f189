//! Training, evaluation and prediction.

mod compile;

pub(crate) use compile::Resolved;
pub use compile::{Compile, LossSpec, MetricSpec};
