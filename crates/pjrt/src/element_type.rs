//! Element types of arrays.

use std::fmt;

use crate::abi::PJRT_Buffer_Type;

macro_rules! element_types {
    ($($(#[$meta:meta])* $variant:ident = $code:ident, $name:literal, $bits:literal;)*) => {
        /// The type of an array's elements. `Display` writes it as StableHLO does.
        ///
        /// ```
        /// use pjrt::ElementType;
        /// assert_eq!(ElementType::Bf16.to_string(), "bf16");
        /// assert_eq!(ElementType::Bf16.host_bytes(), 2);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ElementType {
            $($(#[$meta])* $variant,)*
        }

        impl ElementType {
            /// All element types.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant,)*];

            /// The element type with a code of the C API; `None` if the code is unknown.
            pub fn from_raw(code: PJRT_Buffer_Type) -> Option<ElementType> {
                match code {
                    $(PJRT_Buffer_Type::$code => Some(ElementType::$variant),)*
                    _ => None,
                }
            }

            /// The type's code in the C API.
            pub fn raw(self) -> PJRT_Buffer_Type {
                match self {
                    $(ElementType::$variant => PJRT_Buffer_Type::$code,)*
                }
            }

            /// The type's name in StableHLO.
            pub fn name(self) -> &'static str {
                match self {
                    $(ElementType::$variant => $name,)*
                }
            }

            /// The size of a value in bits. A predicate has 8 bits, which is the memory that it occupies.
            pub fn bits(self) -> usize {
                match self {
                    $(ElementType::$variant => $bits,)*
                }
            }
        }
    };
}

element_types! {
    /// Boolean, stored as a byte.
    Pred = PRED, "i1", 8;
    /// 1-bit signed integer.
    S1 = S1, "si1", 1;
    /// 2-bit signed integer.
    S2 = S2, "i2", 2;
    /// 4-bit signed integer.
    S4 = S4, "i4", 4;
    /// 8-bit signed integer.
    S8 = S8, "i8", 8;
    /// 16-bit signed integer.
    S16 = S16, "i16", 16;
    /// 32-bit signed integer.
    S32 = S32, "i32", 32;
    /// 64-bit signed integer.
    S64 = S64, "i64", 64;
    /// 1-bit unsigned integer.
    U1 = U1, "ui1", 1;
    /// 2-bit unsigned integer.
    U2 = U2, "ui2", 2;
    /// 4-bit unsigned integer.
    U4 = U4, "ui4", 4;
    /// 8-bit unsigned integer.
    U8 = U8, "ui8", 8;
    /// 16-bit unsigned integer.
    U16 = U16, "ui16", 16;
    /// 32-bit unsigned integer.
    U32 = U32, "ui32", 32;
    /// 64-bit unsigned integer.
    U64 = U64, "ui64", 64;
    /// IEEE half precision.
    F16 = F16, "f16", 16;
    /// IEEE single precision.
    F32 = F32, "f32", 32;
    /// IEEE double precision.
    F64 = F64, "f64", 64;
    /// bfloat16: the upper 16 bits of a single-precision number.
    Bf16 = BF16, "bf16", 16;
    /// Complex number of two single-precision parts.
    C64 = C64, "complex<f32>", 64;
    /// Complex number of two double-precision parts.
    C128 = C128, "complex<f64>", 128;
    /// 8-bit float, 5 exponent bits.
    F8E5M2 = F8E5M2, "f8E5M2", 8;
    /// 8-bit float, 4 exponent bits.
    F8E4M3 = F8E4M3, "f8E4M3", 8;
    /// 8-bit float, 4 exponent bits, no infinities.
    F8E4M3Fn = F8E4M3FN, "f8E4M3FN", 8;
    /// 8-bit float, 4 exponent bits, bias 11, no infinities, no negative zero.
    F8E4M3B11Fnuz = F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8;
    /// 8-bit float, 5 exponent bits, no infinities, no negative zero.
    F8E5M2Fnuz = F8E5M2FNUZ, "f8E5M2FNUZ", 8;
    /// 8-bit float, 4 exponent bits, no infinities, no negative zero.
    F8E4M3Fnuz = F8E4M3FNUZ, "f8E4M3FNUZ", 8;
    /// 8-bit float, 3 exponent bits.
    F8E3M4 = F8E3M4, "f8E3M4", 8;
    /// 8-bit float, 8 exponent bits: non-negative powers of two.
    F8E8M0Fnu = F8E8M0FNU, "f8E8M0FNU", 8;
    /// 4-bit float, 2 exponent bits, no infinities, no NaN.
    F4E2M1Fn = F4E2M1FN, "f4E2M1FN", 4;
    /// 6-bit float, 2 exponent bits, no infinities, no NaN.
    F6E2M3Fn = F6E2M3FN, "f6E2M3FN", 6;
    /// 6-bit float, 3 exponent bits, no infinities, no NaN.
    F6E3M2Fn = F6E3M2FN, "f6E3M2FN", 6;
    /// A token, which orders side effects and has no data.
    Token = TOKEN, "token", 0;
}

impl ElementType {
    /// The size of an element in host memory, in bytes. A type of fewer than 8 bits occupies a whole byte
    /// there.
    pub fn host_bytes(self) -> usize {
        self.bits().div_ceil(8)
    }

    /// The size of a dense array in host memory, in bytes; `None` if it exceeds the address space.
    pub fn array_bytes(self, dims: &[usize]) -> Option<usize> {
        dims.iter().try_fold(self.host_bytes(), |bytes, &dim| bytes.checked_mul(dim))
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_api_except_invalid_is_a_type() {
        for code in (0..).map(PJRT_Buffer_Type).take_while(|code| code.name().is_some()) {
            let element_type = ElementType::from_raw(code);
            assert_eq!(element_type.is_none(), code == PJRT_Buffer_Type::INVALID, "{code:?}");
            assert!(element_type.is_none_or(|element_type| element_type.raw() == code));
        }
        assert_eq!(ElementType::ALL.len(), 33);
        assert_eq!(ElementType::from_raw(PJRT_Buffer_Type(99)), None);
    }

    #[test]
    fn array_bytes_does_not_overflow() {
        assert_eq!(ElementType::F32.array_bytes(&[3, 5]), Some(60));
        assert_eq!(ElementType::F64.array_bytes(&[]), Some(8));
        assert_eq!(ElementType::S4.array_bytes(&[3]), Some(3));
        assert_eq!(ElementType::F32.array_bytes(&[usize::MAX, 2]), None);
    }
}
