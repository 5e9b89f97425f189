//! The book says what its examples print.
//!
//! A block ` ```rust ` is compiled and run, ` ```python ` runs in real Keras, and of ` ```console ` the lines that
//! begin with `$ labora` run. What they print is in the block ` ```text ` that follows, or in the console block
//! itself. `UPDATE_EXPECT=1 cargo test -p labora-book` writes it.
#![forbid(unsafe_code)]

#[path = "../../src/blocks.rs"]
mod blocks;
mod links;
mod output;
mod python;
mod run;

use std::fs;
use std::path::{Path, PathBuf};

/// The workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the chapters.
fn folder() -> PathBuf {
    root().join("book/src")
}

/// The chapters: names without extension, and texts.
fn chapters() -> Vec<(String, String)> {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut chapters: Vec<(String, String)> = fs::read_dir(folder())
        .expect("the book has a folder")
        .map(|entry| entry.expect("a file of the book").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), read(&path)))
        .collect();
    chapters.sort();
    chapters
}
