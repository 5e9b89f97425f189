//! `cargo xtask worker NAME`: trials of the worker, which the example `trials` of `labora-worker` has.

use std::path::Path;

use crate::command::run as run_program;

/// Builds the worker, and runs a trial on it. The arguments are the trial's: `fuzz`, `load` ...
///
/// # Errors
/// The worker cannot be built, or the trial found something.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let build = ["build", "--quiet", "--release", "-p", "labora-worker", "--bins", "--example", "trials"];
    run_program(root, "cargo", &build, &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let trials = target.join("release/examples/trials");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run_program(root, &trials.to_string_lossy(), &arguments, &[])
}
