//! Element types, by their numbers on the wire. (`ifrt/dtype.proto`)

use std::fmt;

use crate::error::{Error, Result};
use crate::messages::DTypeProto;

macro_rules! dtypes {
    ($($variant:ident $number:literal $bits:literal $name:literal;)*) => {
        /// An element type. `Display` is its name in StableHLO, for example `f32`.
        ///
        /// ```
        /// use ifrt_proxy::DType;
        /// use ifrt_proxy::messages::DTypeProto;
        ///
        /// let dtype = DType::try_from(&DTypeProto { kind: 16, version_number: 0 })?;
        /// assert_eq!((dtype, dtype.to_string(), dtype.bits()), (DType::Bf16, "bf16".to_owned(), 16));
        /// # Ok::<(), ifrt_proxy::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        pub enum DType {
            $(#[doc = concat!("`", $name, "`")] $variant = $number,)*
        }

        impl DType {
            /// All types.
            pub const ALL: &[DType] = &[$(DType::$variant,)*];

            /// The name in StableHLO.
            pub fn name(self) -> &'static str {
                match self { $(DType::$variant => $name,)* }
            }

            /// Bits of an element; zero for a token.
            pub fn bits(self) -> usize {
                match self { $(DType::$variant => $bits,)* }
            }
        }
    };
}

dtypes! {
    Pred 1 8 "i1"; S1 32 1 "si1"; S2 26 2 "i2"; S4 21 4 "i4"; S8 2 8 "i8"; S16 3 16 "i16"; S32 4 32 "i32"; S64 5 64 "i64";
    U1 33 1 "ui1"; U2 27 2 "ui2"; U4 22 4 "ui4"; U8 6 8 "ui8"; U16 7 16 "ui16"; U32 8 32 "ui32"; U64 9 64 "ui64";
    F16 10 16 "f16"; F32 11 32 "f32"; F64 12 64 "f64"; Bf16 16 16 "bf16";
    C64 15 64 "complex<f32>"; C128 18 128 "complex<f64>"; Token 17 0 "token";
    F8E3M4 29 8 "f8E3M4"; F8E4M3 28 8 "f8E4M3"; F8E4M3Fn 20 8 "f8E4M3FN"; F8E4M3B11Fnuz 23 8 "f8E4M3B11FNUZ";
    F8E4M3Fnuz 25 8 "f8E4M3FNUZ"; F8E5M2 19 8 "f8E5M2"; F8E5M2Fnuz 24 8 "f8E5M2FNUZ"; F8E8M0Fnu 31 8 "f8E8M0FNU";
    F4E2M1Fn 30 4 "f4E2M1FN"; F6E2M3Fn 34 6 "f6E2M3FN"; F6E3M2Fn 35 6 "f6E3M2FN";
}

impl DType {
    /// The type of a number on the wire.
    ///
    /// # Errors
    /// There is none. Strings (99) and opaque values (14) are not served either.
    pub fn from_number(number: i32) -> Result<DType> {
        let found = DType::ALL.iter().copied().find(|dtype| *dtype as i32 == number);
        found
            .ok_or_else(|| Error::unimplemented(format!("element type {number} is unknown: arrays have numeric types")))
    }

    /// Bytes of an element in a host buffer, where elements of fewer than 8 bits have a byte each.
    pub fn host_bytes(self) -> usize {
        self.bits().div_ceil(8)
    }
}

impl TryFrom<&DTypeProto> for DType {
    type Error = Error;

    fn try_from(proto: &DTypeProto) -> Result<DType> {
        DType::from_number(proto.kind)
    }
}

impl From<DType> for DTypeProto {
    fn from(dtype: DType) -> DTypeProto {
        DTypeProto { kind: dtype as i32, version_number: 0 }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_and_no_two_types_share_one() {
        for dtype in DType::ALL {
            assert_eq!(DType::try_from(&DTypeProto::from(*dtype)).unwrap(), *dtype);
        }
        assert_eq!(DType::from_number(99).unwrap_err().code(), crate::Code::Unimplemented);
        assert!(DType::from_number(0).is_err());
        assert_eq!((DType::S4.host_bytes(), DType::C128.host_bytes(), DType::Token.host_bytes()), (1, 16, 0));
    }
}
