//! The TPU of a runtime.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::Server;

/// True if the worker was built beside the server.
pub fn has_worker() -> bool {
    let there = PathBuf::from(env!("CARGO_BIN_EXE_labora-lab")).with_file_name("labora-worker").is_file();
    if !there {
        testkit::skip("labora-worker is not built: cargo build -p labora-worker");
    }
    there
}

/// Opens a session; returns it.
pub fn open(server: &Server, path: &str, accelerator: Value) -> Value {
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "python3"}, "accelerator": accelerator});
    let answer = server.call("POST", "api/sessions", request);
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.json()
}

/// Runs code; returns what it printed, or the name of its exception.
pub fn run(server: &Server, session: &Value, code: &str) -> String {
    let kernel = session["kernel"]["id"].as_str().unwrap();
    let answer = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code}));
    let output = &answer.json()["outputs"][0];
    output["text"].as_str().or(output["ename"].as_str()).unwrap_or(&answer.text).trim().to_string()
}

/// Connects to the TPU until it is there.
pub const REACH: &str = "
import os, socket, time
host, port = os.environ['COLAB_TPU_ADDR'].split(':')
for _ in range(300):
    try:
        socket.create_connection((host, int(port)), 2).close()
        print('reached', os.environ['TPU_NAME'] == f'grpc://{host}:{port}')
        break
    except ConnectionRefusedError:
        time.sleep(0.1)
";

#[test]
fn a_notebook_for_a_tpu_has_one_of_its_own_until_it_is_changed() {
    if !has_worker() {
        return;
    }
    let Some(server) = Server::sandboxed(&["--network", "none", "--notebooks-per-gpu", "0"]) else { return };
    let notebook = json!({"cells": [], "metadata": {"accelerator": "TPU"}, "nbformat": 4, "nbformat_minor": 5});
    server.write("tpu.ipynb", &notebook.to_string());
    let session = open(&server, "tpu.ipynb", Value::Null);
    assert_eq!(session["accelerator"], "TPU");
    assert_eq!(run(&server, &session, REACH), "reached True");
    run(&server, &session, "open('/tmp/x', 'w').close()");
    let made_up = json!({"path": "a-number", "name": "tpu.ipynb", "type": "notebook", "kernel": {"name": "python3"}});
    let as_jupyterlab = server.call("POST", "api/sessions", made_up).json();
    assert_eq!(as_jupyterlab["accelerator"], "TPU", "JupyterLab names the notebook beside a path of its own");
    let path = format!("api/sessions/{}", session["id"].as_str().unwrap());
    let changed = server.call("PATCH", &path, json!({"accelerator": "NONE"})).json();
    assert_eq!((changed.get("accelerator"), &changed["kernel"]["id"]), (None, &session["kernel"]["id"]));
    let gone = "import os\nprint('COLAB_TPU_ADDR' in os.environ, os.path.exists('/tmp/x'))";
    assert_eq!(run(&server, &session, gone), "False False");
    let gpu = server.call("PATCH", &path, json!({"accelerator": "GPU"}));
    assert_eq!(gpu.status, 400, "{}", gpu.text);
    assert!(gpu.text.contains("--notebooks-per-gpu 0"), "{}", gpu.text);
}

#[test]
fn accelerators_that_are_absent_have_a_reason_and_do_not_keep_a_notebook_closed() {
    let server = Server::start(&["--no-sandbox"]);
    server.add_kernel("python3", &json!({"argv": ["sleep", "60"], "display_name": "x", "language": "x"}));
    let all = server.get("api/labora/accelerators");
    let gpu = all.as_array().unwrap().iter().find(|model| model["name"] == "GPU").unwrap();
    assert!(gpu["available"] == false && gpu["reason"].as_str().unwrap().contains("no GPU"), "{all}");
    let notebook = json!({"cells": [], "metadata": {"accelerator": "GPU"}, "nbformat": 4, "nbformat_minor": 5});
    server.write("gpu.ipynb", &notebook.to_string());
    assert!(open(&server, "gpu.ipynb", Value::Null).get("accelerator").is_none());
}

#[test]
fn stock_jax_computes_on_the_tpu_of_its_runtime() {
    if !has_worker() {
        return;
    }
    let pins = testkit::workspace_root().join("tests/python/jax-0.12.0.txt");
    let python = match testkit::virtual_environment_from(&pins, 12) {
        Ok(python) => python.display().to_string(),
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &reason),
    };
    let Some(server) = Server::with_kernels(&[]) else { return };
    let session = open(&server, "n.ipynb", "TPU".into());
    let program = "import jax; print(jax.default_backend(), jax.device_count(), int(jax.numpy.arange(10).sum()))";
    let code = format!(
        "import subprocess\nprint(subprocess.run([{python:?}, '-c', {program:?}], capture_output=True, text=True).stdout)"
    );
    assert_eq!(run(&server, &session, &code), "tpu 8 45");
}
