//! Chores of the project.
//!
//! ```text
//! cargo xtask test     everything that has to pass: tidy, format, lints, tests, cross-checks with real Keras
//! cargo xtask test-isa the tests once more on each instruction set that the machine has, or on those that are named
//! cargo xtask tsan     tests of the processor's runtime under ThreadSanitizer, if a nightly toolchain has its source
//! cargo xtask tidy     only the house rules that a program can check
//! cargo xtask mutate   each pass of the compiler left out in turn: a plan test has to notice
//! cargo xtask bench    this project and its peers, measured side by side
//! ```

mod bench;
mod mutate;
mod tidy;
mod tsan;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

/// What `cargo xtask test` runs, in order: a name, and the arguments for cargo.
const TEST: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("tests", &["test", "--workspace", "--all-targets", "--no-fail-fast"]),
    ("examples in the documentation", &["test", "--workspace", "--doc"]),
    ("documentation", &["doc", "--quiet", "--workspace", "--no-deps"]),
];

fn main() -> ExitCode {
    let root = workspace();
    let result = match std::env::args().nth(1).as_deref() {
        Some("test") => tidy::check(&root).and_then(|()| run_all(&root)),
        Some("test-isa") => test_isa(&root, std::env::args().skip(2).collect()),
        Some("mutate") => mutate::run(&root),
        Some("tsan") => tsan::run(&root),
        Some("tidy") => tidy::check(&root),
        Some("bench") => bench::run(&root, std::env::args().skip(2)),
        other => {
            let asked = other.map_or(String::new(), |o| format!("there is no chore {o:?}\n"));
            Err(format!("{asked}usage: cargo xtask test | test-isa [NAME...] | tsan | tidy | mutate | bench"))
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace: the one above this crate's.
fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

fn run_all(root: &Path) -> Result<(), String> {
    TEST.iter().try_for_each(|(name, args)| cargo(root, name, args, &[]))
}

/// All tests with kernels of each instruction set, the choice of which is the environment's.
fn test_isa(root: &Path, asked: Vec<String>) -> Result<(), String> {
    let available = example(root, "labora-kernels", "isa_names")?;
    if let Some(other) = asked.iter().find(|name| !available.contains(name)) {
        return Err(format!("{other:?} is no instruction set of this machine: it has {}", available.join(", ")));
    }
    let is_asked = |name: &&String| asked.is_empty() || asked.contains(name);
    available.iter().filter(is_asked).try_for_each(|isa| {
        let tests = ["test", "--workspace", "--all-targets", "--no-fail-fast"];
        cargo(root, &format!("tests on {isa}"), &tests, &[("LABORA_ISA", isa)])
    })
}

/// The lines that an example of a package prints. Building it here would make every chore wait for the package.
fn example(root: &Path, package: &str, example: &str) -> Result<Vec<String>, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(["run", "--quiet", "--package", package, "--example", example]);
    let output = command.output().map_err(|e| format!("cargo could not be run: {e}"))?;
    if !output.status.success() {
        return Err(format!("{example} failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect())
}

fn cargo(root: &Path, name: &str, args: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    println!("== {name}: cargo {}", args.join(" "));
    let start = Instant::now();
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root).env("RUSTDOCFLAGS", "-D warnings").envs(environment.iter().copied());
    let status = command.status().map_err(|e| format!("{name}: cargo could not be run: {e}"))?;
    if !status.success() {
        return Err(format!("{name} failed ({status}): cargo {}", args.join(" ")));
    }
    println!("== {name}: passed in {:.0} s", start.elapsed().as_secs_f32());
    Ok(())
}
