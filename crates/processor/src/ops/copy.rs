//! Copies of boxes of elements between two strided places.

/// A box to copy, worked out once: dimensions joined where both sides allow it.
#[derive(Clone, Debug)]
pub(crate) struct CopyPlan {
    /// Size, source stride, target stride, in bytes; outermost first. The innermost run is left out.
    outer: Vec<(usize, isize, isize)>,
    /// Bytes of the contiguous run.
    run: usize,
    empty: bool,
}

impl CopyPlan {
    /// A box of `dims` elements of `bytes` bytes each; strides in elements.
    pub(crate) fn new(dims: &[usize], source: &[isize], target: &[isize], bytes: usize) -> Self {
        let size = bytes as isize;
        let mut outer: Vec<(usize, isize, isize)> = Vec::new();
        let mut run = bytes;
        for ((d, s), t) in dims.iter().zip(source).zip(target).rev() {
            let (s, t) = (s * size, t * size);
            if *d == 1 {
                continue;
            }
            if outer.is_empty() && s == run as isize && t == run as isize {
                run *= d;
                continue;
            }
            match outer.last_mut() {
                Some((size, ps, pt)) if *ps * *size as isize == s && *pt * *size as isize == t => *size *= d,
                _ => outer.push((*d, s, t)),
            }
        }
        outer.reverse();
        Self { outer, run, empty: dims.contains(&0) }
    }

    /// Copies from byte `from` of the source to byte `to` of the target.
    pub(crate) fn run(&self, source: &[u8], from: usize, target: &mut [u8], to: usize) {
        if self.empty {
            return;
        }
        let Some(((inner, s, t), outer)) = self.outer.split_last() else {
            target[to..to + self.run].copy_from_slice(&source[from..from + self.run]);
            return;
        };
        let mut index = vec![0usize; outer.len()];
        let (mut from, mut to) = (from as isize, to as isize);
        loop {
            match self.run {
                1 => elements::<1>(source, from, *s, target, to, *t, *inner),
                2 => elements::<2>(source, from, *s, target, to, *t, *inner),
                4 => elements::<4>(source, from, *s, target, to, *t, *inner),
                8 => elements::<8>(source, from, *s, target, to, *t, *inner),
                run => {
                    for i in 0..*inner as isize {
                        let (a, b) = ((from + i * s) as usize, (to + i * t) as usize);
                        target[b..b + run].copy_from_slice(&source[a..a + run]);
                    }
                }
            }
            let mut carried = true;
            for (i, (size, s, t)) in index.iter_mut().zip(outer).rev() {
                *i += 1;
                from += s;
                to += t;
                if *i < *size {
                    carried = false;
                    break;
                }
                from -= *size as isize * s;
                to -= *size as isize * t;
                *i = 0;
            }
            if carried {
                return;
            }
        }
    }
}

fn elements<const N: usize>(source: &[u8], from: isize, s: isize, target: &mut [u8], to: isize, t: isize, n: usize) {
    for i in 0..n as isize {
        let (a, b) = ((from + i * s) as usize, (to + i * t) as usize);
        target[b..b + N].copy_from_slice(&source[a..a + N]);
    }
}
