//! The server's end of a kernel's process: the connection to its supervisor.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream as StdStream};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::net::UnixStream;
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::lifetimes::Lifetimes;
use super::supervisor::wire::{self, Attached, Frame, Order, Report};
use super::supervisor::{self, Task};
use crate::error::{Error, Result};
use crate::runtimes::{SECRET_VARIABLES, SUPERVISOR};

/// How long a supervisor may take to start a program.
const START_TIME: Duration = Duration::from_secs(60);
/// How long one that runs may take to answer. It does not while another server is connected.
const ANSWER_TIME: Duration = Duration::from_secs(15);

/// A connection to a supervisor.
#[derive(Debug)]
pub struct Process {
    /// What comes from it.
    pub reader: OwnedReadHalf,
    /// What goes to it.
    pub writer: OwnedWriteHalf,
    /// Its first answer.
    pub attached: Attached,
    /// The supervisor, if this server started it as a program.
    pub child: Option<Child>,
}

impl Process {
    /// Starts a supervisor with its task. It is a process of the program `helper`; without one a thread of
    /// this process.
    ///
    /// # Errors
    /// The supervisor or the kernel cannot be started.
    pub async fn start(helper: Option<&Path>, socket: &Path, task: Task) -> Result<Process> {
        let failed = |e: io::Error| Error::io(format!("the supervisor of kernel {}", task.name), e);
        let listener = UnixListener::bind(socket).map_err(failed)?;
        let stream = StdStream::connect(socket).map_err(failed)?;
        let child = match helper {
            Some(helper) => Some(spawn(helper, listener).map_err(failed)?),
            None => {
                let thread = std::thread::Builder::new().name("supervisor".into());
                thread.spawn(|| supervisor::run(listener)).map_err(failed)?;
                None
            }
        };
        let stream = from_std(stream).map_err(failed)?;
        connect(stream, Order::Start(Box::new(task)), START_TIME, child).await
    }

    /// Says the first word to a supervisor that runs: to start its task, or to go on for a later server.
    ///
    /// # Errors
    /// The kernel cannot be started, or the supervisor does not answer.
    pub async fn greet(stream: UnixStream, first: Order) -> Result<Process> {
        connect(stream, first, START_TIME, None).await
    }

    /// Takes over a kernel from a server that has ended.
    ///
    /// # Errors
    /// Another server has it, or the supervisor is gone, or does not answer.
    pub async fn attach(socket: &Path, lifetimes: Lifetimes) -> Result<Process> {
        let stream = UnixStream::connect(socket).await.map_err(|e| Error::io(socket.display(), e))?;
        connect(stream, Order::Attach(lifetimes), ANSWER_TIME, None).await
    }
}

/// True if a supervisor listens at a socket. Only the one that the socket was made for can: no number of a
/// process, which another may have by now, says so.
///
/// # Errors
/// The system does not say.
pub async fn is_alive(socket: &Path) -> Result<bool> {
    match UnixStream::connect(socket).await {
        Ok(_) => Ok(true),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => Ok(false),
        Err(error) => Err(Error::io(socket.display(), error)),
    }
}

fn from_std(stream: StdStream) -> io::Result<UnixStream> {
    stream.set_nonblocking(true)?;
    UnixStream::from_std(stream)
}

/// Starts the supervisor, which has the listener as its standard input.
fn spawn(helper: &Path, listener: UnixListener) -> io::Result<Child> {
    let mut command = Command::new(helper);
    command.arg(SUPERVISOR).current_dir("/").stdin(Stdio::from(OwnedFd::from(listener)));
    // It outlives whoever reads the streams of the server.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    // A server that is killed drops nothing.
    command.kill_on_drop(true);
    SECRET_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
    command.spawn()
}

/// Says the first word, and waits for the answer.
async fn connect(stream: UnixStream, first: Order, patience: Duration, child: Option<Child>) -> Result<Process> {
    let failed = |e: io::Error| Error::internal(format!("the supervisor of a kernel does not answer: {e}"));
    let (mut reader, mut writer) = stream.into_split();
    wire::write(&mut writer, &Frame::Word(first)).await.map_err(failed)?;
    let answer = timeout(patience, wire::read(&mut reader)).await.map_err(|e| failed(e.into()))?;
    match answer.map_err(failed)? {
        Frame::Word(Report::Attached(attached)) => Ok(Process { reader, writer, attached, child }),
        Frame::Word(Report::Failed(message)) => Err(Error::internal(message)),
        Frame::Word(Report::Ended(why)) => Err(Error::internal(format!("the kernel ended at its start: {why}"))),
        _ => Err(Error::internal("the supervisor of a kernel answers something else")),
    }
}

/// The socket of a supervisor in the folder of a runtime.
pub fn socket(folder: &Path) -> PathBuf {
    folder.join("supervisor")
}
