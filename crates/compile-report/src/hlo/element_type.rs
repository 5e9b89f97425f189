//! Element types.

use std::fmt;

macro_rules! element_types {
    ($($name:ident = $code:literal, $text:literal, $bits:literal;)*) => {
        /// The type of an array's elements, under XLA's name (`PrimitiveType`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)]
        pub enum ElementType {
            $($name,)*
        }

        impl ElementType {
            /// Returns the type with that number in XLA's enumeration `PrimitiveType`.
            pub(super) fn from_code(code: i32) -> Option<Self> {
                match code {
                    $($code => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Returns the size of an element in bits, unless a layout overrides it.
            pub fn bits(self) -> u64 {
                match self {
                    $(Self::$name => $bits,)*
                }
            }

            /// Returns XLA's short name, such as `bf16`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

element_types! {
    Pred = 1, "pred", 8;
    S1 = 30, "s1", 8;
    S2 = 26, "s2", 8;
    S4 = 21, "s4", 8;
    S8 = 2, "s8", 8;
    S16 = 3, "s16", 16;
    S32 = 4, "s32", 32;
    S64 = 5, "s64", 64;
    U1 = 31, "u1", 8;
    U2 = 27, "u2", 8;
    U4 = 22, "u4", 8;
    U8 = 6, "u8", 8;
    U16 = 7, "u16", 16;
    U32 = 8, "u32", 32;
    U64 = 9, "u64", 64;
    F4E2M1Fn = 32, "f4e2m1fn", 8;
    F8E3M4 = 29, "f8e3m4", 8;
    F8E4M3 = 28, "f8e4m3", 8;
    F8E4M3Fn = 20, "f8e4m3fn", 8;
    F8E4M3B11Fnuz = 23, "f8e4m3b11fnuz", 8;
    F8E4M3Fnuz = 25, "f8e4m3fnuz", 8;
    F8E5M2 = 19, "f8e5m2", 8;
    F8E5M2Fnuz = 24, "f8e5m2fnuz", 8;
    F8E8M0Fnu = 33, "f8e8m0fnu", 8;
    F16 = 10, "f16", 16;
    BF16 = 16, "bf16", 16;
    F32 = 11, "f32", 32;
    F64 = 12, "f64", 64;
    C64 = 15, "c64", 64;
    C128 = 18, "c128", 128;
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
