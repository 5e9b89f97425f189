//! Functions of the bits of numbers, classes of floats, and Bessel's function.

use super::expr::floats;
use crate::builder::FuncBuilder;
use crate::error::{Error, Result};
use crate::ops::{Direction, Unary};
use crate::program::Value;
use crate::types::{ElementType, TensorType};

/// Chebyshev coefficients of `exp(-x) I₁(x) / x` on [0, 8], in the variable `x / 4 - 1`, computed with 40
/// digits.
const I1E_NEAR: [f64; 30] = [
    0.25258718644363365,
    -0.17641651835783406,
    0.1026436586898471,
    -0.05294598120809499,
    0.024726449030626516,
    -0.010564084894626197,
    0.004156422944312888,
    -0.0015135724506312532,
    0.0005122859561685758,
    -0.00016176081582589674,
    4.781565107550054e-05,
    -1.3273163656039436e-05,
    3.4702513081376785e-06,
    -8.568720264695455e-07,
    2.0032947535521353e-07,
    -4.445059128796328e-08,
    9.381537386495773e-09,
    -1.8872497517228294e-09,
    3.625590281552117e-10,
    -6.663489723502027e-11,
    1.1736186298890901e-11,
    -1.9839743977649436e-12,
    3.223793365945575e-13,
    -5.042185504727912e-14,
    7.600684294735408e-15,
    -1.1055969477353862e-15,
    1.5536319577362005e-16,
    -2.111421214358166e-17,
    2.7779141127610464e-18,
    -3.541581772542136e-19,
];

/// Chebyshev coefficients of `√x exp(-x) I₁(x)` from 8 on, in the variable `16 / x - 1`.
const I1E_FAR: [f64; 26] = [
    0.7785762350182801,
    -0.009761097491361469,
    -0.00011058893876262371,
    -3.882564808877691e-06,
    -2.512236237870209e-07,
    -2.6314688468895196e-08,
    -3.835380385964237e-9,
    -5.589743462196584e-10,
    -1.8974958123505413e-11,
    3.2526035830154884e-11,
    1.412580743661378e-11,
    2.0356285441470896e-12,
    -7.198551776245908e-13,
    -4.0835511110921974e-13,
    -2.1015418427726643e-14,
    4.2724400167119517e-14,
    1.0420276984128804e-14,
    -3.8144030724370075e-15,
    -1.8803547755107825e-15,
    3.3082023109209285e-16,
    2.96262899764595e-16,
    -3.209525921993424e-17,
    -4.650305368489358e-17,
    4.414348323071708e-18,
    7.517296310842105e-18,
    -9.314178867326884e-19,
];

impl FuncBuilder {
    /// The modified Bessel function of the first kind of order 1, times `exp(-|x|)`, element by element, by
    /// Chebyshev series.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the elements are not f64, f32, f16 or
    /// bf16.
    pub fn bessel_i1e(&mut self, x: Value) -> Result<Value> {
        floats(self, [x], |[x], _| {
            let magnitude = x.abs();
            let near = (&magnitude * 0.25 - 1.0).chebyshev(&I1E_NEAR) * &magnitude;
            // The series is only read from 8 on, but its argument has to be a number everywhere.
            let far = magnitude.less(8.0).select(8.0, &magnitude);
            let far = (super::expr::Expr::constant(16.0) / &far - 1.0).chebyshev(&I1E_FAR) / far.sqrt();
            x.sign() * magnitude.compare(Direction::Le, 8.0).select(near, far)
        })
    }

    /// The number next to `x` in the direction of `y`, element by element (IEEE 754's `nextAfter`).
    ///
    /// # Errors
    /// A type error if the types differ, or the elements are not floating point of 16, 32 or 64 bits.
    pub fn next_after(&mut self, x: Value, y: Value) -> Result<Value> {
        let ty = self.ty(x).clone();
        let bits = match ty.element {
            ElementType::F64 => ElementType::Ui64,
            ElementType::F32 => ElementType::Ui32,
            ElementType::F16 | ElementType::Bf16 => ElementType::Ui16,
            _ => return Err(super::unsupported::unsupported(&ty)),
        };
        let bits_ty = ty.with_element(bits);
        let x_bits = self.bitcast_convert(x, bits_ty.clone())?;
        let y_bits = self.bitcast_convert(y, bits_ty.clone())?;
        let one = self.full_like(x_bits, 1.0)?;
        let sign = self.sign_bit(&bits_ty)?;
        let magnitude = {
            let not_sign = self.not(sign)?;
            self.and(x_bits, not_sign)?
        };
        // Away from zero the bits grow, whatever the sign.
        let zero = self.full_like(x, 0.0)?;
        let up = self.compare(Direction::Lt, x, y)?;
        let positive = self.compare(Direction::Gt, x, zero)?;
        let away = self.compare(Direction::Eq, up, positive)?;
        let (longer, shorter) = (self.add(x_bits, one)?, self.subtract(x_bits, one)?);
        let next = self.select(away, longer, shorter)?;
        // From zero it is the least number with the sign of `y`.
        let y_sign = self.and(y_bits, sign)?;
        let least = self.or(y_sign, one)?;
        let zero_bits = self.full_like(x_bits, 0.0)?;
        let is_zero = self.compare(Direction::Eq, magnitude, zero_bits)?;
        let next = self.select(is_zero, least, next)?;
        let next = self.bitcast_convert(next, ty)?;
        let equal = self.compare(Direction::Eq, x, y)?;
        let next = self.select(equal, y, next)?;
        let sum = self.add(x, y)?;
        let is_nan = self.compare(Direction::Ne, sum, sum)?;
        let both_finite = self.compare(Direction::Eq, x, x)?;
        let y_number = self.compare(Direction::Eq, y, y)?;
        let numbers = self.and(both_finite, y_number)?;
        // Infinities of different signs have a sum that is NaN, but are numbers.
        let not_numbers = self.not(numbers)?;
        let is_nan = self.and(is_nan, not_numbers)?;
        let nan = self.full_like(x, f64::NAN)?;
        self.select(is_nan, nan, next)
    }

    /// The sign bit alone, in each element of an unsigned type.
    fn sign_bit(&mut self, ty: &TensorType) -> Result<Value> {
        let one = self.full(ty.clone(), 1.0)?;
        let by = self.full(ty.clone(), (ty.element.bits() - 1) as f64)?;
        self.shift_left(one, by)
    }

    /// The upper half of the product of two integers, element by element.
    ///
    /// # Errors
    /// A type error if the types differ, or the elements are not integers of 8 to 64 bits.
    pub fn multiply_high(&mut self, x: Value, y: Value) -> Result<Value> {
        let ty = self.ty(x).clone();
        let element = ty.element;
        if !element.is_integer() || element.bits() < 8 || self.ty(y) != &ty {
            let other = self.ty(y);
            return Err(Error::type_error(format!("mulhi takes two equal types of integers, not {ty} and {other}")));
        }
        if element.bits() == 64 {
            return self.multiply_high_64(x, y);
        }
        let wide = if element.is_signed() { ElementType::I64 } else { ElementType::Ui64 };
        let (x, y) = (self.convert(x, wide)?, self.convert(y, wide)?);
        let product = self.multiply(x, y)?;
        let by = self.full_like(product, element.bits() as f64)?;
        let high = match element.is_signed() {
            true => self.shift_right_arithmetic(product, by)?,
            false => self.shift_right_logical(product, by)?,
        };
        self.convert(high, element)
    }

    /// The upper half by four products of halves (D. Knuth, The Art of Computer Programming 4.3.1).
    fn multiply_high_64(&mut self, x: Value, y: Value) -> Result<Value> {
        let ty = self.ty(x).clone();
        let half = self.full_like(x, 32.0)?;
        let mask = self.full(ty.clone(), f64::from(u32::MAX))?;
        let mut parts =
            |v: Value| -> Result<(Value, Value)> { Ok((self.shift_right_logical(v, half)?, self.and(v, mask)?)) };
        let ((x_high, x_low), (y_high, y_low)) = (parts(x)?, parts(y)?);
        let low = self.multiply(x_low, y_low)?;
        let carry = self.shift_right_logical(low, half)?;
        let middle = self.multiply(x_high, y_low)?;
        let middle = self.add(middle, carry)?;
        let (middle_high, middle_low) = (self.shift_right_logical(middle, half)?, self.and(middle, mask)?);
        let other = self.multiply(x_low, y_high)?;
        let other = self.add(other, middle_low)?;
        let other = self.shift_right_logical(other, half)?;
        let high = self.multiply(x_high, y_high)?;
        let high = self.add(high, middle_high)?;
        let mut high = self.add(high, other)?;
        if ty.element.is_signed() {
            // A negative number is its unsigned bits less 2^64.
            let zero = self.full_like(x, 0.0)?;
            for (sign, factor) in [(x, y), (y, x)] {
                let is_negative = self.compare(Direction::Lt, sign, zero)?;
                let less = self.select(is_negative, factor, zero)?;
                high = self.subtract(high, less)?;
            }
        }
        Ok(high)
    }

    /// `i1`: true where an element is infinite: of either sign, or of the given one.
    ///
    /// # Errors
    /// A type error if the elements are not floating point.
    pub fn is_infinite(&mut self, x: Value, sign: Option<f64>) -> Result<Value> {
        let (x, infinity) = match sign {
            Some(sign) => (x, f64::INFINITY.copysign(sign)),
            None => (self.unary(Unary::Abs, x)?, f64::INFINITY),
        };
        let infinity = self.full_like(x, infinity)?;
        self.compare(Direction::Eq, x, infinity)
    }
}
