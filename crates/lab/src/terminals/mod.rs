//! Terminals: shells behind pseudoterminals, on this host or in remote runtimes.

mod local;
mod remote;
mod terminal;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::error::{Error, Result};
use crate::runtimes::Runtimes;
pub use terminal::Terminal;

/// Terminals at a time.
const MAX_TERMINALS: usize = 64;
/// How long the machines of terminals may take to end.
const END_TIME: Duration = Duration::from_secs(3);

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
            Some(remote) => remote::open(&name, runtimes.drive_file(folder), runtimes.shell(), remote, alive),
            None => {
                local::open(&name, folder, runtimes, alive).map_err(|e| Error::internal(format!("a terminal: {e}")))?
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
        let mut over = Vec::new();
        self.lock().retain(|_, terminal| {
            let is_over = terminal.idle_time() > time;
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
