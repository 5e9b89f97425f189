//! Rounding of numbers to narrower formats that registers hold as f32 or f64.

/// Defines StableHLO's `reduce_precision` for a type: rounds to a format with `exponent_bits` and
/// `mantissa_bits`, held in that type.
macro_rules! reduce_precision {
    ($name:ident, $float:ty, $bits:ty, exponent $own_exponent:literal, mantissa $own_mantissa:literal) => {
        pub(crate) fn $name(x: $float, exponent_bits: u32, mantissa_bits: u32) -> $float {
            const BIAS: $bits = (1 << ($own_exponent - 1)) - 1;
            if x.is_nan() {
                return x;
            }
            let bits = x.to_bits();
            let mut rounded = bits;
            if mantissa_bits < $own_mantissa {
                let drop = $own_mantissa - mantissa_bits;
                let half: $bits = 1 << (drop - 1);
                let odd = (bits >> drop) & 1;
                rounded = bits.wrapping_add(half - 1 + odd) & !(((1 as $bits) << drop) - 1);
            }
            if exponent_bits < $own_exponent {
                let bias: $bits = (1 << (exponent_bits - 1)) - 1;
                let exponent = (rounded >> $own_mantissa) & (2 * BIAS + 1);
                if exponent > BIAS + bias {
                    return <$float>::INFINITY.copysign(x);
                }
                if exponent <= BIAS - bias {
                    return (0.0 as $float).copysign(x);
                }
            }
            <$float>::from_bits(rounded)
        }
    };
}

reduce_precision!(reduce_precision, f32, u32, exponent 8, mantissa 23);
reduce_precision!(reduce_precision64, f64, u64, exponent 11, mantissa 52);
