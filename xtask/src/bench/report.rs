//! The table that is printed, and the files that are written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::contestant::Measured;
use super::outcome::Outcome;
use super::rows::Measure;
use super::setting::{Setting, ran};

/// The results in the tree.
const FOLDER: &str = "docs/results";

/// Says what everyone took.
pub fn print_row(outcome: &Outcome) {
    for (mark, all) in [("us", &outcome.ours), ("peer", &outcome.peers)] {
        for measured in all {
            let value = measured.median().map_or("no result".into(), |m| quantity(outcome, m));
            println!("  {mark:4}  {:28} {value}", measured.name);
            if let Some(reason) = &measured.failure {
                println!("        {reason}");
            }
        }
    }
    for verdict in outcome.verdicts() {
        let met = if verdict.is_met { "met" } else { "not met" };
        let figure = verdict.figure.map_or("not measured".into(), |f| format!("{f:.3}"));
        println!("  {met}: {} ({figure})", verdict.goal);
    }
}

/// A line for each goal of each row.
pub fn print_table(outcomes: &[Outcome]) {
    println!("\n| work | ours | best peer | goal | reached | met |");
    println!("|---|---|---|---|---|---|");
    for outcome in outcomes {
        let cell = |measured: Option<&Measured>| -> String {
            let named = measured.and_then(|m| Some((m.name, m.median()?)));
            named.map_or("-".into(), |(name, median)| format!("{} ({name})", quantity(outcome, median)))
        };
        for (number, verdict) in outcome.verdicts().iter().enumerate() {
            let (title, ours, peer) = match number {
                0 => (outcome.row.title, cell(outcome.our_best()), cell(outcome.best_peer())),
                _ => ("", String::new(), String::new()),
            };
            let met = if verdict.is_met { "yes" } else { "no" };
            let figure = verdict.figure.map_or("not measured".into(), |f| format!("{f:.2}"));
            println!("| {title} | {ours} | {peer} | {} | {figure} | {met} |", verdict.goal);
        }
    }
}

/// A median as people read it.
fn quantity(outcome: &Outcome, median: f64) -> String {
    match outcome.row.measure {
        Measure::PeakMemory => format!("{:.0} MiB", median / f64::from(1 << 20)),
        Measure::Process => format!("{median:.2} s"),
        Measure::Seconds | Measure::SecondsAlone => {
            let rate = outcome.row.batch as f64 / median;
            format!("{:.3} ms, {rate:.0}/s", median * 1e3)
        }
    }
}

/// Writes `bench.json` and draws `bench.png`: in the tree where the table is whole, else below `target`.
pub fn write(setting: &Setting, outcomes: &[Outcome], rounds: usize, is_whole: bool) -> Result<(), String> {
    let results = write_json(setting, outcomes, rounds, is_whole)?;
    println!("\nwritten: {}", results.display());
    draw(setting, &results, &results.with_extension("png"))
}

/// Writes `bench.json`; gives its place.
pub fn write_json(setting: &Setting, outcomes: &[Outcome], rounds: usize, is_whole: bool) -> Result<PathBuf, String> {
    let rows: Vec<Value> = outcomes.iter().map(Outcome::json).collect();
    write_results(setting, "bench.json", is_whole, json!({ "rounds": rounds, "rows": rows }))
}

/// Writes results with the machine, the date and the commit that they are of: into the tree where they are
/// whole, else below `target`. Gives the file's place.
pub fn write_results(setting: &Setting, file: &str, is_whole: bool, mut results: Value) -> Result<PathBuf, String> {
    let folder = if is_whole { setting.root.join(FOLDER) } else { setting.root.join("target/bench") };
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let said = |program: &str, args: &[&str]| {
        ran(Command::new(program).args(args).current_dir(&setting.root))
            .map_or("unknown".into(), |t| t.trim().to_string())
    };
    results["machine"] = machine().into();
    results["date"] = said("date", &["-u", "+%Y-%m-%d"]).into();
    results["commit"] = said("git", &["describe", "--always", "--dirty"]).into();
    let file = folder.join(file);
    let text = serde_json::to_string_pretty(&results).map_err(|e| e.to_string())?;
    fs::write(&file, text + "\n").map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(file)
}

fn draw(setting: &Setting, results: &Path, plot: &Path) -> Result<(), String> {
    let python = testkit::virtual_environment(&setting.root.join("bench/requirements/jax.txt"))?;
    ran(Command::new(python).arg(setting.root.join("bench/plot.py")).arg(results).arg(plot))?;
    println!("written: {}", plot.display());
    Ok(())
}

/// What was measured on: the processor, and how many threads it runs at once.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {threads} threads", model.map_or(std::env::consts::ARCH, |(_, name)| name))
}
