//! From models to StableHLO: one program for training, one for evaluation, one for prediction.
//!
//! A program runs many steps in one `while`, with the data set on the device, so that the host does nothing for each
//! step. Its cores are replicas: each takes its slice of every batch, and only gradients and the loss are reduced
//! between them. Batch statistics are a core's own.
//!
//! This is what `fit`, `evaluate` and `predict` run; it is public for who wants to look at the programs, or to run them
//! some other way.

mod batch;
mod data;
mod forward;
mod inference;
mod training;

pub use batch::Batch;
pub use data::rows_type;
pub use inference::{Evaluation, Inference};
pub use training::Training;

use crate::{Error, Result};

/// Takes an error of this crate out of a region's closure, which can only give the builder's own; what stands in for it
/// there ends the build.
fn carry<T>(failure: &mut Option<Error>, result: Result<T>) -> stablehlo::Result<T> {
    result.map_err(|error| {
        let stand_in = stablehlo::Error::new(stablehlo::ErrorKind::Program, error.message());
        *failure = Some(error);
        stand_in
    })
}
