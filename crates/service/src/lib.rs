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
pub use signals::end_signal;

/// The asynchronous runtime of a server, with a thread for each processor.
///
/// # Errors
/// The system has no more threads or files for the process.
pub fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|e| std::io::Error::new(e.kind(), format!("asynchronous runtime: {e}")))
}
