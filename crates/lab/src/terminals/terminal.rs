//! A terminal: what is typed into a shell, and what it writes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc};

use crate::clock::{Since, rfc3339};

/// Bytes of a terminal's last output, which a client that connects gets.
const MAX_REPLAY_BYTES: usize = 256 << 10;
/// Bytes that may wait for a shell that reads nothing; what is typed beyond them is lost.
const MAX_WAITING_BYTES: usize = 8 << 20;
/// Pieces of output that a client may be late.
const BACKLOG: usize = 1024;

/// A shell.
pub struct Terminal {
    /// Its name, a number unless the client chose one.
    pub name: String,
    pty: Box<dyn Pty>,
    /// Where texts wait for whoever types them, and how many bytes do.
    input: mpsc::UnboundedSender<String>,
    waiting: Arc<AtomicUsize>,
    /// The last output, the sender of what comes, and when something last happened.
    output: Mutex<Output>,
}

/// The pseudoterminal of a shell, on this host or in a remote runtime.
pub trait Pty: Send + Sync {
    /// Sets the number of rows and columns.
    fn resize(&self, rows: u16, cols: u16);

    /// Ends the shell.
    fn end(&self);
}

struct Output {
    last: Vec<u8>,
    /// None when the shell has ended.
    sender: Option<broadcast::Sender<Vec<u8>>>,
    /// When something last happened, as clients read it.
    activity: SystemTime,
    /// The same by a clock that nobody can set.
    idle: Since,
}

impl Output {
    /// Something happens now.
    fn touch(&mut self) {
        (self.activity, self.idle) = (SystemTime::now(), Since::now());
    }
}

impl std::fmt::Debug for Terminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Terminal").field("name", &self.name).finish_non_exhaustive()
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
        self.output().touch();
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
        self.pty.resize(rows, cols);
    }

    /// A terminal with this shell, and what is typed.
    pub fn new(name: &str, pty: Box<dyn Pty>) -> (Arc<Terminal>, mpsc::UnboundedReceiver<String>) {
        let (input, texts) = mpsc::unbounded_channel();
        let sender = broadcast::channel(BACKLOG).0;
        let (activity, idle) = (SystemTime::now(), Since::now());
        let output = Output { last: Vec::new(), sender: Some(sender), activity, idle };
        let (name, waiting, output) = (name.to_string(), Arc::default(), Mutex::new(output));
        (Arc::new(Terminal { name, pty, input, waiting, output }), texts)
    }

    /// Shows what the shell writes.
    pub fn show(&self, bytes: &[u8]) {
        let mut output = self.output();
        output.touch();
        output.last.extend_from_slice(bytes);
        if output.last.len() > MAX_REPLAY_BYTES {
            let surplus = output.last.len() - MAX_REPLAY_BYTES / 2;
            output.last.drain(..surplus);
        }
        // An error means that nobody reads.
        let _ = output.sender.as_ref().map(|sender| sender.send(bytes.to_vec()));
    }

    /// The shell has ended.
    pub fn close(&self) {
        self.output().sender = None;
    }

    /// False when the shell has ended.
    pub fn is_open(&self) -> bool {
        self.output().sender.is_some()
    }

    /// Ends the shell.
    pub fn kill(&self) {
        self.pty.end();
        self.close();
    }

    /// A text was typed that had waited.
    pub fn typed(&self, bytes: usize) {
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// How long nothing has happened.
    pub fn idle_time(&self) -> Duration {
        self.output().idle.elapsed()
    }

    fn output(&self) -> std::sync::MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
