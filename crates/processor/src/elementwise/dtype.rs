//! What registers hold: the class of an element type, and arithmetic on each class.

use std::cmp::Ordering;

use half::f16;
use stablehlo::ElementType;

use crate::{Error, Result};

/// How elements are held in registers. bf16 and f16 are computed on in f32 and rounded after each operation; registers of f16
/// hold f32.
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

    /// What many numbers are joined in: bf16 ones are rounded once, in the end.
    pub(crate) fn accumulator_of(element: ElementType) -> Result<Self> {
        Ok(match Self::of(element)? {
            Self::Bf16 => Self::F32,
            class => class,
        })
    }

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

/// Calls an expression with the Rust type of a class; booleans are bytes.
macro_rules! with_reg_type {
    ($class:expr, $t:ident => $body:expr) => {
        match $class {
            $crate::elementwise::RegType::Bool => {
                type $t = $crate::elementwise::dtype::Bool8;
                $body
            }
            $crate::elementwise::RegType::I8 => {
                type $t = i8;
                $body
            }
            $crate::elementwise::RegType::I16 => {
                type $t = i16;
                $body
            }
            $crate::elementwise::RegType::I32 => {
                type $t = i32;
                $body
            }
            $crate::elementwise::RegType::I64 => {
                type $t = i64;
                $body
            }
            $crate::elementwise::RegType::U8 => {
                type $t = u8;
                $body
            }
            $crate::elementwise::RegType::U16 => {
                type $t = u16;
                $body
            }
            $crate::elementwise::RegType::U32 => {
                type $t = u32;
                $body
            }
            $crate::elementwise::RegType::U64 => {
                type $t = u64;
                $body
            }
            $crate::elementwise::RegType::Bf16 => {
                type $t = $crate::elementwise::dtype::Bf16;
                $body
            }
            $crate::elementwise::RegType::F32 => {
                type $t = f32;
                $body
            }
            $crate::elementwise::RegType::F64 => {
                type $t = f64;
                $body
            }
        }
    };
}
pub(crate) use with_reg_type;

/// A boolean in memory: one byte, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct Bool8(pub(crate) u8);

/// Arithmetic of one class (spec: each operation's semantics). Where an operation is not defined for a class, the
/// program was refused before (`program::check`) and the method gives its left operand.
pub(crate) trait Number: bytemuck::Pod + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    /// The least value: what a maximum starts from.
    const LEAST: Self;
    /// The greatest value: what a minimum starts from.
    const GREATEST: Self;
    fn from_i64(v: i64) -> Self;
    fn from_f64(v: f64) -> Self;
    fn to_f64(self) -> f64;
    fn to_i64(self) -> i64;
    fn add(self, o: Self) -> Self;
    fn sub(self, o: Self) -> Self;
    fn mul(self, o: Self) -> Self;
    fn div(self, o: Self) -> Self;
    fn rem(self, o: Self) -> Self;
    fn pow(self, o: Self) -> Self;
    fn max(self, o: Self) -> Self;
    fn min(self, o: Self) -> Self;
    fn and(self, o: Self) -> Self;
    fn or(self, o: Self) -> Self;
    fn xor(self, o: Self) -> Self;
    fn not(self) -> Self;
    fn shl(self, o: Self) -> Self;
    fn shr_arithmetic(self, o: Self) -> Self;
    fn shr_logical(self, o: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    fn sign(self) -> Self;
    fn popcnt(self) -> Self;
    fn clz(self) -> Self;
    fn total_key(self) -> i64;
}

macro_rules! integer {
    ($($t:ident $unsigned:ident $signed:ident $is_signed:literal;)*) => {$(
        impl Number for $t {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const LEAST: Self = $t::MIN;
            const GREATEST: Self = $t::MAX;
            #[inline(always)] fn from_i64(v: i64) -> Self { v as $t }
            #[inline(always)] fn from_f64(v: f64) -> Self { v as $t }
            #[inline(always)] fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)] fn to_i64(self) -> i64 { self as i64 }
            #[inline(always)] fn add(self, o: Self) -> Self { self.wrapping_add(o) }
            #[inline(always)] fn sub(self, o: Self) -> Self { self.wrapping_sub(o) }
            #[inline(always)] fn mul(self, o: Self) -> Self { self.wrapping_mul(o) }
            // Division by zero gives all bits set, and leaves the dividend as the remainder.
            #[inline(always)] fn div(self, o: Self) -> Self { if o == 0 { !0 } else { self.wrapping_div(o) } }
            #[inline(always)] fn rem(self, o: Self) -> Self { if o == 0 { self } else { self.wrapping_rem(o) } }
            #[inline(always)] fn pow(self, o: Self) -> Self {
                if $is_signed && (o as i64) < 0 {
                    return match self { 1 => 1, v if v == (0 as $t).wrapping_sub(1) => if o & 1 == 0 { 1 } else { v }, _ => 0 };
                }
                let (mut base, mut exponent, mut result) = (self, o, 1 as $t);
                while exponent != 0 {
                    if exponent & 1 == 1 { result = result.wrapping_mul(base); }
                    base = base.wrapping_mul(base);
                    exponent >>= 1;
                }
                result
            }
            #[inline(always)] fn max(self, o: Self) -> Self { if self > o { self } else { o } }
            #[inline(always)] fn min(self, o: Self) -> Self { if self < o { self } else { o } }
            #[inline(always)] fn and(self, o: Self) -> Self { self & o }
            #[inline(always)] fn or(self, o: Self) -> Self { self | o }
            #[inline(always)] fn xor(self, o: Self) -> Self { self ^ o }
            #[inline(always)] fn not(self) -> Self { !self }
            // Shifts by the width or more push every bit out; the amount is unsigned.
            #[inline(always)] fn shl(self, o: Self) -> Self {
                if (o as $unsigned) < $t::BITS as $unsigned { self << (o as u32 & ($t::BITS - 1)) } else { 0 }
            }
            #[inline(always)] fn shr_arithmetic(self, o: Self) -> Self {
                let by = if (o as $unsigned) < $t::BITS as $unsigned { o as u32 } else { $t::BITS - 1 };
                ((self as $signed) >> (by & ($t::BITS - 1))) as $t
            }
            #[inline(always)] fn shr_logical(self, o: Self) -> Self {
                if (o as $unsigned) < $t::BITS as $unsigned {
                    ((self as $unsigned) >> (o as u32 & ($t::BITS - 1))) as $t
                } else { 0 }
            }
            #[inline(always)] fn neg(self) -> Self { (0 as $t).wrapping_sub(self) }
            #[inline(always)] fn abs(self) -> Self { if $is_signed && (self as $signed) < 0 { self.neg() } else { self } }
            #[inline(always)] fn sign(self) -> Self {
                if self == 0 { 0 } else if $is_signed && (self as $signed) < 0 { !0 } else { 1 }
            }
            #[inline(always)] fn popcnt(self) -> Self { self.count_ones() as $t }
            #[inline(always)] fn clz(self) -> Self { self.leading_zeros() as $t }
            #[inline(always)] fn total_key(self) -> i64 { self as i64 }
        }
    )*};
}

integer! {
    i8 u8 i8 true; i16 u16 i16 true; i32 u32 i32 true; i64 u64 i64 true;
    u8 u8 i8 false; u16 u16 i16 false; u32 u32 i32 false; u64 u64 i64 false;
}

macro_rules! float {
    ($($t:ident $bits:ident $signed:ident;)*) => {$(
        impl Number for $t {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const LEAST: Self = $t::NEG_INFINITY;
            const GREATEST: Self = $t::INFINITY;
            #[inline(always)] fn from_i64(v: i64) -> Self { v as $t }
            #[inline(always)] fn from_f64(v: f64) -> Self { v as $t }
            #[inline(always)] fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)] fn to_i64(self) -> i64 { self as i64 }
            #[inline(always)] fn add(self, o: Self) -> Self { self + o }
            #[inline(always)] fn sub(self, o: Self) -> Self { self - o }
            #[inline(always)] fn mul(self, o: Self) -> Self { self * o }
            #[inline(always)] fn div(self, o: Self) -> Self { self / o }
            #[inline(always)] fn rem(self, o: Self) -> Self { self % o }
            #[inline(always)] fn pow(self, o: Self) -> Self { (self as f64).powf(o as f64) as $t }
            // NaN wins on either side.
            #[inline(always)] fn max(self, o: Self) -> Self { if self > o || self != self { self } else { o } }
            #[inline(always)] fn min(self, o: Self) -> Self { if self < o || self != self { self } else { o } }
            #[inline(always)] fn and(self, _: Self) -> Self { self }
            #[inline(always)] fn or(self, _: Self) -> Self { self }
            #[inline(always)] fn xor(self, _: Self) -> Self { self }
            #[inline(always)] fn not(self) -> Self { self }
            #[inline(always)] fn shl(self, _: Self) -> Self { self }
            #[inline(always)] fn shr_arithmetic(self, _: Self) -> Self { self }
            #[inline(always)] fn shr_logical(self, _: Self) -> Self { self }
            #[inline(always)] fn neg(self) -> Self { -self }
            #[inline(always)] fn abs(self) -> Self { $t::from_bits(self.to_bits() & ($bits::MAX >> 1)) }
            #[inline(always)] fn sign(self) -> Self {
                if self > 0.0 { 1.0 } else if self < 0.0 { -1.0 } else { self }
            }
            #[inline(always)] fn popcnt(self) -> Self { self }
            #[inline(always)] fn clz(self) -> Self { self }
            #[inline(always)] fn total_key(self) -> i64 {
                let bits = self.to_bits() as $signed;
                (bits ^ ((bits >> ($bits::BITS - 1)) & $signed::MAX)) as i64
            }
        }
    )*};
}

float! { f32 u32 i32; f64 u64 i64; }

impl Number for Bool8 {
    const ZERO: Self = Bool8(0);
    const ONE: Self = Bool8(1);
    const LEAST: Self = Bool8(0);
    const GREATEST: Self = Bool8(1);
    #[inline(always)]
    fn from_i64(v: i64) -> Self {
        Bool8((v != 0) as u8)
    }
    #[inline(always)]
    fn from_f64(v: f64) -> Self {
        Bool8((v != 0.0) as u8)
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self.0 as f64
    }
    #[inline(always)]
    fn to_i64(self) -> i64 {
        self.0 as i64
    }
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Bool8(self.0 | o.0)
    }
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Bool8(self.0 ^ o.0)
    }
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        Bool8(self.0 & o.0)
    }
    #[inline(always)]
    fn div(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn rem(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn pow(self, o: Self) -> Self {
        Bool8(self.0 | (o.0 ^ 1))
    }
    #[inline(always)]
    fn max(self, o: Self) -> Self {
        Bool8(self.0 | o.0)
    }
    #[inline(always)]
    fn min(self, o: Self) -> Self {
        Bool8(self.0 & o.0)
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        Bool8(self.0 & o.0)
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        Bool8(self.0 | o.0)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Bool8(self.0 ^ o.0)
    }
    #[inline(always)]
    fn not(self) -> Self {
        Bool8(self.0 ^ 1)
    }
    #[inline(always)]
    fn shl(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn shr_arithmetic(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn shr_logical(self, _: Self) -> Self {
        self
    }
    #[inline(always)]
    fn neg(self) -> Self {
        self
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self
    }
    #[inline(always)]
    fn sign(self) -> Self {
        self
    }
    #[inline(always)]
    fn popcnt(self) -> Self {
        self
    }
    #[inline(always)]
    fn clz(self) -> Self {
        self
    }
    #[inline(always)]
    fn total_key(self) -> i64 {
        self.0 as i64
    }
}

/// A bf16 number. Its comparisons are those of f32, written so that loops of them are vectorised.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct Bf16(pub(crate) u16);

impl Bf16 {
    #[inline(always)]
    pub(crate) fn wide(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    #[inline(always)]
    pub(crate) fn is_nan(self) -> bool {
        self.wide().is_nan()
    }

    #[inline(always)]
    pub(crate) fn rounded(x: f32) -> Self {
        Self(bf16_bits(x))
    }
}

impl PartialEq for Bf16 {
    #[inline(always)]
    fn eq(&self, o: &Self) -> bool {
        self.wide() == o.wide()
    }
}

impl PartialOrd for Bf16 {
    #[inline(always)]
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        self.wide().partial_cmp(&o.wide())
    }
    #[inline(always)]
    fn lt(&self, o: &Self) -> bool {
        self.wide() < o.wide()
    }
    #[inline(always)]
    fn le(&self, o: &Self) -> bool {
        self.wide() <= o.wide()
    }
    #[inline(always)]
    fn gt(&self, o: &Self) -> bool {
        self.wide() > o.wide()
    }
    #[inline(always)]
    fn ge(&self, o: &Self) -> bool {
        self.wide() >= o.wide()
    }
}

macro_rules! by_f32 {
    ($($one:ident)*; $($two:ident)*) => {
        $(#[inline(always)] fn $one(self) -> Self { Self::rounded(<f32 as Number>::$one(self.wide())) })*
        $(#[inline(always)] fn $two(self, o: Self) -> Self {
            Self::rounded(<f32 as Number>::$two(self.wide(), o.wide()))
        })*
    };
}

impl Number for Bf16 {
    const ZERO: Self = Self(0);
    const ONE: Self = Self(0x3f80);
    const LEAST: Self = Self(0xff80);
    const GREATEST: Self = Self(0x7f80);
    by_f32! {
        not neg abs sign popcnt clz;
        add sub mul div rem pow max min and or xor shl shr_arithmetic shr_logical
    }
    fn from_i64(v: i64) -> Self {
        Self::rounded(v as f32)
    }
    fn from_f64(v: f64) -> Self {
        Self::rounded(v as f32)
    }
    fn to_f64(self) -> f64 {
        self.wide().into()
    }
    fn to_i64(self) -> i64 {
        self.wide() as i64
    }
    fn total_key(self) -> i64 {
        self.wide().total_key()
    }
}

/// The bits of the nearest bf16, ties to even; a NaN stays one.
#[inline(always)]
pub(crate) fn bf16_bits(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = (bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16) as u16;
    let quiet = (bits >> 16) as u16 | 0x40;
    if x.is_nan() { quiet } else { rounded }
}

#[inline(always)]
pub(crate) fn round_f16(x: f32) -> f32 {
    f16::from_f32(x).to_f32()
}

/// Rounds to a format of so many exponent and mantissa bits (spec: `reduce_precision`); f32 in, f32 out.
pub(crate) fn reduce_precision(x: f32, exponent_bits: u32, mantissa_bits: u32) -> f32 {
    if x.is_nan() {
        return x;
    }
    let bits = x.to_bits();
    let mut rounded = bits;
    if mantissa_bits < 23 {
        let drop = 23 - mantissa_bits;
        let half = 1u32 << (drop - 1);
        let odd = (bits >> drop) & 1;
        rounded = bits.wrapping_add(half - 1 + odd) & !((1u32 << drop) - 1);
    }
    if exponent_bits < 8 {
        let bias = (1u32 << (exponent_bits - 1)) - 1;
        let exponent = (rounded >> 23) & 0xff;
        let sign = bits & 0x8000_0000;
        if exponent > 127 + bias {
            return f32::from_bits(sign | 0x7f80_0000);
        }
        if exponent <= 127 - bias {
            return f32::from_bits(sign);
        }
    }
    f32::from_bits(rounded)
}
