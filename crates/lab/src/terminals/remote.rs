//! A shell in a remote runtime. What happens while the runtime starts, and why it does not, is shown in the
//! terminal.

use std::path::PathBuf;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Notify, mpsc};

use super::terminal::{Pty, Terminal};
use crate::runtimes::{Order, Remote, Shell};

/// How long a terminal's runtime may exist.
const MAX_TIME: Duration = Duration::from_secs(24 * 3600);

/// A shell in a remote runtime.
struct RemoteShell {
    size: mpsc::UnboundedSender<(u16, u16)>,
    end: Arc<Notify>,
}

impl Pty for RemoteShell {
    fn resize(&self, rows: u16, cols: u16) {
        // An error means that the shell has ended.
        let _ = self.size.send((rows, cols));
    }

    fn end(&self) {
        self.end.notify_one();
    }
}

/// Starts a shell in a folder, a path of the runtime. `alive` is held until the runtime is removed.
pub fn open(name: &str, folder: PathBuf, shell: String, remote: Arc<dyn Remote>, alive: Arc<()>) -> Arc<Terminal> {
    let (size, sizes) = mpsc::unbounded_channel();
    let end = Arc::new(Notify::new());
    let (terminal, texts) = Terminal::new(name, Box::new(RemoteShell { size, end: end.clone() }));
    let run = Run { terminal: Arc::downgrade(&terminal), remote, texts, sizes };
    tokio::spawn(async move {
        run.run(folder, shell, &end).await;
        drop(alive);
    });
    terminal
}

/// What the task of a terminal has.
struct Run {
    /// Gone when the terminal was removed.
    terminal: Weak<Terminal>,
    remote: Arc<dyn Remote>,
    texts: mpsc::UnboundedReceiver<String>,
    sizes: mpsc::UnboundedReceiver<(u16, u16)>,
}

impl Run {
    async fn run(mut self, folder: PathBuf, shell: String, end: &Notify) {
        let order = Order { purpose: "terminal".into(), folder, time: MAX_TIME, ..Order::default() };
        let (progress, mut said) = mpsc::unbounded_channel();
        let terminal = self.terminal.clone();
        tokio::spawn(async move {
            while let Some(text) = said.recv().await {
                show(&terminal, format!("{text}\r\n").as_bytes());
            }
        });
        let started = tokio::select! {
            started = self.remote.start(order, progress) => started,
            () = end.notified() => return,
        };
        let lease = match started {
            Ok(lease) => lease,
            Err(error) => return self.fail(error.message(), end).await,
        };
        let remote = self.remote.clone();
        let opened = tokio::select! {
            opened = remote.shell(&lease.name, &shell) => opened,
            () = end.notified() => return lease.end().await,
        };
        match opened {
            Ok(shell) => tokio::select! {
                () = self.carry(shell) => {}
                () = end.notified() => {}
            },
            Err(error) => self.fail(error.message(), end).await,
        }
        self.terminal.upgrade().into_iter().for_each(|terminal| terminal.close());
        lease.end().await;
    }

    /// Carries input and output until the shell has ended.
    async fn carry(&mut self, shell: Shell) {
        let Shell { mut stream, size } = shell;
        let mut bytes = vec![0; 16 << 10];
        loop {
            tokio::select! {
                // What is typed is for the newest size.
                biased;
                Some(numbers) = self.sizes.recv() => {
                    // An error means that the shell has ended.
                    let _ = size.send(numbers);
                }
                count = stream.reader.read(&mut bytes) => match count {
                    Ok(count @ 1..) => show(&self.terminal, &bytes[..count]),
                    _ => return,
                },
                Some(text) = self.texts.recv() => {
                    if stream.writer.write_all(text.as_bytes()).await.is_err() {
                        return;
                    }
                    if let Some(terminal) = self.terminal.upgrade() {
                        terminal.typed(text.len());
                    }
                }
            }
        }
    }

    /// Shows why there is no shell, until somebody has read it.
    async fn fail(&mut self, why: &str, end: &Notify) {
        show(&self.terminal, format!("error: {why}\r\nEnter closes this terminal.\r\n").as_bytes());
        tokio::select! {
            _ = self.texts.recv() => {}
            () = end.notified() => {}
        }
        self.terminal.upgrade().into_iter().for_each(|terminal| terminal.close());
    }
}

fn show(terminal: &Weak<Terminal>, bytes: &[u8]) {
    terminal.upgrade().into_iter().for_each(|terminal| terminal.show(bytes));
}
