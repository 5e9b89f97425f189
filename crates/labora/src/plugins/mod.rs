//! Plugins: where devices that are not built in come from, and how each kind is started.
//!
//! They are found, the first one of a name counting,
//! * where `LABORA_PJRT_PLUGINS` names them: `name=path`, separated by commas;
//! * where JAX's own `PJRT_NAMES_AND_LIBRARY_PATHS` does: `name:path`, separated by commas;
//! * in the active Python environment (`VIRTUAL_ENV`, `CONDA_PREFIX`): `libtpu` of `pip install libtpu`, `cuda13` and `cuda12`
//!   of `pip install jax-cuda13-plugin` and its like, with the CUDA libraries of the `nvidia-*` packages beside them, and
//!   `xla_cpu` of `pip install xla-cpu-pjrt`.
//!
//! ```
//! for plugin in labora::plugins::find() {
//!     println!("{} ({}): {}", plugin.name, plugin.source, plugin.path.display());
//! }
//! ```

mod places;
mod python;

use std::fmt;
use std::path::{Path, PathBuf};

use keras::Result;
use pjrt::Plugin;

pub use places::Places;

/// A plugin that was found; it is loaded by [`load`](Found::load).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is called.
    pub name: String,
    /// Its shared library.
    pub path: PathBuf,
    /// Who named it.
    pub source: Source,
}

/// Who named a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Its path was given.
    Path,
    /// An environment variable.
    Variable(&'static str),
    /// A Python environment has it; this is its folder of packages.
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

/// What libtpu wants to be told where there is no TPU. Without the first three, it asks a server of Google's cloud for minutes;
/// without the last, only one process at a time may load it.
pub const QUIET_TPU: [(&str, &str); 4] = [
    ("TPU_SKIP_MDS_QUERY", "1"),
    ("TPU_WORKER_HOSTNAMES", "localhost"),
    ("TPU_ACCELERATOR_TYPE", "v2-8"),
    ("ALLOW_MULTIPLE_LIBTPU_LOAD", "1"),
];

/// The plugins of this process's environment.
pub fn find() -> Vec<Found> {
    Places::of_process().find()
}

/// The plugin of a name.
pub fn named(name: &str) -> Option<Found> {
    find().into_iter().find(|found| found.name == name)
}

impl Found {
    /// The plugin of a path.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.strip_prefix("lib").unwrap_or(&stem).to_string();
        Self { name, path, source: Source::Path }
    }

    /// Whether it is Google's, which compiles for TPUs but runs only where there is one.
    pub fn is_libtpu(&self) -> bool {
        self.path.file_stem().is_some_and(|stem| stem == "libtpu")
    }

    /// Whether it is XLA's for NVIDIA GPUs.
    pub fn is_cuda(&self) -> bool {
        self.path.file_stem().is_some_and(|stem| stem == "xla_cuda_plugin")
    }

    /// The folder of the CUDA tools beside it, where they come from Python packages and the variable `CUDA_ROOT` names no other.
    pub fn cuda_folder(&self) -> Option<String> {
        if !self.is_cuda() {
            return None;
        }
        let named = std::env::var("CUDA_ROOT").ok().filter(|folder| !folder.is_empty());
        named.or_else(|| Some(python::cuda_folder(&self.path)?.display().to_string()))
    }

    /// The version of the Python package that it is in, where it is in one.
    pub fn version(&self) -> Option<String> {
        python::version(&self.path)
    }

    /// Whether the hardware that it drives is missing, so that a client of it could only fail: libtpu ends the whole process
    /// then.
    pub fn has_no_device(&self) -> bool {
        self.is_libtpu() && !tpu_is_here()
    }

    /// Variables that have to be in the process's environment before it is loaded, and are not.
    pub fn missing_environment(&self) -> Vec<(&'static str, &'static str)> {
        let wanted = if self.has_no_device() { &QUIET_TPU[..] } else { &[] };
        wanted.iter().copied().filter(|(name, _)| std::env::var_os(name).is_none()).collect()
    }

    /// Loads it, and before it the libraries that it expects.
    ///
    /// # Errors
    /// Where the environment lacks [what it needs](Found::missing_environment), or the file is no plugin that can be loaded;
    /// libraries that could not be loaded before are named then.
    pub fn load(&self) -> Result<Plugin> {
        let missing = self.missing_environment();
        if !missing.is_empty() {
            let wanted: Vec<String> = missing.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let message = format!("{}: set {} before the process starts", self.path.display(), wanted.join(" "));
            return Err(keras::Error::new(keras::ErrorKind::Device, message));
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

/// Whether this machine has a TPU, as far as its device files tell.
fn tpu_is_here() -> bool {
    let has = |folder: &str, is_tpu: fn(&str) -> bool| {
        let entries = std::fs::read_dir(Path::new(folder)).into_iter().flatten().flatten();
        entries.into_iter().any(|entry| is_tpu(&entry.file_name().to_string_lossy()))
    };
    has("/dev", |name| name.starts_with("accel") && name != "accel")
        || has("/dev/accel", |_| true)
        || has("/dev/vfio", |name| name.starts_with(|c: char| c.is_ascii_digit()))
}
