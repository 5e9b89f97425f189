//! The command line: what can be asked for, and who answers.

mod args;
mod bench;
mod compile;
mod devices;
mod evaluate;
mod failure;
mod isolated;
mod outputs;
mod predict;
mod print;
mod profile;
mod program;
mod setup;
mod train;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Command, Labora};
use failure::Failure;

/// Reads the arguments, runs the command, and gives its exit code: 0 done, 1 failed, 2 wrong arguments, 130 interrupted.
pub fn main() -> ExitCode {
    match run(Labora::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Train(args) => train::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Predict(args) => predict::run(&args),
        Command::Devices(args) => devices::run(&args),
        Command::Bench(what) => bench::run(&what),
        Command::Profile(args) => profile::run(&args),
        Command::Compile(args) => compile::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Labora::command(), "labora", &mut script);
            print::line(String::from_utf8_lossy(&script).trim_end())
        }
    }
}
