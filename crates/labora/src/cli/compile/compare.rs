//! `--compare`: one model on several machines, side by side.

use std::ffi::OsString;
use std::fmt::Write;
use std::path::Path;

use compile_report::Machine;
use keras::utils;
use serde_json::{Value, json};

use super::args::CompileArgs;
use super::machine::TIMEOUT;
use crate::cli::child_process;
use crate::cli::failure::Failure;
use crate::cli::plot::bars::{self, Bar};
use crate::cli::print;

/// A machine of a comparison.
struct Entry {
    /// The name that was given.
    name: String,
    /// Its report as JSON.
    report: Value,
}

/// Compiles for each machine, in a process of its own, since two compilers do not share one, and prints a
/// table.
pub fn run(args: &CompileArgs, names: &[String]) -> Result<(), Failure> {
    for name in names {
        Machine::named(name).map_err(Failure::usage)?;
    }
    if let Some(path) = &args.plot {
        utils::check_writable(path)?;
    }
    let entries = names.iter().map(|name| entry(name)).collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &args.plot {
        utils::write_atomically(path, &plot(&entries)?)?;
    }
    if args.output.json {
        let reports: Vec<Value> =
            entries.iter().map(|entry| json!({ "machine": entry.name, "report": entry.report })).collect();
        return print::line(serde_json::to_string_pretty(&reports).map_err(Failure::new)?);
    }
    print::line(table(&entries))?;
    match &args.plot {
        Some(path) => print::line(format!("\nPlot: {}", path.display())),
        None => Ok(()),
    }
}

/// Compiles for one machine: this command with the machine in the place of the comparison.
fn entry(name: &str) -> Result<Entry, Failure> {
    let mut args: Vec<OsString> = Vec::new();
    let mut given = std::env::args_os().skip(1);
    while let Some(arg) = given.next() {
        let text = arg.to_string_lossy().into_owned();
        match text.as_str() {
            "--compare" | "--plot" => drop(given.next()),
            "--json" => {}
            _ if text.starts_with("--compare=") || text.starts_with("--plot=") => {}
            _ => args.push(arg),
        }
    }
    args.extend(["--topology", name, "--json"].map(OsString::from));
    let ended = child_process::run(&args, &[], TIMEOUT)?;
    if let Some(crash) = ended.crash() {
        return Err(Failure::new(format!("{name}: {crash}")));
    }
    if !ended.status.success() {
        process::say(ended.err.trim_end());
        return Err(Failure::reported(ended.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)));
    }
    let report = serde_json::from_str(&ended.out).map_err(|e| Failure::new(format!("{name}: {e}")))?;
    Ok(Entry { name: name.to_string(), report })
}

impl Entry {
    fn number(&self, path: &str) -> Option<f64> {
        self.report.pointer(path)?.as_f64()
    }

    fn is_tpu(&self) -> bool {
        self.report["unit"] == "core"
    }

    /// Returns what the time is: an estimate or a bound.
    fn label(&self) -> &'static str {
        if self.is_tpu() { "estimate" } else { "bound" }
    }

    /// Returns what a step is bound by, in words.
    fn bound_by(&self) -> String {
        let share = |path: &str| 100.0 * self.number(path).unwrap_or(0.0);
        let memory = match self.is_tpu() {
            // The compiler's estimate does not say so; the roofline does.
            true => 100.0 * self.number("/step/memory_s").unwrap_or(0.0) / self.number("/step/seconds").unwrap_or(1.0),
            false => share("/memory_bound_share"),
        };
        let peak = share("/step/peak_share");
        match self.is_tpu() {
            true => format!("{peak:.0}% of peak; traffic alone takes {memory:.0}% of the step"),
            false => format!("{peak:.0}% of peak; {memory:.0}% in kernels bound by memory"),
        }
    }

    /// Returns the published rates on as many cores or GPUs, each with its source.
    fn published(&self) -> Vec<(f64, String)> {
        let rates = self.report["published"].as_array().into_iter().flatten();
        let same = rates.filter(|rate| rate["devices"] == self.report["cores"]);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        same.map(|rate| {
            let source = format!("{}, {}", text(&rate["precision"]), text(&rate["source"]));
            (rate["examples_per_s"].as_f64().unwrap_or(0.0), source)
        })
        .collect()
    }
}

fn table(entries: &[Entry]) -> String {
    let program = entries.first().and_then(|entry| entry.report["program"].as_str()).unwrap_or_default();
    let mut out = format!(
        "{program}\nTimes are the TPU compiler's estimates, or roofline bounds of GPUs; nothing here was measured but \
         what was published.\n\n{:12} {:>5} {:>9} {:>11} {:>10} {:>11} {:>17}  {}\n",
        "machine", "units", "time is", "step, ms", "epoch, s", "examples/s", "memory, MiB", "limit"
    );
    for entry in entries {
        let number = |path: &str| entry.number(path).unwrap_or(f64::NAN);
        let mib = |path: &str| number(path) / f64::from(1 << 20);
        let optional =
            |path: &str, digits: usize| entry.number(path).map_or("-".to_string(), |value| format!("{value:.digits$}"));
        let memory = format!("{:.0} of {:.0}", mib("/memory/peak"), mib("/memory/limit"));
        let _ = writeln!(
            out,
            "{:12} {:>5} {:>9} {:>11.3} {:>10} {:>11} {memory:>17}  {}",
            entry.name,
            entry.report["cores"],
            entry.label(),
            1e3 * number("/step/time_s"),
            optional("/epoch_s", 3),
            optional("/examples_per_s", 0),
            entry.bound_by(),
        );
    }
    let published: Vec<String> = entries.iter().flat_map(published_lines).collect();
    if !published.is_empty() {
        let _ = write!(out, "\nPublished measurements, examples/s\n{}", published.join("\n"));
    }
    out.trim_end().to_string()
}

fn published_lines(entry: &Entry) -> Vec<String> {
    let ours = entry.number("/examples_per_s").unwrap_or(f64::NAN);
    let line = |(rate, source): (f64, String)| {
        format!("{:12} {rate:>9.0}  {} is {:.2} times that; {source}", entry.name, entry.label(), ours / rate)
    };
    entry.published().into_iter().map(line).collect()
}

/// Draws the examples per second of each machine, with the published rates as points.
fn plot(entries: &[Entry]) -> Result<Vec<u8>, Failure> {
    let bar = |entry: &Entry| Bar {
        label: format!("{} ({})", entry.name, entry.label()),
        value: entry.number("/examples_per_s").unwrap_or(0.0),
        points: entry.published().into_iter().map(|(rate, _)| rate).collect(),
        is_dark: entry.is_tpu(),
    };
    let bars: Vec<Bar> = entries.iter().map(bar).collect();
    let title = entries.first().and_then(|entry| entry.report["program"].as_str()).unwrap_or_default();
    bars::png(&format!("{title}: examples per second"), "published measurement", &bars)
        .map_err(|error| Failure::new(format!("cannot draw the plot: {error}")))
}

/// Returns the machines of a comparison.
///
/// # Errors
/// The list names none, or the settings of a report on one machine are given with it.
pub fn machines(args: &CompileArgs) -> Result<Option<Vec<String>>, Failure> {
    let Some(list) = &args.compare else { return Ok(None) };
    let names: Vec<String> = list.split(',').map(|name| name.trim().to_string()).filter(|n| !n.is_empty()).collect();
    if names.is_empty() {
        return Err(Failure::usage("--compare names no machine").hint("--compare v2-8,v100:4,h200"));
    }
    let one: [(&str, bool); 4] = [
        ("--topology", args.topology.is_some()),
        ("--plugin", args.plugin.is_some()),
        ("--html", args.html.as_deref().map(Path::as_os_str).is_some()),
        ("--cores", args.cores.is_some()),
    ];
    match one.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Failure::usage(format!("{name} is for a report on one machine, not for --compare"))),
        None => Ok(Some(names)),
    }
}
