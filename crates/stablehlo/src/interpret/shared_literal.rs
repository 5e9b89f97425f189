//! The values of a program that is evaluated.

use std::rc::Rc;

use crate::error::Result;
use crate::literal::Literal;
use crate::types::TensorType;

/// The value of an operand or a result. It is shared, since operations never modify their operands.
pub(super) type SharedLiteral = Rc<Literal>;

/// The element of `x` at a row-major position, as a scalar.
pub(super) fn scalar_at(x: &Literal, at: usize) -> Result<SharedLiteral> {
    let n = x.ty().element.bytes();
    let scalar = TensorType::scalar(x.ty().element);
    Ok(Rc::new(Literal::from_bytes(scalar, x.bytes()[at * n..][..n].to_vec())?))
}
