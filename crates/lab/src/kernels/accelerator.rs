//! Hardware accelerators of runtimes, as Colab's notebooks name them.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::{Error, Result};
use crate::random;

/// The module that makes the TPU JAX's default device.
const JAX_PLUGIN: &str = include_str!("../../image/labora_tpu.py");
/// Why a GPU cannot be chosen.
const NO_GPU: &str = "runtimes of this server have no GPU: choose TPU, which is software, or none";

/// What a runtime computes with, besides its processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accelerator {
    /// Nothing.
    #[default]
    None,
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
    /// The one of a name, in any case: nothing, `NONE` or `TPU`.
    ///
    /// # Errors
    /// There is none of that name here, and why.
    pub fn parse(name: &str) -> Result<Accelerator> {
        match name.to_ascii_uppercase().as_str() {
            "" | "NONE" => Ok(Accelerator::None),
            "TPU" => Ok(Accelerator::Tpu),
            "GPU" => Err(Error::invalid(format!("accelerator GPU: {NO_GPU}"))),
            _ => Err(Error::invalid(format!("there is no accelerator {name:?}; there are: NONE, TPU"))),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Accelerator::None => "NONE",
            Accelerator::Tpu => "TPU",
        }
    }

    /// All of them for a dialog: those that cannot be chosen have a reason.
    pub fn models(worker: Option<&Path>) -> Value {
        let no_worker = worker.is_none().then(no_worker);
        json!([
            {"name": "NONE", "display_name": "None", "available": true, "reason": null},
            {"name": "GPU", "display_name": "GPU", "available": false, "reason": NO_GPU},
            {"name": "TPU", "display_name": "TPU (eight software cores)", "available": worker.is_some(),
             "reason": no_worker},
        ])
    }
}

fn no_worker() -> &'static str {
    "the program labora-worker is not beside labora-lab: `cargo build --release -p labora-worker` makes it"
}

/// The worker beside this program.
pub fn worker() -> Option<PathBuf> {
    let worker = std::env::current_exe().ok()?.with_file_name("labora-worker");
    worker.is_file().then_some(worker)
}

/// The worker.
///
/// # Errors
/// There is none.
pub fn check_worker(worker: Option<&Path>) -> Result<&Path> {
    worker.ok_or_else(|| Error::invalid(format!("accelerator TPU: {}", no_worker())))
}

/// Prepares a TPU: writes its token and JAX's module into the folder that server and runtime share, which
/// programs see as `seen`.
///
/// # Errors
/// There is no worker, no free port, or the folder cannot be written.
pub fn prepare_tpu(worker: Option<&Path>, shared: &Path, seen: &Path) -> Result<Tpu> {
    let worker = check_worker(worker)?;
    let io = |e: std::io::Error| Error::io("the TPU of a runtime", e);
    let token = random::secret()?;
    fs::write(shared.join("tpu.token"), &token).map_err(io)?;
    let plugins = shared.join("python/jax_plugins");
    fs::create_dir_all(&plugins).map_err(io)?;
    fs::write(plugins.join("labora_tpu.py"), JAX_PLUGIN).map_err(io)?;
    // A port that is free now. Whoever else takes it has not the token, and the worker says that it failed.
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_err(io)?;
    let token_file = seen.join("tpu.token").display().to_string();
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
        ("LABORA_WORKER_TOKEN", token),
        ("JAX_PLATFORMS", "tpu,cpu".into()),
    ];
    Ok(Tpu { companion, environment: environment.map(|(name, value)| (name.to_string(), value)).into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_colabs_and_what_is_absent_has_a_reason() {
        assert_eq!(Accelerator::parse("tpu").unwrap(), Accelerator::Tpu);
        assert_eq!(Accelerator::parse("").unwrap(), Accelerator::None);
        for (name, reason) in [("GPU", "no GPU"), ("abacus", "NONE, TPU")] {
            assert!(Accelerator::parse(name).unwrap_err().message().contains(reason));
        }
        let all = Accelerator::models(None);
        for model in all.as_array().unwrap() {
            assert_eq!(model["available"] == true, model["reason"].is_null(), "{model}");
        }
        assert_eq!(all[2]["available"], false);
    }
}
