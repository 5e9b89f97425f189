//! The peak throughput of this machine.

use std::time::Duration;

use kernels::peak::{Multiplier, measure};
use kernels::{Isa, MathMode};
use pjrt::Attributes;

use crate::options::Options;

/// Measures the peak throughput of this machine in GFLOP/s, for the fraction of the peak that benchmarks
/// report: products of f32, or of bf16 with sums in f32, with the instruction set and on all threads of a
/// client that is created with these options. The measurement takes about `duration`. Returns 0 for invalid
/// options.
pub fn peak(bf16: bool, options: &Attributes, duration: Duration) -> f64 {
    let multiply = if bf16 { MathMode::Bf16 } else { MathMode::F32 };
    match Options::read(options) {
        Ok(options) => measure(options.isa, multiply, options.threads, duration).gflops,
        Err(_) => 0.0,
    }
}

/// Measures the peak throughput of the machine's bf16 dot-product instruction, which multiplies vectors of
/// pairs, in GFLOP/s on as many threads as a client would use. Returns `None` if the machine has no such
/// instruction.
///
/// [`peak`] may be more: some machines multiply rounded operands faster as f32 (see `Isa::best`), and tile
/// registers are not included here.
pub fn bf16_dot_peak(options: &Attributes, duration: Duration) -> Option<f64> {
    let has_dot = |isa: &Isa| measure(*isa, MathMode::Bf16, 1, Duration::ZERO).multiplier == Multiplier::Bf16Dot;
    let isa = Isa::available().find(has_dot)?;
    let options = Options::read(options).ok()?;
    Some(measure(isa, MathMode::Bf16, options.threads, duration).gflops)
}
