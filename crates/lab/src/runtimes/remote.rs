//! Runtimes away from this host: the server starts each by a request, and reaches its programs by streams.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;

use super::tally::Counted;
use crate::error::Result;

/// The first argument with which this program is the supervisor of a kernel; a second one is the socket that
/// it makes.
pub const SUPERVISOR: &str = "--labora-supervisor";
/// The first argument with which this program joins its standard streams to the socket of a supervisor, the
/// second one.
pub const RELAY: &str = "--labora-relay";

/// How a runtime ended whose programs, or one of them, needed too much memory.
pub const TOO_MUCH_MEMORY: &str = "it needed more memory than its limit (OOMKilled)";

/// What a remote runtime is to have.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// What it runs, of letters, digits and `-`: the number of a kernel, or `terminal`.
    pub purpose: String,
    /// The folder in which it starts, a path of the runtime.
    pub folder: PathBuf,
    /// True if it has a supervisor, which ends unless the server connects to it soon.
    pub is_supervised: bool,
    /// A program that runs beside it, within a container of its own, once the file `ready` is there.
    pub companion: Option<Companion>,
    /// True if it has a GPU.
    pub has_gpu: bool,
    /// How long it may exist; it ends by itself then, whatever becomes of the server.
    pub time: Duration,
}

/// A program beside a runtime's own.
#[derive(Clone, Debug)]
pub struct Companion {
    /// Its name and arguments.
    pub argv: Vec<String>,
    /// The file for which it waits, a path of the runtime.
    pub ready: PathBuf,
}

/// Both directions of a connection to a program.
pub struct Stream {
    /// What the program writes.
    pub reader: Box<dyn AsyncRead + Send + Unpin>,
    /// What the program reads.
    pub writer: Box<dyn AsyncWrite + Send + Unpin>,
}

/// A connection to the supervisor of a runtime.
pub enum Connection {
    /// It is there.
    Open(Stream),
    /// The runtime has ended, and why.
    Ended(String),
}

/// How a program of a runtime ended.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// True if it ended well.
    pub is_well: bool,
    /// What it wrote to its standard output.
    pub output: Vec<u8>,
    /// The first of what it wrote to its standard error.
    pub errors: String,
}

/// A shell of a runtime.
pub struct Shell {
    /// Its input and output.
    pub stream: Stream,
    /// Where new numbers of rows and columns go.
    pub size: mpsc::UnboundedSender<(u16, u16)>,
}

/// Where remote runtimes are.
pub trait Remote: fmt::Debug + Send + Sync {
    /// Starts a runtime, and waits until its programs can be reached. `progress` is told what happens.
    ///
    /// # Errors
    /// It is refused, there is no room for it, or it does not start, and what to do.
    fn start(&self, order: Order, progress: mpsc::UnboundedSender<String>) -> BoxFuture<'_, Result<Lease>>;

    /// Connects to the supervisor of a runtime.
    ///
    /// # Errors
    /// It cannot be reached now.
    fn connect(&self, name: &str) -> BoxFuture<'_, Result<Connection>>;

    /// Starts a shell, a program, in the folder of a runtime.
    ///
    /// # Errors
    /// The runtime cannot be reached.
    fn shell(&self, name: &str, program: &str) -> BoxFuture<'_, Result<Shell>>;

    /// Runs a program of a runtime to its end, which reads `input`.
    ///
    /// # Errors
    /// The runtime cannot be reached, or the program writes too much.
    fn run(&self, name: &str, argv: Vec<String>, input: Vec<u8>) -> BoxFuture<'_, Result<Done>>;

    /// Removes a runtime, unless it is gone. A failure is logged.
    fn remove(&self, name: &str) -> BoxFuture<'static, ()>;

    /// Takes over a runtime that an earlier server started with a program in a folder.
    ///
    /// # Errors
    /// There are as many as may be.
    fn adopt(&self, name: &str, program: &str, folder: &Path) -> Result<Lease>;

    /// Removes all runtimes of this laboratory, whoever's they are, but those of these names: an earlier
    /// server that was killed may have left some.
    fn sweep(&self, keep: Vec<String>) -> BoxFuture<'_, ()>;
}

/// A remote runtime, which is removed when this is dropped.
#[derive(Debug)]
pub struct Lease {
    /// Its name.
    pub name: String,
    remote: Arc<dyn Remote>,
    is_held: bool,
    _counted: Option<Counted>,
}

impl Lease {
    /// A runtime of this name, which may be one that a person has.
    pub fn new(name: String, remote: Arc<dyn Remote>, counted: Option<Counted>) -> Lease {
        Lease { name, remote, is_held: true, _counted: counted }
    }

    /// Removes the runtime, and waits for it.
    pub async fn end(mut self) {
        self.is_held = false;
        self.remote.remove(&self.name).await;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current()
            && self.is_held
        {
            runtime.spawn(self.remote.remove(&self.name));
        }
    }
}
