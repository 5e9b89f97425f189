//! The crate that cells depend on, with the versions of all others.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::files::write;
use crate::error::{Error, Result};
use crate::image::run;

/// The manifest of the crate; the versions follow.
const MANIFEST: &str = include_str!("../../image/rust/notebook.toml");
/// The whole crate.
const LIBRARY: &str = "//! Labora's library, for the cells of a notebook.\n\npub use ::labora::*;\n";

/// Writes the crate into an image with Labora's sources, and fetches the crates of others in the versions of
/// Labora's `Cargo.lock`. `surround` gives a program the kernel's variables.
///
/// # Errors
/// A crate cannot be fetched, or a file cannot be written.
pub fn write_notebook(image: &Path, surround: impl Fn(&mut Command)) -> Result<()> {
    let folder = image.join("notebook");
    write(&folder.join("lib.rs"), LIBRARY)?;
    write(&folder.join("Cargo.toml"), MANIFEST)?;
    let lock = folder.join("Cargo.lock");
    fs::copy(image.join("labora/Cargo.lock"), &lock).map_err(|e| Error::io(lock.display(), e))?;
    let mut cargo = Command::new("cargo");
    surround(cargo.args(["metadata", "--format-version", "1"]));
    cargo.current_dir(&folder);
    let mut said = String::new();
    run(&mut cargo, |line| said.push_str(line))?;
    let metadata: Value = serde_json::from_str(&said).map_err(|e| Error::internal(format!("cargo metadata: {e}")))?;
    write(&folder.join("Cargo.toml"), &format!("{MANIFEST}{}", versions(&metadata)))
}

/// The crates of others as dependencies with exactly their versions, a line for each.
fn versions(metadata: &Value) -> String {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let of_others = packages.filter(|package| !package["source"].is_null());
    let line = |(number, package): (usize, &Value)| {
        let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
        // What stands behind a plus is no part of a requirement.
        let version = version.split('+').next()?;
        let exactly = format!("package = {name:?}, version = \"={version}\", default-features = false");
        // There may be two versions of a crate.
        Some(format!("version-{number} = {{ {exactly} }}\n"))
    };
    of_others.enumerate().filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn versions_are_exact_and_crates_of_the_checkout_have_none() {
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let metadata = json!({"packages": [
            {"name": "labora", "version": "0.1.0", "source": null},
            {"name": "a", "version": "1.2.3+abc", "source": registry},
            {"name": "a", "version": "2.0.0", "source": registry},
        ]});
        let expected = "version-0 = { package = \"a\", version = \"=1.2.3\", default-features = false }\n\
                        version-1 = { package = \"a\", version = \"=2.0.0\", default-features = false }\n";
        assert_eq!(versions(&metadata), expected);
    }
}
