//! The types that registers hold.

use stablehlo::ElementType;

use crate::error::{Error, Result};

/// The type of a register's elements.
///
/// Registers hold elements as they are stored in memory, except for f16: those registers hold f32. Operations
/// on bf16 and f16 are computed in f32, and each result is rounded to its element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RegType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Bf16,
    F32,
    F64,
}

impl RegType {
    /// The type of the registers that hold elements of a type.
    ///
    /// # Errors
    /// The processor does not compute on the element type, such as a complex one.
    pub(crate) fn of(element: ElementType) -> Result<Self> {
        use ElementType as E;
        Ok(match element {
            E::I1 => Self::Bool,
            E::I8 => Self::I8,
            E::I16 => Self::I16,
            E::I32 => Self::I32,
            E::I64 => Self::I64,
            E::Ui8 => Self::U8,
            E::Ui16 => Self::U16,
            E::Ui32 => Self::U32,
            E::Ui64 => Self::U64,
            E::Bf16 => Self::Bf16,
            E::F16 | E::F32 => Self::F32,
            E::F64 => Self::F64,
            other => return Err(Error::unsupported(format!("the processor does not compute on {other}"))),
        })
    }

    /// The type that a reduction accumulates in: f32 for bf16, so that only the result is rounded.
    ///
    /// # Errors
    /// As [`RegType::of`].
    pub(crate) fn accumulator_of(element: ElementType) -> Result<Self> {
        Ok(match Self::of(element)? {
            Self::Bf16 => Self::F32,
            reg_type => reg_type,
        })
    }

    /// Bytes of one element in a register.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Self::Bf16 | Self::F32 | Self::F64)
    }
}

/// Evaluates an expression with a type alias for the Rust type of a [`RegType`].
macro_rules! with_reg_type {
    ($reg_type:expr, $t:ident => $body:expr) => {
        match $reg_type {
            $crate::elementwise::dtype::RegType::Bool => {
                type $t = $crate::elementwise::bool8::Bool8;
                $body
            }
            $crate::elementwise::dtype::RegType::I8 => {
                type $t = i8;
                $body
            }
            $crate::elementwise::dtype::RegType::I16 => {
                type $t = i16;
                $body
            }
            $crate::elementwise::dtype::RegType::I32 => {
                type $t = i32;
                $body
            }
            $crate::elementwise::dtype::RegType::I64 => {
                type $t = i64;
                $body
            }
            $crate::elementwise::dtype::RegType::U8 => {
                type $t = u8;
                $body
            }
            $crate::elementwise::dtype::RegType::U16 => {
                type $t = u16;
                $body
            }
            $crate::elementwise::dtype::RegType::U32 => {
                type $t = u32;
                $body
            }
            $crate::elementwise::dtype::RegType::U64 => {
                type $t = u64;
                $body
            }
            $crate::elementwise::dtype::RegType::Bf16 => {
                type $t = $crate::elementwise::bf16::Bf16;
                $body
            }
            $crate::elementwise::dtype::RegType::F32 => {
                type $t = f32;
                $body
            }
            $crate::elementwise::dtype::RegType::F64 => {
                type $t = f64;
                $body
            }
        }
    };
}
pub(crate) use with_reg_type;
