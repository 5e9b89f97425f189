//! The peak arithmetic rate of this machine: independent multiplications and additions in registers.

use crate::element::MathMode;
use crate::isa::{Isa, WithSimd};
use crate::simd::{MAX_LANES, Simd};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// Rate of all threads together, in 10^9 floating-point operations a second of wall-clock time.
    pub gflops: f64,
    /// The instruction set that was measured.
    pub isa: Isa,
    /// The hardware that multiplied.
    pub multiplier: Multiplier,
    /// Threads that computed at the same time.
    pub threads: usize,
}

/// The hardware that multiplies at the peak rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Multiplier {
    /// Vectors of f32; also for bf16 if no instruction multiplies it.
    F32,
    /// Vectors of bf16 pairs (the bf16 dot product).
    Bf16Dot,
    /// Tile registers of bf16 pairs.
    Tiles,
}

/// Measures for about `duration` on each of `threads` threads (at least one).
///
/// Each thread takes the best of many short runs, so that other work of the machine hardly counts.
pub fn measure(isa: Isa, math_mode: MathMode, threads: usize, duration: Duration) -> Peak {
    let multiplier = match math_mode {
        MathMode::Bf16 if isa.has_amx() => Multiplier::Tiles,
        MathMode::Bf16 if isa.has_bf16_dot() => Multiplier::Bf16Dot,
        _ => Multiplier::F32,
    };
    let threads = threads.max(1);
    let one = || {
        let mut best = 0f64;
        let start = Instant::now();
        loop {
            let run = Instant::now();
            let flops = isa.dispatch(Burn { multiplier });
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

/// Returns the operations of a run.
struct Burn {
    multiplier: Multiplier,
}

/// Chains of dependent operations: enough to hide the latency of two multipliers.
const CHAINS: usize = 12;
/// Rounds of a run: about 50 microseconds.
const ROUNDS: u64 = 10_000;

impl WithSimd for Burn {
    type Output = u64;

    #[inline(always)]
    fn with_simd<S: Simd>(self) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self.multiplier == Multiplier::Tiles {
            // SAFETY: only an `Isa` with tile registers has this multiplier.
            return unsafe { crate::micro::tile_registers::measure_products(ROUNDS / 4) };
        }
        let bf16_dot = self.multiplier == Multiplier::Bf16Dot;
        let (x, y) = (black_box(1.0_f32), black_box(0.0_f32));
        // SAFETY: `dispatch` chose an `S` that the machine has; the dot product runs only if `S` has it.
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
            let mut lanes = [0u32; MAX_LANES];
            S::store(lanes.as_mut_ptr(), total);
            black_box(lanes);
        }
        let products = if bf16_dot { 2 * S::LANES } else { S::LANES };
        2 * ROUNDS * (CHAINS * products) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_peak() {
        for isa in Isa::available() {
            for math_mode in [MathMode::F32, MathMode::Bf16] {
                let peak = measure(isa, math_mode, 2, Duration::from_millis(1));
                assert!(peak.gflops > 0.0 && peak.gflops.is_finite(), "{peak:?}");
                assert_eq!((peak.isa, peak.threads), (isa, 2));
            }
        }
    }
}
