//! Arrays whose elements are not in row-major order in a host buffer: NumPy's transposed and reversed views.

use ifrt_proxy::{Error, Result};

/// Where the elements of an array are in a host buffer that has just the bytes from the first to the last of
/// them.
#[derive(Debug, PartialEq, Eq)]
pub struct Region {
    dims: Vec<usize>,
    strides: Vec<i64>,
    element_bytes: usize,
    /// Offset of the element whose indices are all 0.
    start: usize,
    /// Bytes of the buffer.
    bytes: usize,
}

impl Region {
    /// A region by the bytes between neighbors along each dimension; none stands for row-major order.
    ///
    /// # Errors
    /// There is not one stride for each dimension, or the size is beyond the address space.
    pub fn new(dims: &[usize], strides: Option<&[i64]>, element_bytes: usize) -> Result<Region> {
        let too_large = || Error::invalid(format!("an array of {dims:?} exceeds the address space"));
        let row_major = row_major(dims, element_bytes).ok_or_else(too_large)?;
        let strides = strides.map_or(row_major, <[i64]>::to_vec);
        if strides.len() != dims.len() {
            let text = format!("{} byte strides for an array of {} dimensions", strides.len(), dims.len());
            return Err(Error::invalid(text));
        }
        let (mut low, mut high) = (0i64, 0i64);
        if !dims.contains(&0) {
            for (&dim, &stride) in dims.iter().zip(&strides) {
                let last = i64::try_from(dim - 1).ok().and_then(|last| last.checked_mul(stride));
                let side = if stride < 0 { &mut low } else { &mut high };
                *side = last.and_then(|last| side.checked_add(last)).ok_or_else(too_large)?;
            }
        }
        let span = high.checked_sub(low).and_then(|span| usize::try_from(span).ok()).ok_or_else(too_large)?;
        let bytes = if dims.contains(&0) { 0 } else { span.checked_add(element_bytes).ok_or_else(too_large)? };
        let start = usize::try_from(low.unsigned_abs()).map_err(|_| too_large())?;
        Ok(Region { dims: dims.to_vec(), strides, element_bytes, start, bytes })
    }

    /// Bytes of the buffer.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// True if the buffer is in row-major order without gaps.
    pub fn is_dense(&self) -> bool {
        // The stride of a dimension with one element does not matter.
        row_major(&self.dims, self.element_bytes).is_some_and(|dense| {
            let pairs = self.dims.iter().zip(dense.iter().zip(&self.strides));
            self.dims.contains(&0) || pairs.into_iter().all(|(&dim, (dense, stride))| dim == 1 || dense == stride)
        })
    }

    /// Copies a buffer of this region to row-major order.
    pub fn gather(&self, buffer: &[u8]) -> Vec<u8> {
        let mut dense = Vec::with_capacity(self.dims.iter().product::<usize>() * self.element_bytes);
        self.each_element(|at| dense.extend_from_slice(&buffer[at..at + self.element_bytes]));
        dense
    }

    /// Copies an array in row-major order to a buffer of this region.
    pub fn scatter(&self, dense: &[u8]) -> Vec<u8> {
        let mut buffer = vec![0; self.bytes];
        let mut elements = dense.chunks_exact(self.element_bytes.max(1));
        self.each_element(|at| {
            if let Some(element) = elements.next() {
                buffer[at..at + self.element_bytes].copy_from_slice(element);
            }
        });
        buffer
    }

    /// Calls `visit` with the offset of each element, in row-major order. All are within the buffer: `new`
    /// made it from the extremes of these sums.
    fn each_element(&self, mut visit: impl FnMut(usize)) {
        if self.dims.contains(&0) {
            return;
        }
        let mut index = vec![0usize; self.dims.len()];
        let mut at = self.start as i64;
        loop {
            visit(at as usize);
            // The next index: the last dimension varies fastest.
            let mut dim = self.dims.len();
            loop {
                let Some(next) = dim.checked_sub(1) else { return };
                dim = next;
                index[dim] += 1;
                at += self.strides[dim];
                if index[dim] < self.dims[dim] {
                    break;
                }
                at -= self.strides[dim] * index[dim] as i64;
                index[dim] = 0;
            }
        }
    }
}

/// The strides of row-major order; `None` beyond the address space.
fn row_major(dims: &[usize], element_bytes: usize) -> Option<Vec<i64>> {
    let mut stride = i64::try_from(element_bytes).ok()?;
    let mut strides = vec![0; dims.len()];
    for (at, &dim) in dims.iter().enumerate().rev() {
        strides[at] = stride;
        stride = stride.checked_mul(i64::try_from(dim).ok()?)?;
    }
    Some(strides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_and_a_reversed_view_become_row_major_and_back() {
        // numpy.arange(6, dtype='u1').reshape(2, 3).T
        let transposed = Region::new(&[3, 2], Some(&[1, 3]), 1).unwrap();
        let buffer = [0, 1, 2, 3, 4, 5];
        assert_eq!((transposed.bytes(), transposed.is_dense()), (6, false));
        assert_eq!(transposed.gather(&buffer), [0, 3, 1, 4, 2, 5]);
        assert_eq!(transposed.scatter(&[0, 3, 1, 4, 2, 5]), buffer);
        // numpy.arange(3, dtype='u2')[::-1], and with gaps.
        let reversed = Region::new(&[3], Some(&[-2]), 2).unwrap();
        assert_eq!(reversed.gather(&[0, 0, 1, 0, 2, 0]), [2, 0, 1, 0, 0, 0]);
        let gaps = Region::new(&[2], Some(&[3]), 1).unwrap();
        assert_eq!((gaps.bytes(), gaps.gather(&[7, 0, 0, 8])), (4, vec![7, 8]));
    }

    #[test]
    fn dense_and_empty_arrays() {
        assert!(Region::new(&[2, 3], None, 4).unwrap().is_dense());
        assert!(Region::new(&[1, 3], Some(&[999, 4]), 4).unwrap().is_dense());
        let empty = Region::new(&[2, 0], None, 4).unwrap();
        assert_eq!((empty.bytes(), empty.is_dense(), empty.gather(&[])), (0, true, vec![]));
        let scalar = Region::new(&[], None, 4).unwrap();
        assert_eq!((scalar.bytes(), scalar.gather(&[1, 2, 3, 4])), (4, vec![1, 2, 3, 4]));
    }

    #[test]
    fn sizes_that_lie_are_errors() {
        assert!(Region::new(&[2], Some(&[]), 4).is_err());
        assert!(Region::new(&[usize::MAX, 2], None, 4).is_err());
        assert!(Region::new(&[3], Some(&[i64::MIN]), 4).is_err());
        assert!(Region::new(&[2, 2], Some(&[i64::MAX, i64::MAX]), 4).is_err());
    }
}
