//! `labora bench program`: how long any StableHLO program takes, with arguments that are made up.

use pjrt::{Attributes, NamedValue};
use serde_json::json;

use super::super::args::{On, ProgramSpeed};
use super::super::failure::Failure;
use super::super::print;
use super::super::program::Program;
use super::{mebibytes, median};

pub fn run(args: &ProgramSpeed) -> Result<(), Failure> {
    let file = args.file.display();
    let program = Program::load(&args.file, &On { device: args.device.clone(), cores: None, deterministic: false })?;
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
    if args.json {
        return print::line(json!({
            "run_s": run_s, "compile_s": compile_s, "first_run_s": first_run_s, "gflops": gflops, "flop": flop,
            "peak_bytes": peak_bytes, "steps": steps, "replicas": replicas, "device": args.device,
            "parameters": parameters, "results_fed_back": fed_back,
        }));
    }
    let mut lines = vec![
        format!("{file} on {}, {replicas} replica(s), median of {steps} runs", args.device),
        format!("  run           {:10.3} ms", run_s * 1e3),
        format!("  first run     {:10.3} ms", first_run_s * 1e3),
        format!("  compile       {:10.3} ms", compile_s * 1e3),
    ];
    lines.extend(gflops.map(|g| format!("  GFLOP/s       {g:10.1}")));
    lines.extend(peak_bytes.map(|b| format!("  peak memory   {:10.1} MiB by the program's plan", mebibytes(b))));
    lines.push(format!("  arguments     {parameters:10}, of which {fed_back} are the results of the run before"));
    print::line(lines.join("\n"))
}

fn positive(attributes: &Attributes, name: &str) -> Option<f64> {
    match attributes.get(name)? {
        NamedValue::Float(value) if *value > 0.0 => Some(f64::from(*value)),
        NamedValue::Int64(value) if *value > 0 => Some(*value as f64),
        _ => None,
    }
}
