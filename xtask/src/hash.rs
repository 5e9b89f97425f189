//! `cargo xtask hash`: hashes of the results of many programs, to show that a change keeps them to the bit.

use std::path::{Path, PathBuf};

use crate::command::{output, run};

/// The folders with the programs.
const PROGRAMS: [&str; 2] = ["crates/stablehlo/tests/files", "crates/processor/tests/plans"];

/// Prints the hashes of the results that this tree computes. With a revision it compares them with the
/// results of that revision's code for the same programs.
///
/// # Errors
/// The code cannot be built, a program cannot be read, or results differ: the error lists the files.
pub fn run_hashes(root: &Path, revision: Option<&str>) -> Result<(), String> {
    let programs = programs(root)?;
    let ours = hashes(root, &root.join("target"), &programs)?;
    let Some(revision) = revision else {
        print!("{ours}");
        return Ok(());
    };
    let folder = root.join("target/hash").join("tree");
    // Left over from a run that was interrupted.
    if folder.is_dir() {
        run(root, "git", &["worktree", "remove", "--force", &folder.to_string_lossy()], &[])?;
    }
    run(root, "git", &["worktree", "add", "--quiet", "--detach", &folder.to_string_lossy(), revision], &[])?;
    let theirs = hashes(&folder, &root.join("target/hash/build"), &programs);
    run(root, "git", &["worktree", "remove", "--force", &folder.to_string_lossy()], &[])?;
    let different = different(&theirs?, &ours);
    if different.is_empty() {
        println!("== hash: all {} files have the same results as at {revision}", programs.len());
        return Ok(());
    }
    Err(format!("results differ from those at {revision}:\n{}", different.join("\n")))
}

fn programs(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for folder in PROGRAMS.map(|folder| root.join(folder)) {
        let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        found
            .extend(entries.flatten().map(|entry| entry.path()).filter(|p| p.extension().is_some_and(|e| e == "mlir")));
    }
    found.sort();
    Ok(found)
}

/// A line per program: its hash and its name.
fn hashes(root: &Path, target: &Path, programs: &[PathBuf]) -> Result<String, String> {
    let mut arguments: Vec<String> =
        ["run", "--quiet", "--release", "-p", "labora-processor", "--example", "hash_results", "--"]
            .map(str::to_string)
            .to_vec();
    arguments.extend(programs.iter().map(|path| path.to_string_lossy().into_owned()));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    output(root, "cargo", &arguments, &[("CARGO_TARGET_DIR", &target.to_string_lossy())])
}

/// The lines of two lists that are not in both.
fn different(theirs: &str, ours: &str) -> Vec<String> {
    let missing = |from: &str, other: &str, sign: char| -> Vec<String> {
        let lines = from.lines().filter(|line| !other.lines().any(|other| other == *line));
        lines.map(|line| format!("{sign} {line}")).collect()
    };
    [missing(theirs, ours, '-'), missing(ours, theirs, '+')].concat()
}

#[cfg(test)]
mod tests {
    use super::different;

    #[test]
    fn lines_of_one_list_only_are_listed() {
        assert_eq!(different("1 a\n2 b\n", "1 a\n3 b\n"), ["- 2 b", "+ 3 b"]);
        assert!(different("1 a\n", "1 a\n").is_empty());
    }
}
