//! Real data sets, where the machine has them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::{cache_folder, skip, workspace_root};

/// A folder with real data: the environment variable `LABORA_DATA`, or `shared/data` beside the repository.
pub fn shared_data() -> Option<PathBuf> {
    let given = std::env::var_os("LABORA_DATA").filter(|v| !v.is_empty()).map(PathBuf::from);
    let beside = workspace_root().parent().map(|parent| parent.join("shared/data"));
    let found = given.or(beside).filter(|folder| folder.is_dir());
    if found.is_none() {
        skip("no real data (set LABORA_DATA to a folder that has it)");
    }
    found
}

/// The folder `cifar-10-batches-bin` with the real CIFAR-10; unpacked once into the cache when
/// [`shared_data`] has it packed.
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
        skip(&format!("{} has no CIFAR-10", data.display()));
        return None;
    }
    let target = cache_folder().join("cifar-10");
    let unpack = || -> std::io::Result<std::process::Output> {
        std::fs::create_dir_all(&target)?;
        // Several test programs may come here at once.
        let lock = std::fs::File::create(target.join("lock"))?;
        lock.lock()?;
        Command::new(&script).arg(&target).output()
    };
    match unpack() {
        Ok(output) if output.status.success() => {
            Some(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim().to_string()))
        }
        Ok(output) => {
            skip(&format!("CIFAR-10 cannot be unpacked: {}", String::from_utf8_lossy(&output.stderr)));
            None
        }
        Err(error) => {
            skip(&format!("CIFAR-10 cannot be unpacked: {error}"));
            None
        }
    }
}
