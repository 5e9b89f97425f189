//! Hardware accelerators of runtimes, as Colab's notebooks name them.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::random;
use crate::runtimes::Runtimes;

/// The file of a TPU's token, in the folder that server and runtime share.
pub const TOKEN_FILE: &str = "tpu.token";
/// Why a TPU cannot be chosen.
const NO_WORKER: &str =
    "the program labora-worker is not beside labora-lab: `cargo build --release -p labora-worker` makes it";

/// What a runtime computes with, besides its processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accelerator {
    /// Nothing.
    #[default]
    None,
    /// A graphics processor of this host or of the cluster.
    Gpu,
    /// A tensor processor of eight software cores.
    Tpu,
}

/// A TPU of a runtime: the program that is it, and what makes clients find it.
#[derive(Debug)]
pub struct Tpu {
    /// The program and its arguments.
    pub companion: Vec<String>,
    /// Variables of the kernel.
    pub environment: Vec<(String, String)>,
}

impl Accelerator {
    /// The one of a name, in any case: nothing, `NONE`, `GPU` or `TPU`.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn parse(name: &str) -> Result<Accelerator> {
        match name.to_ascii_uppercase().as_str() {
            "" | "NONE" => Ok(Accelerator::None),
            "TPU" => Ok(Accelerator::Tpu),
            "GPU" => Ok(Accelerator::Gpu),
            _ => Err(Error::invalid(format!("there is no accelerator {name:?}; there are: NONE, GPU, TPU"))),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Accelerator::None => "NONE",
            Accelerator::Gpu => "GPU",
            Accelerator::Tpu => "TPU",
        }
    }

    /// Why it cannot be chosen, where there is this worker and these runtimes.
    fn lacks(self, worker: Option<&Path>, runtimes: &dyn Runtimes) -> Option<String> {
        match self {
            Accelerator::None => None,
            Accelerator::Gpu => runtimes.lacks_gpu(),
            Accelerator::Tpu => worker.is_none().then(|| NO_WORKER.into()),
        }
    }

    /// An error unless runtimes can have it.
    ///
    /// # Errors
    /// There is none of it here, and why.
    pub fn check(self, worker: Option<&Path>, runtimes: &dyn Runtimes) -> Result<()> {
        let refused = |why| Err(Error::invalid(format!("accelerator {}: {why}", self.name())));
        self.lacks(worker, runtimes).map_or(Ok(()), refused)
    }

    /// All of them for a dialog: those that cannot be chosen have a reason.
    pub fn models(worker: Option<&Path>, runtimes: &dyn Runtimes) -> Value {
        let all =
            [(Accelerator::None, "None"), (Accelerator::Gpu, "GPU"), (Accelerator::Tpu, "TPU (eight software cores)")];
        let model = |(accelerator, title): (Accelerator, &str)| {
            let reason = accelerator.lacks(worker, runtimes);
            json!({"name": accelerator.name(), "display_name": title, "available": reason.is_none(), "reason": reason})
        };
        all.map(model).into_iter().collect()
    }
}

/// The worker beside this program.
pub fn worker() -> Option<PathBuf> {
    let worker = std::env::current_exe().ok()?.with_file_name("labora-worker");
    worker.is_file().then_some(worker)
}

/// The variable that names JAX's platforms, best first.
const PLATFORMS: &str = "JAX_PLATFORMS";

/// Variables by which programs of a Python environment compute on a GPU: JAX's, if it has a plugin for CUDA.
/// Programs with CUDA libraries of their own, such as PyTorch, need none.
pub fn gpu_environment(python: &Path) -> Vec<(String, String)> {
    has_cuda_plugin(python).then(|| (PLATFORMS.into(), "cuda,cpu".into())).into_iter().collect()
}

/// Variables by which programs of a Python environment compute without a GPU: JAX's plugin for CUDA, where
/// it is, would log an exception, since its libraries find none.
pub fn environment_without_gpu(python: &Path) -> Vec<(String, String)> {
    let platforms = if has_package(python, "labora", "_labora") { "labora,cpu" } else { "cpu" };
    has_cuda_plugin(python).then(|| (PLATFORMS.into(), platforms.into())).into_iter().collect()
}

/// True if JAX has a plugin for CUDA in the environment of a Python.
pub fn has_cuda_plugin(python: &Path) -> bool {
    has_package(python, "jax_plugins", "xla_cuda")
}

/// True if the environment of a Python has a package with a module whose name begins so.
fn has_package(python: &Path, package: &str, module: &str) -> bool {
    let prefix = python.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let versions = fs::read_dir(prefix.join("lib")).into_iter().flatten().flatten();
    let folders = versions.filter_map(|lib| fs::read_dir(lib.path().join("site-packages").join(package)).ok());
    folders.flatten().flatten().any(|file| file.file_name().to_string_lossy().starts_with(module))
}

/// Prepares a TPU: writes its token into the folder that server and runtime share, which programs see as
/// `seen`. By the variables JAX's module `jax_plugins/labora_tpu`, which all runtimes have, finds it.
///
/// # Errors
/// There is no worker, no free port, or the folder cannot be written.
pub fn prepare_tpu(worker: Option<&Path>, shared: &Path, seen: &Path) -> Result<Tpu> {
    let worker = worker.ok_or_else(|| Error::invalid(format!("accelerator TPU: {NO_WORKER}")))?;
    let io = |e: std::io::Error| Error::io("the TPU of a runtime", e);
    let token = random::secret()?;
    fs::write(shared.join(TOKEN_FILE), &token).map_err(io)?;
    // A port that is free now. Whoever else takes it has not the token, and the worker says that it failed.
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_err(io)?;
    let token_file = seen.join(TOKEN_FILE).display().to_string();
    let companion = [
        worker.display().to_string().as_str(),
        "--listen",
        &address.to_string(),
        "--token-file",
        &token_file,
        "--log-level",
        "warn",
    ]
    .map(String::from)
    .into();
    let environment = [
        ("COLAB_TPU_ADDR", address.to_string()),
        ("TPU_NAME", format!("grpc://{address}")),
        // By it notebooks know Colab; its value is the number of GPUs.
        ("COLAB_GPU", "0".into()),
        ("LABORA_WORKER_TOKEN", token),
        (PLATFORMS, "tpu,cpu".into()),
        // The client warns of each connection without TLS, which is the machine's own here; errors stay.
        ("TF_CPP_MIN_LOG_LEVEL", "2".into()),
    ];
    Ok(Tpu { companion, environment: environment.map(|(name, value)| (name.to_string(), value)).into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runtimes::Refused;

    #[test]
    fn names_are_colabs_and_what_is_absent_has_a_reason() {
        assert_eq!(Accelerator::parse("tpu").unwrap(), Accelerator::Tpu);
        assert_eq!(Accelerator::parse("").unwrap(), Accelerator::None);
        assert!(Accelerator::parse("abacus").unwrap_err().message().contains("NONE, GPU, TPU"));
        let runtimes = Refused("no namespaces".into());
        assert!(Accelerator::Gpu.check(None, &runtimes).unwrap_err().message().contains("no GPU"));
        assert!(Accelerator::Tpu.check(None, &runtimes).is_err() && Accelerator::None.check(None, &runtimes).is_ok());
        let all = Accelerator::models(None, &runtimes);
        for model in all.as_array().unwrap() {
            assert_eq!(model["available"] == true, model["reason"].is_null(), "{model}");
        }
        assert_eq!(all[2]["available"], false);
    }

    #[test]
    fn jax_is_told_its_platforms_where_it_has_the_plugin_for_cuda() {
        let prefix = tempfile::tempdir().unwrap();
        let python = prefix.path().join("bin/python");
        assert!(gpu_environment(&python).is_empty());
        let plugins = prefix.path().join("lib/python3.12/site-packages/jax_plugins");
        fs::create_dir_all(plugins.join("labora")).unwrap();
        assert!(gpu_environment(&python).is_empty() && environment_without_gpu(&python).is_empty());
        fs::create_dir(plugins.join("xla_cuda13")).unwrap();
        let said = |platforms: &str| [(PLATFORMS.to_string(), platforms.to_string())];
        assert_eq!(gpu_environment(&python), said("cuda,cpu"));
        assert_eq!(environment_without_gpu(&python), said("cpu"));
        let package = prefix.path().join("lib/python3.12/site-packages/labora");
        fs::create_dir(&package).unwrap();
        fs::write(package.join("_labora.abi3.so"), "").unwrap();
        assert_eq!(environment_without_gpu(&python), said("labora,cpu"));
    }
}
