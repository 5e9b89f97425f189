//! The types that contractions multiply in.

use crate::types::ElementType;

/// The type in which a contraction of elements of these types multiplies and sums up, as in XLA: both
/// operands are converted to it, and the sums to the result's type. It is that of the result if it holds at
/// least the range and the precision of the operands, else that of the operands. So `f32` operands of a
/// result of `i32` are multiplied as they are, and the sums cut off.
///
/// ```
/// use stablehlo::ElementType::{Bf16, F16, F32, I8, I32, Ui8};
/// use stablehlo::ops::product_type;
/// assert_eq!(product_type(I8, Ui8, I32), I32);
/// assert_eq!(product_type(F32, F32, Bf16), F32);
/// assert_eq!(product_type(F16, F16, Bf16), Bf16);
/// assert_eq!(product_type(F32, F32, I32), F32);
/// ```
pub fn product_type(lhs: ElementType, rhs: ElementType, result: ElementType) -> ElementType {
    higher_precision(higher_precision(lhs, rhs), result)
}

/// The type of greater range, then precision: complex numbers before real ones, floating-point numbers
/// before integers, wide before narrow, signed before unsigned ones (XLA's `HigherPrecisionType`). `lhs` of
/// equal ones.
pub fn higher_precision(lhs: ElementType, rhs: ElementType) -> ElementType {
    if rank(rhs) > rank(lhs) { rhs } else { lhs }
}

/// What the order of types goes by: the most important first.
fn rank(element: ElementType) -> (bool, [i32; 2], usize, bool) {
    let part = element.part();
    // The largest exponent, and the bits of the mantissa.
    let float = match part {
        ElementType::F16 => [15, 10],
        ElementType::Bf16 => [127, 7],
        ElementType::F32 => [127, 23],
        ElementType::F64 => [1023, 52],
        _ => part.minifloat().map_or([0; 2], |format| {
            let digits = format.mantissa_bits.cast_signed();
            [i32::from(format.max_bits() >> digits) - format.bias, digits]
        }),
    };
    (element.is_complex(), float, part.bits(), part.is_signed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ElementType::*;

    #[test]
    fn the_order_is_that_of_xla() {
        let ascending = [
            I1,
            Ui4,
            I4,
            Ui8,
            I8,
            Ui16,
            I16,
            Ui32,
            I32,
            Ui64,
            I64,
            F4E2M1FN,
            F8E3M4,
            F8E4M3B11FNUZ,
            F8E4M3,
            F8E4M3FN,
            F8E5M2,
            F16,
            Bf16,
            F32,
            F64,
            Complex64,
            Complex128,
        ];
        for (i, low) in ascending.iter().enumerate() {
            for high in &ascending[i..] {
                assert_eq!([higher_precision(*low, *high), higher_precision(*high, *low)], [*high; 2], "{low}, {high}");
            }
        }
    }
}
