//! bf16 numbers: the upper half of an f32. Arithmetic is done in f32 and rounded.

use std::cmp::Ordering;

use super::number::Number;

/// A bf16 number. Every comparison is written out as one of f32, so that loops of comparisons vectorize.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct Bf16(pub(crate) u16);

impl Bf16 {
    /// The same number in f32, exactly.
    #[inline(always)]
    pub(crate) fn widened(self) -> f32 {
        f32::from_bits(u32::from(self.0) << 16)
    }

    #[inline(always)]
    pub(crate) fn is_nan(self) -> bool {
        self.widened().is_nan()
    }

    /// The nearest bf16, ties to even; a NaN stays a NaN.
    #[inline(always)]
    pub(crate) fn rounded(x: f32) -> Self {
        let bits = x.to_bits();
        let rounded = (bits.wrapping_add(0x7fff + ((bits >> 16) & 1)) >> 16) as u16;
        let quiet_nan = (bits >> 16) as u16 | 0x40;
        Self(if x.is_nan() { quiet_nan } else { rounded })
    }
}

impl PartialEq for Bf16 {
    #[inline(always)]
    fn eq(&self, o: &Self) -> bool {
        self.widened() == o.widened()
    }
}

impl PartialOrd for Bf16 {
    #[inline(always)]
    fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
        self.widened().partial_cmp(&o.widened())
    }
    #[inline(always)]
    fn lt(&self, o: &Self) -> bool {
        self.widened() < o.widened()
    }
    #[inline(always)]
    fn le(&self, o: &Self) -> bool {
        self.widened() <= o.widened()
    }
    #[inline(always)]
    fn gt(&self, o: &Self) -> bool {
        self.widened() > o.widened()
    }
    #[inline(always)]
    fn ge(&self, o: &Self) -> bool {
        self.widened() >= o.widened()
    }
}

/// Implements operations by widening to f32, computing there, and rounding the result.
macro_rules! through_f32 {
    ($($one:ident)*; $($two:ident)*) => {
        $(#[inline(always)] fn $one(self) -> Self { Self::rounded(<f32 as Number>::$one(self.widened())) })*
        $(#[inline(always)] fn $two(self, o: Self) -> Self {
            Self::rounded(<f32 as Number>::$two(self.widened(), o.widened()))
        })*
    };
}

impl Number for Bf16 {
    const ZERO: Self = Self(0);
    const ONE: Self = Self(0x3f80);
    const LOWEST: Self = Self(0xff80);
    const HIGHEST: Self = Self(0x7f80);
    through_f32! {
        not neg abs sign popcnt clz;
        add sub mul div rem pow and or xor shl shr_arithmetic shr_logical
    }
    // As for f32. The result is an operand, so that nothing is rounded.
    #[inline(always)]
    fn max(self, o: Self) -> Self {
        let larger = if o > self { o } else { self };
        if o.is_nan() { o } else { Self(larger.0 & (o.0 | 0x7fff)) }
    }
    #[inline(always)]
    fn min(self, o: Self) -> Self {
        let smaller = if o < self { o } else { self };
        if o.is_nan() { o } else { Self(smaller.0 | (o.0 & 0x8000)) }
    }
    fn from_i64(v: i64) -> Self {
        Self::rounded(v as f32)
    }
    fn from_f64(v: f64) -> Self {
        Self::rounded(v as f32)
    }
    fn to_f64(self) -> f64 {
        self.widened().into()
    }
    fn to_i64(self) -> i64 {
        self.widened() as i64
    }
    fn total_order_key(self) -> i64 {
        self.widened().total_order_key()
    }
}
