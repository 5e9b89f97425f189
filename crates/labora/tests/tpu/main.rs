//! Every program of this project compiles for a TPU v2-8, one replica per core, with Google's own compiler:
//! training, evaluation and prediction of the article's network and of a small one with all layers, with each
//! optimizer, loss and metric.

mod programs;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use keras::DTypePolicy;
use serde_json::Value;

use programs::{CORES, Named};

/// Topologies of the other generations, and their cores.
const OTHER_TOPOLOGIES: [(&str, usize); 5] =
    [("v3:2x2", 8), ("v4:2x2x1", 8), ("v5e:2x2", 4), ("v5p:2x2x1", 4), ("v6e:2x4", 8)];

/// Compiles a program with the command, and returns its report.
fn report(environment: &Path, folder: &Path, topology: &str, program: &Named) -> Result<Value, String> {
    let file = folder.join("program.mlir");
    fs::write(&file, &program.text).map_err(|e| e.to_string())?;
    let output = Command::new(env!("CARGO_BIN_EXE_labora"))
        .args(["compile", file.to_str().ok_or("a path")?, "--topology", topology, "--json"])
        .env("VIRTUAL_ENV", environment)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| e.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())
}

/// Compiles all programs, and checks their reports.
fn compile(environment: &Path, topology: &str, cores: usize, programs: &[Named]) {
    let folder = tempfile::tempdir().unwrap();
    let mut failed = Vec::new();
    for program in programs {
        match report(environment, folder.path(), topology, program) {
            Ok(report) => {
                assert_eq!(report["cores"], cores, "{}", program.name);
                assert_eq!(report["memory"]["fits"], true, "{}", program.name);
                let cycles = report["step"]["cycles"].as_u64();
                assert!(cycles.is_some_and(|cycles| cycles > 0), "{}: {report}", program.name);
            }
            Err(message) => failed.push(format!("{}: {message}", program.name)),
        }
    }
    let (count, all) = (failed.len(), programs.len());
    assert!(failed.is_empty(), "{count} of {all} do not compile for {topology}:\n{}", failed.join("\n"));
}

#[test]
fn every_program_compiles_for_eight_cores() {
    let Some(environment) = testkit::libtpu() else { return };
    compile(&environment, "v2:2x2", CORES, &programs::all().unwrap());
}

/// `cargo test -p labora --test tpu -- --ignored`
#[test]
#[ignore = "takes minutes, and depends on the installed TPU compiler"]
fn the_articles_programs_compile_for_other_generations() {
    let Some(environment) = testkit::libtpu() else { return };
    for (topology, cores) in OTHER_TOPOLOGIES {
        for dtype in DTypePolicy::ALL {
            compile(&environment, topology, cores, &programs::article(dtype, cores).unwrap());
        }
    }
}
