//! Complex numbers.

use std::ops::{Add, Mul, Neg, Sub};

/// A complex number of two parts of type `T`, in the order in which a literal stores them.
///
/// ```
/// use stablehlo::{Complex, Literal};
/// let l = Literal::from_vec([2], vec![Complex::new(1.0f32, 2.0), Complex::new(0.0, -1.0)]).unwrap();
/// assert_eq!(l.ty().to_string(), "tensor<2xcomplex<f32>>");
/// assert_eq!(l.to_complex_vec().unwrap()[0] * Complex::new(0.0, 1.0), Complex::new(-2.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// The number `re + im i`.
    pub const fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
}

impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self::new(self.re + o.re, self.im + o.im)
    }
}

impl<T: Sub<Output = T>> Sub for Complex<T> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self::new(self.re - o.re, self.im - o.im)
    }
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Self::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}

impl<T: Neg<Output = T>> Neg for Complex<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}
