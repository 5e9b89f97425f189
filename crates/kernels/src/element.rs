//! Storage types, and how their products and results are computed and written.

use std::fmt;

/// The storage type of an operand's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the documentation
pub enum Element {
    F32,
    Bf16,
    F16,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

impl Element {
    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Element::I8 | Element::U8 => 1,
            Element::Bf16 | Element::F16 | Element::I16 | Element::U16 => 2,
            Element::F32 | Element::I32 | Element::U32 => 4,
            Element::F64 | Element::I64 | Element::U64 => 8,
        }
    }

    /// Returns true if the type has fast kernels; the others take the loops of `reference`.
    pub(crate) fn is_fast(self) -> bool {
        matches!(self, Element::F32 | Element::Bf16)
    }

    /// Returns true if the type is an integer, whose sums wrap.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Element::F32 | Element::Bf16 | Element::F16 | Element::F64)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{self:?}").to_lowercase())
    }
}

/// The precision in which f32 and bf16 operands are multiplied. Sums are always f32; other types are
/// multiplied as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MathMode {
    /// f32 products of the operands as they are.
    F32,
    /// Exact products of operands that are rounded to bf16 (to nearest, ties to even), as a tensor processor
    /// computes them. Subnormal operands and products may count as zero.
    Bf16,
}

/// The way in which a result is written to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WriteMode {
    /// It replaces the memory's content.
    Overwrite,
    /// It is added to the memory's content.
    Accumulate,
}
