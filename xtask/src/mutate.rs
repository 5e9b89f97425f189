//! `cargo xtask mutate`: leaves out one pass or strategy of the compiler after the other, and expects a plan
//! test to fail each time.
//!
//! Prints a table, in Markdown: which files of `crates/processor/tests/plans` notice.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const TEST: &[&str] = &["test", "--quiet", "-p", "labora-processor", "--test", "plans"];

/// Runs the plan tests once for each name; the error lists the names that no test notices.
pub fn run(root: &Path) -> Result<(), String> {
    plans(root, "").map_err(|e| format!("the plan tests fail as they are:\n{e}"))?;
    let names = names(root)?;
    let mut unnoticed = Vec::new();
    println!("| left out | noticed by |\n|---|---|");
    for name in &names {
        let noticed = match plans(root, name) {
            Ok(()) => BTreeSet::new(),
            Err(output) => failed_files(&output),
        };
        println!("| `{name}` | {} |", noticed.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", "));
        if noticed.is_empty() {
            unnoticed.push(name.clone());
        }
    }
    match unnoticed.is_empty() {
        true => Ok(()),
        false => Err(format!("no plan test notices that these are left out: {}", unnoticed.join(", "))),
    }
}

/// The names of all passes and strategies, which an example of the processor prints.
fn names(root: &Path) -> Result<Vec<String>, String> {
    let arguments = ["run", "--quiet", "-p", "labora-processor", "--example", "pass_names"];
    let output = cargo(root).args(arguments).output().map_err(|e| format!("cargo could not be run: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

/// Runs the plan tests without a pass; the error is what they print where one fails.
fn plans(root: &Path, without: &str) -> Result<(), String> {
    let output = cargo(root).args(TEST).env("LABORA_DISABLE_PASSES", without).output();
    let output = output.map_err(|e| format!("cargo could not be run: {e}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)),
    }
}

/// The files of failed cases: lines that begin with `NAME.mlir: `.
fn failed_files(output: &str) -> BTreeSet<String> {
    let files = output.lines().filter_map(|line| line.split_once(".mlir: "));
    files.map(|(file, _)| format!("{file}.mlir")).filter(|file| !file.contains(' ')).collect()
}

fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}
