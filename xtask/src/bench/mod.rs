//! `cargo xtask bench`: this project and its peers, measured side by side.
//!
//! [`rows`] is the table of what is measured, against whom, and what is aimed at; [`contestant`] starts and
//! times one of them, in the environments of [`setting`]; [`outcome`] makes figures of the times, and
//! [`report`] prints and writes them. [`gpu`] is the same for a GPU, in a table of its own.

mod contestant;
mod gpu;
mod outcome;
mod report;
mod rows;
mod setting;

use std::path::Path;

use contestant::Contestant;
use outcome::Outcome;
use rows::{ROWS, Row};
use setting::Setting;

const USAGE: &str = "usage: cargo xtask bench [--only NAME]... [--rounds N] [--quick] [--as-installed]
  --only NAME     only the rows whose name begins so (again for more of them); see bench/README.md for the names
  --rounds N      how often each is measured, in turn; the median counts [default: 5]
  --quick         two rounds
  --as-installed  without large pages for the peers' memory, which they do not ask for by themselves
  --gpu           instead of all that, the article's training on an NVIDIA GPU; writes docs/results/gpu.json [rounds: 3]
  --dry-run       with --gpu: the same commands on the CPU, with a few images, to see that they run";

struct Options {
    only: Vec<String>,
    rounds: Option<usize>,
    as_installed: bool,
    gpu: bool,
    dry_run: bool,
}

impl Options {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { only: Vec::new(), rounds: None, as_installed: false, gpu: false, dry_run: false };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} takes a value\n{USAGE}"));
            match arg.as_str() {
                "--only" => options.only.push(value()?),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|n| *n > 0);
                    let none = || format!("--rounds {text}: a number from 1 on\n{USAGE}");
                    options.rounds = Some(rounds.ok_or_else(none)?);
                }
                "--quick" => options.rounds = Some(2),
                "--as-installed" => options.as_installed = true,
                "--gpu" => options.gpu = true,
                "--dry-run" => options.dry_run = true,
                _ => return Err(format!("there is no option {arg:?}\n{USAGE}")),
            }
        }
        if options.dry_run && !options.gpu {
            return Err(format!("--dry-run goes with --gpu\n{USAGE}"));
        }
        Ok(options)
    }

    fn rows(&self) -> Result<Vec<&'static Row>, String> {
        let wanted = |row: &&Row| self.only.is_empty() || self.only.iter().any(|name| row.name.starts_with(name));
        let rows: Vec<&Row> = ROWS.iter().filter(wanted).collect();
        if rows.is_empty() {
            let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
            return Err(format!("no row is called so; there are {}\n{USAGE}", names.join(", ")));
        }
        Ok(rows)
    }
}

/// Runs the benchmark with these arguments.
pub fn run(root: &Path, args: impl Iterator<Item = String>) -> Result<(), String> {
    let options = Options::read(args)?;
    if options.gpu {
        let rounds = options.rounds.unwrap_or(if options.dry_run { 1 } else { 3 });
        return gpu::run(root, rounds, options.dry_run);
    }
    let rows = options.rows()?;
    let rounds = options.rounds.unwrap_or(5);
    let mut setting = Setting::new(root)?;
    setting.gives_large_pages = !options.as_installed;
    let mut outcomes = Vec::new();
    for row in rows {
        println!("== {}: {}", row.name, row.title);
        outcomes.push(measure(row, rounds, &mut setting)?);
        report::print_row(&outcomes[outcomes.len() - 1]);
        // So that nothing is lost where it ends early.
        report::write_json(&setting, &outcomes, rounds, false)?;
    }
    report::print_table(&outcomes);
    // A part of the table must not pass for the whole.
    let is_whole = options.only.is_empty() && !options.as_installed;
    report::write(&setting, &outcomes, rounds, is_whole)
}

/// Measures everyone of a row in turn, round after round.
fn measure(row: &'static Row, rounds: usize, setting: &mut Setting) -> Result<Outcome, String> {
    let all = row.ours.iter().map(|c| (true, c)).chain(row.peers.iter().map(|c| (false, c)));
    let mut contestants = all
        .map(|(is_ours, who)| Ok((is_ours, Contestant::new(who, row, setting)?)))
        .collect::<Result<Vec<_>, String>>()?;
    for _ in 0..row.rounds.unwrap_or(rounds) {
        contestants.iter_mut().for_each(|(_, contestant)| contestant.turn());
    }
    let results = contestants.into_iter().map(|(is_ours, contestant)| (is_ours, contestant.end())).collect();
    Ok(Outcome::new(row, results))
}
