//! Notebooks of the format 4.x: reading, checking, writing and trust.

mod format;
mod lines;
mod signature;
mod trust;
mod write;

pub use format::{empty, read, validate};
pub use lines::is_json;
pub use signature::Signatures;
pub use trust::{distrust, mark_trusted, take_trusted};
pub use write::write;
