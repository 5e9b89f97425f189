//! A plugin that was found, and how it is loaded.

use std::fmt;
use std::path::{Path, PathBuf};

use keras::Result;
use pjrt::Plugin;

use super::{python, tpu_slice};

/// A plugin that was found. [`load`](Found::load) loads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The name of the plugin.
    pub name: String,
    /// The path of the shared library.
    pub path: PathBuf,
    /// The place where the plugin was found.
    pub source: Source,
}

/// The place where a plugin was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A path that was given.
    Path,
    /// An environment variable.
    Variable(&'static str),
    /// The `site-packages` folder of a Python environment.
    Python(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Path => f.write_str("by its path"),
            Source::Variable(name) => f.write_str(name),
            Source::Python(packages) => write!(f, "{}", packages.display()),
        }
    }
}

/// Environment variables that libtpu needs on a machine without TPU. Without the first three, it queries a
/// metadata server of Google Cloud for minutes; without the last one, only one process at a time can load it.
pub const NO_TPU_ENVIRONMENT: [(&str, &str); 4] = [
    ("TPU_SKIP_MDS_QUERY", "1"),
    ("TPU_WORKER_HOSTNAMES", "localhost"),
    ("TPU_ACCELERATOR_TYPE", "v2-8"),
    ("ALLOW_MULTIPLE_LIBTPU_LOAD", "1"),
];

impl Found {
    /// Describes the plugin at a path.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.strip_prefix("lib").unwrap_or(&stem).to_string();
        Self { name, path, source: Source::Path }
    }

    /// Returns true for Google's libtpu, which compiles for TPUs, but runs programs only on a machine with a
    /// TPU.
    pub fn is_libtpu(&self) -> bool {
        self.path.file_stem().is_some_and(|stem| stem == "libtpu")
    }

    /// Returns true for XLA's plugin for NVIDIA GPUs.
    pub fn is_cuda(&self) -> bool {
        self.path.file_stem().is_some_and(|stem| stem == "xla_cuda_plugin")
    }

    /// Returns the folder of the CUDA tools: the variable `CUDA_ROOT`, or that of the Python packages next to
    /// the plugin. None for other plugins.
    pub fn cuda_folder(&self) -> Option<String> {
        if !self.is_cuda() {
            return None;
        }
        let named = std::env::var("CUDA_ROOT").ok().filter(|folder| !folder.is_empty());
        named.or_else(|| Some(python::cuda_folder(&self.path)?.display().to_string()))
    }

    /// Returns the version of the plugin's Python package, if it is in one.
    pub fn version(&self) -> Option<String> {
        python::version(&self.path)
    }

    /// Returns true if the plugin's hardware is missing, so that creating a client would fail; libtpu would
    /// even end the process.
    pub fn has_no_device(&self) -> bool {
        self.is_libtpu() && !has_tpu()
    }

    /// Returns the environment variables that have to be set before the plugin is loaded, and are not.
    pub fn missing_environment(&self) -> Vec<(&'static str, &'static str)> {
        let required = if self.has_no_device() { &NO_TPU_ENVIRONMENT[..] } else { &[] };
        required.iter().copied().filter(|(name, _)| std::env::var_os(name).is_none()).collect()
    }

    /// Loads the plugin, and before it the libraries that it depends on.
    ///
    /// # Errors
    /// Environment variables [are missing](Found::missing_environment), or the file is not a loadable plugin;
    /// the error then names the libraries that could not be loaded before.
    pub fn load(&self) -> Result<Plugin> {
        let missing = self.missing_environment();
        if !missing.is_empty() {
            let settings: Vec<String> = missing.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let message = format!("{}: set {} before the process starts", self.path.display(), settings.join(" "));
            return Err(keras::Error::new(keras::ErrorKind::Device, message));
        }
        if self.is_libtpu() && !self.has_no_device() {
            tpu_slice::check(|name| std::env::var(name).ok())
                .map_err(|message| keras::Error::new(keras::ErrorKind::Device, message))?;
        }
        let failed = pjrt::preload(python::cuda_libraries(&self.path));
        Plugin::load(&self.path).map_err(|error| {
            let reasons: Vec<String> = failed.into_iter().map(|(_, reason)| reason).collect();
            let before =
                if reasons.is_empty() { String::new() } else { format!("; before it: {}", reasons.join("; ")) };
            keras::Error::new(keras::ErrorKind::Device, format!("{error}{before}"))
        })
    }
}

/// Returns true if this machine has the device files of a TPU.
fn has_tpu() -> bool {
    let has = |folder: &str, is_tpu: fn(&str) -> bool| {
        let entries = std::fs::read_dir(Path::new(folder)).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| is_tpu(&entry.file_name().to_string_lossy()))
    };
    has("/dev", |name| name.starts_with("accel") && name != "accel")
        || has("/dev/accel", |_| true)
        || has("/dev/vfio", |name| name.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plugins_at_a_path_are_named_after_their_file() {
        let names = ["/a/libtpu.so", "xla_cuda_plugin.so"].map(|path| {
            let found = Found::at(path);
            (found.name.clone(), found.is_libtpu(), found.is_cuda())
        });
        assert_eq!(names, [("tpu".into(), true, false), ("xla_cuda_plugin".into(), false, true)]);
    }
}
