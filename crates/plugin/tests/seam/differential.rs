//! Random StableHLO programs on XLA's CPU client and on this plugin: the first ones of `cargo xtask fuzz-xla`.

use std::process::Command;

/// As many programs as run in about half a minute.
const PROGRAMS: &str = "300";

#[test]
fn random_programs_give_the_results_of_xla() {
    let root = testkit::workspace_root();
    let pins = root.join("python/tests/requirements.txt");
    let python = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &format!("no JAX: {reason}")),
    };
    let output = Command::new(&python)
        .args(["-m", "fuzz", "--programs", PROGRAMS, "--seconds", "600", "--library"])
        .arg(testkit::built_library("labora_plugin"))
        .env("PYTHONPATH", root.join("python/tools"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap_or_else(|e| panic!("{} cannot be started: {e}", python.display()));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "python -m fuzz ended with {}:\n{out}\n{err}", output.status);
    assert!(out.contains(&format!("{PROGRAMS} programs with ")), "{out}");
}
