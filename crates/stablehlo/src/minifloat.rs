//! Floating-point formats of 8 bits and fewer, and the carriers that narrow types are computed in.
//!
//! A minifloat has a sign, exponent bits and mantissa bits, and is named after them (`f8E4M3FN`). The formats
//! differ in their special values: those without a suffix have infinities and NaNs as IEEE 754 has; `FN` has
//! no infinities; `FNUZ` has no negative zero either, whose bits are its NaN. The formats of 4 and 6 bits are
//! finite. `f8E8M0FNU` is a power of two, without sign and zero.
//! (<https://github.com/jax-ml/ml_dtypes>; OCP Microscaling Formats 1.0)

use crate::types::ElementType;

/// The special values of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Specials {
    /// The largest exponent is that of infinity and NaN.
    Ieee,
    /// All bits but the sign set is NaN. Numbers that are too large become NaN.
    NanOnly,
    /// The bits of a negative zero are NaN. Numbers that are too large become NaN.
    NanIsNegativeZero,
    /// None. Numbers that are too large become the largest; NaN becomes a negative zero.
    Finite,
    /// Powers of two; all bits set is NaN. Numbers that are not positive, or too large, become NaN.
    PowersOfTwo,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minifloat {
    /// All bits, the sign's included.
    pub bits: u32,
    /// The bits of the mantissa.
    pub mantissa_bits: u32,
    /// What is added to the exponent of a number to store it.
    pub bias: i32,
    /// The special values.
    pub specials: Specials,
}

impl ElementType {
    /// The format of a floating-point type of 8 bits or fewer.
    pub const fn minifloat(self) -> Option<Minifloat> {
        use Specials::{Finite, Ieee, NanIsNegativeZero, NanOnly, PowersOfTwo};
        let (bits, mantissa_bits, bias, specials) = match self {
            Self::F4E2M1FN => (4, 1, 1, Finite),
            Self::F6E2M3FN => (6, 3, 1, Finite),
            Self::F6E3M2FN => (6, 2, 3, Finite),
            Self::F8E3M4 => (8, 4, 3, Ieee),
            Self::F8E4M3 => (8, 3, 7, Ieee),
            Self::F8E4M3B11FNUZ => (8, 3, 11, NanIsNegativeZero),
            Self::F8E4M3FN => (8, 3, 7, NanOnly),
            Self::F8E4M3FNUZ => (8, 3, 8, NanIsNegativeZero),
            Self::F8E5M2 => (8, 2, 15, Ieee),
            Self::F8E5M2FNUZ => (8, 2, 16, NanIsNegativeZero),
            Self::F8E8M0FNU => (8, 0, 127, PowersOfTwo),
            _ => return None,
        };
        Some(Minifloat { bits, mantissa_bits, bias, specials })
    }

    /// Returns true for integers of fewer than 8 bits, but not for the boolean. They are stored in a byte,
    /// whose other bits repeat the sign.
    pub const fn is_sub_byte_integer(self) -> bool {
        self.sub_byte_range().is_some()
    }

    /// The least and the greatest number of an integer type of fewer than 8 bits; none of other types.
    pub const fn sub_byte_range(self) -> Option<(i8, i8)> {
        match self {
            Self::I2 => Some((-2, 1)),
            Self::I4 => Some((-8, 7)),
            Self::Ui2 => Some((0, 3)),
            Self::Ui4 => Some((0, 15)),
            _ => None,
        }
    }

    /// Returns true for minifloats and integers of fewer than 8 bits.
    pub const fn is_narrow(self) -> bool {
        self.is_sub_byte_integer() || self.minifloat().is_some()
    }

    /// The type that a narrow type is computed in: `f32` for minifloats, a byte for integers, and any other
    /// type itself. Results are rounded to the narrow type after each operation.
    pub const fn carrier(self) -> Self {
        match self {
            Self::I2 | Self::I4 => Self::I8,
            Self::Ui2 | Self::Ui4 => Self::Ui8,
            _ if self.minifloat().is_some() => Self::F32,
            _ => self,
        }
    }
}

impl Minifloat {
    /// The bit of the sign; 0 if there is none.
    pub const fn sign_bit(&self) -> u8 {
        if matches!(self.specials, Specials::PowersOfTwo) { 0 } else { 1 << (self.bits - 1) }
    }

    /// The bits of the largest finite number.
    pub const fn max_bits(&self) -> u8 {
        match self.specials {
            Specials::Ieee => self.infinity_bits() - 1,
            Specials::NanOnly => (self.sign_bit() - 1) - 1,
            Specials::NanIsNegativeZero | Specials::Finite => self.sign_bit() - 1,
            Specials::PowersOfTwo => 0xfe,
        }
    }

    /// The bits of the positive infinity, if the format has one.
    pub const fn infinity_bits(&self) -> u8 {
        (self.sign_bit() - 1) >> self.mantissa_bits << self.mantissa_bits
    }

    /// The bits of NaN; of a negative zero if the format has no NaN.
    pub const fn nan_bits(&self) -> u8 {
        match self.specials {
            Specials::Ieee => self.infinity_bits() | 1 << (self.mantissa_bits - 1),
            Specials::NanOnly => self.sign_bit() - 1,
            Specials::NanIsNegativeZero | Specials::Finite => self.sign_bit(),
            Specials::PowersOfTwo => 0xff,
        }
    }

    /// The value of a number's bits.
    pub fn decode(&self, bits: u8) -> f32 {
        let bits = if self.bits < 8 { bits & ((1 << self.bits) - 1) } else { bits };
        let magnitude = bits & !self.sign_bit();
        let is_negative = bits & self.sign_bit() != 0;
        let is_special = match self.specials {
            Specials::Finite => false,
            Specials::NanIsNegativeZero => bits == self.nan_bits(),
            _ => magnitude > self.max_bits(),
        };
        let value = match is_special {
            true if self.specials == Specials::Ieee && magnitude == self.infinity_bits() => f64::INFINITY,
            true => f64::NAN,
            false => self.finite(magnitude),
        };
        (if is_negative { -value } else { value }) as f32
    }

    /// The value of a magnitude's bits, if none of them were special.
    fn finite(&self, magnitude: u8) -> f64 {
        let exponent = i32::from(magnitude >> self.mantissa_bits);
        let mantissa = f64::from(magnitude & ((1 << self.mantissa_bits) - 1));
        let unit = 0.5f64.powi(self.mantissa_bits.cast_signed());
        match exponent {
            0 if self.specials != Specials::PowersOfTwo => mantissa * unit * 2f64.powi(1 - self.bias),
            _ => (1.0 + mantissa * unit) * 2f64.powi(exponent - self.bias),
        }
    }

    /// The bits of the nearest number, of two equally near ones the one with an even last bit; of two powers
    /// of two the larger.
    pub fn encode(&self, value: f64) -> u8 {
        if self.specials == Specials::PowersOfTwo && (value <= 0.0 || value.is_infinite()) {
            return self.nan_bits();
        }
        if value.is_nan() {
            return self.nan_bits();
        }
        let sign = if value.is_sign_negative() { self.sign_bit() } else { 0 };
        let size = value.abs();
        // The bits of magnitudes are ordered as the magnitudes are.
        let (mut below, mut above) = (0u16, u16::from(self.max_bits()) + 1);
        while above - below > 1 {
            let middle = below.midpoint(above);
            if self.finite(middle as u8) <= size { below = middle } else { above = middle }
        }
        let lower = below as u8;
        let rounds_up = match self.specials {
            _ if size <= self.finite(lower) => false,
            // After the largest power of two comes NaN.
            Specials::PowersOfTwo => size >= 1.5 * self.finite(lower),
            _ => {
                let half = self.finite(lower).midpoint(self.finite(lower + 1));
                size > half || size == half && lower % 2 == 1
            }
        };
        let magnitude = if rounds_up { lower + 1 } else { lower };
        match self.specials {
            Specials::Finite => sign | magnitude.min(self.max_bits()),
            Specials::Ieee if magnitude > self.max_bits() => sign | self.infinity_bits(),
            Specials::NanOnly if magnitude > self.max_bits() => sign | self.nan_bits(),
            Specials::NanIsNegativeZero if magnitude > self.max_bits() => self.nan_bits(),
            Specials::NanIsNegativeZero if magnitude == 0 => 0,
            _ => sign | magnitude,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formats() -> impl Iterator<Item = (ElementType, Minifloat)> {
        ElementType::ALL.iter().filter_map(|element| Some((*element, element.minifloat()?)))
    }

    #[test]
    fn all_numbers_are_their_own_nearest() {
        assert_eq!(formats().count(), 11);
        for (element, format) in formats() {
            for bits in 0..=u8::MAX >> (8 - format.bits) {
                let value = format.decode(bits);
                if !value.is_nan() {
                    assert_eq!(format.encode(f64::from(value)), bits, "{element} {bits:#x} is {value}");
                }
            }
        }
    }

    /// The bits that the package `ml_dtypes` 0.5 gives for these numbers.
    #[test]
    fn conversions_are_those_of_ml_dtypes() {
        let inputs = [f64::INFINITY, f64::NEG_INFINITY, 1e9, -1e9, 0.0, -0.0, 1e-9, -1e-9, 0.75, 1.5, 3.0, 5.0, -2.5];
        let expected: [(ElementType, [u8; 13]); 8] = [
            (ElementType::F4E2M1FN, [0x7, 0xf, 0x7, 0xf, 0, 8, 0, 8, 0x2, 0x3, 0x5, 0x6, 0xc]),
            (ElementType::F6E2M3FN, [0x1f, 0x3f, 0x1f, 0x3f, 0, 0x20, 0, 0x20, 0x6, 0xc, 0x14, 0x1a, 0x32]),
            (ElementType::F6E3M2FN, [0x1f, 0x3f, 0x1f, 0x3f, 0, 0x20, 0, 0x20, 0xa, 0xe, 0x12, 0x15, 0x31]),
            (ElementType::F8E8M0FNU, [0xff, 0xff, 0x9d, 0xff, 0xff, 0xff, 0x61, 0xff, 0x7f, 0x80, 0x81, 0x81, 0xff]),
            (ElementType::F8E4M3FN, [0x7f, 0xff, 0x7f, 0xff, 0, 0x80, 0, 0x80, 0x34, 0x3c, 0x44, 0x4a, 0xc2]),
            (ElementType::F8E5M2, [0x7c, 0xfc, 0x7c, 0xfc, 0, 0x80, 0, 0x80, 0x3a, 0x3e, 0x42, 0x45, 0xc1]),
            (ElementType::F8E4M3FNUZ, [0x80, 0x80, 0x80, 0x80, 0, 0, 0, 0, 0x3c, 0x44, 0x4c, 0x52, 0xca]),
            (ElementType::F8E3M4, [0x70, 0xf0, 0x70, 0xf0, 0, 0x80, 0, 0x80, 0x28, 0x38, 0x48, 0x54, 0xc4]),
        ];
        for (element, bits) in expected {
            let format = element.minifloat().unwrap();
            assert_eq!(inputs.map(|x| format.encode(x)), bits, "{element}");
        }
        let powers = ElementType::F8E8M0FNU.minifloat().unwrap();
        assert_eq!([2.5e38, 2.5521178e38, 3.4e38].map(|x| powers.encode(x)), [0xfe, 0xff, 0xff]);
    }
}
