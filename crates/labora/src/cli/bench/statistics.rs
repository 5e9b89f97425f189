//! Statistics of measured times.

/// Returns the median, the midpoint of the two middle values of an even number; none of an empty list.
pub fn median(mut seconds: Vec<f64>) -> Option<f64> {
    seconds.sort_by(f64::total_cmp);
    let lower = seconds.len().checked_sub(1)? / 2;
    Some((seconds[lower] + seconds[seconds.len() / 2]) / 2.0)
}

/// Returns the arithmetic mean; none of an empty sequence.
pub fn mean(seconds: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = seconds.fold((0usize, 0.0), |(count, sum), each| (count + 1, sum + each));
    (count > 0).then(|| sum / count as f64)
}

/// Converts bytes to mebibytes.
pub fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert_eq!(median(vec![3.0, 1.0, 10.0]), Some(3.0));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 10.0]), Some(3.0));
        assert_eq!(median(Vec::new()), None);
        assert_eq!(mean([1.0, 2.0, 6.0].into_iter()), Some(3.0));
        assert_eq!(mean(std::iter::empty()), None);
    }
}
