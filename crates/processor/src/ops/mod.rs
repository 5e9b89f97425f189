//! Kernels of the operations that are no element-wise loops.

pub(crate) mod contraction;
pub(crate) mod copy;
pub(crate) mod gather;
pub(crate) mod reduce;
pub(crate) mod rng;
pub(crate) mod scatter;
pub(crate) mod shape;
pub(crate) mod sort;
pub(crate) mod window;

use stablehlo::{ElementType, TensorType};

/// Reads a scalar integer of any type.
pub(crate) fn integer(element: ElementType, bytes: &[u8], at: usize) -> i64 {
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

/// A start index kept inside, so that the slice of `size` fits into `dim`.
pub(crate) fn clamp_start(start: i64, size: usize, dim: usize) -> usize {
    start.clamp(0, dim.saturating_sub(size) as i64) as usize
}

/// The next index in row-major order; false after the last.
pub(crate) fn advance(index: &mut [usize], dims: &[usize]) -> bool {
    for (i, d) in index.iter_mut().zip(dims).rev() {
        *i += 1;
        if *i < *d {
            return true;
        }
        *i = 0;
    }
    false
}

/// Row-major strides in elements.
pub(crate) fn strides(ty: &TensorType) -> Vec<isize> {
    ty.strides().into_iter().map(|s| s as isize).collect()
}
