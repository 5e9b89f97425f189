//! Real data sets, if the machine has them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::paths::cache_folder;
use crate::skip::{Need, skip_without};

/// The folder with real data that the environment variable `LABORA_DATA` names; `None`, after saying so,
/// without one.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `data`.
#[track_caller]
pub fn shared_data() -> Option<PathBuf> {
    let folder = std::env::var_os("LABORA_DATA").filter(|v| !v.is_empty()).map(PathBuf::from);
    let found = folder.filter(|folder| folder.is_dir());
    if found.is_none() {
        skip_without(Need::Data, "no real data (set LABORA_DATA to a folder that has it)");
    }
    found
}

/// The folder with the files of the real CIFAR-10, in its binary form: [`shared_data`], or
/// `cifar-10-batches-bin` in it. If the folder has an `unpack.sh` instead, the script unpacks the data set
/// into the cache once.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `data`.
pub fn cifar10_dir() -> Option<PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(find_cifar10).clone()
}

fn find_cifar10() -> Option<PathBuf> {
    let data = shared_data()?;
    let unpacked = [data.clone(), data.join("cifar-10-batches-bin")];
    if let Some(folder) = unpacked.into_iter().find(|folder| folder.join("data_batch_1.bin").is_file()) {
        return Some(folder);
    }
    let script = data.join("unpack.sh");
    if !script.is_file() {
        skip_without(Need::Data, &format!("{} has no CIFAR-10", data.display()));
        return None;
    }
    let target = cache_folder().join("cifar-10");
    let unpack = || -> std::io::Result<std::process::Output> {
        std::fs::create_dir_all(&target)?;
        // Several test programs may unpack at the same time.
        let lock = std::fs::File::create(target.join("lock"))?;
        lock.lock()?;
        Command::new(&script).arg(&target).output()
    };
    match unpack() {
        Ok(output) if output.status.success() => {
            Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim().to_string()))
        }
        Ok(output) => {
            skip_without(
                Need::Data,
                &format!("CIFAR-10 cannot be unpacked: {}", String::from_utf8_lossy(&output.stderr)),
            );
            None
        }
        Err(error) => {
            skip_without(Need::Data, &format!("CIFAR-10 cannot be unpacked: {error}"));
            None
        }
    }
}

/// The folder with an unpacked test suite that others wrote: an archive of that name in the folder that the
/// environment variable `LABORA_SUITES` names. It is unpacked into the cache once, by the command `tar`.
/// `None`, after saying so, without it.
///
/// # Panics
/// There is none, and `LABORA_REQUIRE` names `data`.
#[track_caller]
pub fn suite(archive: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("LABORA_SUITES").filter(|v| !v.is_empty()).map(PathBuf::from);
    let Some(path) = folder.map(|folder| folder.join(archive)).filter(|path| path.is_file()) else {
        skip_without(Need::Data, &format!("no {archive} (set LABORA_SUITES to a folder that has it)"));
        return None;
    };
    match unpack(&path, archive) {
        Ok(folder) => Some(folder),
        Err(message) => {
            skip_without(Need::Data, &format!("{archive} cannot be unpacked: {message}"));
            None
        }
    }
}

fn unpack(path: &Path, archive: &str) -> Result<PathBuf, String> {
    let target = cache_folder().join("suites").join(archive);
    std::fs::create_dir_all(&target).map_err(|e| e.to_string())?;
    // Several test programs may unpack at the same time.
    let lock = std::fs::File::create(target.join("lock")).map_err(|e| e.to_string())?;
    lock.lock().map_err(|e| e.to_string())?;
    let (done, folder) = (target.join("done"), target.join("files"));
    if !done.is_file() {
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let output = Command::new("tar").arg("xf").arg(path).arg("-C").arg(&folder).output();
        let output = output.map_err(|e| format!("tar: {e}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        std::fs::write(done, "").map_err(|e| e.to_string())?;
    }
    Ok(folder)
}
