//! Booleans as they are stored: one byte each.

use super::number::Number;

/// A boolean: one byte, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct Bool8(pub(crate) u8);

impl Number for Bool8 {
    const ZERO: Self = Bool8(0);
    const ONE: Self = Bool8(1);
    const LOWEST: Self = Bool8(0);
    const HIGHEST: Self = Bool8(1);
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
    fn total_order_key(self) -> i64 {
        self.0 as i64
    }
}
