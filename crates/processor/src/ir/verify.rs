//! The invariants of a graph, checked between passes.

use super::{Graph, to_module};
use crate::error::{Error, ErrorKind, Result};

/// Checks a graph: single definitions that dominate their uses, and operations that are valid StableHLO.
///
/// # Errors
/// An internal error that says which invariant a pass has broken.
pub(crate) fn verify(graph: &Graph) -> Result<()> {
    let module = to_module(graph)?;
    stablehlo::verify(&module).map_err(|e| {
        Error::new(ErrorKind::Internal, format!("a pass left a graph that is no valid program: {}", e.message()))
    })
}
