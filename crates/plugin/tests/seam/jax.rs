//! Real clients of other versions: releases of JAX load the shared library, each with its own version of the
//! C API.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A release of JAX: its pinned requirements, the minimum minor version of Python 3, and its version of the C
/// API.
struct Release {
    requirements: &'static str,
    python: u32,
    api: &'static str,
}

/// The first is used with the Keras that other tests compare with. No release had 0.113.
const RELEASES: [Release; 3] = [
    Release { requirements: "requirements.txt", python: 11, api: "0.112" },
    Release { requirements: "jax-0.11.1.txt", python: 12, api: "0.114" },
    Release { requirements: "jax-0.12.0.txt", python: 12, api: "0.116" },
];

/// The start of each line of the script's output.
const EXPECTED: [&str; 7] = [
    "devices: 8 labora Labora software TPU core",
    "array: [[0, 1, 2], [3, 4, 5]] on {LaboraDevice(id=3)}",
    "memory: 24 bytes; a statistic that is not counted is -1",
    "copy: [[0, 1, 2], [3, 4, 5]] on {LaboraDevice(id=5)}",
    "training: agrees falls",
    "second device: same",
    "unsupported: JaxRuntimeError: UNIMPLEMENTED: ",
];

/// The start of each line of the script about the runtime.
const RUNTIME: [&str; 20] = [
    "asynchronous: True True True",
    "numpy in place: True False",
    "donated: True True",
    "donated before it is there: True True",
    "deleted: RuntimeError: Array has been deleted",
    "deleted while in use: True",
    "callback: [-0.0, -1.0, -2.0] [0.0, 1.0, 4.0]",
    "failed callback: JaxRuntimeError: INTERNAL: the host refuses 0.0",
    "what depends on it: JaxRuntimeError: INTERNAL: the host refuses 0.0",
    "afterwards: [1.0, 2.0, 3.0]",
    "callback that waits for a later program: True",
    "ten threads: []",
    "serialized: [[3.0, 3.0, 3.0, 3.0], [3.0, 3.0, 3.0, 3.0]]",
    "text: HloModule",
    "costs: 48.0 32",
    "nan: FloatingPointError: invalid value (nan) encountered in log",
    "options: [[2.0, 2.0], [2.0, 2.0]] JaxRuntimeError: INVALID_ARGUMENT: No such compile option: 'xla_cpu_fast'",
    "too much: JaxRuntimeError: RESOURCE_EXHAUSTED: a run of executable",
    "fork: JaxRuntimeError: FAILED_PRECONDITION: this process was forked",
    "end: False",
];

fn run(python: &Path, script: &str, library: &Path) -> (String, String) {
    let mut paths = std::ffi::OsString::from("labora:");
    paths.push(library);
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(script);
    let output = Command::new(python)
        .arg(script)
        .arg(library)
        .env("PJRT_NAMES_AND_LIBRARY_PATHS", paths)
        .env("JAX_PLATFORMS", "labora,cpu")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        // JAX then logs both versions.
        .env("TF_CPP_MIN_LOG_LEVEL", "0")
        .output()
        .unwrap_or_else(|e| panic!("{} cannot be started: {e}", python.display()));
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{} ended with {}:\n{out}\n{err}", python.display(), output.status);
    (out, err)
}

#[test]
fn releases_of_jax_find_devices_move_arrays_and_run_programs() {
    let library = testkit::built_library("labora_plugin");
    for Release { requirements, python, api } in RELEASES {
        let pins = testkit::workspace_root().join("tests/python").join(requirements);
        let python = match testkit::virtual_environment_from(&pins, python) {
            Ok(python) => python,
            Err(reason) => {
                testkit::skip_without(testkit::Need::Jax, &format!("no JAX with API {api}: {reason}"));
                continue;
            }
        };
        let (out, err) = run(&python, "jax_client.py", &library);
        assert!(err.contains(&format!("The framework PJRT API version is {api}.")), "{err}");
        check_lines(api, &out, &EXPECTED);
        let (out, _) = run(&python, "jax_runtime.py", &library);
        check_lines(api, &out, &RUNTIME);
    }
}

/// Checks the start of each line.
fn check_lines(api: &str, out: &str, expected: &[&str]) {
    // JAX itself says once or twice that it looks for a NaN.
    let lines: Vec<&str> = out.lines().filter(|line| !line.starts_with("Invalid nan value encountered")).collect();
    assert_eq!(lines.len(), expected.len(), "{api}:\n{out}");
    for (line, expected) in lines.iter().zip(expected) {
        assert!(line.starts_with(expected), "{api}: {line}\nexpected: {expected}");
    }
}
