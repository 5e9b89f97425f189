//! The options of runtimes in a Kubernetes cluster.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use lab::{Error, Limits, Network, Result, Rules, Runtimes};

/// What runtimes in a cluster have in common with those on this host.
pub struct Common {
    /// The folder of the drive.
    pub drive: PathBuf,
    /// The folder of the image's Python environment.
    pub python: PathBuf,
    /// This program.
    pub program: PathBuf,
    /// Variables of all programs.
    pub environment: Vec<(String, String)>,
    /// What programs reach.
    pub network: Network,
    /// What they reach besides public addresses.
    pub rules: Rules,
    /// Limits of each.
    pub limits: Limits,
}

/// Where runtimes are pods.
#[derive(Debug, Args)]
#[command(next_help_heading = "Kubernetes")]
pub struct ClusterArgs {
    /// Runs notebooks and terminals in pods of the cluster that the server's own pod, KUBECONFIG or
    /// ~/.kube/config names.
    #[arg(long, conflicts_with_all = ["no_sandbox", "data"])]
    pub kubernetes: bool,
    /// Namespace of the pods [default: that of the server's own pod, or of the configuration].
    #[arg(long, value_name = "NAME", requires = "kubernetes")]
    namespace: Option<String>,
    /// Container image of the pods, with this program and the folder of --image at the same paths [default:
    /// that of the server's own pod].
    #[arg(long, value_name = "REFERENCE", requires = "kubernetes")]
    image_reference: Option<String>,
    /// PersistentVolumeClaim, and the folder in it, that has the drive [default: the one that is mounted
    /// there in the server's own pod].
    #[arg(long, value_name = "NAME[/FOLDER]", requires = "kubernetes")]
    drive_claim: Option<String>,
    /// Resource of which a runtime with a GPU gets one, such as nvidia.com/gpu [default: there is no GPU].
    #[arg(long, value_name = "RESOURCE", requires = "kubernetes")]
    gpu: Option<String>,
}

#[cfg(feature = "kubernetes")]
impl ClusterArgs {
    /// What the cluster has for runtimes, and whether notebooks can run there.
    ///
    /// # Errors
    /// None.
    pub async fn report(&self) -> Result<(String, bool)> {
        Ok(lab::kubernetes_report(self.namespace.as_deref()).await)
    }

    /// Pods of these options.
    ///
    /// # Errors
    /// The cluster is not reached, refuses, or an option is missing.
    pub async fn runtimes(&self, common: Common) -> Result<Arc<dyn Runtimes>> {
        let claim = self.drive_claim.as_deref().map(str::parse).transpose();
        let options = lab::KubernetesOptions {
            namespace: self.namespace.clone(),
            image: self.image_reference.clone(),
            claim: claim.map_err(|e| Error::invalid(format!("--drive-claim: {e}")))?,
            gpu: self.gpu.clone(),
            drive: common.drive,
            python: common.python,
            program: common.program,
            environment: common.environment,
            network: common.network,
            rules: common.rules,
            limits: common.limits,
        };
        Ok(Arc::new(lab::Kubernetes::new(options).await?))
    }
}

#[cfg(not(feature = "kubernetes"))]
impl ClusterArgs {
    /// Says that there is none.
    ///
    /// # Errors
    /// Always.
    pub async fn report(&self) -> Result<(String, bool)> {
        Err(absent())
    }

    /// Says that there are none.
    ///
    /// # Errors
    /// Always.
    pub async fn runtimes(&self, _: Common) -> Result<Arc<dyn Runtimes>> {
        Err(absent())
    }
}

#[cfg(not(feature = "kubernetes"))]
fn absent() -> Error {
    let how = "cargo build --release -p labora-lab --features kubernetes";
    Error::invalid(format!("--kubernetes: this program was built without it: `{how}` builds it"))
}
