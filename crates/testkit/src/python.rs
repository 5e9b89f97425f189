//! A Python with real Keras, in a virtual environment of its own.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use crate::paths::{cache_folder, workspace_root};
use crate::skip::{Need, skip_without};

/// The file that pins what is installed.
pub fn requirements() -> PathBuf {
    workspace_root().join("tests/python/requirements.txt")
}

/// The Python of the virtual environment with real Keras, installed once per process; `None`, after saying
/// why, without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn python() -> Option<PathBuf> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let skip = |reason| skip_without(Need::Python, &format!("no Python with Keras: {reason}"));
    let make = || virtual_environment(&requirements()).map_err(skip).ok();
    PYTHON.get_or_init(make).clone()
}

/// The Python of a virtual environment with Keras 2, which is `tf_keras`; `None`, after saying why, without
/// one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn keras_2() -> Option<PathBuf> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let skip = |reason| skip_without(Need::Python, &format!("no Python with Keras 2: {reason}"));
    let pins = workspace_root().join("tests/python/keras2.txt");
    PYTHON.get_or_init(|| virtual_environment(&pins).map_err(skip).ok()).clone()
}

/// The Python of a virtual environment with Keras on TensorFlow, which reads folders of files; `None`, after
/// saying why, without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn keras_tensorflow() -> Option<PathBuf> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let skip = |reason| skip_without(Need::Python, &format!("no Python with Keras on TensorFlow: {reason}"));
    let pins = workspace_root().join("tests/python/data.txt");
    PYTHON.get_or_init(|| virtual_environment(&pins).map_err(skip).ok()).clone()
}

/// The Python of a virtual environment with TensorBoard; `None`, after saying why, without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn tensorboard() -> Option<PathBuf> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let skip = |reason| skip_without(Need::Python, &format!("no Python with TensorBoard: {reason}"));
    let pins = workspace_root().join("tests/python/tensorboard.txt");
    PYTHON.get_or_init(|| virtual_environment(&pins).map_err(skip).ok()).clone()
}

/// The Python of a virtual environment with pandas and PyArrow; `None`, after saying why, without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn pandas() -> Option<PathBuf> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    let skip = |reason| skip_without(Need::Python, &format!("no Python with pandas: {reason}"));
    let pins = workspace_root().join("tests/python/parquet.txt");
    PYTHON.get_or_init(|| virtual_environment(&pins).map_err(skip).ok()).clone()
}

/// The folder of a virtual environment with Google's TPU compiler; `None`, after saying why, without one. The
/// compiler is published for 64-bit Linux on x86 only.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `libtpu`.
pub fn libtpu() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| package("libtpu.txt", Need::Libtpu, "no libtpu")).clone()
}

/// The folder of a virtual environment with XLA's plugin for NVIDIA GPUs, which compiles without one; `None`,
/// after saying why, without one. The wheels are about as large as that of [`libtpu`].
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `cuda`.
pub fn cuda() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| package("cuda13.txt", Need::Cuda, "no compiler for NVIDIA GPUs")).clone()
}

/// The folder of a virtual environment with MPICH and its `mpiexec`; `None`, after saying why, without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn mpich() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| package("mpi.txt", Need::Python, "no MPICH")).clone()
}

/// The folder of a virtual environment with Intel MPI and its `mpiexec`; `None`, after saying why, without
/// one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `python`.
pub fn intel_mpi() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| package("impi.txt", Need::Python, "no Intel MPI")).clone()
}

/// The folder of a virtual environment with a vendor's compiler or library, which a file in `tests/python`
/// pins.
fn package(pins: &str, need: Need, missing: &str) -> Option<PathBuf> {
    let python = virtual_environment(&workspace_root().join("tests/python").join(pins));
    let python = python.map_err(|reason| skip_without(need, &format!("{missing}: {reason}"))).ok()?;
    python.parent().and_then(Path::parent).map(Path::to_path_buf)
}

/// Creates the virtual environment of a file of requirements unless it exists: `venv-<16 digits of the file's
/// SHA-256>` in the cache folder, with the Python that `LABORA_PYTHON` names (default `python3`). Returns its
/// Python.
///
/// # Errors
/// A message: Python cannot be started, or the packages cannot be installed.
pub fn virtual_environment(requirements: &Path) -> Result<PathBuf, String> {
    virtual_environment_from(requirements, 0)
}

/// As [`virtual_environment`], for packages that need Python 3.`minor` or later: if `LABORA_PYTHON`
/// (`python3`) is older, the first that runs of `python3.14`, `python3.13` and so on, and of pyenv's
/// installations, creates the environment.
///
/// # Errors
/// A message, as for [`virtual_environment`]; there is no such Python.
pub fn virtual_environment_from(requirements: &Path, minor: u32) -> Result<PathBuf, String> {
    let pins = fs::read(requirements).map_err(|e| format!("{}: {e}", requirements.display()))?;
    let folder = cache_folder().join(format!("venv-{}", short_digest(&pins)));
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let ready = folder.join("labora-ready");
    let io = |e: std::io::Error| format!("{}: {e}", folder.display());
    fs::create_dir_all(cache_folder()).map_err(io)?;
    let lock = File::create(folder.with_extension("lock")).map_err(io)?;
    // One process does the work; the others wait here.
    lock.lock().map_err(io)?;
    if ready.is_file() && python.is_file() {
        return Ok(python);
    }
    let base = base_python(minor)?;
    run(&base, &["-m".into(), "venv".into(), "--clear".into(), folder.clone().into()])?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"].map(OsString::from);
    run(python.as_os_str(), &[&pip[..], &[requirements.into()]].concat())?;
    fs::write(&ready, "").map_err(io)?;
    Ok(python)
}

/// The newest minor version of Python 3 that is searched for by name.
const NEWEST_PYTHON: u32 = 14;

/// A Python of that minor version or later that runs: the usual one, one on the path, or one of pyenv's. A
/// name on the path can be a shim of pyenv that does not run, because its version is not selected.
fn base_python(minor: u32) -> Result<OsString, String> {
    let usual = std::env::var_os("LABORA_PYTHON").filter(|v| !v.is_empty()).unwrap_or_else(|| "python3".into());
    let named = (minor..=NEWEST_PYTHON).rev().map(|minor| OsString::from(format!("python3.{minor}")));
    let is_new = |python: &OsString| {
        let script = format!("import sys, venv; sys.exit(sys.version_info < (3, {minor}))");
        Command::new(python).args(["-c", &script]).output().is_ok_and(|output| output.status.success())
    };
    if minor == 0 {
        return Ok(usual);
    }
    let mut all = std::iter::once(usual).chain(named).chain(pyenv_pythons());
    all.find(is_new).ok_or_else(|| format!("no Python 3.{minor} or later; LABORA_PYTHON can name one"))
}

/// The Pythons that pyenv has installed, below `PYENV_ROOT` or `~/.pyenv`, in the reverse order of their
/// names.
fn pyenv_pythons() -> Vec<OsString> {
    let root = std::env::var_os("PYENV_ROOT").filter(|v| !v.is_empty()).map(PathBuf::from);
    let root = root.or_else(|| std::env::home_dir().map(|home| home.join(".pyenv")));
    let versions = root.and_then(|root| fs::read_dir(root.join("versions")).ok());
    let mut pythons: Vec<PathBuf> =
        versions.into_iter().flatten().flatten().map(|version| version.path().join("bin/python")).collect();
    pythons.retain(|python| python.is_file());
    pythons.sort();
    pythons.into_iter().rev().map(PathBuf::into_os_string).collect()
}

/// The first 16 digits of the SHA-256.
fn short_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn run(program: &std::ffi::OsStr, arguments: &[OsString]) -> Result<Output, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|e| format!("{} cannot be started: {e}", program.display()))?;
    if output.status.success() {
        return Ok(output);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = errors.lines().rev().take(3).collect();
    Err(format!(
        "{} {arguments:?} failed: {}",
        program.display(),
        last.into_iter().rev().collect::<Vec<_>>().join(" / ")
    ))
}

/// Runs a script with Keras on JAX's CPU backend and returns its standard output.
///
/// # Panics
/// The script fails; the message has all of its output.
pub fn run_python<A: AsRef<std::ffi::OsStr>>(python: &Path, script: &Path, arguments: &[A]) -> String {
    let output = Command::new(python)
        .arg(script)
        .args(arguments)
        .env("KERAS_BACKEND", "jax")
        .env("JAX_PLATFORMS", "cpu")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap_or_else(|e| panic!("{} cannot be started: {e}", python.display()));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{} failed:\n{out}\n{err}", script.display());
    out.into_owned()
}

/// The folder with the output of a script that runs for long, which is kept: `made-<16 digits>` in the cache
/// folder, named by the SHA-256 of the pinned requirements, of all scripts in the script's folder and of the
/// settings. The script runs unless the folder exists. Its arguments are the folder, `data` (a path whose
/// contents are taken never to change) and the settings.
///
/// # Panics
/// As [`run_python`]; the cache folder cannot be written.
pub fn made_by(python: &Path, script: &Path, data: &Path, settings: &[String]) -> PathBuf {
    let mut scripts: Vec<PathBuf> = script
        .parent()
        .and_then(|folder| fs::read_dir(folder).ok())
        .map(|files| files.flatten().map(|f| f.path()).filter(|f| f.extension().is_some_and(|e| e == "py")).collect())
        .unwrap_or_default();
    scripts.sort();
    let name = script.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut hashed = format!("{name} {settings:?}").into_bytes();
    for file in scripts.iter().chain([&requirements()]) {
        hashed.extend(fs::read(file).unwrap_or_else(|e| panic!("{}: {e}", file.display())));
    }
    let folder = cache_folder().join(format!("made-{}", short_digest(&hashed)));
    let ready = folder.join("labora-ready");
    fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let lock = File::create(folder.with_extension("lock")).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    // One process does the work; the others wait here.
    lock.lock().unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    if !ready.is_file() {
        let mut arguments = vec![folder.clone().into_os_string(), data.as_os_str().to_os_string()];
        arguments.extend(settings.iter().map(OsString::from));
        run_python(python, script, &arguments);
        fs::write(&ready, "").unwrap_or_else(|e| panic!("{}: {e}", ready.display()));
    }
    folder
}
