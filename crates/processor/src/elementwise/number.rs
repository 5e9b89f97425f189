//! Scalar arithmetic on the types that registers hold.

/// Arithmetic of one register type, as the StableHLO specification defines each operation.
///
/// The verifier of `stablehlo` rejects programs that apply an operation to a type it is not defined for; such
/// a method returns its left operand here.
pub(crate) trait Number: bytemuck::Pod + PartialOrd {
    const ZERO: Self;
    const ONE: Self;
    /// The identity of `maximum`: negative infinity for floats.
    const LOWEST: Self;
    /// The identity of `minimum`: infinity for floats.
    const HIGHEST: Self;
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
    /// `maximum` of IEEE 754: NaN if either operand is NaN, and +0 is greater than -0.
    fn max(self, o: Self) -> Self;
    /// `minimum` of IEEE 754.
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
    /// A key that orders numbers as `compare` with `TOTALORDER` does.
    fn total_order_key(self) -> i64;
}

macro_rules! integer {
    ($($t:ident $unsigned:ident $signed:ident $is_signed:literal;)*) => {$(
        impl Number for $t {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const LOWEST: Self = $t::MIN;
            const HIGHEST: Self = $t::MAX;
            #[inline(always)] fn from_i64(v: i64) -> Self { v as $t }
            #[inline(always)] fn from_f64(v: f64) -> Self { v as $t }
            #[inline(always)] fn to_f64(self) -> f64 { self as f64 }
            #[inline(always)] fn to_i64(self) -> i64 { self as i64 }
            #[inline(always)] fn add(self, o: Self) -> Self { self.wrapping_add(o) }
            #[inline(always)] fn sub(self, o: Self) -> Self { self.wrapping_sub(o) }
            #[inline(always)] fn mul(self, o: Self) -> Self { self.wrapping_mul(o) }
            // XLA's convention: a quotient by zero has all bits set, and a remainder by zero is the dividend.
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
            // The shift amount is unsigned; a shift by the bit width or more shifts every bit out.
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
            #[inline(always)] fn total_order_key(self) -> i64 { self as i64 }
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
            const LOWEST: Self = $t::NEG_INFINITY;
            const HIGHEST: Self = $t::INFINITY;
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
            // The conditional is the processor's instruction, which takes `self` if both are zeros or one
            // is NaN. The larger is not negative if `o` is not: this mends the sign of a zero. Only `o` is
            // tested and masked: in a reduction this does not wait for the result so far, the left operand,
            // and an `o` that is the same for all elements is tested once.
            #[inline(always)] fn max(self, o: Self) -> Self {
                let larger = if o > self { o } else { self };
                let signed = $t::from_bits(larger.to_bits() & (o.to_bits() | ($bits::MAX >> 1)));
                if o != o { o } else { signed }
            }
            #[inline(always)] fn min(self, o: Self) -> Self {
                let smaller = if o < self { o } else { self };
                let signed = $t::from_bits(smaller.to_bits() | (o.to_bits() & !($bits::MAX >> 1)));
                if o != o { o } else { signed }
            }
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
            #[inline(always)] fn total_order_key(self) -> i64 {
                let bits = self.to_bits() as $signed;
                (bits ^ ((bits >> ($bits::BITS - 1)) & $signed::MAX)) as i64
            }
        }
    )*};
}

float! { f32 u32 i32; f64 u64 i64; }
