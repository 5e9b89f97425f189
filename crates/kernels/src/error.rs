//! Errors of specifications, of operands' memory and of instruction sets.

use crate::element::Element;
use std::fmt;
use std::ops::Range;

/// The reason that a kernel cannot be planned or run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KernelError {
    /// No instruction set has this name.
    UnknownIsa {
        /// The name that was given.
        name: String,
        /// The names this machine accepts.
        available: String,
    },
    /// This machine lacks the instruction set.
    MissingIsa {
        /// The requested instruction set.
        name: &'static str,
        /// The names this machine accepts.
        available: String,
    },
    /// The specification contradicts itself.
    BadSpec {
        /// The kernel: `gemm` or `convolution`.
        kernel: &'static str,
        /// The contradiction, with its numbers.
        reason: String,
    },
    /// No kernel takes these element types together.
    BadElements {
        /// The kernel: `gemm` or `convolution`.
        kernel: &'static str,
        /// Left operand, right operand, result.
        elements: [Element; 3],
    },
    /// A slice is too short for the plan.
    ShortSlice {
        /// The kernel: `gemm` or `convolution`.
        kernel: &'static str,
        /// `lhs`, `rhs`, `out` or `scratch`.
        operand: &'static str,
        /// Bytes needed.
        needed: usize,
        /// Bytes given.
        given: usize,
    },
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownIsa { name, available } => {
                write!(f, "LABORA_ISA: no instruction set is called {name:?}; this machine takes {available}")
            }
            Self::MissingIsa { name, available } => {
                write!(f, "LABORA_ISA: this machine lacks {name}; it takes {available}")
            }
            Self::BadSpec { kernel, reason } => write!(f, "{kernel}: {reason}"),
            Self::BadElements { kernel, elements: [lhs, rhs, out] } => write!(
                f,
                "{kernel}: no kernel multiplies {lhs} by {rhs} into {out}; operands and result must be all integers or \
                 all floating point"
            ),
            Self::ShortSlice { kernel, operand, needed, given } => {
                write!(f, "{kernel}: {operand} has {given} bytes, its shape and strides need {needed}")
            }
        }
    }
}

impl std::error::Error for KernelError {}

/// Checks that a slice of `given` bytes has the `needed` ones.
pub(crate) fn check_len(
    kernel: &'static str,
    operand: &'static str,
    needed: usize,
    given: usize,
) -> Result<(), KernelError> {
    if given < needed { Err(KernelError::ShortSlice { kernel, operand, needed, given }) } else { Ok(()) }
}

/// The panels, of `count` panels of `bytes` each, that fill a slice of `given` bytes from the panel `first`
/// on.
pub(crate) fn panels_in(
    kernel: &'static str,
    (count, bytes): (usize, usize),
    first: usize,
    given: usize,
) -> Result<Range<usize>, KernelError> {
    let end = first.saturating_add(given / bytes.max(1));
    if given.is_multiple_of(bytes.max(1)) && end <= count {
        return Ok(first..end);
    }
    let reason =
        format!("{given} bytes are no whole number of the {count} panels of {bytes} bytes from panel {first} on");
    Err(KernelError::BadSpec { kernel, reason })
}

/// Bytes that an operand with dimensions of these `(size, stride)` pairs spans; `None` if the count
/// overflows.
pub(crate) fn span_bytes(dims: impl IntoIterator<Item = (usize, usize)>, element: Element) -> Option<usize> {
    let mut last = 0usize;
    for (size, stride) in dims {
        if size == 0 {
            return Some(0);
        }
        last = last.checked_add((size - 1).checked_mul(stride)?)?;
    }
    last.checked_add(1)?.checked_mul(element.bytes()).filter(|&bytes| isize::try_from(bytes).is_ok())
}
