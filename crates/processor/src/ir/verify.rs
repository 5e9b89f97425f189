//! The invariants of a graph, checked between passes.

use super::{Graph, to_module};
use crate::error::{Error, ErrorKind, Result};

/// Checks that definitions are unique and dominate their uses, and that operations are valid StableHLO.
///
/// # Errors
/// An internal error with the broken invariant.
pub(crate) fn verify(graph: &Graph) -> Result<()> {
    let module = to_module(graph)?;
    stablehlo::verify(&module)
        .map_err(|e| Error::new(ErrorKind::Internal, format!("a pass left an invalid graph: {}", e.message())))
}
