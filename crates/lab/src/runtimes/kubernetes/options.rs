//! Where pods are, and how the cluster is reached.

use std::path::PathBuf;

use kube::{Client, Config};

use super::claim::Claim;
use crate::error::{Error, Result};
use crate::network::{Network, Rules};
use crate::runtimes::machine::Limits;

/// Where pods are, and what they have.
#[derive(Clone, Debug)]
pub struct KubernetesOptions {
    /// Their namespace; the server's own, or that of the configuration, by default.
    pub namespace: Option<String>,
    /// Their container image, which has this program and the environment of `python` at the same paths; that
    /// of the server's own pod by default.
    pub image: Option<String>,
    /// The volume that has the drive; the one of the server's own pod by default.
    pub claim: Option<Claim>,
    /// The resource that is a GPU, such as `nvidia.com/gpu`; without it there is none.
    pub gpu: Option<String>,
    /// The folder of the drive, a path of the server.
    pub drive: PathBuf,
    /// The folder of the Python environment.
    pub python: PathBuf,
    /// This program.
    pub program: PathBuf,
    /// Variables of all programs.
    pub environment: Vec<(String, String)>,
    /// What pods reach.
    pub network: Network,
    /// What they reach besides public addresses; a NetworkPolicy knows no names.
    pub rules: Rules,
    /// Limits of each.
    pub limits: Limits,
}

/// The client of the cluster that `KUBECONFIG`, `~/.kube/config` or the pod of this process names, and its
/// namespace.
pub async fn client() -> Result<(Client, String)> {
    let failed = |e: &dyn std::fmt::Display| {
        Error::invalid(format!("no cluster is configured: {e}: set KUBECONFIG, or run the server in a pod"))
    };
    let config = Config::infer().await.map_err(|e| failed(&e))?;
    let namespace = config.default_namespace.clone();
    Ok((Client::try_from(config).map_err(|e| failed(&e))?, namespace))
}
