//! `cargo xtask suite NAME`: test suites that others wrote.

mod python;
mod stablehlo;

use std::path::Path;

/// Runs the suite that the first argument names.
///
/// # Errors
/// An unknown suite, one that cannot be run, or results that break the suite's rule.
pub fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    match arguments.split_first() {
        Some((name, rest)) if name == "stablehlo" => stablehlo::run(root, rest),
        Some((name, rest)) if python::NAMES.contains(&name.as_str()) => python::run(root, name, rest),
        _ => Err(format!(
            "usage: cargo xtask suite stablehlo [PATH] [FILTER]\n       cargo xtask suite {} [--help] [OPTION...]",
            python::NAMES.join("|")
        )),
    }
}
