//! `labora bench`: a file for each benchmark.

mod all_reduce;
mod epoch;
mod predict;
mod program;
mod statistics;
mod train_step;

use clap::Subcommand;

use super::failure::Failure;

/// Measure speed.
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:
  labora bench train-step --json
  labora bench predict --batch-size 1024
  labora bench program step.mlir --device cpu")]
pub enum Benchmark {
    TrainStep(train_step::TrainStepArgs),
    Epoch(epoch::EpochArgs),
    Predict(predict::PredictArgs),
    Program(program::ProgramArgs),
    AllReduce(all_reduce::AllReduceArgs),
}

pub fn run(benchmark: &Benchmark) -> Result<(), Failure> {
    match benchmark {
        Benchmark::TrainStep(args) => train_step::run(args),
        Benchmark::Epoch(args) => epoch::run(args),
        Benchmark::Predict(args) => predict::run(args),
        Benchmark::Program(args) => program::run(args),
        Benchmark::AllReduce(args) => all_reduce::run(args),
    }
}
