//! Every program of this project compiles ahead of time for TPUs and for NVIDIA GPUs, one replica per core or
//! GPU, with the vendors' own compilers: training, evaluation and prediction of the article's network and of a
//! small one with all layers, with each optimizer, loss and metric.

mod gpu;
mod programs;
mod tpu;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use programs::Named;

/// A compiler and its machine.
struct Target<'a> {
    /// The Python environment of the compiler.
    environment: &'a Path,
    /// The machine, as `--topology` takes it.
    machine: &'a str,
    /// Its cores or GPUs.
    devices: usize,
    /// Further arguments of `labora compile`.
    options: &'a [&'a str],
}

/// Compiles a program with the command, and returns its report.
fn report(target: &Target<'_>, folder: &Path, program: &Named) -> Result<Value, String> {
    let file = folder.join("program.mlir");
    fs::write(&file, &program.text).map_err(|e| e.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["compile", file.to_str().ok_or("a path")?, "--topology", target.machine, "--json"])
        .args(target.options)
        .env("VIRTUAL_ENV", target.environment)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())
}

/// Compiles all programs, and checks their reports.
fn compile(target: &Target<'_>, programs: &[Named], check: impl Fn(&Named, &Value)) {
    let folder = tempfile::tempdir().unwrap();
    let mut failed = Vec::new();
    for program in programs {
        match report(target, folder.path(), program) {
            Ok(report) => {
                assert_eq!(report["cores"], target.devices, "{}", program.name);
                assert_eq!(report["memory"]["fits"], true, "{}", program.name);
                check(program, &report);
            }
            Err(message) => failed.push(format!("{}: {message}", program.name)),
        }
    }
    let (count, all) = (failed.len(), programs.len());
    assert!(failed.is_empty(), "{count} of {all} do not compile for {}:\n{}", target.machine, failed.join("\n"));
}
