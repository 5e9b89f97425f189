//! Releases of JAX, from the oldest that speaks the protocol to the newest, and Keras.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::Worker;

/// The releases: file of requirements, and the minimum minor version of Python 3. Those before 0.10 write
/// shardings as attributes of another form.
const RELEASES: [(&str, u32); 5] =
    [("jax-0.12.0.1.txt", 12), ("", 11), ("jax-0.9.2.txt", 11), ("jax-0.8.3.txt", 11), ("jax-0.7.2.txt", 11)];

/// The lines of JAX 0.7.2 that differ: its protocol has no costs and no texts of programs, and its error has
/// another name.
const OLDEST: [(&str, &str); 3] = [
    ("refused: JaxRuntimeError: UNIMPLEMENTED", "refused: XlaRuntimeError: UNIMPLEMENTED"),
    ("costs: 128.0", "costs: unknown"),
    ("text: True", "text: False"),
];

/// The output of the script with JAX.
const EXPECTED: [&str; 25] = [
    "devices: 8 tpu Labora software TPU core",
    "jit: 83.0",
    "grad: [6.0, 10.0, 14.0, 6.0, 10.0, 14.0]",
    "random: [1.62264, 2.02526, -0.43359]",
    "transposed: [0, 3, 1, 4, 2, 5]",
    "types: ['bool', 'uint8', 'complex64', 'bfloat16']",
    "empty: [] scalar: 6.0",
    "copy: [0.0, 1.0, 2.0, 3.0, 4.0, 5.0] True",
    "sharded: [120.0, 122.0, 124.0] True 8",
    "shards: [[120.0, 122.0], [124.0, 126.0]]",
    "replicated: [1.0, 2.0, 3.0] 8",
    "psum: [56.0, 64.0]",
    "psum of one axis: [1.0, 5.0, 9.0, 13.0]",
    "mesh: (4, 2)",
    "donated: [2.0, 2.0, 2.0, 2.0] True",
    "kept: [3.0, 3.0, 3.0, 3.0] False",
    "pipelined: 1000.0",
    "deleted: RuntimeError: Array has been deleted",
    "refused: JaxRuntimeError: UNIMPLEMENTED",
    "solve: [0.5, 0.5] eigh: [1.0, 1.0]",
    "afterwards: [2.0, 2.0]",
    "costs: 128.0",
    "ready: True",
    "text: True",
    "end: True",
];

fn requirements(file: &str) -> PathBuf {
    if file.is_empty() {
        // The one with Keras, which other tests use as well.
        return testkit::requirements();
    }
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/requirements").join(file)
}

fn run(python: &Path, script: &str, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    run_in(Path::new("."), python, script, arguments, environment)
}

fn run_in(folder: &Path, python: &Path, script: &str, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(script);
    let mut command = Command::new(python);
    command.current_dir(folder).arg(&script).args(arguments).envs(environment.iter().copied());
    command.env("PYTHONDONTWRITEBYTECODE", "1").env("TF_CPP_MIN_LOG_LEVEL", "3");
    let output = command.output();
    let Output { status, stdout, stderr } = output.unwrap_or_else(|e| panic!("{}: {e}", python.display()));
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(status.success(), "{} ended with {status}:\n{out}\n{err}", script.display());
    out
}

/// What a user sets, beside the address.
const CLIENT: [(&str, &str); 2] = [("JAX_PLATFORMS", "tpu"), ("IFRT_PROXY_USE_INSECURE_GRPC_CREDENTIALS", "true")];

#[test]
fn releases_of_jax_use_the_worker() {
    let worker = Worker::start(&[]);
    let address = format!("grpc://{}", worker.target);
    for (name, minor) in RELEASES {
        let file = requirements(name);
        let python = match testkit::virtual_environment_from(&file, minor) {
            Ok(python) => python,
            Err(reason) => {
                testkit::skip_without(testkit::Need::Jax, &format!("no JAX of {}: {reason}", file.display()));
                continue;
            }
        };
        let out = run(&python, "jax_worker.py", &[&address], &CLIENT);
        let mut expected = EXPECTED.to_vec();
        for (line, differs) in OLDEST.iter().filter(|_| name == "jax-0.7.2.txt") {
            expected.iter_mut().filter(|expected| *expected == line).for_each(|expected| *expected = differs);
        }
        assert_eq!(out.lines().collect::<Vec<_>>(), expected, "{}", file.display());
    }
    worker.terminate();
    let (success, log) = worker.wait();
    assert!(success, "{log}");
}

#[test]
fn what_does_not_fit_is_an_error_and_the_session_of_jax_goes_on() {
    let Some(python) = testkit::python() else { return };
    // Set but empty: not set.
    let worker = Worker::start_with(&["--max-bytes", "64MiB"], &[("LABORA_THREADS", ""), ("LABORA_ISA", "")]);
    let out = run(&python, "jax_memory.py", &[&format!("grpc://{}", worker.target)], &CLIENT);
    let refused = "JaxRuntimeError: RESOURCE_EXHAUSTED: ";
    let expected = [
        format!("too large: {refused}a host buffer"),
        format!("argument: {refused}a host buffer"),
        format!("everywhere: {refused}an array"),
        format!("rows: {refused}a host buffer"),
        "afterwards: 12.0".to_string(),
        "overwritten: []".to_string(),
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn jax_reaches_a_unix_socket() {
    let Some(python) = testkit::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let worker = Worker::start_at(&format!("unix:{}", folder.path().join("w.sock").display()), &[]);
    assert!(worker.target.ends_with("w.sock"), "{}", worker.target);
    // gRPC's client makes the HTTP authority of the path, and the server's HTTP/2 refuses one with slashes:
    // so the path is relative.
    let out = run_in(folder.path(), &python, "jax_worker.py", &["grpc://unix:w.sock"], &CLIENT);
    assert_eq!(out.lines().collect::<Vec<_>>(), EXPECTED);
}

#[test]
fn keras_trains_as_on_the_plugin_itself() {
    let Some(python) = testkit::python() else { return };
    let worker = Worker::start(&[]);
    let address = format!("grpc://{}", worker.target);
    let mut plugin = std::ffi::OsString::from("labora:");
    plugin.push(testkit::built_library("labora_plugin"));
    let plugin = plugin.to_str().unwrap().to_string();
    let local = [("JAX_PLATFORMS", "labora,cpu"), ("PJRT_NAMES_AND_LIBRARY_PATHS", plugin.as_str())];
    for mode in ["one", "parallel"] {
        let remote = run(&python, "keras_worker.py", &[&address, mode], &CLIENT);
        let expected = run(&python, "keras_worker.py", &["local", mode], &local);
        assert_eq!(remote, expected, "{mode}");
        assert!(
            remote.contains(" True\nevaluate:") && remote.ends_with("saved and loaded: True\ndevices: 8\n"),
            "{remote}"
        );
    }
}

/// The token of the workers for runtimes.
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A worker as in a runtime of the laboratory, and the command that runs a script of stock JAX there.
fn runtime(python: &Path, arguments: &[&str]) -> (tempfile::TempDir, Worker, Command) {
    let folder = tempfile::tempdir().unwrap();
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/image/python");
    let token = folder.path().join("token");
    std::fs::write(&token, TOKEN).unwrap();
    let worker = Worker::start(&[&["--token-file", token.to_str().unwrap()], arguments].concat());
    let mut command = Command::new(python);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/jax_runtime.py"));
    command.env("TPU_NAME", format!("grpc://{}", worker.target)).env("LABORA_WORKER_TOKEN", TOKEN);
    command.env("PYTHONPATH", modules).env("JAX_PLATFORMS", "tpu,cpu").env("PYTHONDONTWRITEBYTECODE", "1");
    command.env_remove("TF_CPP_MIN_LOG_LEVEL");
    (folder, worker, command)
}

/// The newest JAX of the tests; `None` skips.
fn newest_jax() -> Option<PathBuf> {
    let file = requirements("jax-0.12.0.1.txt");
    let python = testkit::virtual_environment_from(&file, 12);
    python.inspect_err(|reason| testkit::skip_without(testkit::Need::Jax, reason)).ok()
}

#[test]
fn stock_jax_in_a_runtime_has_decompositions_callbacks_and_meshes_in_order() {
    let Some(python) = newest_jax() else { return };
    let (_folder, worker, mut command) = runtime(&python, &[]);
    let output = command.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success() && out.ends_with("end\n"), "{out}\n{err}");
    let wrong: Vec<&str> = out.lines().filter(|line| !line.ends_with(": ok") && *line != "end").collect();
    assert!(wrong.is_empty() && out.lines().count() > 60, "{wrong:#?}\n{err}");
    // Errors are exceptions; the client's log has no lines of its own about them.
    assert!(!err.contains("rpc_helper.cc") && !err.contains("Source Location"), "{err}");
    drop(worker);
}

#[test]
fn a_program_ends_with_the_client_whose_function_it_calls() {
    let Some(python) = newest_jax() else { return };
    let metrics = crate::common::free_port();
    let (_folder, _worker, mut command) = runtime(&python, &["--metrics", &metrics]);
    let mut child = command.arg("wait").stdout(std::process::Stdio::piped()).spawn().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    assert_eq!(lines.next().unwrap().unwrap(), "called");
    assert_eq!(crate::common::metric(&metrics, "labora_worker_running_programs"), Some(1));
    child.kill().unwrap();
    child.wait().unwrap();
    for name in ["labora_worker_running_programs", "labora_worker_open_sessions", "labora_worker_held_bytes"] {
        while crate::common::metric(&metrics, name) != Some(0) {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}
