//! The peak throughput of this machine.

use std::time::Duration;

use kernels::peak::{Multiplier, measure};
use kernels::{Isa, Multiply};
use pjrt::Attributes;

use crate::options::Options;

/// Measures the peak throughput of this machine in GFLOP/s, for the fraction of the peak that benchmarks
/// report: products of f32, or of bf16 with sums in f32, on all threads that a client would use. The
/// measurement takes about `duration`. Returns 0 if `LABORA_THREADS` or `LABORA_ISA` is invalid.
pub fn peak(bf16: bool, duration: Duration) -> f64 {
    let multiply = if bf16 { Multiply::Bf16 } else { Multiply::F32 };
    match Options::read(&Attributes::default()) {
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
pub fn bf16_dot_peak(duration: Duration) -> Option<f64> {
    let has_dot = |isa: &Isa| measure(*isa, Multiply::Bf16, 1, Duration::ZERO).multiplier == Multiplier::Bf16Dot;
    let isa = Isa::available().find(has_dot)?;
    let options = Options::read(&Attributes::default()).ok()?;
    Some(measure(isa, Multiply::Bf16, options.threads, duration).gflops)
}
