//! Checks updates before they reach the document.
//!
//! An update comes from a client and names lengths, other items and nesting of its choice. The document takes
//! only those that this reads from the first byte to the last, so that no length is believed and no value
//! nests without end. The format is Yjs's, version 1: the structs of each client, then the set of what is
//! deleted.

use std::collections::HashSet;

use super::lib0::Reader;

/// The root types of notebooks and texts.
const ROOTS: [&str; 4] = ["cells", "meta", "source", "state"];
/// How deep values of JSON nest in an update.
const MAX_JSON_DEPTH: usize = 64;
/// Shared types that one update brings. They nest, and the document deletes nested ones by recursion.
pub const MAX_TYPES: usize = 50_000;

const HAS_ORIGIN: u8 = 0x80;
const HAS_RIGHT_ORIGIN: u8 = 0x40;
const HAS_PARENT_SUB: u8 = 0x20;

const GC: u8 = 0;
const SKIP: u8 = 10;
const CONTENT_DELETED: u8 = 1;
const CONTENT_STRING: u8 = 4;
const CONTENT_TYPE: u8 = 7;
const CONTENT_ANY: u8 = 8;
/// The highest of the shared types array (0), map (1) and text (2); further ones are XML's.
const MAX_TYPE: u8 = 2;

/// Checks an update; returns how many shared types it brings, or none for what is not acceptable.
pub fn check_update(bytes: &[u8]) -> Option<usize> {
    let mut check = Check { reader: Reader(bytes), types: 0 };
    check.structs()?;
    check.deleted()?;
    check.reader.0.is_empty().then_some(check.types)
}

/// True for a state vector: a list of clients and their clocks.
pub fn is_state_vector(bytes: &[u8]) -> bool {
    let mut reader = Reader(bytes);
    let mut read = || {
        for _ in 0..reader.count()? {
            reader.number()?;
            reader.number_u32()?;
        }
        reader.0.is_empty().then_some(())
    };
    read().is_some()
}

struct Check<'a> {
    reader: Reader<'a>,
    types: usize,
}

impl Check<'_> {
    fn structs(&mut self) -> Option<()> {
        let mut clients = HashSet::new();
        for _ in 0..self.reader.count()? {
            let structs = self.reader.count()?;
            let client = self.reader.number()?;
            let mut clock = self.reader.number_u32()?;
            if !clients.insert(client) {
                return None;
            }
            for _ in 0..structs {
                let length = self.structure(client, clock)?;
                clock = clock.checked_add(length)?;
            }
        }
        Some(())
    }

    /// Reads one; returns its length.
    fn structure(&mut self, client: u64, clock: u32) -> Option<u32> {
        let info = self.reader.byte()?;
        if matches!(info, GC | SKIP) {
            return self.reader.number_u32().filter(|length| *length > 0);
        }
        if info & HAS_ORIGIN != 0 {
            self.id(client, clock)?;
        }
        if info & HAS_RIGHT_ORIGIN != 0 {
            self.id(client, clock)?;
        }
        if info & (HAS_ORIGIN | HAS_RIGHT_ORIGIN) == 0 {
            match self.reader.number()? {
                1 => ROOTS.contains(&self.reader.text()?).then_some(())?,
                0 => self.id(client, clock)?,
                _ => return None,
            }
            if info & HAS_PARENT_SUB != 0 {
                self.reader.text()?;
            }
        }
        self.content(info & 0x1f)
    }

    /// Another item: one of the same client is an earlier one.
    fn id(&mut self, client: u64, clock: u32) -> Option<()> {
        let (of, at) = (self.reader.number()?, self.reader.number_u32()?);
        (of != client || at < clock).then_some(())
    }

    /// Reads what an item holds; returns its length.
    fn content(&mut self, kind: u8) -> Option<u32> {
        match kind {
            CONTENT_DELETED => self.reader.number_u32().filter(|length| *length > 0),
            // Yjs counts in units of UTF-16.
            CONTENT_STRING => u32::try_from(self.reader.text()?.encode_utf16().count()).ok(),
            CONTENT_TYPE => {
                self.types += 1;
                (self.reader.byte()? <= MAX_TYPE && self.types <= MAX_TYPES).then_some(1)
            }
            CONTENT_ANY => {
                let length = self.reader.count()?;
                for _ in 0..length {
                    self.any(0)?;
                }
                u32::try_from(length).ok()
            }
            _ => None,
        }
    }

    /// A value of JSON in lib0's form.
    fn any(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_JSON_DEPTH {
            return None;
        }
        match self.reader.byte()? {
            // Undefined, null, true and false.
            127 | 126 | 121 | 120 => {}
            125 => self.signed()?,
            124 => _ = self.reader.bytes(4)?,
            123 | 122 => _ = self.reader.bytes(8)?,
            119 => _ = self.reader.text()?,
            118 => {
                for _ in 0..self.reader.count()? {
                    self.reader.text()?;
                    self.any(depth + 1)?;
                }
            }
            117 => {
                for _ in 0..self.reader.count()? {
                    self.any(depth + 1)?;
                }
            }
            116 => _ = self.reader.buffer()?,
            _ => return None,
        }
        Some(())
    }

    /// An integer with a sign: 6 bits in the first byte, 7 in the others, 53 at most.
    fn signed(&mut self) -> Option<()> {
        for _ in 0..8 {
            if self.reader.byte()? < 0x80 {
                return Some(());
            }
        }
        None
    }

    fn deleted(&mut self) -> Option<()> {
        for _ in 0..self.reader.count()? {
            self.reader.number()?;
            for _ in 0..self.reader.count()? {
                let (clock, length) = (self.reader.number_u32()?, self.reader.number_u32()?);
                clock.checked_add(length)?;
            }
        }
        Some(())
    }
}
