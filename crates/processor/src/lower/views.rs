//! Views: values that are stored in another value's memory, with an offset and strides of their own, so that
//! nothing is copied.

use crate::ir::ValueId;
use crate::ir::row_major::strides;

/// A strided view. Element `[i, j, ...]` is at `offset + i * strides[0] + j * strides[1] + ...` elements of
/// the base's memory. A stride of zero repeats elements (broadcast); a negative one reverses them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    pub(crate) base: ValueId,
    pub(crate) offset: isize,
    pub(crate) dims: Vec<usize>,
    pub(crate) strides: Vec<isize>,
}

impl View {
    /// A value in its own memory, row-major.
    pub(crate) fn dense(base: ValueId, dims: &[usize]) -> Self {
        Self { base, offset: 0, dims: dims.to_vec(), strides: strides(dims) }
    }

    /// Returns true if the elements are adjacent in row-major order.
    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1;
        for (d, s) in self.dims.iter().zip(&self.strides).rev() {
            if *d != 1 && *s != expected {
                return false;
            }
            expected *= *d as isize;
        }
        true
    }

    /// Returns true if a copy has the elements in another order or without gaps, and none more often than the
    /// base.
    pub(crate) fn is_permuted(&self) -> bool {
        let repeats = self.dims.iter().zip(&self.strides).any(|(d, s)| *d > 1 && *s == 0);
        !repeats && !self.is_contiguous()
    }

    pub(crate) fn transpose(&self, permutation: &[usize]) -> Self {
        let dims = permutation.iter().map(|p| self.dims[*p]).collect();
        let strides = permutation.iter().map(|p| self.strides[*p]).collect();
        Self { base: self.base, offset: self.offset, dims, strides }
    }

    pub(crate) fn broadcast(&self, dims: &[usize], shape: &[usize]) -> Self {
        let mut strides = vec![0; shape.len()];
        for (i, d) in dims.iter().enumerate() {
            if self.dims[i] == shape[*d] {
                strides[*d] = self.strides[i];
            }
        }
        Self { base: self.base, offset: self.offset, dims: shape.to_vec(), strides }
    }

    pub(crate) fn slice(&self, start: &[usize], stride: &[usize], dims: &[usize]) -> Self {
        let skipped: isize = start.iter().zip(&self.strides).map(|(s, by)| *s as isize * by).sum();
        let strides = self.strides.iter().zip(stride).map(|(s, by)| s * *by as isize).collect();
        // Without elements there is no first one, and the base may have none either.
        let skipped = if dims.contains(&0) { 0 } else { skipped };
        Self { base: self.base, offset: self.offset + skipped, dims: dims.to_vec(), strides }
    }

    pub(crate) fn reverse(&self, dims: &[usize]) -> Self {
        let mut view = self.clone();
        // A dimension of size one is the same in both directions.
        for d in dims.iter().filter(|d| view.dims[**d] > 1) {
            view.offset += (view.dims[*d] as isize - 1) * view.strides[*d];
            view.strides[*d] = -view.strides[*d];
        }
        view
    }

    /// The same elements in row-major order with another shape; none if strides cannot express it.
    pub(crate) fn reshape(&self, shape: &[usize]) -> Option<Self> {
        let view = |strides| Self { base: self.base, offset: self.offset, dims: shape.to_vec(), strides };
        if self.is_contiguous() || shape.iter().product::<usize>() == 0 {
            return Some(view(strides(shape)));
        }
        // Split both shapes into the smallest groups of dimensions with equal products.
        let mut strides = vec![0isize; shape.len()];
        let (mut i, mut j) = (0, 0);
        while i < self.dims.len() || j < shape.len() {
            let (from, to) = (i, j);
            let (mut a, mut b) = (1usize, 1usize);
            loop {
                if i < self.dims.len() && (a <= b) {
                    a *= self.dims[i];
                    i += 1;
                } else if j < shape.len() {
                    b *= shape[j];
                    j += 1;
                } else if i < self.dims.len() {
                    a *= self.dims[i];
                    i += 1;
                }
                if a == b && (i > from || i == self.dims.len()) && (j > to || j == shape.len()) {
                    break;
                }
                if i == self.dims.len() && j == shape.len() && a != b {
                    return None;
                }
            }
            // Dimensions of size one that follow belong to this group.
            let step = merged_stride(&self.dims[from..i], &self.strides[from..i])?;
            let mut by = step;
            for k in (to..j).rev() {
                strides[k] = by;
                by *= shape[k] as isize;
            }
        }
        Some(view(strides))
    }

    /// The dimensions with their strides, without those of size one, and with adjacent dimensions merged if
    /// one stride walks both.
    pub(crate) fn collapsed(&self) -> Vec<(usize, isize)> {
        let mut out: Vec<(usize, isize)> = Vec::new();
        for (d, s) in self.dims.iter().zip(&self.strides).filter(|(d, _)| **d != 1) {
            match out.last_mut() {
                Some((size, step)) if *step == *s * *d as isize => {
                    *size *= d;
                    *step = *s;
                }
                _ => out.push((*d, *s)),
            }
        }
        out
    }
}

/// The stride that walks a group of dimensions in row-major order; none if a single stride does not.
pub(crate) fn merged_stride(dims: &[usize], strides: &[isize]) -> Option<isize> {
    let mut step: Option<isize> = None;
    let mut expected = 0;
    for (d, s) in dims.iter().zip(strides).rev().filter(|(d, _)| **d != 1) {
        if step.is_none() {
            step = Some(*s);
        } else if *s != expected {
            return None;
        }
        expected = *s * *d as isize;
    }
    Some(step.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::ValueTypes;
    use stablehlo::{ElementType, TensorType};

    fn base(dims: &[usize]) -> View {
        View::dense(ValueTypes::default().add(TensorType::new(ElementType::F32, dims)), dims)
    }

    #[test]
    fn strided_views_are_reshaped_if_strides_can_express_it() {
        let t = base(&[2, 3, 4]).transpose(&[2, 0, 1]);
        let r = t.reshape(&[4, 6]).unwrap();
        assert_eq!(r.strides, [1, 4]);
        assert_eq!(t.reshape(&[8, 3]), None);
        let split = base(&[6, 4]).transpose(&[1, 0]).reshape(&[2, 2, 1, 3, 2]).unwrap();
        assert_eq!(split.strides, [2, 1, 24, 8, 4]);
        let row = base(&[5]).broadcast(&[1], &[3, 5]);
        assert_eq!(row.reshape(&[15]), None);
        assert_eq!(row.reshape(&[3, 1, 5]).unwrap().strides, [0, 5, 1]);
        assert_eq!(row.reshape(&[3, 1, 5]).unwrap().collapsed(), [(3, 0), (5, 1)]);
    }

    #[test]
    fn what_a_copy_would_make_larger_is_not_permuted() {
        assert!(base(&[2, 3]).transpose(&[1, 0]).is_permuted());
        assert!(base(&[4, 3]).slice(&[0, 0], &[2, 1], &[2, 3]).is_permuted());
        assert!(!base(&[2, 3]).is_permuted());
        assert!(!base(&[1, 3]).transpose(&[1, 0]).is_permuted());
        assert!(!base(&[3]).broadcast(&[0], &[3, 2]).is_permuted());
    }

    #[test]
    fn collapsing_joins_runs() {
        assert_eq!(base(&[2, 3, 4]).collapsed(), [(24, 1)]);
        assert_eq!(base(&[7]).broadcast(&[2], &[2, 3, 7]).collapsed(), [(6, 0), (7, 1)]);
        assert_eq!(base(&[2, 3, 4]).reverse(&[1]).collapsed(), [(2, 12), (3, -4), (4, 1)]);
    }
}
