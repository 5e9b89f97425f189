//! The inside of a sandbox. The server starts its own program again as two helpers, each with a description
//! of the machine: the outer one makes namespaces, the inner one is the first process in them. It builds the
//! root of the file system, gives up all rights, and starts the program.
//!
//! Helpers run before any thread exists, since a process with threads may not leave its user namespace.

mod description;
mod files;
mod loopback;
mod outer;
mod outside;
mod rights;

use std::process::ExitCode;

pub use description::{Access, DRIVE, Description, HOME, Limits, Mount, OUTER, SHARED};
pub use outside::{Outside, PROXY_PORT, VARIABLE as OUTSIDE};

use description::INNER;

/// How a helper ends that failed.
const FAILED: u8 = 125;

/// Runs a helper if the arguments of this process ask for one.
pub fn helper() -> Option<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let role = arguments.next()?;
    if role != OUTER && role != INNER {
        return None;
    }
    let done = serde_json::from_str(&arguments.next().unwrap_or_default())
        .map_err(|e| format!("the description of the machine: {e}"))
        .and_then(|machine: Description| if role == OUTER { outer::run(&machine) } else { inner(&machine) });
    Some(done.unwrap_or_else(|message| {
        process::say(format_args!("sandbox: {message}"));
        ExitCode::from(FAILED)
    }))
}

/// The first process of the machine.
fn inner(machine: &Description) -> Result<ExitCode, String> {
    let _signals = outer::ignore_interrupts()?;
    files::build(machine)?;
    rights::give_up(machine)?;
    outer::run_to_end(machine)
}
