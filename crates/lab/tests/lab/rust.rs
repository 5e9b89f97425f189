//! Notebooks in Rust.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::common::{LAB, Server, image};

/// The titles of the launcher's examples.
fn titles(server: &Server) -> Vec<String> {
    let all = server.get("api/labora/examples");
    all.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap().to_string()).collect()
}

#[test]
fn examples_of_rust_are_there_where_its_kernel_is() {
    let server = Server::start(&[]);
    let before = titles(&server);
    assert!(before.contains(&"Keras on TPU".to_string()) && !before.iter().any(|title| title.contains("Rust")));
    let refused = server.call("POST", "api/labora/examples/keras-in-rust", Value::Null);
    assert!(refused.status == 400 && refused.text.contains("start the laboratory with --rust"), "{}", refused.text);
    server.add_kernel("rust", &json!({"argv": ["true"], "display_name": "Rust", "language": "rust"}));
    assert_eq!(titles(&server)[before.len()..], ["Keras in Rust", "The article in Rust"]);
    for name in ["keras-in-rust", "article-in-rust"] {
        let opened = server.call("POST", &format!("api/labora/examples/{name}"), Value::Null);
        assert_eq!(opened.status, 201, "{}", opened.text);
        let path = opened.json()["path"].as_str().unwrap().to_string();
        let notebook = server.get(&format!("api/contents/{path}"))["content"].clone();
        assert_eq!(notebook["metadata"]["kernelspec"]["name"], "rust");
    }
}

/// Runs the server's program with an image that has no Python, and a `rustc` that says that it is of a
/// version.
fn with_rustc(folder: &Path, version: &str, arguments: &[&str]) -> Output {
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let rustc = programs.join("rustc");
    fs::write(&rustc, format!("#!/bin/sh\necho rustc {version} '(x 2026-01-01)'\n")).unwrap();
    fs::set_permissions(&rustc, Permissions::from_mode(0o755)).unwrap();
    for file in ["image/bin/python", "image/share/jupyter/lab/static/index.html", "checkout/crates/labora/Cargo.toml"] {
        fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        fs::write(folder.join(file), "").unwrap();
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        fs::write(folder.join("checkout").join(file), "").unwrap();
    }
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(LAB);
    command.args(["--image", "image", "--drive", ".", "--state", "state"]).args(arguments);
    command.current_dir(folder).env("PATH", path).env("XDG_CACHE_HOME", folder.join("cache")).output().unwrap()
}

#[test]
fn without_sources_or_with_a_toolchain_that_is_too_old_nothing_is_made() {
    let folder = tempfile::tempdir().unwrap();
    for (checkout, said) in
        [("--rust=image", "has no sources of Labora: name a checkout"), ("--rust=checkout", "rustc 1.80.0 (x")]
    {
        let output = with_rustc(folder.path(), "1.80.0", &[checkout]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(said), "{checkout}: {error}");
    }
    assert!(!folder.path().join("cache").exists());
    let doctor = with_rustc(folder.path(), "1.80.0", &["doctor"]);
    let report = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(report.contains("no   Rust notebooks (--rust): rustc 1.80.0 (x 2026-01-01) is too old"), "{report}");
}

/// Opens an example and runs all cells with `settings` in the place of its own; returns all that they showed.
fn run_example(server: &Server, name: &str, settings: &str) -> Vec<Value> {
    let opened = server.call("POST", &format!("api/labora/examples/{name}"), Value::Null);
    assert_eq!(opened.status, 201, "{}", opened.text);
    let path = opened.json()["path"].as_str().unwrap().to_string();
    let request = json!({"path": path, "type": "notebook", "kernel": {"name": "rust"}});
    let session = server.call("POST", "api/sessions", request).json();
    let kernel = session["kernel"]["id"].as_str().unwrap_or_else(|| panic!("{session}"));
    let notebook = server.get(&format!("api/contents/{path}"))["content"].clone();
    let mut shown = Vec::new();
    for cell in notebook["cells"].as_array().unwrap().iter().filter(|cell| cell["cell_type"] == "code") {
        let is_settings = cell["metadata"]["tags"][0] == "parameters";
        let code = if is_settings { settings } else { cell["source"].as_str().unwrap() };
        let done = server.call("POST", &format!("api/kernels/{kernel}/execute"), json!({"code": code})).json();
        let outputs = done["outputs"].as_array().unwrap();
        // An error that `?` returns is written to the standard error, and the cell is well nevertheless. So
        // are the devices that were found.
        let errors: String =
            outputs.iter().filter(|output| output["name"] == "stderr").filter_map(|one| one["text"].as_str()).collect();
        let is_device = |line: &str| line.starts_with("Found labora") || line.starts_with("  ");
        assert!(done["status"] == "ok" && errors.lines().all(is_device), "{code}\n{done:#}");
        shown.extend(outputs.iter().cloned());
    }
    shown
}

/// The types of what was shown besides text.
fn plots(shown: &[Value]) -> Vec<&str> {
    let data = shown.iter().filter_map(|output| output["data"].as_object());
    data.flat_map(|data| data.keys()).map(String::as_str).filter(|name| name.starts_with("image/")).collect()
}

/// The text that was printed.
fn text(shown: &[Value]) -> String {
    shown.iter().filter_map(|output| output["text"].as_str()).collect()
}

#[test]
#[ignore = "compiles evcxr, which takes 20 minutes once, and needs Rust 1.95: \
            cargo test --workspace --features labora/worker --test lab rust -- --ignored"]
fn both_notebooks_run_in_a_machine_without_a_network() {
    let Some(image) = image() else { return };
    let Some(server) = Server::sandboxed_with(image, &["--network", "none", "--rust"]) else { return };
    let shown = run_example(&server, "keras-in-rust", "");
    assert_eq!(plots(&shown), ["image/svg+xml"; 3], "{shown:#?}");
    assert!(text(&shown).contains("(GatedDense)") && text(&shown).contains("Epoch 10/10"), "{}", text(&shown));
    let settings = "let epochs: usize = 1;\nlet images: usize = 256;\nlet batch_size: usize = 128;";
    let shown = run_example(&server, "article-in-rust", settings);
    let expected = ["image/png", "image/svg+xml", "image/svg+xml", "image/png", "image/svg+xml"];
    assert_eq!(plots(&shown), expected, "{shown:#?}");
    assert!(
        text(&shown).contains("Shapes are drawn") && text(&shown).contains("val_sparse_categorical_accuracy"),
        "{}",
        text(&shown)
    );
    assert!(server.drive().join("article.weights.h5").is_file(), "the weights are a file of the drive");
}
