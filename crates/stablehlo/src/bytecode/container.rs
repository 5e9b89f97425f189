//! The container: sections of strings, dialects, attributes and types, operations and properties
//! (llvm-project, mlir/docs/BytecodeFormat.md).

use super::cursor::{Cursor, malformed};
use crate::error::{Error, ErrorKind, Result};

/// The first four bytes of MLIR bytecode.
pub(super) const MAGIC: [u8; 4] = *b"ML\xefR";
/// The newest version of the container.
const NEWEST: u64 = 6;

/// The first version with each feature.
pub(super) mod since {
    pub const DIALECT_VERSIONS: u64 = 1;
    pub const LAZY_REGIONS: u64 = 2;
    pub const USE_LIST_ORDERS: u64 = 3;
    pub const ELIDED_LOCATIONS: u64 = 4;
    pub const PROPERTIES: u64 = 5;
}

/// The ids of sections.
pub(super) mod section {
    pub const STRINGS: usize = 0;
    pub const DIALECTS: usize = 1;
    pub const ATTRIBUTES: usize = 2;
    pub const ATTRIBUTE_OFFSETS: usize = 3;
    pub const IR: usize = 4;
    pub const DIALECT_VERSIONS: usize = 7;
    pub const PROPERTIES: usize = 8;
    pub const COUNT: usize = 9;
}

/// The parts of an artifact, not yet decoded.
pub(super) struct Container<'b> {
    pub version: u64,
    /// The program that wrote the artifact, such as `StableHLO_v1.13.0`.
    pub producer: String,
    pub strings: Vec<&'b [u8]>,
    pub dialects: Vec<&'b str>,
    pub op_names: Vec<OpName<'b>>,
    pub attributes: Vec<Entry<'b>>,
    pub types: Vec<Entry<'b>>,
    /// The properties of operations, deduplicated.
    pub properties: Vec<Cursor<'b>>,
    pub ir: Cursor<'b>,
}

/// The name of an operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpName<'b> {
    pub dialect: &'b str,
    /// Without the dialect.
    pub name: &'b str,
}

/// An attribute or a type: the dialect that encoded it, and its bytes.
pub(super) struct Entry<'b> {
    pub dialect: usize,
    /// False: the bytes are text.
    pub is_binary: bool,
    pub bytes: Cursor<'b>,
}

impl<'b> Container<'b> {
    /// Reads the container of an artifact.
    ///
    /// # Errors
    /// A syntax error with the byte's position; [`ErrorKind::Unsupported`] for newer containers.
    pub fn read(bytes: &'b [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes, 0);
        if cursor.take(4).ok() != Some(&MAGIC[..]) {
            return Err(malformed(0, "these bytes are not MLIR bytecode, which begins with 4d 4c ef 52"));
        }
        let version = cursor.varint()?;
        if version > NEWEST {
            let message = format!(
                "the artifact has version {version} of MLIR bytecode, this reader knows versions up to {NEWEST}"
            );
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let producer = String::from_utf8_lossy(cursor.zero_terminated()?).into_owned();
        let mut sections = sections(&mut cursor)?;
        let mut section = |id: usize, name: &str| {
            sections[id].take().ok_or_else(|| malformed(bytes.len(), format!("the section of {name} is missing")))
        };
        let strings = strings(section(section::STRINGS, "strings")?)?;
        let (dialects, op_names) = dialects(section(section::DIALECTS, "dialects")?, version, &strings)?;
        let data = section(section::ATTRIBUTES, "attributes and types")?;
        let offsets = section(section::ATTRIBUTE_OFFSETS, "offsets of attributes and types")?;
        let (attributes, types) = entries(data, offsets, dialects.len())?;
        let ir = section(section::IR, "operations")?;
        let properties = match section(section::PROPERTIES, "properties") {
            Ok(mut properties) => properties.list(|c| {
                let length = c.index()?;
                c.split(length)
            })?,
            Err(_) => Vec::new(),
        };
        Ok(Self { version, producer, strings, dialects, op_names, attributes, types, properties, ir })
    }

    /// A string, by its number.
    pub fn string(&self, at: &Cursor<'_>, id: usize) -> Result<&'b str> {
        utf8(at, self.strings.get(id).ok_or_else(|| at.error(format!("there is no string {id}")))?)
    }
}

/// A section at the cursor: its id and its content.
pub(super) fn section_at<'b>(cursor: &mut Cursor<'b>) -> Result<(usize, Cursor<'b>)> {
    let id = cursor.byte()?;
    let length = cursor.index()?;
    if id & 0x80 != 0 {
        let alignment = cursor.index()?;
        if !alignment.is_power_of_two() {
            return Err(cursor.error(format!("an alignment of {alignment}, which is no power of two")));
        }
        while !cursor.position().is_multiple_of(alignment) {
            cursor.byte()?;
        }
    }
    Ok((usize::from(id & 0x7f), cursor.split(length)?))
}

/// The sections up to the end, by their ids.
fn sections<'b>(cursor: &mut Cursor<'b>) -> Result<[Option<Cursor<'b>>; section::COUNT]> {
    let mut sections = [const { None }; section::COUNT];
    while !cursor.is_empty() {
        let at = cursor.position();
        let (id, content) = section_at(cursor)?;
        let place = sections.get_mut(id).ok_or_else(|| malformed(at, format!("there is no section {id}")))?;
        if place.replace(content).is_some() {
            return Err(malformed(at, format!("section {id} occurs twice")));
        }
    }
    Ok(sections)
}

/// Strings: their number, their lengths in reverse order with a final zero each, then the bytes.
fn strings(mut cursor: Cursor<'_>) -> Result<Vec<&[u8]>> {
    let mut lengths = cursor.list(Cursor::index)?;
    lengths.reverse();
    let string = |length: usize| match cursor.take(length)?.split_last() {
        Some((0, text)) => Ok(text),
        _ => Err(cursor.error("a string does not end with zero")),
    };
    lengths.into_iter().map(string).collect()
}

/// Dialects, and the names of operations.
fn dialects<'b>(mut cursor: Cursor<'b>, version: u64, strings: &[&'b [u8]]) -> Result<(Vec<&'b str>, Vec<OpName<'b>>)> {
    let string = |at: &Cursor<'_>, id: usize| {
        utf8(at, strings.get(id).copied().ok_or_else(|| at.error(format!("there is no string {id}")))?)
    };
    let dialects = cursor.list(|c| {
        if version < since::DIALECT_VERSIONS {
            let id = c.index()?;
            return string(c, id);
        }
        let (id, has_version) = c.flagged()?;
        if has_version {
            let (id, _) = section_at(c)?;
            if id != section::DIALECT_VERSIONS {
                return Err(c.error(format!("section {id} in place of a dialect's version")));
            }
        }
        string(c, id)
    })?;
    if version >= since::ELIDED_LOCATIONS {
        cursor.index()?;
    }
    let mut op_names = Vec::new();
    while !cursor.is_empty() {
        let dialect = cursor.index()?;
        let dialect = *dialects.get(dialect).ok_or_else(|| cursor.error(format!("there is no dialect {dialect}")))?;
        for _ in 0..cursor.count()? {
            let id = if version >= since::PROPERTIES { cursor.flagged()?.0 } else { cursor.index()? };
            op_names.push(OpName { dialect, name: string(&cursor, id)? });
        }
    }
    Ok((dialects, op_names))
}

/// Attributes and types: groups of sizes by dialect, of the slices of `data` in order.
fn entries<'b>(
    mut data: Cursor<'b>,
    mut offsets: Cursor<'b>,
    dialects: usize,
) -> Result<(Vec<Entry<'b>>, Vec<Entry<'b>>)> {
    let counts = [offsets.index()?, offsets.index()?];
    let mut read = |count: usize| {
        let mut entries = Vec::new();
        while entries.len() < count {
            let dialect = offsets.index()?;
            if dialect >= dialects {
                return Err(offsets.error(format!("there is no dialect {dialect}")));
            }
            for _ in 0..offsets.count()? {
                let (size, is_binary) = offsets.flagged()?;
                entries.push(Entry { dialect, is_binary, bytes: data.split(size)? });
            }
        }
        if entries.len() > count { Err(offsets.error("more entries than announced")) } else { Ok(entries) }
    };
    let attributes = read(counts[0])?;
    Ok((attributes, read(counts[1])?))
}

fn utf8<'b>(at: &Cursor<'_>, bytes: &'b [u8]) -> Result<&'b str> {
    std::str::from_utf8(bytes).map_err(|_| at.error("a name is not valid UTF-8"))
}
