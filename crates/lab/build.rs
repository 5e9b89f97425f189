//! Lists the modules of Python that every runtime has: all files below `image/python`.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("image/python");
    let mut files = Vec::new();
    add_files(&folder, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&folder)?.to_str().ok_or("a name that is not UTF-8")?;
        writeln!(list, "({name:?}, include_str!({file:?})),")?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("modules.rs"), list)?;
    Ok(())
}

/// Adds the files of a folder and of those below it; links are followed.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            // What Python leaves beside its modules.
            if !path.ends_with("__pycache__") {
                add_files(&path, files)?;
            }
        } else {
            // Not the folder, in which Python leaves files when tests run; a test finds a new module that is not here.
            println!("cargo::rerun-if-changed={}", path.display());
            files.push(path);
        }
    }
    Ok(())
}
