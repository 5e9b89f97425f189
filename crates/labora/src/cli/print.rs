//! Standard output, which a reader may close at any time (`labora ... | head`).

use std::fmt::Display;
use std::io::Write;

use super::failure::Failure;

/// Prints a line.
///
/// # Errors
/// Standard output cannot be written. If its reader has closed it, the program ends quietly with exit code 0.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
