//! The operation that a gradient rule works on.

use crate::error::{Error, ErrorKind, Result};
use crate::program::{Op, Value};

/// A cotangent for each value that an operation uses, in the order of [`VjpContext::active`]; `None` if the
/// value is not active, or if no cotangent reaches it.
pub(super) type OperandCotangents = Vec<Option<Value>>;

/// An operation whose vector-Jacobian product is built.
pub(super) struct VjpContext<'a> {
    /// The operation of the forward pass.
    pub op: &'a Op,
    /// For each operand, then for each captured value: true if it depends on the values that the gradient is
    /// with respect to, so that it needs a cotangent.
    pub active: &'a [bool],
}

impl VjpContext<'_> {
    /// Operand `i`.
    pub fn operand(&self, i: usize) -> Value {
        self.op.operands[i]
    }

    /// Returns true if used value `i` (an operand, or a captured value) needs a cotangent.
    pub fn is_active(&self, i: usize) -> bool {
        self.active[i]
    }

    /// The cotangent that `build` returns, if operand `i` needs one.
    pub fn if_active(&self, i: usize, build: impl FnOnce() -> Result<Value>) -> Result<Option<Value>> {
        if self.active[i] { build().map(Some) } else { Ok(None) }
    }
}

/// An error of kind [`ErrorKind::Gradient`].
pub(super) fn gradient_error(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Gradient, message)
}
