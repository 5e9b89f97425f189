//! Complex expansion: each complex value becomes two real ones, and each operation on it operations on these.
//!
//! ```mlir
//! %z = stablehlo.multiply %x, %y : tensor<4xcomplex<f32>>
//! // becomes
//! %a = stablehlo.multiply %x_re, %y_re        %c = stablehlo.multiply %x_re, %y_im
//! %b = stablehlo.multiply %x_im, %y_im        %d = stablehlo.multiply %x_im, %y_re
//! %z_re = stablehlo.subtract %a, %b           %z_im = stablehlo.add %c, %d
//! ```
//!
//! Complex arrays, whose real and imaginary parts alternate in memory, remain at the parameters and results
//! of `main`, at data movement from array to array, and at operations that compute on such arrays, as custom
//! calls do: `complex` builds an array for them, `real` and `imag` read one. A contraction becomes four.
//! Functions are computed in `f64`, so that those of `complex<f32>` are exact but for the last rounding.
//!
//! Invariant of the result: every complex value is such an array.

mod arithmetic;
mod expander;
mod functions;
mod pair;
mod regions;

use stablehlo::OpKind;

use crate::error::Result;
use crate::ir::{Block, Graph};
use expander::Expander;

/// Expands all complex values of a graph.
///
/// # Errors
/// An operation that is not defined for complex numbers, or that the processor does not run on them.
pub(crate) fn expand_complex(graph: &mut Graph) -> Result<()> {
    let is_complex = |i: usize| graph.types.of(crate::ir::ValueId::from_index(i)).element.is_complex();
    if (0..graph.types.len()).any(is_complex) || has_parts(&graph.main) {
        Expander::new(&mut graph.types).main(&mut graph.main)?;
    }
    Ok(())
}

/// Returns true if a block takes a part of a number, which may be real.
fn has_parts(block: &Block) -> bool {
    let takes_part = |node: &crate::ir::Node| {
        matches!(node.op(), Some(OpKind::Real | OpKind::Imag)) || node.regions.iter().any(has_parts)
    };
    block.nodes.iter().any(takes_part)
}
