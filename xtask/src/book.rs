//! The book as pages.

use std::path::Path;

use crate::command::run;

/// Builds the pages with mdBook.
///
/// # Errors
/// mdBook is not installed, or a chapter is malformed.
pub fn build(root: &Path) -> Result<(), String> {
    let missing = |e| format!("{e}\nmdBook is needed: `cargo install mdbook`");
    run(root, "mdbook", &["build", "book"], &[]).map_err(missing)?;
    println!("== book: {}", root.join("target/book/index.html").display());
    Ok(())
}
