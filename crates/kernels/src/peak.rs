//! What the arithmetic of this machine can do at most: independent multiplications and additions in registers.

use super::element::MathMode;
use super::isa::{Isa, WithSimd};
use super::simd::Simd;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// All threads together, in 10^9 floating-point operations a second of wall-clock time.
    pub gflops: f64,
    /// The instruction set that did them.
    pub isa: Isa,
    /// What multiplied.
    pub multiplier: Multiplier,
    /// How many threads computed at the same time.
    pub threads: usize,
}

/// What multiplies at the peak.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Multiplier {
    /// Vectors of f32; also where bf16 is asked for and there is no instruction that multiplies it.
    F32,
    /// Vectors of bf16 pairs: the bf16 dot product.
    Bf16Dot,
    /// Tile registers of bf16 pairs.
    Tiles,
}

/// Measures for about `duration` on each of `threads` threads (at least one).
///
/// Each thread takes the best of many short runs, so that what else the machine does counts little.
pub fn measure(isa: Isa, multiply: MathMode, threads: usize, duration: Duration) -> Peak {
    let isa = if isa.is_available() { isa } else { Isa::Portable };
    let multiplier = match multiply {
        MathMode::Bf16 if isa == Isa::Amx => Multiplier::Tiles,
        MathMode::Bf16 if isa.has_bf16_dot() => Multiplier::Bf16Dot,
        _ => Multiplier::F32,
    };
    let threads = threads.max(1);
    let one = || {
        let mut best = 0f64;
        let start = Instant::now();
        loop {
            let run = Instant::now();
            let mut flops = 0;
            isa.dispatch(Burn { multiplier, flops: &mut flops });
            best = best.max(flops as f64 / run.elapsed().as_nanos().max(1) as f64);
            if start.elapsed() >= duration {
                return best;
            }
        }
    };
    let gflops = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(one)).collect();
        let mine = one();
        others.into_iter().filter_map(|thread| thread.join().ok()).sum::<f64>() + mine
    });
    Peak { gflops, isa, multiplier, threads }
}

struct Burn<'a> {
    multiplier: Multiplier,
    flops: &'a mut u64,
}

/// Chains of dependent operations: enough to fill the latency of two multipliers.
const CHAINS: usize = 12;
/// Rounds of a run: about 50 microseconds.
const ROUNDS: u64 = 10_000;

impl WithSimd for Burn<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        #[cfg(target_arch = "x86_64")]
        if self.multiplier == Multiplier::Tiles {
            // SAFETY: only `Isa::Amx` has tiles, which is available.
            *self.flops = unsafe { super::amx::burn(ROUNDS / 4) };
            return;
        }
        let bf16_dot = self.multiplier == Multiplier::Bf16Dot;
        let (x, y) = (black_box(1.0_f32), black_box(0.0_f32));
        // SAFETY: `dispatch` runs `S` only where the machine has it, and the dot product only on a set that has it.
        unsafe {
            let (x, y) = (S::splat(x), S::splat(y));
            let mut sums = [S::splat(0.0); CHAINS];
            if bf16_dot && S::BF16_DOT {
                for _ in 0..ROUNDS {
                    for sum in &mut sums {
                        *sum = S::dot(x, y, *sum);
                    }
                }
            } else {
                for _ in 0..ROUNDS {
                    for sum in &mut sums {
                        *sum = S::fma(x, y, *sum);
                    }
                }
            }
            let mut total = S::splat(0.0);
            for sum in sums {
                total = S::add(total, sum);
            }
            let mut lanes = [0u32; 16];
            S::store(lanes.as_mut_ptr(), total);
            black_box(lanes);
        }
        let products = if bf16_dot { 2 * S::LANES } else { S::LANES };
        *self.flops = 2 * ROUNDS * (CHAINS * products) as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_peak() {
        for isa in Isa::available() {
            for multiply in [MathMode::F32, MathMode::Bf16] {
                let peak = measure(isa, multiply, 2, Duration::from_millis(1));
                assert!(peak.gflops > 0.0 && peak.gflops.is_finite(), "{peak:?}");
                assert_eq!((peak.isa, peak.threads), (isa, 2));
            }
        }
    }
}
