//! What the processes of `labora-worker`, `labora-serve` and `labora-lab` have in common: the arguments of
//! the log, the runtime, and the signals that end a server.
//!
//! ```
//! use clap::Parser;
//!
//! #[derive(Parser)]
//! struct Args {
//!     #[command(flatten)]
//!     log: service::LogArgs,
//! }
//!
//! Args::parse_from(["server", "--log", "json", "--log-level", "warn"]).log.start();
//! service::runtime()?.block_on(async {
//!     // Before the address is told: a signal that nobody receives ends the process.
//!     let ended = service::end_signal();
//!     // ... serve until it comes.
//! #   drop(ended);
//! });
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod log;
mod signals;

pub use log::{LogArgs, LogFormat};
pub use signals::{end_signal, end_signals};

/// The asynchronous runtime of a server, with a thread for each processor.
///
/// # Errors
/// The system has no more threads or files for the process.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    // Where the system refuses a thread, the runtime panics, which is an error like others.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let runtime = std::panic::catch_unwind(|| tokio::runtime::Builder::new_multi_thread().enable_all().build());
    std::panic::set_hook(hook);
    let runtime = runtime.unwrap_or_else(|_| Err(std::io::Error::other("the system refuses a thread")));
    runtime.map_err(|e| std::io::Error::new(e.kind(), format!("asynchronous runtime: {e}")))
}
