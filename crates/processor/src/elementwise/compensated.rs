//! Sums and products of f64 whose rounding errors are carried along (Neumaier's and Ogita, Rump and Oishi's),
//! so that the result of any number of operations is as good as one of a few.

/// A number, and what rounding has taken from it.
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub(crate) struct Compensated {
    value: f64,
    error: f64,
}

impl Compensated {
    #[inline(always)]
    pub(crate) fn new(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    /// `value + error` with the errors before; a result that is not finite has none.
    #[inline(always)]
    fn with(value: f64, error: f64) -> Self {
        Self { value, error: if error.is_finite() { error } else { 0.0 } }
    }

    #[inline(always)]
    pub(crate) fn add(self, x: f64) -> Self {
        let sum = self.value + x;
        let own = sum - x;
        Self::with(sum, self.error + ((self.value - own) + (x - (sum - own))))
    }

    #[inline(always)]
    pub(crate) fn mul(self, x: f64) -> Self {
        let product = self.value * x;
        Self::with(product, self.error * x + self.value.mul_add(x, -product))
    }

    /// Adds a sum.
    #[inline(always)]
    pub(crate) fn add_all(self, other: Self) -> Self {
        let sum = self.add(other.value);
        Self::with(sum.value, sum.error + other.error)
    }

    /// Multiplies by a product.
    #[inline(always)]
    pub(crate) fn mul_all(self, other: Self) -> Self {
        let product = self.mul(other.value);
        Self::with(product.value, product.error + self.value * other.error)
    }

    /// The nearest number. (The sum with an error of zero would lose the sign of a zero.)
    #[inline(always)]
    pub(crate) fn rounded(self) -> f64 {
        if self.error == 0.0 { self.value } else { self.value + self.error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sums_and_products_are_right_to_the_last_place() {
        let n = 1_000_000;
        let sum = (0..n).fold(Compensated::new(0.0), |sum, _| sum.add(0.1));
        assert_eq!(sum.rounded(), 100_000.0);
        let huge = Compensated::new(1e300).add(1.0).add(-1e300);
        assert_eq!(huge.rounded(), 1.0);
        let (x, y) = (1.0 + f64::EPSILON, 1.0 / (1.0 + f64::EPSILON));
        let product = (0..n).fold(Compensated::new(1.0), |product, i| product.mul(if i % 2 == 0 { x } else { y }));
        let exact = (n as f64 / 2.0) * (x.mul_add(y, -1.0));
        assert!((product.rounded() - 1.0 - exact).abs() <= f64::EPSILON, "{:e}", product.rounded() - 1.0 - exact);
    }

    #[test]
    fn special_values_are_those_of_one_operation() {
        let of = Compensated::new;
        assert_eq!(of(f64::MAX).add(f64::MAX).add(1.0).rounded(), f64::INFINITY);
        assert_eq!(of(f64::INFINITY).add(1.0).rounded(), f64::INFINITY);
        assert!(of(f64::INFINITY).add(f64::NEG_INFINITY).rounded().is_nan());
        assert_eq!(of(f64::MAX).mul(-2.0).rounded(), f64::NEG_INFINITY);
        assert_eq!(of(0.1).mul(0.0).rounded().to_bits(), 0);
        assert_eq!(of(-0.0).add(-0.0).rounded().to_bits(), (-0.0f64).to_bits());
    }
}
