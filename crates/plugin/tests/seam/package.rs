//! The Python package: its own tests run under pytest, with the shared library that Cargo built.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The package that stands for TensorFlow.
const STAND_IN: &str = "labora_tf";
/// Its tests, below those of the whole package.
const STAND_IN_TESTS: &str = "tf";
/// Keras warns of habits of TensorFlow 1 and of what JAX has not; elsewhere warnings are errors.
const OF_KERAS: [&str; 2] = ["-W", "default"];
/// How many folders there were so far.
static FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// The extension module of the wheel is the plugin's shared library and needs Python to link, so that Cargo
/// does not build it here. This module stands for it: it has the same attributes, and the library's path.
fn stand_in(library: &Path) -> String {
    format!("__version__ = {:?}\n__file__ = {:?}\n", env!("CARGO_PKG_VERSION"), library.display().to_string())
}

/// Writes a folder for `PYTHONPATH` with the package `labora`; JAX finds plugins in the namespace package
/// `jax_plugins` there.
fn stage(folder: &Path, library: &Path) -> std::io::Result<()> {
    let package = folder.join("labora");
    copy_sources(&testkit::workspace_root().join("python/labora"), &package)?;
    copy_sources(&testkit::workspace_root().join("python").join(STAND_IN), &folder.join(STAND_IN))?;
    fs::write(package.join("_labora.py"), stand_in(library))?;
    let plugin = folder.join("jax_plugins/labora");
    fs::create_dir_all(&plugin)?;
    fs::write(plugin.join("__init__.py"), "from labora._plugin import initialize as initialize\n")
}

/// Copies the Python files of a folder and of those inside it, and the lists that they read.
fn copy_sources(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().expect("a file has a name"));
        if path.is_dir() {
            copy_sources(&path, &target)?;
        } else if path.extension().is_some_and(|extension| extension == "py" || extension == "txt") {
            fs::copy(&path, target)?;
        }
    }
    Ok(())
}

/// Runs tests below `python/tests` that the arguments choose.
fn pytest(tests: &Path, arguments: &[&str]) {
    let all = testkit::workspace_root().join("python/tests");
    let python = match testkit::virtual_environment_from(&all.join("requirements.txt"), 12) {
        Ok(python) => python,
        Err(reason) => return testkit::skip_without(testkit::Need::Jax, &format!("no JAX with pytest: {reason}")),
    };
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("labora-package-{}-{number}", std::process::id()));
    let staged = stage(&folder, &testkit::built_library("labora_plugin"));
    staged.unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    // `-P` keeps the folder of the sources, which have no extension module, from being imported.
    let mut command = Command::new(&python);
    // Without a worker, the tests of one say that they were skipped.
    let worker = std::env::current_exe().ok().and_then(|test| Some(test.parent()?.parent()?.join("labora-worker")));
    if let Some(worker) = worker.filter(|worker| worker.is_file()) {
        command.env("LABORA_TEST_WORKER", worker);
    }
    let output = command
        .args(["-P", "-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .args(arguments)
        .arg(all.join(tests))
        .current_dir(&folder)
        .env("PYTHONPATH", &folder)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap_or_else(|e| panic!("{} cannot be started: {e}", python.display()));
    fs::remove_dir_all(&folder).ok();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "pytest ended with {}:\n{out}\n{err}", output.status);
}

fn package_tests(arguments: &[&str]) {
    let tests = testkit::workspace_root().join("python/tests");
    let ignored = format!("--ignore={}", tests.join(STAND_IN_TESTS).display());
    pytest(Path::new(""), &[&[&*ignored], arguments].concat());
}

#[test]
fn the_python_package_passes_its_tests() {
    package_tests(&[]);
}

#[test]
fn the_stand_in_for_tensorflow_passes_its_tests() {
    pytest(Path::new(STAND_IN_TESTS), &OF_KERAS);
}

#[test]
#[ignore = "trains three times: python/README.md has the command"]
fn the_python_package_passes_its_long_tests() {
    package_tests(&["-m", "long"]);
}

#[test]
#[ignore = "compares all recorded calls with TensorFlow's"]
fn the_stand_in_for_tensorflow_passes_its_long_tests() {
    pytest(Path::new(STAND_IN_TESTS), &[&OF_KERAS[..], &["-m", "long"]].concat());
}
