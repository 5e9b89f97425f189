//! The specification of a matrix product.

use crate::element::{Element, MathMode};
use crate::error::{KernelError, span_bytes};

/// The name that errors carry.
pub(super) const KERNEL: &str = "gemm";

/// The type and the strides of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GemmOperand {
    /// Storage type.
    pub element: Element,
    /// Element strides: `[b, m, k]` of the left operand, `[b, k, n]` of the right one, `[b, m, n]` of the
    /// result.
    pub strides: [usize; 3],
}

/// A batched matrix product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GemmSpec {
    /// Number of products.
    pub batch: usize,
    /// Rows of the result.
    pub m: usize,
    /// Columns of the result.
    pub n: usize,
    /// Length of the sums.
    pub k: usize,
    /// Left operand, `[batch, m, k]`.
    pub lhs: GemmOperand,
    /// Right operand, `[batch, k, n]`.
    pub rhs: GemmOperand,
    /// Result, `[batch, m, n]`; its elements must not overlap.
    pub out: GemmOperand,
    /// The precision in which f32 and bf16 elements are multiplied; other types are multiplied as they are.
    pub math_mode: MathMode,
    /// Allows f32 products to be emulated by several bf16 products, which round a little differently.
    pub allow_reassociation: bool,
}

impl GemmSpec {
    /// The transposed product: operands swapped, rows and columns exchanged.
    pub(super) fn transposed(&self) -> GemmSpec {
        let flip = |operand: GemmOperand| {
            let [batch, rows, columns] = operand.strides;
            GemmOperand { strides: [batch, columns, rows], ..operand }
        };
        GemmSpec { m: self.n, n: self.m, lhs: flip(self.rhs), rhs: flip(self.lhs), out: flip(self.out), ..self.clone() }
    }

    pub(super) fn elements(&self) -> [Element; 3] {
        [self.lhs.element, self.rhs.element, self.out.element]
    }

    /// Bytes that the operands and the result span.
    pub(super) fn spans(&self) -> Result<[usize; 3], KernelError> {
        let span = |operand: GemmOperand, sizes: [usize; 3]| {
            span_bytes(sizes.into_iter().zip(operand.strides), operand.element).ok_or_else(|| KernelError::BadSpec {
                kernel: KERNEL,
                reason: format!("an operand of {sizes:?} elements does not fit the address space"),
            })
        };
        Ok([
            span(self.lhs, [self.batch, self.m, self.k])?,
            span(self.rhs, [self.batch, self.k, self.n])?,
            span(self.out, [self.batch, self.m, self.n])?,
        ])
    }
}
