//! Runs a program in a runtime of its own to its end.

use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

use super::runtime::{Program, Runtimes, SECRET_VARIABLES};
use crate::error::{Error, Result};

/// Bytes of what a program says that are kept.
const MAX_SAID_BYTES: u64 = 64 << 10;

/// Runs a program; returns whether it ended well, and the first of what it wrote to its standard error.
///
/// # Errors
/// It cannot be started, or has not ended after `patience`: then it is killed.
pub async fn run(runtimes: &dyn Runtimes, program: Program, patience: Duration) -> Result<(bool, String)> {
    runtimes.check()?;
    let name = program.argv.first().cloned().unwrap_or_default();
    let started = runtimes.start(program)?;
    let mut command = Command::new(&started.argv[0]);
    command.args(&started.argv[1..]).current_dir(&started.folder).kill_on_drop(true).process_group(0);
    if started.is_private {
        command.env_clear();
    }
    SECRET_VARIABLES.iter().for_each(|name| _ = command.env_remove(name));
    // A private runtime ends when its standard input is closed.
    command.envs(started.environment).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| Error::internal(format!("{name}: {e}")))?;
    let input = child.stdin.take();
    let errors = child.stderr.take();
    let ended = tokio::time::timeout(patience, async {
        let (said, status) = tokio::join!(read(errors), child.wait());
        (status, said)
    });
    let (status, said) =
        ended.await.map_err(|_| Error::internal(format!("{name} has not ended in {} s", patience.as_secs())))?;
    drop(input);
    drop(started.guard);
    let status = status.map_err(|e| Error::internal(format!("{name}: {e}")))?;
    Ok((status.success(), said))
}

async fn read(output: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut output) = output else { return String::new() };
    let mut bytes = Vec::new();
    // What is more is read, too, so that the program does not wait, and dropped.
    let _ = (&mut output).take(MAX_SAID_BYTES).read_to_end(&mut bytes).await;
    let _ = tokio::io::copy(&mut output, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&bytes).into_owned()
}
