//! Standard output, which a reader may close at any time (`labora ... | head`).

use std::fmt::Display;
use std::io::Write;

use super::failure::Failure;

/// Prints a line.
///
/// # Errors
/// Where standard output cannot be written; a reader that has gone away ends the program quietly.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
