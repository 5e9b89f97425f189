//! Notebooks of the format 4.x, and of those before: reading, checking, writing and trust.

mod format;
mod lines;
mod output;
mod repair;
mod signature;
mod trust;
mod upgrade;
mod write;

pub use format::{empty, read, validate};
pub use output::output;
pub use repair::repair;
pub use signature::Signatures;
pub use trust::{distrust, mark_trusted, take_trusted};
pub use write::write;
