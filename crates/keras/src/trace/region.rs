//! Errors in the regions of a program.

use crate::error::{Error, Result};

/// Saves an error of this crate that occurs in a region's closure, which must return the builder's error
/// type. Returns a substitute that ends the build.
pub(super) fn save_error<T>(failure: &mut Option<Error>, result: Result<T>) -> stablehlo::Result<T> {
    result.map_err(|error| {
        let substitute = stablehlo::Error::new(stablehlo::ErrorKind::Program, error.message());
        *failure = Some(error);
        substitute
    })
}
