//! Comparing numbers.

/// The greatest difference of two lists, element by element; 0 of empty ones.
///
/// A maximum passes over NaN, so a comparison by it alone would call a list of NaN right.
///
/// # Panics
/// The lists differ in length, or a number is not finite.
///
/// ```
/// assert_eq!(testkit::worst_difference(&[1.0, 2.0], &[1.5, 2.0]), 0.5);
/// ```
#[track_caller]
pub fn worst_difference(a: &[f32], b: &[f32]) -> f32 {
    assert_eq!(a.len(), b.len(), "lists of {} and of {} numbers are compared", a.len(), b.len());
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!(x.is_finite() && y.is_finite(), "number {i} is not finite: {x} and {y}");
    }
    a.iter().zip(b).map(|(x, y)| (x - y).abs()).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::worst_difference;

    #[test]
    #[should_panic(expected = "number 1 is not finite")]
    fn nan_is_no_agreement() {
        worst_difference(&[0.0, f32::NAN], &[0.0, f32::NAN]);
    }

    #[test]
    #[should_panic(expected = "of 1 and of 2")]
    fn missing_numbers_are_no_agreement() {
        worst_difference(&[0.0], &[0.0, 0.0]);
    }
}
