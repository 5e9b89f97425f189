//! What all requests share.

use std::sync::Arc;
use std::time::SystemTime;

use crate::access::Access;
use crate::drive::Drive;
use crate::error::{Error, Result};
use crate::frontend::{Config, Settings, Workspaces};
use crate::image::Image;
use crate::kernels::Kernels;
use crate::sessions::Sessions;
use crate::terminals::Terminals;

/// What the server has.
#[derive(Debug)]
pub struct Lab {
    /// Who may do what.
    pub access: Arc<Access>,
    /// The files.
    pub drive: Arc<Drive>,
    /// The runtime image.
    pub image: Image,
    /// The kernels.
    pub kernels: Kernels,
    /// Which kernel belongs to which notebook.
    pub sessions: Sessions,
    /// The terminals.
    pub terminals: Terminals,
    /// The settings of JupyterLab.
    pub settings: Settings,
    /// The workspaces of JupyterLab.
    pub workspace_files: Workspaces,
    /// Configuration that pages keep.
    pub config: Config,
    /// When it started.
    pub started: SystemTime,
    /// Held while a session starts.
    pub(super) starting: tokio::sync::Mutex<()>,
}

impl Lab {
    /// A server with a drive and an image, whose settings are kept in the folder `state`.
    pub fn new(access: Access, drive: Drive, image: Image, kernels: Kernels, state: &std::path::Path) -> Lab {
        Lab {
            access: Arc::new(access),
            drive: Arc::new(drive),
            kernels,
            sessions: Sessions::default(),
            terminals: Terminals::default(),
            settings: Settings::new(&image.lab(), image.extensions(), state.join("settings")),
            workspace_files: Workspaces::new(state.join("workspaces")),
            config: Config::new(state.join("config")),
            image,
            started: SystemTime::now(),
            starting: tokio::sync::Mutex::default(),
        }
    }

    /// Runs something with the drive on a thread that may block.
    pub(super) async fn drive<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Drive) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let drive = self.drive.clone();
        blocking(move || run(&drive)).await
    }

    /// Ends all that runs.
    pub async fn end_all(&self) {
        self.terminals.end_all();
        self.kernels.shut_down_all().await;
    }
}

/// Runs something on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(run: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let task = tokio::task::spawn_blocking(run).await;
    task.map_err(|e| Error::internal(format!("a request failed: {e}")))?
}
