//! What a runtime is to the server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::http::StatusCode;

use super::cgroup::Cgroups;
use super::gpus::{Meter, Minor, Reserved};
use super::personal::PersonalOptions;
use super::remains::Remains;
use super::remote::{Lease, Remote};
use super::tally::Counted;
use crate::error::{Error, Result};

/// Variables of the server that are no runtime's business.
pub const SECRET_VARIABLES: [&str; 2] = ["LABORA_LAB_TOKEN", "JPY_API_TOKEN"];

/// A program that is to run.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name and arguments, with paths as the program sees them.
    pub argv: Vec<String>,
    /// The folder in which it starts, a path of the server.
    pub folder: PathBuf,
    /// A folder that server and program share, for their sockets.
    pub shared: Option<PathBuf>,
    /// Its variables, besides those of all runtimes.
    pub environment: Vec<(String, String)>,
    /// A program that runs beside it, and ends with it.
    pub companion: Option<Vec<String>>,
    /// True if it has a GPU.
    pub has_gpu: bool,
}

/// What the server has to start so that the program runs.
#[derive(Debug)]
pub struct Started {
    /// The name and arguments.
    pub argv: Vec<String>,
    /// The folder, a path of the server.
    pub folder: PathBuf,
    /// All variables. Those of the server are not inherited if the runtime `is_private`.
    pub environment: Vec<(String, String)>,
    /// True if the program must share nothing with the server: variables, terminal, standard streams.
    pub is_private: bool,
    /// A program that the server has to start beside it.
    pub companion: Option<Vec<String>>,
    /// What exists as long as the runtime; dropped when it ended.
    pub guard: Guard,
}

/// What exists as long as a runtime.
#[derive(Debug, Default)]
pub struct Guard {
    pub(super) folder: Option<tempfile::TempDir>,
    pub(super) cgroups: Option<Cgroups>,
    pub(super) _counted: Option<Counted>,
    pub(super) gpu: Option<Reserved>,
    /// What is not on this host.
    pub lease: Option<Lease>,
}

impl Guard {
    /// What exists as long as a remote runtime.
    pub fn remote(lease: Lease) -> Guard {
        Guard { lease: Some(lease), ..Guard::default() }
    }

    /// The GPU that it has on this host.
    pub fn gpu(&self) -> Option<Minor> {
        self.gpu.as_ref().map(Reserved::minor)
    }

    /// What reads how much of that GPU's memory is in use.
    pub fn gpu_meter(&self) -> Option<Meter> {
        self.gpu.as_ref().and_then(Reserved::meter)
    }

    /// The folders of its control groups.
    pub fn cgroups(&self) -> Vec<PathBuf> {
        self.cgroups.as_ref().map(|groups| groups.folders.clone()).unwrap_or_default()
    }

    /// What is left when the runtime has ended; from now on somebody else removes it.
    pub fn take_remains(&mut self) -> Remains {
        let cgroups = self.cgroups.take().map(|mut groups| std::mem::take(&mut groups.folders));
        let folder = self.folder.take().map(tempfile::TempDir::keep);
        Remains { folders: folder.into_iter().collect(), cgroups: cgroups.unwrap_or_default(), record: None }
    }
}

/// A runtime that an earlier server started.
#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a> {
    /// True if it has a machine of its own.
    pub is_private: bool,
    /// The program.
    pub program: &'a str,
    /// The folder in which it was started, as it sees it.
    pub folder: &'a Path,
    /// The GPU that it has on this host.
    pub gpu: Option<Minor>,
}

/// Where programs run.
pub trait Runtimes: fmt::Debug + Send + Sync {
    /// An error unless programs may run.
    ///
    /// # Errors
    /// Programs are refused, and why.
    fn check(&self) -> Result<()>;

    /// Prepares a runtime of its own for a program.
    ///
    /// # Errors
    /// Programs are refused, or the system refuses what the runtime needs.
    fn start(&self, program: Program) -> Result<Started>;

    /// Takes over a runtime that an earlier server started.
    ///
    /// # Errors
    /// It is one of another kind, or there are as many as may be.
    fn adopt(&self, earlier: Earlier<'_>) -> Result<Guard>;

    /// Runtimes of the same kind for one person.
    ///
    /// # Errors
    /// People cannot be kept apart.
    fn personal(&self, own: PersonalOptions) -> Result<Arc<dyn Runtimes>>;

    /// Where runtimes are, unless on this host: then [`Runtimes::start`] and [`Runtimes::adopt`] are errors.
    fn remote(&self) -> Option<Arc<dyn Remote>> {
        None
    }

    /// Why a runtime cannot have a GPU now; none if it can.
    fn lacks_gpu(&self) -> Option<String> {
        Some("runtimes of this server have no GPU: choose TPU, which is software, or none".into())
    }

    /// Where programs see the folder that they share with the server.
    fn shared_folder(&self, shared: &Path) -> PathBuf;

    /// Where programs see a file of the drive, a path of the server.
    fn drive_file(&self, file: &Path) -> PathBuf;

    /// The folder outside of the drive that a path names for programs, where they may start; none where
    /// programs see the drive alone.
    fn outside_folder(&self, _path: &str) -> Option<PathBuf> {
        None
    }

    /// The shell of terminals.
    fn shell(&self) -> String {
        std::env::var("SHELL").ok().filter(|shell| !shell.is_empty()).unwrap_or_else(|| "/bin/sh".into())
    }
}

/// Programs are refused.
#[derive(Clone, Debug)]
pub struct Refused(pub String);

impl Runtimes for Refused {
    fn check(&self) -> Result<()> {
        Err(Error::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!(
                "programs are refused, since there is no sandbox: {}; `labora lab doctor` says what is missing, and \
                 --no-sandbox runs programs with all rights of the user who started the server",
                self.0
            ),
        ))
    }

    fn start(&self, _: Program) -> Result<Started> {
        self.check()?;
        Err(Error::internal("programs are refused"))
    }

    fn adopt(&self, _: Earlier<'_>) -> Result<Guard> {
        self.check()?;
        Err(Error::internal("programs are refused"))
    }

    fn personal(&self, _: PersonalOptions) -> Result<Arc<dyn Runtimes>> {
        Ok(Arc::new(self.clone()))
    }

    fn shared_folder(&self, shared: &Path) -> PathBuf {
        shared.to_path_buf()
    }

    fn drive_file(&self, file: &Path) -> PathBuf {
        file.to_path_buf()
    }
}
