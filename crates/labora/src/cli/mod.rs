//! The command line: the parser, and a module for each verb with its arguments beside its `run`.

mod bench;
mod child_process;
mod compile;
mod compile_args;
mod completions;
mod convert;
mod dataset;
mod device;
mod devices;
mod errors;
mod evaluate;
mod failure;
mod fit;
mod fit_data;
mod flags;
mod hosts;
mod images;
mod input_shape;
mod lab;
mod licenses;
mod model_file;
mod object;
mod plot;
mod predict;
mod predict_file;
mod print;
mod profile;
mod program;
mod run_file;
mod samples;
mod serve;
mod sibling_program;
mod summary;
mod synthetic;
mod tables;
mod train;
mod training;
mod verbosity;
mod worker;
mod worker_address;
mod workloads;

use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use failure::Failure;
use run_file::Run;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// A tensor-processor laboratory for your own hardware.
///
/// Trains Keras networks on a built-in eight-core tensor processor, saves the weights, and classifies images
/// with them on the CPU.
#[derive(Debug, Parser)]
#[command(name = "labora", version, styles = STYLES, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  labora train                                     the article's network on CIFAR-10, eight cores
  labora train shapes --epochs 3 --save w.weights.h5
  labora train run.toml                            the flags of a file
  labora predict --weights w.weights.h5 --image cat.png
  labora devices
  labora profile train-step
  labora compile --topology v2:2x2                 the report of Google's TPU compiler, no TPU needed

Exit codes: 0 success, 1 failure, 2 invalid arguments; after a signal, at which trainings
save their weights, 130 (Ctrl-C), 143 (SIGTERM) or 129 (SIGHUP).

Environment:
  LABORA_DATA           folder of data sets, as --data-folder
  LABORA_THREADS        threads of the built-in devices, as --threads
  LABORA_ISA            instruction set of the built-in devices, as --isa
  LABORA_WORKER         devices of a worker, as --worker
  LABORA_MPI            the MPI library for trainings on several hosts [default: libmpi_abi.so.1]
  LABORA_PJRT_PLUGINS   further devices: name=path[,name=path]
  KERAS_HOME            folder of Keras's data set cache [default: ~/.keras]
  NO_COLOR              if set, output has no colors")]
struct Labora {
    #[command(subcommand)]
    command: Command,
}

/// The verbs. Their help is that of their arguments.
#[derive(Debug, Subcommand)]
enum Command {
    Train(train::TrainArgs),
    Fit(fit::FitArgs),
    Evaluate(evaluate::EvaluateArgs),
    Predict(predict::PredictArgs),
    Summary(summary::SummaryArgs),
    Devices(devices::DevicesArgs),
    #[command(subcommand)]
    Bench(bench::Benchmark),
    Profile(profile::ProfileArgs),
    Compile(compile::CompileArgs),
    Convert(convert::ConvertArgs),
    Plot(plot::PlotArgs),
    Worker(worker::WorkerArgs),
    Tunnel(worker::TunnelArgs),
    Lab(lab::LabArgs),
    Serve(serve::ServeArgs),
    Completions(completions::CompletionsArgs),
    Licenses(licenses::LicensesArgs),
}

/// Parses the arguments and runs the verb. Returns the exit code: 0 success, 1 failure, 2 invalid arguments,
/// 130, 143 or 129 stopped by a signal.
pub fn main() -> ExitCode {
    match parse_and_run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn parse_and_run() -> Result<(), Failure> {
    let mut command = process::without_empty_variables(Labora::command());
    let (arguments, is_from_file) = run_file::expand(&command, std::env::args_os().collect())?;
    let matches = command.try_get_matches_from_mut(arguments).unwrap_or_else(|error| process::exit(&error));
    let parsed = Labora::from_arg_matches(&matches).unwrap_or_else(|error| process::exit(&error.format(&mut command)));
    run(parsed.command, &Run::of(&command, &matches, is_from_file))
}

fn run(command: Command, run: &Run) -> Result<(), Failure> {
    match command {
        Command::Train(args) => train::run(&args, run),
        Command::Fit(args) => fit::run(&args, run),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Predict(args) => predict::run(&args),
        Command::Summary(args) => summary::run(&args),
        Command::Devices(args) => devices::run(&args),
        Command::Bench(benchmark) => bench::run(&benchmark),
        Command::Profile(args) => profile::run(&args),
        Command::Compile(args) => compile::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Plot(args) => plot::run(&args),
        Command::Worker(args) => worker::run(&args),
        Command::Tunnel(args) => worker::run_tunnel(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Completions(args) => completions::run(&args, &mut Labora::command()),
        Command::Licenses(args) => licenses::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        Labora::command().debug_assert();
    }
}
