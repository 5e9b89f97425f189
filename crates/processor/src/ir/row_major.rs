//! Row-major order: strides of dense values, and iteration over indices.

/// The strides, in elements, of a dense row-major value.
pub(crate) fn strides(dims: &[usize]) -> Vec<isize> {
    let mut strides = vec![1isize; dims.len()];
    for i in (1..dims.len()).rev() {
        strides[i - 1] = strides[i] * dims[i] as isize;
    }
    strides
}

/// Advances an index to the next one in row-major order, and `offsets` with it; returns false after the last
/// index, when the index and the offsets are back at the first.
///
/// `dims` gives for each dimension its size, and how far one step along it moves each of the offsets.
#[inline(always)]
pub(crate) fn advance<const N: usize>(
    index: &mut [usize],
    dims: impl DoubleEndedIterator<Item = (usize, [isize; N])> + ExactSizeIterator,
    offsets: &mut [isize; N],
) -> bool {
    for (i, (size, strides)) in index.iter_mut().zip(dims).rev() {
        *i += 1;
        offsets.iter_mut().zip(strides).for_each(|(offset, stride)| *offset += stride);
        if *i < size {
            return true;
        }
        offsets.iter_mut().zip(strides).for_each(|(offset, stride)| *offset -= size as isize * stride);
        *i = 0;
    }
    false
}

/// All indices of a box in row-major order: none if a dimension is zero, one empty index if there are no
/// dimensions.
#[derive(Debug)]
pub(crate) struct Indices<'d> {
    dims: &'d [usize],
    index: Vec<usize>,
    state: State,
}

#[derive(Debug)]
enum State {
    Start,
    Running,
    Ended,
}

impl<'d> Indices<'d> {
    pub(crate) fn new(dims: &'d [usize]) -> Self {
        let state = if dims.contains(&0) { State::Ended } else { State::Start };
        Self { dims, index: vec![0; dims.len()], state }
    }

    /// The next index.
    pub(crate) fn next(&mut self) -> Option<&[usize]> {
        self.state = match self.state {
            State::Start => State::Running,
            State::Running if advance(&mut self.index, self.dims.iter().map(|d| (*d, [])), &mut []) => State::Running,
            _ => State::Ended,
        };
        matches!(self.state, State::Running).then_some(&self.index[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(dims: &[usize]) -> Vec<Vec<usize>> {
        let mut indices = Indices::new(dims);
        let all: Vec<Vec<usize>> = std::iter::from_fn(|| indices.next().map(<[usize]>::to_vec)).collect();
        assert_eq!(indices.next(), None, "the end is final");
        all
    }

    #[test]
    fn indices_come_in_row_major_order() {
        assert_eq!(all(&[2, 3]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(all(&[]), [[0usize; 0]]);
    }

    #[test]
    fn a_dimension_of_zero_has_no_indices() {
        assert!(all(&[0]).is_empty());
        assert!(all(&[2, 0, 3]).is_empty());
    }

    #[test]
    fn offsets_follow_their_strides() {
        let (dims, mut index, mut offsets) = ([(2, [10, -1]), (3, [1, 4])], [0, 0], [5, 7]);
        let mut seen = vec![offsets];
        while advance(&mut index, dims.iter().copied(), &mut offsets) {
            seen.push(offsets);
        }
        assert_eq!(seen, [[5, 7], [6, 11], [7, 15], [15, 6], [16, 10], [17, 14]]);
        assert_eq!((index, offsets), ([0, 0], [5, 7]), "back at the start");
    }

    #[test]
    fn strides_are_those_of_dense_values() {
        assert_eq!(strides(&[2, 3, 4]), [12, 4, 1]);
        assert_eq!(strides(&[2, 0, 4]), [0, 4, 1]);
        assert!(strides(&[]).is_empty());
    }
}
