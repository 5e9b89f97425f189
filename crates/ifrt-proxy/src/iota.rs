//! Lists of devices that are an iota, reshaped and transposed.

use crate::error::{Error, Result};

/// The most places of a tile assignment; a list of them must not exhaust memory.
const MAX_PLACES: i64 = 1 << 20;

/// The product of sizes.
///
/// # Errors
/// A size is not positive, or the product is above what any machine has.
pub(crate) fn product(sizes: &[i64]) -> Result<i64> {
    let product = sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size).filter(|_| *size > 0));
    let invalid = || Error::invalid(format!("sizes {sizes:?} are not those of a grid of up to {MAX_PLACES} devices"));
    product.filter(|product| *product <= MAX_PLACES).ok_or_else(invalid)
}

/// The numbers 0, 1, 2 ... in the shape `sizes`, transposed by `perm`, in row-major order.
///
/// # Errors
/// `perm` is no permutation of the dimensions, or there are too many numbers.
pub(crate) fn permuted_iota(sizes: &[i64], perm: &[usize]) -> Result<Vec<i64>> {
    let count = product(sizes)?;
    let mut sorted = perm.to_vec();
    sorted.sort_unstable();
    if sorted != (0..sizes.len()).collect::<Vec<_>>() {
        return Err(Error::invalid(format!("{perm:?} is no permutation of {} dimensions", sizes.len())));
    }
    let mut strides = vec![1; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim] * sizes[dim];
    }
    let mut numbers = Vec::with_capacity(count as usize);
    for place in 0..count {
        let (mut rest, mut number) = (place, 0);
        for dim in perm.iter().rev() {
            number += rest % sizes[*dim] * strides[*dim];
            rest /= sizes[*dim];
        }
        numbers.push(number);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_iota_is_transposed() {
        assert_eq!(permuted_iota(&[2, 3], &[0, 1]).unwrap(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(permuted_iota(&[2, 3], &[1, 0]).unwrap(), [0, 3, 1, 4, 2, 5]);
        assert_eq!(permuted_iota(&[2, 2, 2], &[2, 0, 1]).unwrap(), [0, 2, 4, 6, 1, 3, 5, 7]);
        assert_eq!(permuted_iota(&[], &[]).unwrap(), [0]);
        assert!(permuted_iota(&[2, 3], &[1, 1]).is_err());
        assert!(permuted_iota(&[2, -3], &[1, 0]).is_err());
        assert!(permuted_iota(&[1 << 30], &[0]).is_err());
    }
}
