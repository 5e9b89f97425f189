//! Runs this command in a child process with the environment that a plugin needs, so that a plugin that
//! crashes or hangs does not take this process with it.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::failure::Failure;

/// The end of a child process.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// Describes how the plugin killed the process, with the last line of standard error; none if the process
    /// exited by itself.
    pub fn crash(&self) -> Option<String> {
        if self.status.code().is_some() {
            return None;
        }
        let last = self.err.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it wrote nothing");
        Some(format!("the plugin ended its process ({}): {last}", self.status))
    }
}

/// Runs this program with these arguments, and captures its output.
///
/// # Errors
/// The process cannot be started, or is killed because it does not end in time.
pub fn run(args: &[OsString], environment: &[(&str, &str)], timeout: Duration) -> Result<Ended, Failure> {
    let program = std::env::current_exe()?;
    let mut child = Command::new(program)
        .args(args)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (done, ended) = mpsc::channel();
    // Both streams are read concurrently: a process that fills the pipe of one of them would block forever.
    let reader = thread::spawn(move || {
        let errors = thread::spawn(move || text(err));
        let out = text(out);
        let both = (out, errors.join().unwrap_or_default());
        let _ = done.send(());
        both
    });
    if ended.recv_timeout(timeout).is_err() {
        child.kill()?;
        child.wait()?;
        return Err(Failure::new(format!("the plugin did not answer within {} s", timeout.as_secs())));
    }
    let status = child.wait()?;
    let (out, err) = reader.join().unwrap_or_default();
    Ok(Ended { status, out, err })
}

fn text(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // The bytes before a read error are kept.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
