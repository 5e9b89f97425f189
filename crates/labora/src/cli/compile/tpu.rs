//! Ahead-of-time compilation by Google's TPU compiler, and the report.

use std::time::Duration;

use keras::utils;
use tpu_report::{Machine, Report};

use super::args::CompileArgs;
use super::{html, json, table, workload};
use crate::cli::child_process;
use crate::cli::device::looks_like_a_path;
use crate::cli::failure::Failure;
use crate::cli::print;
use crate::plugins::{self, Found};

/// The time that a compilation may take.
const TIMEOUT: Duration = Duration::from_secs(3600);

/// Compiles for a TPU machine and writes the report.
pub fn run(args: &CompileArgs, machine: &Machine) -> Result<(), Failure> {
    let plugin = plugin(&args.plugin)?;
    if let Some(path) = &args.html {
        utils::check_writable(path)?;
    }
    let missing = plugin.missing_environment();
    if !missing.is_empty() {
        return in_child_process(&missing);
    }
    let workload = workload::workload(args, machine.generation.cores)?;
    let mut report = tpu_report::compile(&plugin.load()?, machine, &workload).map_err(|error| {
        let failure = Failure::new(&error);
        let hint = "the program does not fit into memory: a smaller --batch-size needs less";
        if error.is_out_of_memory() { failure.hint(hint) } else { failure }
    })?;
    if let Some(version) = plugin.version() {
        report.compiler = format!("{} {version}: {}", plugin.name, report.compiler);
    }
    write(args, &report)
}

/// Writes the report in the requested formats.
fn write(args: &CompileArgs, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        utils::write_atomically(path, html::page(report).as_bytes())?;
    }
    if args.output.json {
        return print::line(serde_json::to_string_pretty(&json::json(report)).map_err(Failure::new)?);
    }
    print::line(table::table(report))?;
    match &args.html {
        Some(path) => print::line(format!("\n{}: open it in a browser", path.display())),
        None => Ok(()),
    }
}

fn plugin(name: &str) -> Result<Found, Failure> {
    if looks_like_a_path(name) {
        return Ok(Found::at(name));
    }
    plugins::named(name).ok_or_else(|| {
        Failure::usage(format!("there is no plugin {name:?} to compile with")).hint(
            "`pip install libtpu` in the active Python environment, or name its library: --plugin path/to/libtpu.so, or \
             LABORA_PJRT_PLUGINS=libtpu=path/to/libtpu.so",
        )
    })
}

/// Runs the same command in a child process with the environment variables of the plugin, which have to be
/// set before the process starts.
fn in_child_process(environment: &[(&str, &str)]) -> Result<(), Failure> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let ended = child_process::run(&args, environment, TIMEOUT)?;
    if let Some(crash) = ended.crash() {
        return Err(Failure::new(crash));
    }
    if !ended.status.success() {
        eprint!("{}", ended.err);
        return Err(Failure::reported(ended.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
    }
    print::line(ended.out.trim_end())
}
