//! This command once more, in a process of its own with the environment that a plugin wants: what the plugin does to that
//! process, it does not do to this one.

use std::ffi::OsString;
use std::io::Read;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::failure::Failure;

/// What a process ended with.
pub struct Ended {
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// How the plugin ended the process, with the last line that it wrote; none where the process ended by itself.
    pub fn violence(&self) -> Option<String> {
        if self.status.code().is_some() {
            return None;
        }
        let last = self.err.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it wrote nothing");
        Some(format!("the plugin ended its process ({}): {last}", self.status))
    }
}

/// Runs this program with these arguments, and gives what it wrote.
///
/// # Errors
/// It cannot be started, or does not end in time: it is stopped then.
pub fn run(args: &[OsString], environment: &[(&str, &str)], limit: Duration) -> Result<Ended, Failure> {
    let program = std::env::current_exe()?;
    let mut child = Command::new(program)
        .args(args)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (done, when) = mpsc::channel();
    // Both are read at once: a process that fills one of them would wait for ever.
    let reader = thread::spawn(move || {
        let errors = thread::spawn(move || text(err));
        let out = text(out);
        let both = (out, errors.join().unwrap_or_default());
        let _ = done.send(());
        both
    });
    if when.recv_timeout(limit).is_err() {
        child.kill()?;
        child.wait()?;
        return Err(Failure::new(format!("the plugin did not answer within {} s", limit.as_secs())));
    }
    let status = child.wait()?;
    let (out, err) = reader.join().unwrap_or_default();
    Ok(Ended { status, out, err })
}

fn text(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error counts.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
