//! Copies of boxes of elements between strided layouts.

use crate::ir::row_major;

/// A copy of a box of elements, planned once: dimensions that are contiguous on both sides are merged.
#[derive(Clone, Debug)]
pub(crate) struct CopyPlan {
    /// The size of each dimension and its strides in the source and in the target, in bytes; outermost first.
    /// The contiguous innermost part is left out.
    outer: Vec<(usize, [isize; 2])>,
    /// Bytes that are contiguous on both sides.
    contiguous_bytes: usize,
    is_empty: bool,
}

impl CopyPlan {
    /// A box of `dims` elements of `bytes` bytes each, with strides in elements.
    pub(crate) fn new(dims: &[usize], source: &[isize], target: &[isize], bytes: usize) -> Self {
        let size = bytes as isize;
        let mut outer: Vec<(usize, [isize; 2])> = Vec::new();
        let mut contiguous_bytes = bytes;
        for ((d, s), t) in dims.iter().zip(source).zip(target).rev() {
            let (s, t) = (s * size, t * size);
            if *d == 1 {
                continue;
            }
            if outer.is_empty() && s == contiguous_bytes as isize && t == contiguous_bytes as isize {
                contiguous_bytes *= d;
                continue;
            }
            match outer.last_mut() {
                Some((size, [ps, pt])) if *ps * *size as isize == s && *pt * *size as isize == t => *size *= d,
                _ => outer.push((*d, [s, t])),
            }
        }
        outer.reverse();
        Self { outer, contiguous_bytes, is_empty: dims.contains(&0) }
    }

    /// The number of bytes, if they are contiguous on both sides.
    pub(crate) fn as_contiguous(&self) -> Option<usize> {
        (self.outer.is_empty() && !self.is_empty).then_some(self.contiguous_bytes)
    }

    /// Copies a box whose first element is stored at byte `from` of the source and at byte `to` of the
    /// target.
    pub(crate) fn run(&self, source: &[u8], from: usize, target: &mut [u8], to: usize) {
        if self.is_empty {
            return;
        }
        let Some(((inner, [s, t]), outer)) = self.outer.split_last() else {
            let bytes = self.contiguous_bytes;
            target[to..to + bytes].copy_from_slice(&source[from..from + bytes]);
            return;
        };
        let mut index = vec![0usize; outer.len()];
        let mut offsets = [from as isize, to as isize];
        loop {
            let [from, to] = offsets;
            match self.contiguous_bytes {
                1 => copy_strided::<1>((source, from, *s), (target, to, *t), *inner),
                2 => copy_strided::<2>((source, from, *s), (target, to, *t), *inner),
                4 => copy_strided::<4>((source, from, *s), (target, to, *t), *inner),
                8 => copy_strided::<8>((source, from, *s), (target, to, *t), *inner),
                bytes => {
                    for i in 0..*inner as isize {
                        let (a, b) = ((from + i * s) as usize, (to + i * t) as usize);
                        target[b..b + bytes].copy_from_slice(&source[a..a + bytes]);
                    }
                }
            }
            if !row_major::advance(&mut index, outer.iter().copied(), &mut offsets) {
                return;
            }
        }
    }
}

/// Copies `n` elements of `N` bytes, `s` bytes apart in the source and `t` in the target.
fn copy_strided<const N: usize>(
    (source, from, s): (&[u8], isize, isize),
    (target, to, t): (&mut [u8], isize, isize),
    n: usize,
) {
    for i in 0..n as isize {
        let (a, b) = ((from + i * s) as usize, (to + i * t) as usize);
        target[b..b + N].copy_from_slice(&source[a..a + N]);
    }
}
