//! Decoding of messages, with checks beyond those of the wire format.

use prost::Message;

use crate::error::{Error, ErrorKind, Result};

/// Reads a message; `name` is its name in errors.
pub fn decode<M: Message + Default>(bytes: &[u8], name: &str) -> Result<M> {
    M::decode(bytes).map_err(|error| invalid(format!("the bytes are not a {name}: {error}")))
}

/// A number that counts something. Counts are 32-bit integers in the schema and cannot be negative.
pub fn count(field: &str, value: i64) -> Result<usize> {
    let count = i32::try_from(value).ok().and_then(|value| usize::try_from(value).ok());
    count.ok_or_else(|| invalid(format!("{field} is {value}, which is not a count")))
}

/// An error of kind [`ErrorKind::InvalidArgument`].
pub fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidArgument, "CompileOptions", message)
}
