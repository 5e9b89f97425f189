//! `labora bench program`: times any StableHLO program, with synthetic arguments.

use std::path::PathBuf;

use clap::{Args, value_parser};
use pjrt::{Attributes, NamedValue};
use serde_json::json;

use super::statistics::{mebibytes, median};
use crate::cli::device::TpuArgs;
use crate::cli::failure::Failure;
use crate::cli::flags::OutputArgs;
use crate::cli::print;
use crate::cli::program::LoadedProgram;

/// Time any StableHLO program, with synthetic arguments.
///
/// The program runs repeatedly, with its arguments resident on the device and on as many cores as it has
/// replicas. The arguments are floats of either sign between 1/32 and 1/16, integer scalars 1, and other
/// integers 0. If the leading results have the types of the leading parameters, as in a training step, each
/// run takes the results of the previous one.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  labora bench program step.mlir
  labora bench program step.mlir --device cpu --steps 20 --json")]
pub struct ProgramArgs {
    /// The program: StableHLO text, such as jax.jit(f).lower(...).as_text() returns.
    #[arg(value_name = "FILE.mlir")]
    file: PathBuf,
    #[command(flatten)]
    device: TpuArgs,
    /// Runs to time, after the first.
    #[arg(long, default_value_t = 10, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    steps: u32,
    #[command(flatten)]
    output: OutputArgs,
}

pub fn run(args: &ProgramArgs) -> Result<(), Failure> {
    let (file, name) = (args.file.display(), args.device.name().to_string());
    let program = LoadedProgram::load(&args.file, &args.device)?;
    let fed_back = program.num_fed_back()?;
    let mut results = Vec::new();
    let first_run_s = program.run_on(&mut results, fed_back)?;
    let seconds = (0..args.steps).map(|_| program.run_on(&mut results, fed_back)).collect::<Result<_, _>>()?;
    let run_s = median(seconds).unwrap_or(first_run_s);

    let (replicas, compile_s) = (program.replicas(), program.compile_seconds());
    // The plugin counts the operations of one replica.
    let costs = program.executable().cost_analysis().unwrap_or_default();
    let flop = positive(&costs, "flops").map(|flop| flop * replicas as f64);
    let gflops = flop.map(|f| f / run_s / 1e9);
    let memory = program.executable().compiled_memory_stats().ok();
    let peak_bytes = memory.and_then(|memory| u64::try_from(memory.peak?).ok());
    let (steps, parameters) = (args.steps, program.num_arguments());
    if args.output.json {
        return print::line(json!({
            "run_s": run_s, "compile_s": compile_s, "first_run_s": first_run_s, "gflops": gflops, "flop": flop,
            "peak_bytes": peak_bytes, "steps": steps, "replicas": replicas, "device": name,
            "parameters": parameters, "results_fed_back": fed_back,
        }));
    }
    let mut lines = vec![
        format!("{file} on {name}, {replicas} replica(s), median of {steps} runs"),
        format!("  run           {:10.3} ms", run_s * 1e3),
        format!("  first run     {:10.3} ms", first_run_s * 1e3),
        format!("  compile       {:10.3} ms", compile_s * 1e3),
    ];
    lines.extend(gflops.map(|g| format!("  GFLOP/s       {g:10.1}")));
    lines.extend(peak_bytes.map(|b| format!("  peak memory   {:10.1} MiB by the memory plan", mebibytes(b))));
    lines.push(format!("  arguments     {parameters:10}, {fed_back} of them results of the previous run"));
    print::line(lines.join("\n"))
}

fn positive(attributes: &Attributes, name: &str) -> Option<f64> {
    match attributes.get(name)? {
        NamedValue::Float(value) if *value > 0.0 => Some(f64::from(*value)),
        NamedValue::Int64(value) if *value > 0 => Some(*value as f64),
        _ => None,
    }
}
