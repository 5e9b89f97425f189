//! `labora bench`: a file for each benchmark.

mod epoch;
mod predict;
mod program;
mod statistics;
mod train_step;

use clap::Subcommand;

use super::failure::Failure;

#[derive(Debug, Subcommand)]
pub enum Benchmark {
    /// Time one training step of the article's network.
    TrainStep(train_step::TrainStepArgs),
    /// Time whole epochs of the article's network, and the host's share of them.
    Epoch(epoch::EpochArgs),
    /// Time inference with the article's network.
    Predict(predict::PredictArgs),
    /// Time any StableHLO program, with synthetic arguments.
    Program(program::ProgramArgs),
}

pub fn run(benchmark: &Benchmark) -> Result<(), Failure> {
    match benchmark {
        Benchmark::TrainStep(args) => train_step::run(args),
        Benchmark::Epoch(args) => epoch::run(args),
        Benchmark::Predict(args) => predict::run(args),
        Benchmark::Program(args) => program::run(args),
    }
}
