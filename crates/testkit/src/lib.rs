//! What tests of several rooms share. Only tests and `cargo xtask` use it.
//!
//! What a machine lacks makes a test say `skipped: ...` and pass: real data ([`shared_data`], [`cifar10_dir`]) and a
//! Python with real Keras ([`python`]).

mod data;
mod python;

use std::io::Write;
use std::path::{Path, PathBuf};

pub use data::{cifar10_dir, shared_data};
pub use python::{python, requirements, run_python, virtual_environment};

/// The root of the workspace.
pub fn workspace_root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate lies two folders below the root")
}

/// The folder for what is made once and used by many test runs: `$XDG_CACHE_HOME/labora` or `~/.cache/labora`, and where
/// there is no home, a folder under `target`.
pub fn cache_folder() -> PathBuf {
    std::env::var_os("XDG_CACHE_HOME")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))
        .map_or_else(|| workspace_root().join("target/cache"), |folder| folder.join("labora"))
}

/// Says why a test does nothing. It is written past the test harness, so that it is seen when the test passes.
pub fn skip(reason: &str) {
    writeln!(std::io::stderr(), "skipped: {reason}").ok();
}
