//! Folders and files that tests find.

use std::path::{Path, PathBuf};

/// The root of the workspace.
pub fn workspace_root() -> &'static Path {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).expect("this crate is two folders below the root")
}

/// The folder for files that are computed once and used by many test runs: `$XDG_CACHE_HOME/labora` or
/// `~/.cache/labora`; without a home, a folder under `target`.
pub fn cache_folder() -> PathBuf {
    std::env::var_os("XDG_CACHE_HOME")
        .filter(|v| !v.is_empty())
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cache")))
        .map_or_else(|| workspace_root().join("target/cache"), |folder| folder.join("labora"))
}

/// The `.mlir` files of a folder below the root of the workspace with their text, in the order of their
/// names.
///
/// # Panics
/// The folder or a file cannot be read.
pub fn mlir_files(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = workspace_root().join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    paths.sort();
    let read = |path: &PathBuf| std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    paths.into_iter().map(|path| (path.clone(), read(&path))).collect()
}

/// The file tests of `stablehlo`, as a folder for [`mlir_files`].
pub const FILE_TESTS: &str = "crates/stablehlo/tests/files";

/// The shared library of a crate (`labora_plugin`) that Cargo built beside the running test. The test's
/// package has to depend on that crate.
///
/// # Panics
/// The library is not there.
pub fn built_library(name: &str) -> PathBuf {
    let exe = std::env::current_exe().expect("a test has a path");
    let file = format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let places: Vec<PathBuf> = exe.ancestors().skip(1).take(2).map(|folder| folder.join(&file)).collect();
    places.iter().find(|p| p.exists()).unwrap_or_else(|| panic!("{file} is in none of {places:?}")).clone()
}
