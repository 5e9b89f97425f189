//! Indices of tensors.

/// Calls `visit` with every index of a shape, in row-major order; once, with an empty index, for a scalar.
pub(super) fn for_each_index(dims: &[usize], mut visit: impl FnMut(&[usize])) {
    if dims.contains(&0) {
        return;
    }
    let mut index = vec![0; dims.len()];
    loop {
        visit(&index);
        let mut d = dims.len();
        loop {
            if d == 0 {
                return;
            }
            d -= 1;
            index[d] += 1;
            if index[d] < dims[d] {
                break;
            }
            index[d] = 0;
        }
    }
}

/// The position of an index in memory, given the strides.
pub(super) fn position(index: &[usize], strides: &[usize]) -> usize {
    index.iter().zip(strides).map(|(i, s)| i * s).sum()
}

/// The entries of `list` (sizes, strides or an index) of the dimensions `dims`.
pub(super) fn pick(list: &[usize], dims: &[usize]) -> Vec<usize> {
    dims.iter().map(|d| list[*d]).collect()
}

/// The dimensions of a tensor of rank `rank` that are in none of the lists, in order.
pub(super) fn remaining_dims(rank: usize, lists: &[&[usize]]) -> Vec<usize> {
    (0..rank).filter(|d| lists.iter().all(|list| !list.contains(d))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_visited_in_row_major_order() {
        let mut seen = Vec::new();
        for_each_index(&[2, 2], |i| seen.push(i.to_vec()));
        assert_eq!(seen, [[0, 0], [0, 1], [1, 0], [1, 1]]);
        let mut scalars = 0;
        for_each_index(&[], |_| scalars += 1);
        assert_eq!(scalars, 1);
        for_each_index(&[3, 0], |_| panic!("an empty shape has no index"));
    }
}
