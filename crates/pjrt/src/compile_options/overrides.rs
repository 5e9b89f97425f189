//! Options of the compiler itself, by its own names: `env_option_overrides`, a map to `OptionOverrideProto`.

use super::wire::{Reader, Writer};
use crate::error::Result;

/// Field numbers of the map's entries, and of `OptionOverrideProto`.
mod field {
    pub const NAME: u32 = 1;
    pub const VALUE: u32 = 2;
    pub const STRING: u32 = 1;
    pub const BOOL: u32 = 2;
    pub const INT: u32 = 3;
}

/// The value of a compiler's option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A text, such as a path.
    String(String),
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int64(i64),
}

/// An entry of the map.
pub(super) fn encode(name: &str, value: &OptionValue) -> Vec<u8> {
    let (mut entry, mut given) = (Writer::default(), Writer::default());
    match value {
        OptionValue::String(text) => given.bytes(field::STRING, text.as_bytes()),
        // Also when it is false: the message says by its field which type it is.
        OptionValue::Bool(yes) => given.varint(field::BOOL, u64::from(*yes)),
        OptionValue::Int64(number) => given.varint(field::INT, *number as u64),
    }
    entry.bytes(field::NAME, name.as_bytes());
    entry.bytes(field::VALUE, &given.finish());
    entry.finish()
}

/// Reads an entry; none where its value is of another type.
pub(super) fn decode(bytes: &[u8]) -> Result<Option<(String, OptionValue)>> {
    let (mut name, mut value) = (String::new(), None);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let mut entry = Reader::new(bytes, "CompileOptionsProto.EnvOptionOverridesEntry");
    while let Some(part) = entry.next()? {
        match part.number {
            field::NAME => name = text(part.bytes()?),
            field::VALUE => {
                let mut given = Reader::new(part.bytes()?, "OptionOverrideProto");
                while let Some(part) = given.next()? {
                    value = match part.number {
                        field::STRING => Some(OptionValue::String(text(part.bytes()?))),
                        field::BOOL => Some(OptionValue::Bool(part.varint()? != 0)),
                        field::INT => Some(OptionValue::Int64(part.varint()? as i64)),
                        _ => None,
                    };
                }
            }
            _ => {}
        }
    }
    Ok(value.map(|value| (name, value)))
}
