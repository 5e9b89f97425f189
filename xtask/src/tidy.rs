//! House rules that a program can check: who may import whom, where `unsafe` may stand, how long a file may be.

use std::fs;
use std::path::{Path, PathBuf};

/// A room of the house: which of the others it may import, and where in it `unsafe` may stand (folders or files below
/// `src`; an empty text is all of it).
struct Room {
    name: &'static str,
    imports: &'static [&'static str],
    may_be_unsafe: &'static [&'static str],
}

/// The rooms, as ARCHITECTURE.md draws them.
const ROOMS: &[Room] = &[
    Room { name: "stablehlo", imports: &[], may_be_unsafe: &[] },
    Room { name: "pjrt", imports: &[], may_be_unsafe: &[""] },
    Room { name: "kernels", imports: &[], may_be_unsafe: &[""] },
    Room { name: "processor", imports: &["kernels", "stablehlo"], may_be_unsafe: &["memory", "elementwise"] },
    Room { name: "plugin", imports: &["kernels", "processor", "stablehlo", "pjrt"], may_be_unsafe: &[""] },
    Room { name: "keras", imports: &["stablehlo", "pjrt"], may_be_unsafe: &[] },
    Room { name: "datasets", imports: &["keras"], may_be_unsafe: &[] },
    Room { name: "tpu-report", imports: &["pjrt"], may_be_unsafe: &[] },
    Room {
        name: "labora",
        imports: &["datasets", "keras", "pjrt", "plugin", "processor", "stablehlo", "tpu-report"],
        may_be_unsafe: &[],
    },
    Room { name: "testkit", imports: &[], may_be_unsafe: &[] },
];

/// Lines of the longest file allowed.
const LONGEST: usize = 600;

/// Checks the rules; the error lists everything that breaks one.
pub fn check(root: &Path) -> Result<(), String> {
    let mut broken = Vec::new();
    for entry in list(&root.join("crates"))? {
        let name = entry.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_string();
        let Some(room) = ROOMS.iter().find(|r| r.name == name) else {
            broken.push(format!("crates/{name}: a room that xtask/src/tidy.rs does not know"));
            continue;
        };
        imports(room, &entry, &mut broken)?;
        for file in rust_files(&entry)? {
            source(room, root, &entry, &file, &mut broken)?;
        }
    }
    if broken.is_empty() {
        println!("== tidy: passed");
        return Ok(());
    }
    Err(format!("tidy: {} rule(s) broken\n  {}", broken.len(), broken.join("\n  ")))
}

/// A room's manifest names no other room than it may; tests may use any.
fn imports(room: &Room, folder: &Path, broken: &mut Vec<String>) -> Result<(), String> {
    let manifest = read(&folder.join("Cargo.toml"))?;
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim();
        }
        let dependency = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if section == "[dependencies]"
            && ROOMS.iter().any(|r| r.name == dependency)
            && !room.imports.contains(&dependency)
        {
            broken.push(format!("crates/{}/Cargo.toml: {} may not import {dependency}", room.name, room.name));
        }
    }
    Ok(())
}

fn source(room: &Room, root: &Path, folder: &Path, file: &Path, broken: &mut Vec<String>) -> Result<(), String> {
    let text = read(file)?;
    let shown = file.strip_prefix(root).unwrap_or(file).display();
    let lines = text.lines().count();
    if lines > LONGEST {
        broken.push(format!("{shown}: {lines} lines; no file is longer than {LONGEST}: is it one matter?"));
    }
    let Ok(inside) = file.strip_prefix(folder.join("src")) else { return Ok(()) };
    if room.may_be_unsafe.iter().any(|place| inside.starts_with(place)) {
        return Ok(());
    }
    for (i, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|u| code.contains(u)) {
            broken.push(format!("{shown}:{}: unsafe code does not belong here", i + 1));
        }
    }
    Ok(())
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for entry in list(folder)? {
        if entry.is_dir() {
            if entry.file_name().is_some_and(|n| n != "target") {
                files.extend(rust_files(&entry)?);
            }
        } else if entry.extension().is_some_and(|e| e == "rs") {
            files.push(entry);
        }
    }
    Ok(files)
}

fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    Ok(paths)
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))
}
