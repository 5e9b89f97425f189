//! `labora bench`: how long things take. A file for each of them.

mod epoch;
mod predict;
mod program;
mod train_step;

pub use train_step::{noise, train};

use super::args::Bench;
use super::failure::Failure;

pub fn run(bench: &Bench) -> Result<(), Failure> {
    match bench {
        Bench::TrainStep(args) => train_step::run(args),
        Bench::Epoch(args) => epoch::run(args),
        Bench::Predict(args) => predict::run(args),
        Bench::Program(args) => program::run(args),
    }
}

/// The median of some times, between the two in the middle of an even number; none of no times.
fn median(mut seconds: Vec<f64>) -> Option<f64> {
    seconds.sort_by(f64::total_cmp);
    let lower = seconds.len().checked_sub(1)? / 2;
    Some((seconds[lower] + seconds[seconds.len() / 2]) / 2.0)
}

/// Bytes as people read them.
fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
