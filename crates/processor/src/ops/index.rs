//! Index operands of `gather`, `scatter` and the dynamic slices.

use stablehlo::ElementType;

/// Reads element `at` of an integer operand. Numbers from 2^63 on, which are beyond every dimension, become
/// the largest `i64`.
pub(crate) fn read_index(element: ElementType, bytes: &[u8], at: usize) -> i64 {
    use ElementType as E;
    match element {
        E::I1 | E::Ui8 => bytes[at] as i64,
        E::I8 => bytes[at] as i8 as i64,
        E::I16 => bytemuck::cast_slice::<u8, i16>(bytes)[at] as i64,
        E::Ui16 => bytemuck::cast_slice::<u8, u16>(bytes)[at] as i64,
        E::I32 => bytemuck::cast_slice::<u8, i32>(bytes)[at] as i64,
        E::Ui32 => bytemuck::cast_slice::<u8, u32>(bytes)[at] as i64,
        E::Ui64 => i64::try_from(bytemuck::cast_slice::<u8, u64>(bytes)[at]).unwrap_or(i64::MAX),
        _ => bytemuck::cast_slice::<u8, i64>(bytes)[at],
    }
}

/// Clamps a start index so that a slice of `size` elements fits into a dimension of `dim` elements.
pub(crate) fn clamp_start(start: i64, size: usize, dim: usize) -> usize {
    start.clamp(0, dim.saturating_sub(size) as i64) as usize
}
