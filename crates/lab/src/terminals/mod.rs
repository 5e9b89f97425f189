//! Terminals: shells behind pseudoterminals, on this host or in remote runtimes.

mod away;
mod here;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc};

use crate::clock::rfc3339;
use crate::error::{Error, Result};
use crate::runtimes::Runtimes;
use away::Away;
use here::Here;

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
    place: Place,
    /// Where texts wait for whoever types them, and how many bytes do.
    input: mpsc::UnboundedSender<String>,
    waiting: Arc<AtomicUsize>,
    /// The last output, the sender of what comes, and when something last happened.
    output: Mutex<Output>,
}

/// Where a shell is.
enum Place {
    Here(Here),
    Away(Away),
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
        let alive = self.alive.clone();
        let terminal = match runtimes.remote() {
            Some(remote) => away::open(&name, runtimes.drive_file(folder), runtimes.shell(), remote, alive),
            None => {
                here::open(&name, folder, runtimes, alive).map_err(|e| Error::internal(format!("a terminal: {e}")))?
            }
        };
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
        let (rows, cols) = (rows.clamp(1, 1000), cols.clamp(1, 1000));
        match &self.place {
            Place::Here(here) => here.resize(rows, cols),
            Place::Away(away) => away.resize(rows, cols),
        }
    }

    fn new(name: &str, place: Place) -> (Arc<Terminal>, mpsc::UnboundedReceiver<String>) {
        let (input, texts) = mpsc::unbounded_channel();
        let sender = broadcast::channel(BACKLOG).0;
        let output = Output { last: Vec::new(), sender: Some(sender), activity: SystemTime::now() };
        let (name, waiting, output) = (name.to_string(), Arc::default(), Mutex::new(output));
        (Arc::new(Terminal { name, place, input, waiting, output }), texts)
    }

    /// Shows what the shell writes.
    fn show(&self, bytes: &[u8]) {
        let mut output = self.output();
        output.activity = SystemTime::now();
        output.last.extend_from_slice(bytes);
        if output.last.len() > MAX_REPLAY_BYTES {
            let surplus = output.last.len() - MAX_REPLAY_BYTES / 2;
            output.last.drain(..surplus);
        }
        // An error means that nobody reads.
        let _ = output.sender.as_ref().map(|sender| sender.send(bytes.to_vec()));
    }

    /// The shell has ended.
    fn close(&self) {
        self.output().sender = None;
    }

    fn is_open(&self) -> bool {
        self.output().sender.is_some()
    }

    fn kill(&self) {
        match &self.place {
            Place::Here(here) => here.kill(),
            Place::Away(away) => away.end(),
        }
        self.close();
    }

    fn output(&self) -> std::sync::MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
