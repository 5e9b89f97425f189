//! Signals that ask a process to end.

use std::fmt;
use std::io;

/// A signal that asks a process to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal(i32);

impl Signal {
    /// The exit code after it, as shells use it: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
    pub fn exit_code(self) -> u8 {
        u8::try_from(self.0).map_or(1, |number| number.saturating_add(128))
    }
}

#[cfg(unix)]
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        match self.0 {
            SIGINT => f.write_str("Ctrl-C"),
            SIGTERM => f.write_str("SIGTERM"),
            SIGHUP => f.write_str("SIGHUP"),
            number => write!(f, "signal {number}"),
        }
    }
}

#[cfg(not(unix))]
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signal {}", self.0)
    }
}

/// Has a thread call `handler` at the first SIGINT (Ctrl-C), SIGTERM or SIGHUP; the second one ends the
/// process at once, with its exit code. A SIGHUP that the process was started to ignore stays ignored, as
/// under
/// `nohup`.
///
/// # Errors
/// The system refuses the thread or the handlers; then signals end the process, as without this call.
#[cfg(unix)]
pub fn on_end_signal(handler: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    // A shell starts programs in the background with an ignored SIGINT, but `kill -INT` means them.
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP));
    let mut signals = Signals::new(heard)?;
    let handle = signals.handle();
    let wait = move || {
        let mut handler = Some(handler);
        for signal in signals.forever() {
            match handler.take() {
                Some(handler) => handler(Signal(signal)),
                None => std::process::exit(Signal(signal).exit_code().into()),
            }
        }
    };
    let started = std::thread::Builder::new().name("signals".into()).spawn(wait);
    started.map(drop).inspect_err(|_| handle.close())
}

/// As on Unix.
///
/// # Errors
/// Always: signals are those of Unix.
#[cfg(not(unix))]
pub fn on_end_signal(_: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// True if the process was started to ignore the signal, which Linux tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Has writes that make a file too large for the process's limit fail, as on a full disk, instead of a signal
/// that ends the process.
#[cfg(unix)]
pub(crate) fn survive_large_files() -> io::Result<()> {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default()).map(drop)
}

#[cfg(not(unix))]
pub(crate) fn survive_large_files() -> io::Result<()> {
    Ok(())
}
