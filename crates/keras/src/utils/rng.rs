//! The seeded generator of initial weights and shuffling.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A seeded random number generator: ChaCha with eight rounds, with the same sequence on every platform.
///
/// ```
/// use keras::utils::Rng;
/// let (mut a, mut b) = (Rng::seeded(7), Rng::seeded(7));
/// assert_eq!(a.uniform(), b.uniform());
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    source: ChaCha8Rng,
    /// The second of a pair of normal numbers, saved for the next call.
    spare: Option<f64>,
}

impl Rng {
    /// The generator with this seed.
    pub fn seeded(seed: u64) -> Self {
        Self { source: ChaCha8Rng::seed_from_u64(seed), spare: None }
    }

    /// The generator of a pass over data or of an epoch, whose number is `pass`.
    pub(crate) fn of_pass(seed: u64, pass: u64) -> Self {
        // An odd factor maps different numbers to different seeds.
        Self::seeded(seed.wrapping_add(pass.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.source.next_u64()
    }

    /// A new generator with an independent sequence.
    pub fn fork(&mut self) -> Self {
        Self::seeded(self.next_u64())
    }

    /// A uniform number in [0, 1), a multiple of 2^-53.
    pub fn uniform(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A standard normal number (Box and Muller, 1958).
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        // 1 - uniform is in (0, 1], where the logarithm is finite.
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        let angle = std::f64::consts::TAU * self.uniform();
        self.spare = Some(radius * angle.sin());
        radius * angle.cos()
    }

    /// A standard normal number truncated at two standard deviations, by rejection.
    pub fn truncated_normal(&mut self) -> f64 {
        loop {
            let x = self.normal();
            if x.abs() <= 2.0 {
                return x;
            }
        }
    }

    /// A uniform number in `0..bound`; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        // Lemire's method: the high half of a product, rejecting the draws that would bias the result.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            if product as u64 >= threshold {
                return (product >> 64) as u64;
            }
        }
    }

    /// Shuffles the items uniformly (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_is_fixed() {
        // The first outputs of ChaCha8 with `seed_from_u64(42)`. If they change, so does every seeded
        // training run.
        let mut rng = Rng::seeded(42);
        let first = [rng.next_u64(), rng.next_u64()];
        assert_eq!(first, [12_578_764_544_318_200_737, 17_529_487_244_874_322_312]);
        assert_ne!(first[0], Rng::seeded(43).next_u64());
    }

    #[test]
    fn moments_are_those_of_the_distributions() {
        let mut rng = Rng::seeded(1);
        let n = 100_000;
        let moments = |xs: &[f64]| {
            let mean = xs.iter().sum::<f64>() / xs.len() as f64;
            (mean, xs.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / xs.len() as f64)
        };
        let (mean, variance) = moments(&(0..n).map(|_| rng.uniform()).collect::<Vec<_>>());
        assert!((mean - 0.5).abs() < 5e-3 && (variance - 1.0 / 12.0).abs() < 2e-3, "{mean} {variance}");
        let (mean, variance) = moments(&(0..n).map(|_| rng.normal()).collect::<Vec<_>>());
        assert!(mean.abs() < 0.015 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
        let truncated: Vec<f64> = (0..n).map(|_| rng.truncated_normal()).collect();
        let (mean, variance) = moments(&truncated);
        // The standard deviation after truncation at two: 0.87962566.
        assert!(mean.abs() < 0.015 && (variance.sqrt() - 0.879_625_66).abs() < 0.01, "{mean} {variance}");
        assert!(truncated.iter().all(|x| x.abs() <= 2.0));
    }

    #[test]
    fn shuffling_permutes() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::seeded(3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
