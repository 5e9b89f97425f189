//! Quotients of complex numbers.

use rustfft::num_complex::Complex;

type C = Complex<f64>;

/// The quotient of complex numbers, right wherever it is representable (M. Baudin and R. L. Smith, "A robust
/// complex division in Scilab", 2012; LAPACK's `ladiv`).
pub(super) fn quotient(x: C, y: C) -> C {
    let ((x, x_scale), (y, y_scale)) = (inside(x), inside(y));
    let is_swapped = y.im.abs() > y.re.abs();
    // With a divisor c + di whose imaginary part is larger: (a + bi) / (c + di) = (b - ai) / (d - ci).
    let swapped = |z: C| if is_swapped { C::new(z.im, -z.re) } else { z };
    let (x, y) = (swapped(x), swapped(y));
    let ratio = y.im / y.re;
    let divisor = y.re + y.im * ratio;
    let part = |a: f64, b: f64| {
        let product = b * ratio;
        if product != 0.0 {
            (a + product) / divisor
        } else if ratio != 0.0 {
            a / divisor + b / divisor * ratio
        } else {
            (a + y.im * (b / y.re)) / divisor
        }
    };
    C::new(part(x.re, x.im), part(x.im, -x.re)).scale(x_scale / y_scale)
}

/// A number away from the ends of the range, and the power of two that it has to be multiplied by.
fn inside(z: C) -> (C, f64) {
    const FAR: f64 = f64::EPSILON * f64::EPSILON / 2.0;
    let size = z.re.abs().max(z.im.abs());
    if size >= f64::MAX / 2.0 {
        (z.scale(0.5), 2.0)
    } else if size <= f64::MIN_POSITIVE * 2.0 / f64::EPSILON {
        (z.scale(1.0 / FAR), FAR)
    } else {
        (z, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of Baudin and Smith: exponents of two of the parts of the dividend and the divisor, and
    /// the quotient, which is exact but for rounding.
    #[test]
    fn hard_quotients() {
        let power = |exponent: i32| {
            // Subnormal powers are the products of two.
            2f64.powi(exponent.max(-1000)) * 2f64.powi((exponent + 1000).min(0))
        };
        let cases = [
            ([0, 0, 0, 1023], [power(-1023), -power(-1023)]),
            ([0, 0, -1023, -1023], [power(1023), 0.0]),
            ([1023, -1023, 677, -677], [power(346), -power(-1008)]),
            ([1020, -844, 656, -780], [power(364), -power(-1072)]),
            ([-71, 1021, 1001, -323], [power(-1072), power(20)]),
            ([-347, -54, -1037, -1058], [3.898_125_604_559_113_3e289, 8.174_961_907_852_354e295]),
            ([-1074, -1074, -1073, -1074], [0.6, 0.2]),
            ([1015, -989, 1023, 1023], [0.001_953_125, -0.001_953_125]),
            ([-622, -1071, -343, -798], [1.029_511_517_893_605_8e-84, 6.971_459_875_150_762e-220]),
        ];
        for (exponents, [re, im]) in cases {
            let [a, b, c, d] = exponents.map(power);
            let z = quotient(C::new(a, b), C::new(c, d));
            assert_eq!([z.re, z.im], [re, im], "{exponents:?}");
        }
        let half = quotient(C::new(f64::MAX, f64::MAX), C::new(f64::MAX, -f64::MAX));
        assert_eq!(half, C::new(0.0, 1.0));
    }
}
