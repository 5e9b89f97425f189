//! The numbers that matrices consist of: `f32`, `f64` and complex numbers of these.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use rustfft::num_complex::Complex;
use stablehlo::ElementType;

use super::blas::Scalar;

/// A number.
pub(super) trait Field:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Scalar
    + 'static
{
    /// Bytes of a number in memory.
    const BYTES: usize;
    const ZERO: Self;
    const ONE: Self;
    /// Real and imaginary part, rounded to the type.
    fn new(re: f64, im: f64) -> Self;
    fn re(self) -> f64;
    fn im(self) -> f64;
    fn conj(self) -> Self;
    /// The number of these bytes.
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);

    fn from_real(re: f64) -> Self {
        Self::new(re, 0.0)
    }
    /// The absolute value, without overflow.
    fn modulus(self) -> f64 {
        if self.im() == 0.0 { self.re().abs() } else { self.re().hypot(self.im()) }
    }
    /// The square of the absolute value.
    fn square(self) -> f64 {
        self.re() * self.re() + self.im() * self.im()
    }
    fn scale(self, by: f64) -> Self {
        Self::new(self.re() * by, self.im() * by)
    }
    fn is_finite(self) -> bool {
        self.re().is_finite() && self.im().is_finite()
    }
    /// Not a number, in both parts.
    fn nan() -> Self {
        Self::new(f64::NAN, f64::NAN)
    }
}

macro_rules! real {
    ($t:ty) => {
        impl Field for $t {
            const BYTES: usize = size_of::<$t>();
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            fn new(re: f64, _im: f64) -> Self {
                re as $t
            }
            fn re(self) -> f64 {
                f64::from(self)
            }
            fn im(self) -> f64 {
                0.0
            }
            fn conj(self) -> Self {
                self
            }
            fn read(bytes: &[u8]) -> Self {
                bytemuck::pod_read_unaligned(bytes)
            }
            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }
        }
        impl Field for Complex<$t> {
            const BYTES: usize = 2 * size_of::<$t>();
            const ZERO: Self = Complex::new(0.0, 0.0);
            const ONE: Self = Complex::new(1.0, 0.0);
            fn new(re: f64, im: f64) -> Self {
                Complex::new(re as $t, im as $t)
            }
            fn re(self) -> f64 {
                f64::from(self.re)
            }
            fn im(self) -> f64 {
                f64::from(self.im)
            }
            fn conj(self) -> Self {
                Complex::new(self.re, -self.im)
            }
            fn read(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(size_of::<$t>());
                Complex::new(bytemuck::pod_read_unaligned(re), bytemuck::pod_read_unaligned(im))
            }
            fn write(self, bytes: &mut [u8]) {
                let (re, im) = bytes.split_at_mut(size_of::<$t>());
                re.copy_from_slice(&self.re.to_ne_bytes());
                im.copy_from_slice(&self.im.to_ne_bytes());
            }
        }
    };
}

real!(f32);
real!(f64);

/// The numbers of an element type as those of another precision.
pub(super) fn load_as<T: Field>(element: ElementType, bytes: &[u8]) -> Vec<T> {
    fn widened<S: Field, T: Field>(bytes: &[u8]) -> Vec<T> {
        bytes.chunks_exact(S::BYTES).map(|b| S::read(b)).map(|v| T::new(v.re(), v.im())).collect()
    }
    match element {
        ElementType::F32 => widened::<f32, T>(bytes),
        ElementType::F64 => widened::<f64, T>(bytes),
        ElementType::Complex64 => widened::<Complex<f32>, T>(bytes),
        _ => widened::<Complex<f64>, T>(bytes),
    }
}

/// Writes numbers of some precision as those of an element type.
pub(super) fn store_as<T: Field>(values: &[T], element: ElementType, bytes: &mut [u8]) {
    fn rounded<S: Field, T: Field>(values: &[T], bytes: &mut [u8]) {
        let places = bytes.chunks_exact_mut(S::BYTES);
        values.iter().zip(places).for_each(|(v, b)| S::new(v.re(), v.im()).write(b));
    }
    match element {
        ElementType::F32 => rounded::<f32, T>(values, bytes),
        ElementType::F64 => rounded::<f64, T>(values, bytes),
        ElementType::Complex64 => rounded::<Complex<f32>, T>(values, bytes),
        _ => rounded::<Complex<f64>, T>(values, bytes),
    }
}
