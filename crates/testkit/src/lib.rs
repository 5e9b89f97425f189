//! What tests of several rooms share. Only tests and `cargo xtask` use it.
//!
//! What a machine lacks makes a test say `skipped: ...` and pass: real data ([`shared_data`],
//! [`cifar10_dir`]), a Python with real Keras ([`python`]) and Google's TPU compiler ([`libtpu`]). Shared
//! libraries that a test loads are built with it ([`built_library`]).
//!
//! [`worst_difference`] compares numbers.

mod data;
mod numbers;
mod python;

use std::io::Write;
use std::path::{Path, PathBuf};

pub use data::{cifar10_dir, shared_data};
pub use numbers::worst_difference;
pub use python::{libtpu, made_by, python, requirements, run_python, virtual_environment, virtual_environment_from};

/// The root of the workspace.
pub fn workspace_root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate is two folders below the root")
}

/// The folder for what is made once and used by many test runs: `$XDG_CACHE_HOME/labora` or
/// `~/.cache/labora`, and where there is no home, a folder under `target`.
pub fn cache_folder() -> PathBuf {
    std::env::var_os("XDG_CACHE_HOME")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))
        .map_or_else(|| workspace_root().join("target/cache"), |folder| folder.join("labora"))
}

/// The shared library of a crate (`labora_plugin`) that Cargo built beside the running test; the test's
/// package depends on that crate.
///
/// # Panics
/// Where the library is not there.
pub fn built_library(name: &str) -> PathBuf {
    let exe = std::env::current_exe().expect("a test has a path");
    let file = format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let places: Vec<PathBuf> = exe.ancestors().skip(1).take(2).map(|folder| folder.join(&file)).collect();
    places.iter().find(|p| p.exists()).unwrap_or_else(|| panic!("{file} is in none of {places:?}")).clone()
}

/// Says why a test does nothing. It is written past the test harness, so that it is seen when the test
/// passes.
pub fn skip(reason: &str) {
    writeln!(std::io::stderr(), "skipped: {reason}").ok();
}
