//! Sizes of dimensions, of which some depend on the number of rows.

/// The size of a dimension: `fixed + per_row * rows`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// The part that is the same for any number of rows.
    pub fixed: i64,
    /// The part that each row adds.
    pub per_row: i64,
}

impl Dim {
    /// The dimension of one element, which is broadcast.
    pub const ONE: Self = Self::fixed(1);

    /// A size that is the same for any number of rows.
    pub const fn fixed(size: i64) -> Self {
        Self { fixed: size, per_row: 0 }
    }

    /// The dimension that has these sizes in programs for these numbers of rows; `None` if no line goes
    /// through them.
    pub fn of(sizes: [usize; 2], rows: [usize; 2]) -> Option<Self> {
        let [size, other] = sizes.map(|n| n as i64);
        let [few, many] = rows.map(|n| n as i64);
        if size == other {
            return Some(Self::fixed(size));
        }
        let (risen, run) = (other - size, many - few);
        let per_row = if run == 0 { 0 } else { risen / run };
        (per_row * run == risen).then(|| Self { fixed: size - per_row * few, per_row })
    }

    /// The size, if it is the same for any number of rows.
    pub fn size(self) -> Option<i64> {
        (self.per_row == 0).then_some(self.fixed)
    }
}

#[cfg(test)]
mod tests {
    use super::Dim;

    #[test]
    fn a_line_goes_through_two_sizes() {
        assert_eq!(Dim::of([7 * 3, 11 * 3], [7, 11]), Some(Dim { fixed: 0, per_row: 3 }));
        assert_eq!(Dim::of([6, 10], [7, 11]), Some(Dim { fixed: -1, per_row: 1 }));
        assert_eq!(Dim::of([5, 5], [7, 11]).and_then(Dim::size), Some(5));
        assert_eq!(Dim::of([7, 9], [7, 11]), None);
        assert_eq!(Dim::of([7, 9], [7, 7]), None);
    }
}
