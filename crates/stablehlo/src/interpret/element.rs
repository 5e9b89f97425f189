//! Arithmetic on one element, for each computable element type.

use std::cmp::Ordering;

use half::{bf16, f16};

use super::complex;
use crate::complex::Complex;
use crate::literal::NativeType;
use crate::ops::{Binary, Unary};

/// A number during a conversion: exact for every element type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Int(i128),
    Float(f64),
    Complex(Complex<f64>),
}

/// A function of one element.
pub(super) type UnaryFn<T> = Box<dyn Fn(T) -> T>;
/// A function of two elements.
pub(super) type BinaryFn<T> = Box<dyn Fn(T, T) -> T>;

/// The arithmetic of an element type.
pub(super) trait Element: NativeType {
    /// The function of an operation; `None` if it is not defined for the type. (`is_finite` has another
    /// result type, and is not included.)
    fn unary(op: Unary) -> Option<UnaryFn<Self>>;
    /// The function of an operation; `None` if it is not defined for the type.
    fn binary(op: Binary) -> Option<BinaryFn<Self>>;
    /// The order by value, of complex numbers by real and then by imaginary part; `None` if NaN decides.
    fn order(self, other: Self) -> Option<Ordering>;
    /// IEEE's total order: -NaN, -infinity, ..., -0, +0, ..., infinity, NaN; for integers the order by value.
    fn total_order(self, other: Self) -> Ordering;
    /// The exact value.
    fn number(self) -> Number;
    /// Converts a number: to floats by rounding to nearest, from integers to integers by the low bits, from
    /// floats to integers by truncation and saturation. The imaginary part is zero of a real number, and
    /// ignored if the type is real.
    fn from_number(number: Number) -> Self;
}

macro_rules! floats {
    ($($t:ty, |$v:ident| $round:expr, |$i:ident| $from_int:expr;)*) => {$(
        impl Element for $t {
            fn unary(op: Unary) -> Option<UnaryFn<Self>> {
                let f = float_unary(op)?;
                Some(Box::new(move |x| Self::from_number(Number::Float(f(x.to_f64())))))
            }
            fn binary(op: Binary) -> Option<BinaryFn<Self>> {
                let f = float_binary(op)?;
                Some(Box::new(move |x, y| Self::from_number(Number::Float(f(x.to_f64(), y.to_f64())))))
            }
            fn order(self, other: Self) -> Option<Ordering> { self.partial_cmp(&other) }
            fn total_order(self, other: Self) -> Ordering { self.total_cmp(&other) }
            fn number(self) -> Number { Number::Float(self.to_f64()) }
            fn from_number(number: Number) -> Self {
                match number {
                    Number::Float($v) | Number::Complex(Complex { re: $v, .. }) => $round,
                    Number::Int($i) => $from_int,
                }
            }
        }
    )*};
}

floats! {
    f64, |v| v, |i| i as f64;
    f32, |v| v as f32, |i| i as f32;
    f16, |v| f16::from_f32(v as f32), |i| f16::from_f32(i as f32);
    bf16, |v| bf16::from_f32(v as f32), |i| bf16::from_f32(i as f32);
}

fn float_unary(op: Unary) -> Option<fn(f64) -> f64> {
    Some(match op {
        Unary::Abs => f64::abs,
        Unary::Cbrt => f64::cbrt,
        Unary::Ceil => f64::ceil,
        Unary::Cosine => f64::cos,
        Unary::Exponential => f64::exp,
        Unary::ExponentialMinusOne => f64::exp_m1,
        Unary::Floor => f64::floor,
        Unary::Log => f64::ln,
        Unary::LogPlusOne => f64::ln_1p,
        Unary::Logistic => |x| 1.0 / (1.0 + (-x).exp()),
        Unary::Negate => |x| -x,
        Unary::RoundNearestAfz => f64::round,
        Unary::RoundNearestEven => f64::round_ties_even,
        Unary::Rsqrt => |x| 1.0 / x.sqrt(),
        // Zeros keep their sign, NaN remains NaN.
        Unary::Sign => |x| if x == 0.0 || x.is_nan() { x } else { x.signum() },
        Unary::Sine => f64::sin,
        Unary::Sqrt => f64::sqrt,
        Unary::Tan => f64::tan,
        Unary::Tanh => f64::tanh,
        Unary::CountLeadingZeros | Unary::IsFinite | Unary::Not | Unary::PopulationCount => return None,
    })
}

fn float_binary(op: Binary) -> Option<fn(f64, f64) -> f64> {
    Some(match op {
        Binary::Add => |x, y| x + y,
        Binary::Subtract => |x, y| x - y,
        Binary::Multiply => |x, y| x * y,
        Binary::Divide => |x, y| x / y,
        Binary::Remainder => |x, y| x % y,
        Binary::Power => f64::powf,
        Binary::Atan2 => f64::atan2,
        Binary::Maximum => maximum,
        Binary::Minimum => |x, y| -maximum(-x, -y),
        Binary::And
        | Binary::Or
        | Binary::Xor
        | Binary::ShiftLeft
        | Binary::ShiftRightArithmetic
        | Binary::ShiftRightLogical => return None,
    })
}

/// `maximum` of IEEE 754-2019: NaN if either operand is NaN, and +0 is greater than -0.
fn maximum(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        f64::NAN
    } else if x == y {
        if x.is_sign_negative() { y } else { x }
    } else if x > y {
        x
    } else {
        y
    }
}

macro_rules! integers {
    ($($t:ident $unsigned:ident;)*) => {$(
        impl Element for $t {
            // The macro is for signed and unsigned types; of the latter, none is less than zero.
            #[allow(unused_comparisons)]
            fn unary(op: Unary) -> Option<UnaryFn<Self>> {
                Some(match op {
                    Unary::Abs => Box::new(|x| if x < 0 { x.wrapping_neg() } else { x }),
                    Unary::Negate => Box::new(|x| x.wrapping_neg()),
                    Unary::Not => Box::new(|x| !x),
                    Unary::Sign => Box::new(|x| if x < 0 { (0 as $t).wrapping_sub(1) } else { (x > 0) as $t }),
                    Unary::CountLeadingZeros => Box::new(|x| x.leading_zeros() as $t),
                    Unary::PopulationCount => Box::new(|x| x.count_ones() as $t),
                    _ => return None,
                })
            }
            fn binary(op: Binary) -> Option<BinaryFn<Self>> {
                Some(match op {
                    Binary::Add => Box::new(|x, y| x.wrapping_add(y)),
                    Binary::Subtract => Box::new(|x, y| x.wrapping_sub(y)),
                    Binary::Multiply => Box::new(|x, y| x.wrapping_mul(y)),
                    Binary::Divide => Box::new(|x, y| if y == 0 { !0 } else { x.wrapping_div(y) }),
                    Binary::Remainder => Box::new(|x, y| if y == 0 { x } else { x.wrapping_rem(y) }),
                    Binary::Power => Box::new(|x, y| $t::from_number(Number::Int(integer_power(x as i128, y as i128)))),
                    Binary::Maximum => Box::new(|x, y| x.max(y)),
                    Binary::Minimum => Box::new(|x, y| x.min(y)),
                    Binary::And => Box::new(|x, y| x & y),
                    Binary::Or => Box::new(|x, y| x | y),
                    Binary::Xor => Box::new(|x, y| x ^ y),
                    // The amount is unsigned; a shift by the width or more shifts all bits out.
                    Binary::ShiftLeft => Box::new(|x, y| {
                        if (y as $unsigned as u64) < $t::BITS as u64 { x.wrapping_shl(y as u32) } else { 0 }
                    }),
                    Binary::ShiftRightLogical => Box::new(|x, y| {
                        let inside = (y as $unsigned as u64) < $t::BITS as u64;
                        if inside { (x as $unsigned).wrapping_shr(y as u32) as $t } else { 0 }
                    }),
                    Binary::ShiftRightArithmetic => Box::new(|x, y| {
                        let amount = (y as $unsigned as u64).min($t::BITS as u64 - 1);
                        arithmetic_shift(x as $unsigned as u64, $t::BITS, amount as u32) as $t
                    }),
                    Binary::Atan2 => return None,
                })
            }
            fn order(self, other: Self) -> Option<Ordering> { Some(self.cmp(&other)) }
            fn total_order(self, other: Self) -> Ordering { self.cmp(&other) }
            fn number(self) -> Number { Number::Int(self as i128) }
            fn from_number(number: Number) -> Self {
                match number {
                    Number::Int(i) => i as $t,
                    Number::Float(v) | Number::Complex(Complex { re: v, .. }) => v as $t,
                }
            }
        }
    )*};
}

integers! { i8 u8; i16 u16; i32 u32; i64 u64; u8 u8; u16 u16; u32 u32; u64 u64; }

/// Shifts right and fills with the highest of the `bits` bits, for signed and unsigned types alike.
fn arithmetic_shift(x: u64, bits: u32, amount: u32) -> u64 {
    let spare = 64 - bits;
    (((x << spare) as i64 >> spare) >> amount) as u64
}

/// `x` to the power `y` modulo 2^128, whose low bits are the result in any narrower type. For negative `y` it
/// is the truncated quotient: 0 unless `x` is 1 or -1.
fn integer_power(x: i128, y: i128) -> i128 {
    if y < 0 {
        return match x {
            1 => 1,
            -1 => 1 - 2 * (y & 1),
            _ => 0,
        };
    }
    let (mut result, mut square, mut y) = (1i128, x, y);
    while y > 0 {
        if y & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        y >>= 1;
    }
    result
}

impl Element for bool {
    fn unary(op: Unary) -> Option<UnaryFn<Self>> {
        (op == Unary::Not).then(|| -> UnaryFn<Self> { Box::new(|x| !x) })
    }
    fn binary(op: Binary) -> Option<BinaryFn<Self>> {
        Some(match op {
            Binary::Add | Binary::Or | Binary::Maximum => Box::new(|x, y| x | y),
            Binary::Multiply | Binary::And | Binary::Minimum => Box::new(|x, y| x & y),
            Binary::Xor => Box::new(|x, y| x ^ y),
            _ => return None,
        })
    }
    fn order(self, other: Self) -> Option<Ordering> {
        Some(self.cmp(&other))
    }
    fn total_order(self, other: Self) -> Ordering {
        self.cmp(&other)
    }
    fn number(self) -> Number {
        Number::Int(self as i128)
    }
    fn from_number(number: Number) -> Self {
        match number {
            Number::Int(i) => i != 0,
            Number::Float(v) | Number::Complex(Complex { re: v, .. }) => v != 0.0,
        }
    }
}

macro_rules! complex {
    ($($t:ty;)*) => {$(
        impl Element for Complex<$t> {
            fn unary(op: Unary) -> Option<UnaryFn<Self>> {
                let f = complex::unary(op)?;
                Some(Box::new(move |x| Self::from_number(Number::Complex(f(x.widened())))))
            }
            fn binary(op: Binary) -> Option<BinaryFn<Self>> {
                let f = complex::binary(op)?;
                Some(Box::new(move |x, y| Self::from_number(Number::Complex(f(x.widened(), y.widened())))))
            }
            fn order(self, other: Self) -> Option<Ordering> { complex::order(self.widened(), other.widened()) }
            fn total_order(self, other: Self) -> Ordering {
                self.re.total_cmp(&other.re).then(self.im.total_cmp(&other.im))
            }
            fn number(self) -> Number { Number::Complex(self.widened()) }
            fn from_number(number: Number) -> Self {
                match number {
                    Number::Complex(z) => Complex::new(z.re as $t, z.im as $t),
                    Number::Float(v) => Complex::new(v as $t, 0.0),
                    Number::Int(i) => Complex::new(i as $t, 0.0),
                }
            }
        }

        impl Complex<$t> {
            /// The same number with parts of `f64`.
            fn widened(self) -> Complex<f64> { Complex::new(self.re.into(), self.im.into()) }
        }
    )*};
}

complex! { f32; f64; }
