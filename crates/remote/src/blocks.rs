//! Parts of arrays in row-major order.

use std::ops::Range;

/// Copies a part of an array out of it.
///
/// `ranges` are those of each dimension of an array with elements of `element_bytes`.
pub(crate) fn cut(whole: &[u8], dims: &[usize], ranges: &[Range<usize>], element_bytes: usize) -> Vec<u8> {
    let mut part = Vec::new();
    rows(dims, ranges, element_bytes, |row| part.extend_from_slice(&whole[row]));
    part
}

/// Copies a part of an array into its place.
pub(crate) fn paste(part: &[u8], whole: &mut [u8], dims: &[usize], ranges: &[Range<usize>], element_bytes: usize) {
    let mut from = 0;
    rows(dims, ranges, element_bytes, |row| {
        let bytes = row.len();
        whole[row].copy_from_slice(&part[from..from + bytes]);
        from += bytes;
    });
}

/// Calls `f` with the bytes of each row of a part, in order.
fn rows(dims: &[usize], ranges: &[Range<usize>], element_bytes: usize, mut f: impl FnMut(Range<usize>)) {
    if ranges.iter().any(Range::is_empty) {
        return;
    }
    let Some(last) = ranges.last() else { return f(0..element_bytes) };
    let outer = dims.len() - 1;
    let mut index: Vec<usize> = ranges[..outer].iter().map(|range| range.start).collect();
    loop {
        let row = index.iter().zip(dims).fold(0, |row, (index, dim)| row * dim + index) * dims[outer];
        f((row + last.start) * element_bytes..(row + last.end) * element_bytes);
        let mut dim = outer;
        loop {
            if dim == 0 {
                return;
            }
            dim -= 1;
            index[dim] += 1;
            if index[dim] < ranges[dim].end {
                break;
            }
            index[dim] = ranges[dim].start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_cut_and_pasted() {
        let whole: Vec<u8> = (0..24).collect();
        let dims = [2, 3, 4];
        assert_eq!(cut(&whole, &dims, &[0..2, 1..3, 2..4], 1), [6, 7, 10, 11, 18, 19, 22, 23]);
        assert_eq!(cut(&whole, &[3, 4], &[1..2, 0..2], 2), [8, 9, 10, 11]);
        assert_eq!(cut(&whole, &[], &[], 2), [0, 1]);
        assert_eq!(cut(&whole, &dims, &[0..2, 1..1, 2..4], 1), []);

        let mut copy = vec![0; 24];
        for (rows, columns) in [(0..1, 0..4), (1..3, 0..1), (1..3, 1..4)] {
            for outer in [0..1, 1..2] {
                let ranges = [outer, rows.clone(), columns.clone()];
                paste(&cut(&whole, &dims, &ranges, 1), &mut copy, &dims, &ranges, 1);
            }
        }
        assert_eq!(copy, whole);
    }
}
