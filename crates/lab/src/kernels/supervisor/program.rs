//! A kernel's program: how it is started, signalled and ended, and what is removed then.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc::UnboundedSender;

use crate::clock::Since;
use crate::kernels::lifetimes::Lifetimes;
use crate::kernels::supervisor::rate::Rates;
use crate::runtimes::Remains;

/// Bytes of a kernel's own output that are passed on.
const MAX_SAID_BYTES: usize = 64 << 10;

/// What a supervisor has to start and to keep.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The name of the kernel's specification.
    pub name: String,
    /// The program and its arguments.
    pub argv: Vec<String>,
    /// The folder in which it starts.
    pub folder: PathBuf,
    /// Its variables. Those of the supervisor are inherited unless it `is_private`.
    pub environment: Vec<(String, String)>,
    /// True if the program must share nothing with the server.
    pub is_private: bool,
    /// A program that runs beside it.
    pub companion: Option<Vec<String>>,
    /// What the names of the kernel's sockets begin with, in the folder that server and runtime share.
    pub stem: PathBuf,
    /// Files that the supervisor writes into that folder first, by their paths below it: those of a server on
    /// another host.
    pub files: Vec<(String, String)>,
    /// The key of signatures.
    pub key: String,
    /// The session of messages of the server itself.
    pub session: String,
    /// When the kernel was started first.
    pub born: Since,
    /// How long it may run.
    pub lifetimes: Lifetimes,
    /// What it may publish.
    #[serde(default)]
    pub rates: Rates,
    /// What is removed when it has ended.
    pub remains: Remains,
}

impl Task {
    /// Writes its files into the folder that server and runtime share.
    ///
    /// # Errors
    /// One cannot be written, and why.
    pub fn write_files(&self, shared: &Path) -> Result<(), String> {
        self.files.iter().try_for_each(|(path, text)| {
            let file = shared.join(path);
            let made = file.parent().map_or(Ok(()), fs::create_dir_all);
            made.and_then(|()| fs::write(&file, text)).map_err(|e| format!("{}: {e}", file.display()))
        })
    }
}

/// A running program.
#[derive(Debug)]
pub struct Program {
    child: Child,
    group: Option<Pid>,
    /// A private runtime ends when this is closed.
    _input: Option<ChildStdin>,
    /// It is killed when this is dropped.
    companion: Option<Child>,
}

impl Program {
    /// Starts the program of a task. What it writes goes to `said`.
    ///
    /// # Errors
    /// It cannot be started, and why.
    pub fn start(task: &Task, said: &UnboundedSender<String>) -> Result<Program, String> {
        let failed = |program: &str, e: std::io::Error| format!("kernel {}: {program}: {e}", task.name);
        let companion = task.companion.as_deref().and_then(<[String]>::split_first).map(|(program, arguments)| {
            let mut command = Command::new(program);
            command.args(arguments).kill_on_drop(true).process_group(0);
            command.stdin(Stdio::null()).stdout(Stdio::null());
            command.spawn().map_err(|e| failed(program, e))
        });
        let companion = companion.transpose()?;
        let mut command = Command::new(&task.argv[0]);
        command.args(&task.argv[1..]).current_dir(&task.folder).kill_on_drop(true);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        if task.is_private {
            // It makes a session of its own. Its standard input tells it that the supervisor lives.
            command.env_clear().stdin(Stdio::piped());
        } else {
            // By the variable a kernel notices that its parent ended.
            command.process_group(0).stdin(Stdio::null()).env("JPY_PARENT_PID", std::process::id().to_string());
        }
        command.envs(task.environment.iter().map(|(name, value)| (name, value)));
        let mut child = command.spawn().map_err(|e| failed(&task.argv[0], e))?;
        child.stdout.take().into_iter().for_each(|output| pass_on(output, said.clone()));
        child.stderr.take().into_iter().for_each(|output| pass_on(output, said.clone()));
        let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let input = child.stdin.take();
        Ok(Program { child, group, _input: input, companion })
    }

    /// Its number while it runs.
    pub fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Waits for its end. May be dropped and called again.
    ///
    /// # Errors
    /// The system does not say.
    pub async fn wait(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Sends a signal to it and to the programs that it runs.
    pub fn signal(&self, signal: Signal) {
        if let Some(group) = self.group {
            // An error means that it ended.
            let _ = kill_process_group(group, signal);
        }
    }

    /// Ends the programs that it left in its group, and the one beside it.
    pub async fn end_others(mut self) {
        self.signal(Signal::KILL);
        if let Some(companion) = &mut self.companion {
            let _ = companion.start_kill();
            let _ = tokio::time::timeout(Duration::from_secs(5), companion.wait()).await;
        }
    }
}

/// Passes on the first of what a program writes, so that it never waits for a reader.
fn pass_on(mut output: impl AsyncRead + Send + Unpin + 'static, said: UnboundedSender<String>) {
    tokio::spawn(async move {
        let (mut bytes, mut left) = ([0; 2048], MAX_SAID_BYTES);
        while let Ok(count @ 1..) = output.read(&mut bytes).await {
            if left > 0 {
                // An error means that nobody listens.
                let _ = said.send(String::from_utf8_lossy(&bytes[..count]).trim_end().to_string());
            }
            left = left.saturating_sub(count);
        }
    });
}
