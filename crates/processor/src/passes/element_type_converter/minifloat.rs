//! Arithmetic of minifloats, in `f32`: decoding and encoding of their bits, and rounding. All of it is exact
//! but for the one rounding, to nearest even.

use stablehlo::ops::{Binary, Direction};
use stablehlo::{ElementType, Minifloat, OpKind, Specials};

use crate::ir::ValueId;
use crate::passes::emitter::Emitter;

/// The bits of the mantissa of `f32`.
const F32_MANTISSA: u32 = 23;
/// The bits of the infinity of `f32`; those of NaN are larger.
const F32_INFINITY: u32 = 0x7f80_0000;
/// The bias of the exponent of `f32`.
const F32_BIAS: i32 = 127;

/// The least normal number of a format.
fn min_normal(format: Minifloat) -> f64 {
    2f64.powi(1 - format.bias)
}

/// The least positive number of a format, the distance of its subnormal numbers.
fn min_subnormal(format: Minifloat) -> f64 {
    min_normal(format) * 0.5f64.powi(format.mantissa_bits.cast_signed())
}

/// The bits that an exponent of `f32` is larger by than one of the format, in the place of the format's.
fn exponent_offset(format: Minifloat) -> u32 {
    (F32_BIAS - format.bias).cast_unsigned()
}

fn bits_of(e: &mut Emitter, x: ValueId) -> ValueId {
    let ty = e.ty(x).with_element(ElementType::Ui32);
    e.push(OpKind::BitcastConvert, &[x], ty)
}

fn from_bits(e: &mut Emitter, bits: ValueId) -> ValueId {
    let ty = e.ty(bits).with_element(ElementType::F32);
    e.push(OpKind::BitcastConvert, &[bits], ty)
}

fn shift_left(e: &mut Emitter, x: ValueId, by: u32) -> ValueId {
    let by = e.full_like(x, by.into());
    e.binary(Binary::ShiftLeft, x, by)
}

fn shift_right(e: &mut Emitter, x: ValueId, by: u32) -> ValueId {
    let by = e.full_like(x, by.into());
    e.binary(Binary::ShiftRightLogical, x, by)
}

fn masked(e: &mut Emitter, x: ValueId, mask: u32) -> ValueId {
    let mask = e.full_like(x, mask.into());
    e.and(x, mask)
}

/// `f32` values of the bytes of a format.
pub(super) fn decode(e: &mut Emitter, bytes: ValueId, format: Minifloat) -> ValueId {
    let wide = e.convert(bytes, ElementType::Ui32);
    let all = masked(e, wide, (1 << format.bits) - 1);
    if format.specials == Specials::PowersOfTwo {
        let exponent = shift_left(e, all, F32_MANTISSA);
        let value = from_bits(e, exponent);
        let (is_least, is_nan) = (e.is(Direction::Eq, all, 0.0), e.is(Direction::Eq, all, 255.0));
        let value = e.replace(is_least, min_normal(format) / 2.0, value);
        return e.replace(is_nan, f64::NAN, value);
    }
    let sign = masked(e, all, format.sign_bit().into());
    let magnitude = masked(e, all, u32::from(format.sign_bit()) - 1);
    let shifted = shift_left(e, magnitude, F32_MANTISSA - format.mantissa_bits);
    let normal = e.plus(shifted, (exponent_offset(format) << F32_MANTISSA).into());
    let normal = from_bits(e, normal);
    let subnormal = e.convert(magnitude, ElementType::F32);
    let subnormal = e.times(subnormal, min_subnormal(format));
    let is_subnormal = e.is(Direction::Lt, magnitude, (1u32 << format.mantissa_bits).into());
    let mut value = e.select(is_subnormal, subnormal, normal);
    if matches!(format.specials, Specials::Ieee | Specials::NanOnly) {
        // NaN keeps its mantissa, by which `encode` gives back the bits that were read.
        let exponent = e.full_like(shifted, F32_INFINITY.into());
        let special = e.or(shifted, exponent);
        let special = from_bits(e, special);
        let is_special = e.is(Direction::Gt, magnitude, format.max_bits().into());
        value = e.select(is_special, special, value);
    }
    let (bits, sign) = (bits_of(e, value), shift_left(e, sign, 32 - format.bits));
    let bits = e.or(bits, sign);
    let value = from_bits(e, bits);
    match format.specials {
        Specials::NanIsNegativeZero => {
            let is_nan = e.is(Direction::Eq, all, format.nan_bits().into());
            e.replace(is_nan, f64::NAN, value)
        }
        _ => value,
    }
}

/// The bytes of `f32` values, which are numbers of the format.
pub(super) fn encode(e: &mut Emitter, value: ValueId, format: Minifloat) -> ValueId {
    let bits = bits_of(e, value);
    let magnitude = masked(e, bits, 0x7fff_ffff);
    if format.specials == Specials::PowersOfTwo {
        let exponent = shift_right(e, magnitude, F32_MANTISSA);
        let is_nan = e.is_nan(value);
        let code = e.replace(is_nan, 255.0, exponent);
        return e.convert(code, ElementType::Ui8);
    }
    let shifted = shift_right(e, magnitude, F32_MANTISSA - format.mantissa_bits);
    let offset = e.full_like(shifted, (exponent_offset(format) << format.mantissa_bits).into());
    let normal = e.sub(shifted, offset);
    let size = e.magnitude(value);
    let is_subnormal = e.is(Direction::Lt, size, min_normal(format));
    // Larger numbers would not fit the integer.
    let small = e.or_else(is_subnormal, size, 0.0);
    let units = e.times(small, 1.0 / min_subnormal(format));
    let subnormal = e.convert(units, ElementType::Ui32);
    let mut code = e.select(is_subnormal, subnormal, normal);
    let is_special = e.is(Direction::Ge, magnitude, F32_INFINITY.into());
    match format.specials {
        Specials::Ieee => {
            let mantissa = masked(e, shifted, (1 << format.mantissa_bits) - 1);
            let special = e.plus(mantissa, format.infinity_bits().into());
            code = e.select(is_special, special, code);
            // The bits of this NaN are below those of the format.
            let (is_nan, is_lost) = (e.is_nan(value), e.is(Direction::Eq, mantissa, 0.0));
            let is_other = e.and(is_nan, is_lost);
            code = e.replace(is_other, format.nan_bits().into(), code);
        }
        Specials::NanOnly => code = e.replace(is_special, format.nan_bits().into(), code),
        _ => {}
    }
    let sign = masked(e, bits, 1 << 31);
    let sign = shift_right(e, sign, 32 - format.bits);
    code = e.or(code, sign);
    if format.specials == Specials::NanIsNegativeZero {
        code = e.replace(is_special, format.nan_bits().into(), code);
    }
    e.convert(code, ElementType::Ui8)
}

/// `f32` values, rounded to the numbers of a format.
pub(super) fn round(e: &mut Emitter, value: ValueId, format: Minifloat) -> ValueId {
    if format.specials == Specials::PowersOfTwo {
        return round_to_power_of_two(e, value, format);
    }
    let ty = e.ty(value);
    let size = e.magnitude(value);
    let mantissa_bits = format.mantissa_bits;
    let normal = e.push(OpKind::ReducePrecision { exponent_bits: 8, mantissa_bits }, &[size], ty);
    // The sum has no room for bits below those of the least positive number.
    let magic = 1.5 * 2f64.powi(F32_MANTISSA.cast_signed()) * min_subnormal(format);
    let (sum, magic) = (e.plus(size, magic), e.full_like(size, magic));
    let subnormal = e.sub(sum, magic);
    let is_subnormal = e.is(Direction::Lt, size, min_normal(format));
    let rounded = e.select(is_subnormal, subnormal, normal);
    let max = f64::from(format.decode(format.max_bits()));
    let is_large = e.is(Direction::Gt, rounded, max);
    let overflow = match format.specials {
        Specials::Ieee => f64::INFINITY,
        Specials::Finite => max,
        _ => f64::NAN,
    };
    let rounded = e.replace(is_large, overflow, rounded);
    let (own, all) = (bits_of(e, rounded), bits_of(e, value));
    let sign = masked(e, all, 1 << 31);
    let bits = e.or(own, sign);
    let signed = from_bits(e, bits);
    match format.specials {
        Specials::NanIsNegativeZero => {
            let is_zero = e.is(Direction::Eq, rounded, 0.0);
            e.replace(is_zero, 0.0, signed)
        }
        Specials::Finite => {
            let is_nan = e.is_nan(value);
            e.replace(is_nan, -0.0, signed)
        }
        _ => {
            // A NaN that is computed is the format's one.
            let is_nan = e.is_nan(signed);
            e.replace(is_nan, f64::NAN, signed)
        }
    }
}

/// `f32` values, rounded to powers of two; numbers that are not positive, or too large, become NaN.
fn round_to_power_of_two(e: &mut Emitter, value: ValueId, format: Minifloat) -> ValueId {
    let bits = bits_of(e, value);
    let half = f64::from(1u32 << (F32_MANTISSA - 1));
    let above = e.plus(bits, half);
    let exponent = masked(e, above, 0xff << F32_MANTISSA);
    let power = from_bits(e, exponent);
    // The least power, 2^-127, is subnormal in f32; the one after the largest is infinite.
    let is_least = e.is(Direction::Lt, bits, 1.5 * half);
    let power = e.replace(is_least, f64::from(format.decode(0)), power);
    let (is_positive, is_finite) = (e.is(Direction::Gt, value, 0.0), e.is_finite(power));
    let is_number = e.and(is_positive, is_finite);
    e.or_else(is_number, power, f64::NAN)
}
