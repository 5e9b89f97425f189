//! Every program that this project makes compiles for a TPU v2-8, one replica a core, with Google's own compiler: training,
//! evaluation and prediction of the article's network and of a small one with all layers, with each optimizer, loss and metric.

mod programs;

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value;

use programs::{CORES, Named};

/// Compiles a program by the command, and gives its report.
fn compile(environment: &std::path::Path, folder: &std::path::Path, program: &Named) -> Result<Value, String> {
    let file = folder.join("program.mlir");
    fs::write(&file, &program.text).map_err(|e| e.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["compile", file.to_str().ok_or("a path")?, "--topology", "v2:2x2", "--json"])
        .env("VIRTUAL_ENV", environment)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())
}

#[test]
fn every_program_compiles_for_eight_cores() {
    let Some(environment) = testkit::libtpu() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut failed = Vec::new();
    let programs = programs::all().unwrap();
    for program in &programs {
        match compile(&environment, folder.path(), program) {
            Ok(report) => {
                assert_eq!(report["cores"], CORES, "{}", program.name);
                assert_eq!(report["memory"]["fits"], true, "{}", program.name);
                let cycles = report["step"]["cycles"].as_u64();
                assert!(cycles.is_some_and(|cycles| cycles > 0), "{}: {report}", program.name);
            }
            Err(message) => failed.push(format!("{}: {message}", program.name)),
        }
    }
    assert!(failed.is_empty(), "{} of {} do not compile:\n{}", failed.len(), programs.len(), failed.join("\n"));
}
