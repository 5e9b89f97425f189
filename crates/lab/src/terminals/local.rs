//! A shell on this host.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use portable_pty::{ChildKiller, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::terminal::{Pty, Terminal};
use crate::runtimes::{Program, Runtimes, SECRET_VARIABLES};

/// A shell on this host.
struct LocalShell {
    master: Mutex<Box<dyn MasterPty + Send>>,
    killer: Mutex<Box<dyn ChildKiller + Send + Sync>>,
}

impl Pty for LocalShell {
    fn resize(&self, rows: u16, cols: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        // An error means that the shell has ended.
        let _ = self.master.lock().unwrap_or_else(PoisonError::into_inner).resize(size);
    }

    fn end(&self) {
        // An error means that the shell has ended.
        let _ = self.killer.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }
}

/// Starts a shell in a folder, a path of the server. `alive` is held until all that belongs to it is gone.
pub fn open(
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
        has_gpu: false,
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
    let shell = LocalShell { master: Mutex::new(pair.master), killer: Mutex::new(child.clone_killer()) };
    let (terminal, mut texts) = Terminal::new(name, Box::new(shell));
    let typed = Arc::downgrade(&terminal);
    // A shell that reads nothing blocks whoever writes.
    std::thread::Builder::new().name("terminal-input".into()).spawn(move || {
        while let Some(text) = texts.blocking_recv() {
            if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
                break;
            }
            typed.upgrade().into_iter().for_each(|terminal| terminal.typed(text.len()));
        }
    })?;
    let weak = Arc::downgrade(&terminal);
    std::thread::Builder::new().name("terminal".into()).spawn(move || {
        let mut bytes = vec![0; 16 << 10];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            let Some(terminal) = weak.upgrade() else { break };
            terminal.show(&bytes[..count]);
        }
        if let Some(terminal) = weak.upgrade() {
            terminal.close();
        }
        let _ = child.wait();
        drop(guard);
        drop(alive);
    })?;
    Ok(terminal)
}
