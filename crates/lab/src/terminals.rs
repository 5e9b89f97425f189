//! Terminals: shells behind pseudoterminals.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant, SystemTime};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::runtimes::{Program, Runtimes, SECRET_VARIABLES};

/// Terminals at a time.
const MAX_TERMINALS: usize = 64;
/// Bytes of a terminal's last output, which a client that connects gets.
const MAX_REPLAY_BYTES: usize = 256 << 10;
/// Bytes that may wait for a shell that reads nothing; what is typed beyond them is lost.
const MAX_WAITING_BYTES: usize = 8 << 20;
/// How long the machines of terminals may take to end.
const END_TIME: Duration = Duration::from_secs(3);
/// Pieces of output that a client may be late.
const BACKLOG: usize = 1024;

/// A shell.
pub struct Terminal {
    name: String,
    master: Mutex<Box<dyn MasterPty + Send>>,
    /// Where texts wait for the thread that types them, and how many bytes do.
    input: mpsc::Sender<String>,
    waiting: Arc<AtomicUsize>,
    killer: Mutex<Box<dyn portable_pty::ChildKiller + Send + Sync>>,
    /// The last output, the sender of what comes, and when something last happened.
    output: Mutex<Output>,
}

struct Output {
    last: Vec<u8>,
    /// None when the shell has ended.
    sender: Option<broadcast::Sender<Vec<u8>>>,
    activity: SystemTime,
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terminal").field("name", &self.name).finish_non_exhaustive()
    }
}

/// All terminals.
#[derive(Debug, Default)]
pub struct Terminals {
    all: Mutex<BTreeMap<String, Arc<Terminal>>>,
    /// Held by the thread of each shell until all that belongs to it is gone.
    alive: Arc<()>,
}

impl Terminals {
    /// Starts a shell in a folder.
    ///
    /// # Errors
    /// The name is in use, there are too many, programs are refused, or the system has no pseudoterminal.
    pub fn start(&self, name: Option<&str>, folder: &Path, runtimes: &dyn Runtimes) -> Result<Arc<Terminal>> {
        runtimes.check()?;
        let mut all = self.open();
        if all.len() >= MAX_TERMINALS {
            let message = format!("{MAX_TERMINALS} terminals are open: close some");
            return Err(Error::new(axum::http::StatusCode::TOO_MANY_REQUESTS, message));
        }
        let name = match name {
            Some(name) if all.contains_key(name) => {
                return Err(Error::conflict(format!("Terminal already exists: {name}")));
            }
            Some(name) => name.to_string(),
            None => {
                let free = (1..=MAX_TERMINALS + 1).map(|number| number.to_string()).find(|n| !all.contains_key(n));
                free.unwrap_or_default()
            }
        };
        let terminal = open(&name, folder, runtimes, self.alive.clone())
            .map_err(|e| Error::internal(format!("a terminal: {e}")))?;
        all.insert(name, terminal.clone());
        Ok(terminal)
    }

    /// A terminal.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn get(&self, name: &str) -> Result<Arc<Terminal>> {
        self.open().get(name).cloned().ok_or_else(|| Error::not_found(format!("Terminal not found: {name}")))
    }

    /// Ends a terminal.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn end(&self, name: &str) -> Result<()> {
        let terminal = self.get(name)?;
        self.lock().remove(name);
        terminal.kill();
        Ok(())
    }

    /// Ends all terminals, and waits until their machines are removed.
    pub async fn end_all(&self) {
        std::mem::take(&mut *self.lock()).values().for_each(|terminal| terminal.kill());
        let start = Instant::now();
        while Arc::strong_count(&self.alive) > 1 && start.elapsed() < END_TIME {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Ends terminals in which nothing has happened for a time.
    pub fn end_idle(&self, time: Duration) {
        let idle = |terminal: &Terminal| terminal.output().activity.elapsed().unwrap_or_default() > time;
        let mut over = Vec::new();
        self.lock().retain(|_, terminal| {
            let is_over = idle(terminal);
            over.extend(is_over.then(|| terminal.clone()));
            !is_over
        });
        for terminal in over {
            tracing::info!(terminal = terminal.name, "a terminal's time is over");
            terminal.kill();
        }
    }

    /// The models of all terminals.
    pub fn models(&self) -> Vec<Value> {
        self.open().values().map(|terminal| terminal.model()).collect()
    }

    /// Those whose shells have not ended; the others are removed.
    fn open(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Terminal>>> {
        let mut all = self.lock();
        all.retain(|_, terminal| terminal.is_open());
        all
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Terminal>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminal {
    /// What clients read about it.
    pub fn model(&self) -> Value {
        json!({"name": self.name, "last_activity": rfc3339(self.output().activity)})
    }

    /// The last output, and what comes; none if the shell has ended.
    pub fn connect(&self) -> Option<(Vec<u8>, broadcast::Receiver<Vec<u8>>)> {
        let output = self.output();
        Some((output.last.clone(), output.sender.as_ref()?.subscribe()))
    }

    /// Types a text, when the shell reads it.
    pub fn write(&self, text: &str) {
        self.output().activity = SystemTime::now();
        if self.waiting.fetch_add(text.len(), Ordering::Relaxed) + text.len() > MAX_WAITING_BYTES {
            self.waiting.fetch_sub(text.len(), Ordering::Relaxed);
            tracing::warn!(terminal = self.name, "a text is lost: the terminal's program reads nothing");
            return;
        }
        // An error means that the shell has ended.
        let _ = self.input.send(text.to_string());
    }

    /// Sets the number of rows and columns.
    pub fn resize(&self, rows: u16, cols: u16) {
        let size = PtySize { rows: rows.clamp(1, 1000), cols: cols.clamp(1, 1000), pixel_width: 0, pixel_height: 0 };
        // An error means that the shell has ended.
        let _ = self.master.lock().unwrap_or_else(PoisonError::into_inner).resize(size);
    }

    fn is_open(&self) -> bool {
        self.output().sender.is_some()
    }

    fn kill(&self) {
        let _ = self.killer.lock().unwrap_or_else(PoisonError::into_inner).kill();
        self.output().sender = None;
    }

    fn output(&self) -> std::sync::MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn open(
    name: &str,
    folder: &Path,
    runtimes: &dyn Runtimes,
    alive: Arc<()>,
) -> Result<Arc<Terminal>, Box<dyn std::error::Error + Send + Sync>> {
    let pair = native_pty_system().openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 })?;
    let program = Program {
        argv: vec![runtimes.shell()],
        folder: folder.to_path_buf(),
        shared: None,
        environment: vec![("TERM".into(), "xterm-256color".into())],
        companion: None,
    };
    let started = runtimes.start(program)?;
    let mut command = CommandBuilder::new(&started.argv[0]);
    command.args(&started.argv[1..]);
    command.cwd(&started.folder);
    if started.is_private {
        command.env_clear();
    }
    SECRET_VARIABLES.iter().for_each(|name| command.env_remove(name));
    started.environment.iter().for_each(|(name, value)| command.env(name, value));
    let guard = started.guard;
    let mut child = pair.slave.spawn_command(command)?;
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader()?;
    let mut writer = pair.master.take_writer()?;
    let (input, texts) = mpsc::channel::<String>();
    let waiting = Arc::new(AtomicUsize::new(0));
    let typed = waiting.clone();
    // A shell that reads nothing blocks whoever writes.
    std::thread::Builder::new().name("terminal-input".into()).spawn(move || {
        for text in texts {
            if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
                break;
            }
            typed.fetch_sub(text.len(), Ordering::Relaxed);
        }
    })?;
    let sender = broadcast::channel(BACKLOG).0;
    let output = Output { last: Vec::new(), sender: Some(sender), activity: SystemTime::now() };
    let terminal = Arc::new(Terminal {
        name: name.to_string(),
        master: Mutex::new(pair.master),
        input,
        waiting,
        killer: Mutex::new(child.clone_killer()),
        output: Mutex::new(output),
    });
    let weak = Arc::downgrade(&terminal);
    std::thread::Builder::new().name("terminal".into()).spawn(move || {
        let mut bytes = vec![0; 16 << 10];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            let Some(terminal) = weak.upgrade() else { break };
            let mut output = terminal.output();
            output.activity = SystemTime::now();
            output.last.extend_from_slice(&bytes[..count]);
            if output.last.len() > MAX_REPLAY_BYTES {
                let surplus = output.last.len() - MAX_REPLAY_BYTES / 2;
                output.last.drain(..surplus);
            }
            // An error means that nobody reads.
            let _ = output.sender.as_ref().map(|sender| sender.send(bytes[..count].to_vec()));
        }
        if let Some(terminal) = weak.upgrade() {
            terminal.output().sender = None;
        }
        let _ = child.wait();
        drop(guard);
        drop(alive);
    })?;
    Ok(terminal)
}
