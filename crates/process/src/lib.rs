//! What the commands have in common as processes: signals that end them, outputs that nobody reads or that
//! are full, and memory that runs out.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: process::Allocator = process::Allocator;
//!
//! #[derive(clap::Parser)]
//! struct Args {}
//!
//! process::start();
//! let _args: Args = process::parse();
//! process::on_end_signal(|signal| process::say(format_args!("stopped by {signal}")))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod out_of_memory;
mod output;
mod signals;

pub use out_of_memory::Allocator;
pub use output::{exit, parse, say, without_empty_variables};
pub use signals::{Signal, on_end_signal};

/// Prepares a process, before all else: memory that runs out is an error of the command, with exit code 1, if
/// the program has the [`Allocator`]; and a file that grows over the system's limit (`ulimit -f`) is an error
/// of its writer.
pub fn start() {
    // Without them these two end the process in the system's own way.
    let _ = out_of_memory::start();
    let _ = signals::survive_large_files();
}
