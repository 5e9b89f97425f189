//! What all requests share.

use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime};

use futures_util::future::BoxFuture;

use super::collaborations::Collaborations;
use crate::access::{Access, Person};
use crate::collaboration::Collaboration;
use crate::drive::Drive;
use crate::error::{Error, Result};
use crate::frontend::{Config, Settings, Workspaces};
use crate::image::Image;
use crate::kernels::Kernels;
use crate::sessions::Sessions;
use crate::sharing::ShareTable;
use crate::terminals::Terminals;

/// Events that wait for a page that reads none; the first of more are lost to it.
const MAX_EVENTS: usize = 64;

/// By which pages know a message for a person among events.
pub(super) const MESSAGE: &str = "urn:labora:message";

/// The laboratories of a class.
pub trait Laboratories: std::fmt::Debug + Send + Sync {
    /// That of a person, made if it is not there.
    fn laboratory(self: Arc<Self>, name: String) -> BoxFuture<'static, Result<Arc<Lab>>>;

    /// That of a person, if it was made.
    fn open_laboratory(&self, name: &str) -> Option<Arc<Lab>>;

    /// True if there is such an account.
    fn has_account(&self, name: &str) -> bool;
}

/// By what the laboratory of a person reaches documents of others.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// Whose laboratory it is.
    pub me: String,
    /// Who has which document.
    pub shares: Arc<ShareTable>,
    /// All laboratories.
    pub class: Weak<dyn Laboratories>,
}

impl Sharing {
    /// All laboratories.
    ///
    /// # Errors
    /// 500: the server ends.
    pub fn class(&self) -> Result<Arc<dyn Laboratories>> {
        self.class.upgrade().ok_or_else(|| Error::internal("the server ends"))
    }
}

/// What the server has.
#[derive(Debug)]
pub struct Lab {
    /// Who may do what.
    pub access: Arc<Access>,
    /// Whose it is; nobody's if a token lets in.
    pub person: Option<Person>,
    /// Events for pages, as JSON.
    pub(super) events: tokio::sync::broadcast::Sender<String>,
    /// The files.
    pub drive: Arc<Drive>,
    /// Documents that several people edit.
    pub(super) collaboration: Collaborations,
    /// Documents that are shared with others; none without accounts.
    pub(super) sharing: Option<Sharing>,
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
    pub fn new(access: Arc<Access>, drive: Drive, image: Image, kernels: Kernels, state: &std::path::Path) -> Lab {
        let drive = Arc::new(drive);
        Lab {
            access,
            person: None,
            events: tokio::sync::broadcast::channel(MAX_EVENTS).0,
            collaboration: Collaborations::new(Collaboration::new(drive.clone(), &state.join("collaboration"))),
            sharing: None,
            drive,
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

    /// Goes on with the kernels of an earlier server that was killed, and with their sessions.
    pub(super) async fn resume(&self) {
        self.kernels.resume().await.into_iter().for_each(|sessions| self.sessions.resume(sessions));
    }

    /// Removes remote runtimes that no kernel has.
    pub(super) async fn sweep(&self) {
        if let Some(remote) = self.kernels.runtimes().remote() {
            remote.sweep(self.kernels.remotes()).await;
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

    /// What has to be done again and again until the server ends: writes the outputs of cells whose pages are
    /// gone into their notebooks, and ends idle kernels and terminals.
    pub(super) async fn keep_house(self: &Arc<Lab>) {
        tokio::join!(self.kernels.cull(), self.keep_beat());
    }

    async fn keep_beat(self: &Arc<Lab>) {
        let mut beats = tokio::time::interval(Duration::from_secs(1));
        loop {
            beats.tick().await;
            self.write_outputs_now(false).await;
            self.terminals.end_idle(self.kernels.lifetimes.idle);
        }
    }

    /// True if nothing runs.
    pub(super) fn is_idle(&self) -> bool {
        self.kernels.totals().1 == 0 && self.terminals.models().is_empty()
    }

    /// Lets what runs no time to end.
    pub fn kill_all(&self) {
        self.kernels.kill_all();
    }

    /// Ends all that runs.
    pub async fn end_all(self: &Arc<Lab>) {
        self.write_outputs_now(true).await;
        self.collaboration.end_all().await;
        self.terminals.end_all().await;
        self.kernels.shut_down_all().await;
    }
}

/// Runs something on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(run: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let task = tokio::task::spawn_blocking(run).await;
    task.map_err(|e| Error::internal(format!("a request failed: {e}")))?
}
