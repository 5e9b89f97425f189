//! Metrics: values reported besides the loss. Each is a mean over samples, accumulated as a sum and a count.

mod accuracy;
mod metric;

pub use metric::{Direction, Metric, MetricKind, resolve};
