//! Storage types, and what a multiplication means.

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

    /// Whether the type has fast kernels; the others take the plain loops.
    pub(crate) fn is_fast(self) -> bool {
        matches!(self, Element::F32 | Element::Bf16)
    }

    /// Whether the type is an integer, whose sums wrap.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Element::F32 | Element::Bf16 | Element::F16 | Element::F64)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{self:?}").to_lowercase())
    }
}

/// How f32 and bf16 operands are multiplied. Sums are always f32.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MathMode {
    /// Operands as they are, f32 products.
    F32,
    /// Operands rounded to bf16 (to nearest, ties to even), exact products, f32 sums: what a tensor processor does.
    /// Subnormal operands and products may count as zero.
    Bf16,
}

/// What happens to what the result's memory held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WriteMode {
    /// It is replaced.
    Overwrite,
    /// The result is added to it.
    Accumulate,
}
