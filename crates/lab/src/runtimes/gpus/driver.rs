//! What NVIDIA's driver tells of itself and of GPUs in `/proc/driver/nvidia`.

use std::fmt;
use std::fs;
use std::path::Path;

use super::gpu::{Gpu, Minor};

/// The file with the driver's version.
pub const VERSION: &str = "proc/driver/nvidia/version";
/// The folder with one of each GPU, by its address.
const GPUS: &str = "proc/driver/nvidia/gpus";

/// Packages of JAX's plugins for CUDA, and the oldest driver of each on Linux, newest first (CUDA's release
/// notes, "CUDA Toolkit and Minimum Required Driver Version for CUDA Minor Version Compatibility").
const PACKAGES: [(u32, &str); 2] =
    [(580, include_str!("../../../image/cuda13.txt")), (525, include_str!("../../../image/cuda12.txt"))];

/// NVIDIA's driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// Its version, such as `580.95.05`.
    version: String,
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.version)
    }
}

impl Driver {
    /// The driver below a root, if there is one.
    pub fn find(root: &Path) -> Option<Driver> {
        let text = fs::read_to_string(root.join(VERSION)).ok()?;
        let is_version =
            |word: &&str| word.contains('.') && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let version = text.lines().next()?.split_whitespace().find(is_version)?;
        Some(Driver { version: version.into() })
    }

    /// A list of the packages by which JAX computes on its GPUs.
    ///
    /// # Errors
    /// The driver is too old for them.
    pub fn packages(&self) -> Result<&'static str, String> {
        let major = self.version.split('.').next().and_then(|major| major.parse::<u32>().ok()).unwrap_or(0);
        let found = PACKAGES.iter().find(|(oldest, _)| major >= *oldest).map(|(_, list)| *list);
        let oldest = PACKAGES.iter().map(|(oldest, _)| *oldest).min().unwrap_or(0);
        found.ok_or_else(|| format!("driver {self} is too old for JAX's plugin: it needs {oldest} or later"))
    }
}

/// The GPUs whose device files are below a root, by their numbers.
pub fn gpus(root: &Path) -> Vec<Gpu> {
    let names = fs::read_dir(root.join("dev")).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let minor = |name: std::ffi::OsString| name.to_str()?.strip_prefix("nvidia")?.parse().ok().map(Minor);
    let mut minors: Vec<Minor> = names.filter_map(minor).collect();
    minors.sort_by_key(|minor| minor.0);
    let known = described(root);
    let gpu = |minor| {
        let found = known.iter().find(|gpu| gpu.minor == minor).cloned();
        // Containers show device files of the host, and sometimes not what the driver tells.
        found.unwrap_or_else(|| Gpu { minor, model: "NVIDIA GPU".into(), address: None })
    };
    minors.into_iter().map(gpu).collect()
}

/// What the driver tells of GPUs.
fn described(root: &Path) -> Vec<Gpu> {
    let folders = fs::read_dir(root.join(GPUS)).into_iter().flatten().flatten();
    let read = |folder: fs::DirEntry| {
        let text = fs::read_to_string(folder.path().join("information")).ok()?;
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix(':'));
            line.map(str::trim)
        };
        let minor = Minor(value("Device Minor")?.parse().ok()?);
        let address = folder.file_name().into_string().ok();
        Some(Gpu { minor, model: value("Model").unwrap_or("NVIDIA GPU").into(), address })
    };
    folders.filter_map(read).collect()
}

#[cfg(test)]
pub mod tests {
    use tempfile::TempDir;

    use super::*;

    /// A root with what the driver of a host with these GPUs shows.
    pub fn host(models: &[&str]) -> TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        write(
            VERSION,
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05  Release Build  (x)\nGCC version:  gcc 13\n",
        );
        ["nvidiactl", "nvidia-uvm"].iter().for_each(|name| write(&format!("dev/{name}"), ""));
        for (minor, model) in models.iter().enumerate() {
            write(&format!("dev/nvidia{minor}"), "");
            let text = format!("Model: \t\t {model}\nIRQ:   \t\t 34\nDevice Minor: \t {minor}\nGPU Excluded:\t No\n");
            write(&format!("{GPUS}/0000:{minor:02x}:00.0/information"), &text);
        }
        root
    }

    #[test]
    fn gpus_are_those_with_device_files() {
        let root = host(&["NVIDIA L4", "NVIDIA H200"]);
        let all = gpus(root.path());
        assert_eq!(all[1].model, "NVIDIA H200");
        assert_eq!(all[1].address.as_deref(), Some("0000:01:00.0"));
        fs::remove_dir_all(root.path().join(GPUS)).unwrap();
        assert_eq!(gpus(root.path())[1], Gpu { minor: Minor(1), model: "NVIDIA GPU".into(), address: None });
        fs::remove_file(root.path().join("dev/nvidia0")).unwrap();
        assert_eq!(gpus(root.path()).len(), 1);
    }

    #[test]
    fn packages_are_those_of_the_newest_cuda_that_the_driver_has() {
        let packages = |version: &str| Driver { version: version.into() }.packages();
        assert!(packages("580.65.06").unwrap().contains("jax-cuda13-plugin=="));
        assert!(packages("575.51").unwrap().contains("jax-cuda12-plugin=="));
        assert!(packages("470.256.02").unwrap_err().contains("525 or later"));
        let old = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n";
        let root = host(&[]);
        fs::write(root.path().join(VERSION), old).unwrap();
        assert_eq!(Driver::find(root.path()).unwrap().to_string(), "535.104.05");
    }

    #[test]
    fn all_packages_are_pinned() {
        for (_, list) in PACKAGES {
            let lines = list.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
            assert!(lines.clone().count() > 10 && lines.into_iter().all(|line| line.contains("==")), "{list}");
        }
    }
}
