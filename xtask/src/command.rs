//! Running other programs.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The program of a name; `cargo` is the one that runs this.
fn program(name: &str) -> OsString {
    let cargo = std::env::var_os("CARGO").filter(|_| name == "cargo");
    cargo.unwrap_or_else(|| name.into())
}

/// Runs a program in a folder; its output goes to the terminal.
///
/// # Errors
/// The program cannot be started, or fails.
pub fn run(folder: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(program(name));
    command.args(arguments).current_dir(folder).envs(environment.iter().copied());
    let status = command.status().map_err(|e| format!("{name} could not be run: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} {} failed ({status})", shown(arguments))) }
}

/// Runs a program in a folder; returns its standard output.
///
/// # Errors
/// The program cannot be started, or fails: the error has its standard error.
pub fn output(folder: &Path, name: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Result<String, String> {
    let mut command = Command::new(program(name));
    command.args(arguments).current_dir(folder).envs(environment.iter().copied());
    let output = command.output().map_err(|e| format!("{name} could not be run: {e}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{name} {} failed ({}):\n{errors}", shown(arguments), output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first arguments, which tell what was run.
fn shown(arguments: &[&str]) -> String {
    arguments.iter().take(12).copied().collect::<Vec<_>>().join(" ")
}
