//! Losses by name.

use super::loss::Loss;
use super::targets::TargetKind;
use crate::error::Result;
use crate::objects::{Handle, Registry};

/// The loss with Keras's class name, function name or short name (`mse`), with Keras's defaults.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name; the message lists the
/// names.
pub fn from_name(name: &str) -> Result<Handle<dyn Loss>> {
    Registry::new().from_name(name)
}

/// The loss with this name, where "crossentropy" and "ce" mean the one that fits the shapes, both including
/// the batch dimension: binary for one output, sparse categorical for class numbers, otherwise categorical.
///
/// # Errors
/// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is none of this name.
pub fn resolve(name: &str, y_true: &[usize], y_pred: &[usize]) -> Result<Handle<dyn Loss>> {
    if !matches!(name, "crossentropy" | "ce") {
        return from_name(name);
    }
    from_name(match TargetKind::of(y_true, y_pred) {
        TargetKind::Binary => "binary_crossentropy",
        TargetKind::ClassNumbers => "sparse_categorical_crossentropy",
        TargetKind::Distributions => "categorical_crossentropy",
    })
}
