//! Memory that runs out: an error with exit code 1 or 2, never a crash.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::fixtures::*;

/// Runs the command with at most so many kilobytes of addresses.
fn limited(folder: &Path, kilobytes: u64, line: &str) -> Ended {
    let line = format!("ulimit -c 0; ulimit -v {kilobytes}; exec \"$L\" {line}");
    let program = env!("CARGO_BIN_EXE_labora");
    ended(Command::new("sh").args(["-c", &line]).env("L", program).env("NO_COLOR", "1").current_dir(folder))
}

/// Asserts that the command succeeds or says what is wrong, at each of these limits. Returns how often it
/// succeeded.
fn survives(line: &str, limits: impl Iterator<Item = u64>) -> usize {
    let folder = folder();
    tiny(folder.path());
    let large = "func.func @main(%x: tensor<1024x1024xf32>) -> tensor<1024x1024x64xf32> {\n\
        %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1024x1024xf32>) -> tensor<1024x1024x64xf32>\n\
        return %0 : tensor<1024x1024x64xf32>\n}\n";
    fs::write(folder.path().join("large.mlir"), large).unwrap();
    let mut succeeded = 0;
    for kilobytes in limits {
        // With even less the system ends programs before they begin.
        if limited(folder.path(), kilobytes, "--version").code != Some(0) {
            continue;
        }
        let Ended { code, out, err } = limited(folder.path(), kilobytes, line);
        assert!(
            code == Some(0) || matches!(code, Some(1 | 2)) && err.contains("error: "),
            "{line}, {kilobytes} kB: {code:?}\n{out}\n{err}"
        );
        assert!(!err.contains("panicked"), "{line}, {kilobytes} kB: {err}");
        succeeded += usize::from(code == Some(0));
    }
    succeeded
}

const LINES: [&str; 6] = [
    "fit m.keras --input rows.csv --target y --save o.keras --verbose 0",
    "train shapes --epochs 1 --batch-size 1024 --save o.weights.h5 --verbose 0",
    "summary m.keras",
    "predict --model m.keras --input x.csv --output o.csv",
    "compile large.mlir --device cpu",
    "profile large.mlir --device cpu --steps 1",
];

#[test]
fn memory_that_runs_out_is_an_error() {
    for line in [LINES[0], LINES[2], LINES[5]] {
        let succeeded = survives(line, [60_000, 80_000, 100_000, 200_000, 4_000_000].into_iter());
        assert!(succeeded > 0, "{line}");
    }
    // Its result alone has 256 MiB.
    assert_eq!(survives(LINES[5], [200_000, 300_000].into_iter()), 0);
}

#[test]
#[ignore = "minutes: cargo test --workspace --features labora/worker --test command memory -- --ignored"]
fn memory_that_runs_out_anywhere_is_an_error() {
    for line in LINES {
        let limits = (10..60).map(|i| i * 3_000).chain((0..60).map(|i| 180_000 + i * 37_000));
        println!("{line}: {} of 110 succeeded", survives(line, limits));
    }
}
