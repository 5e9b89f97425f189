//! Tests of the processor's runtime under ThreadSanitizer, which finds data races.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The tests that run programs on several threads.
const TESTS: [&str; 7] =
    ["batch_tiling", "memory", "profile", "replicas", "replicated", "weight_cache", "work_partitioning"];

/// Targets that the sanitizer exists for.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// Runs the tests, or prints why that cannot be done here.
///
/// # Errors
/// A test fails, or has a data race.
pub fn run(root: &Path) -> Result<(), String> {
    let target = match target() {
        Ok(target) => target,
        Err(reason) => {
            println!("== tsan: skipped: {reason}");
            return Ok(());
        }
    };
    println!("== tsan: the standard library and the processor are compiled for ThreadSanitizer, then tested");
    let start = Instant::now();
    let mut command = Command::new("rustup");
    command.args([
        "run",
        "nightly",
        "cargo",
        "test",
        "-Zbuild-std",
        "--target",
        &target,
        "-p",
        "labora-processor",
        "--lib",
    ]);
    TESTS.iter().for_each(|test| {
        command.args(["--test", test]);
    });
    // A folder of its own: artifacts with and without the sanitizer do not mix.
    command.current_dir(root).env("CARGO_TARGET_DIR", target_folder(root)).env("RUSTFLAGS", "-Zsanitizer=thread");
    let status = command.status().map_err(|e| format!("tsan: rustup could not be run: {e}"))?;
    if !status.success() {
        return Err(format!("tsan failed ({status}): see the test above, or its `WARNING: ThreadSanitizer`"));
    }
    println!("== tsan: passed in {:.0} s, no data races", start.elapsed().as_secs_f32());
    Ok(())
}

/// This machine's target, if the sanitizer can be used on it; else the reason why not.
fn target() -> Result<String, String> {
    let install = "rustup toolchain install nightly --component rust-src";
    let nightly = |args: &[&str]| {
        let output = Command::new("rustup").args(["run", "nightly", "rustc"]).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let version = nightly(&["-vV"]).ok_or(format!("there is no nightly toolchain ({install})"))?;
    let sysroot = nightly(&["--print", "sysroot"]).unwrap_or_default();
    let library = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library");
    if !library.is_dir() {
        return Err(format!("the nightly toolchain has no source of the standard library ({install})"));
    }
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    if !TARGETS.contains(&host) {
        return Err(format!("ThreadSanitizer is for {}, and this machine is {host}", TARGETS.join(" and ")));
    }
    Ok(host.to_string())
}

/// Where the artifacts go: below cargo's own folder.
fn target_folder(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    target.join("tsan")
}
