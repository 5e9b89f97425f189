//! Metrics by name.

use super::metric::Metric;
use crate::error::Result;
use crate::losses::{self, TargetKind};
use crate::objects::{Config, Handle, Registry};

/// The metric with this name for targets and predictions of these shapes, both including the batch dimension.
///
/// "accuracy" and "acc" mean the accuracy that fits the shapes, as in Keras: binary for one output, sparse
/// categorical for class numbers, otherwise categorical; "crossentropy" and "ce" the crossentropy likewise.
/// The metric keeps the given name.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
pub fn resolve(name: &str, y_true: &[usize], y_pred: &[usize]) -> Result<Handle<dyn Metric>> {
    let kind = TargetKind::of(y_true, y_pred);
    let by_shape = |names: [&'static str; 3]| match kind {
        TargetKind::Binary => names[0],
        TargetKind::ClassNumbers => names[1],
        TargetKind::Distributions => names[2],
    };
    let class = match name.to_lowercase().as_str() {
        "accuracy" | "acc" => by_shape(["BinaryAccuracy", "SparseCategoricalAccuracy", "CategoricalAccuracy"]),
        "crossentropy" | "ce" => {
            by_shape(["BinaryCrossentropy", "SparseCategoricalCrossentropy", "CategoricalCrossentropy"])
        }
        _ => name,
    };
    let mut config = Config::new();
    config.set("name", &name.to_owned());
    let registry = Registry::new();
    registry.create(class, &config).or_else(|error| match losses::from_name(name) {
        // A loss that Keras does not have as a metric.
        Ok(loss) => Ok(super::loss::of_loss(loss, name)),
        Err(_) => Err(error),
    })
}
