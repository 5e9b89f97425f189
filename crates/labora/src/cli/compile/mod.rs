//! `labora compile`: what the TPU compiler says of a program, without a TPU.

mod html;
mod json;
mod model;
mod roofline;
mod table;

use std::time::Duration;

use keras::utils;

use super::args::Compile;
use super::failure::Failure;
use super::{isolated, print, setup};
use crate::ahead::{self, MEASURED_BY_ESTIMATED, Machine, Report};
use crate::plugins::{self, Found};

/// What every report says of its figures.
const LABEL: &str = "the TPU compiler's estimate";

/// How far to trust it.
fn trust() -> String {
    let [least, most] = MEASURED_BY_ESTIMATED;
    format!("networks that were measured on TPUs took {least} to {most} times as long")
}

/// How long a compilation may take.
const LIMIT: Duration = Duration::from_secs(3600);

pub fn run(args: &Compile) -> Result<(), Failure> {
    let machine = Machine::named(&args.topology).map_err(Failure::usage)?;
    let plugin = plugin(&args.plugin)?;
    if let Some(path) = &args.html {
        utils::check_writable(path)?;
    }
    let missing = plugin.missing_environment();
    if !missing.is_empty() {
        return in_its_own_process(&missing);
    }
    let workload = model::workload(args, &machine)?;
    let mut report = ahead::compile(&plugin.load()?, &machine, &workload).map_err(|error| {
        let out_of_memory = error.message().contains("memory") && error.message().contains("resource exhausted");
        let failure = Failure::new(error);
        if out_of_memory { failure.hint("it does not fit: a smaller --batch-size takes less") } else { failure }
    })?;
    if let Some(version) = plugin.version() {
        report.compiler = format!("{} {version}: {}", plugin.name, report.compiler);
    }
    write(args, &report)
}

fn write(args: &Compile, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &args.html {
        utils::write_atomically(path, html::page(report).as_bytes())?;
    }
    if args.json {
        return print::line(serde_json::to_string_pretty(&json::json(report)).map_err(Failure::new)?);
    }
    print::line(table::table(report))?;
    match &args.html {
        Some(path) => print::line(format!("\n{}: open it in a browser", path.display())),
        None => Ok(()),
    }
}

fn plugin(name: &str) -> Result<Found, Failure> {
    if setup::looks_like_a_path(name) {
        return Ok(Found::at(name));
    }
    plugins::named(name).ok_or_else(|| {
        Failure::usage(format!("there is no plugin {name:?} to compile with")).hint(
            "`pip install libtpu` in the active Python environment, or name its library: --plugin path/to/libtpu.so, or \
             LABORA_PJRT_PLUGINS=libtpu=path/to/libtpu.so",
        )
    })
}

/// The same command in a process with what the plugin wants in its environment, which has to be there from the start.
fn in_its_own_process(environment: &[(&str, &str)]) -> Result<(), Failure> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let ended = isolated::run(&args, environment, LIMIT)?;
    if let Some(violence) = ended.violence() {
        return Err(Failure::new(violence));
    }
    if !ended.status.success() {
        eprint!("{}", ended.err);
        return Err(Failure::said(ended.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
    }
    print::line(ended.out.trim_end())
}
