//! A writer of flatbuffers (<https://flatbuffers.dev/internals/>): a table, then what it refers to.

/// A table: its fields, by the numbers of their slots in ascending order.
#[derive(Debug)]
pub(super) struct Table<'a> {
    fields: Vec<(usize, Field<'a>)>,
}

/// The value of a field.
#[derive(Debug)]
pub(super) enum Field<'a> {
    U8(u8),
    U16(u16),
    U32(u32),
    Text(String),
    Bytes(&'a [u8]),
    U16s(Vec<u16>),
    U32s(Vec<u32>),
    Texts(Vec<String>),
    Table(Table<'a>),
    Tables(Vec<Table<'a>>),
}

/// Offsets are of 32 bits, and some of them signed.
const MAX_BYTES: usize = i32::MAX as usize;
/// The bytes of a field, of an offset and of a length.
const WORD: usize = 4;

impl<'a> Table<'a> {
    /// A table with these fields.
    pub fn new(fields: Vec<(usize, Field<'a>)>) -> Self {
        Self { fields }
    }

    /// The buffer with the table as its root; the error is the reason.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let mut out = vec![0; WORD];
        let root = self.write(&mut out);
        refer(&mut out, 0, root);
        if out.len() > MAX_BYTES {
            return Err("a flatbuffer has at most 2 GiB, the model has more".into());
        }
        Ok(out)
    }

    /// Writes the table of offsets of its fields, the table, and what it refers to; returns its place.
    fn write(&self, out: &mut Vec<u8>) -> usize {
        let slots = self.fields.last().map_or(0, |(slot, _)| slot + 1);
        let offsets_size = WORD + 2 * slots;
        // The table itself begins at a word.
        while !(out.len() + offsets_size).is_multiple_of(WORD) {
            out.push(0);
        }
        let table_size = WORD * (1 + self.fields.len());
        let mut offsets = vec![0u16; slots];
        for (i, (slot, _)) in self.fields.iter().enumerate() {
            offsets[*slot] = (WORD * (1 + i)) as u16;
        }
        out.extend((offsets_size as u16).to_le_bytes());
        out.extend((table_size as u16).to_le_bytes());
        out.extend(offsets.iter().flat_map(|offset| offset.to_le_bytes()));
        let table = out.len();
        out.extend((offsets_size as i32).to_le_bytes());
        out.resize(table + table_size, 0);
        for (i, (_, field)) in self.fields.iter().enumerate() {
            field.write(out, table + WORD * (1 + i));
        }
        table
    }
}

impl Field<'_> {
    /// Writes the value into its word at `place`, or behind what has been written and its offset there.
    fn write(&self, out: &mut Vec<u8>, place: usize) {
        let target = match self {
            Field::U8(value) => return out[place] = *value,
            Field::U16(value) => return out[place..place + 2].copy_from_slice(&value.to_le_bytes()),
            Field::U32(value) => return out[place..place + WORD].copy_from_slice(&value.to_le_bytes()),
            Field::Text(text) => write_text(out, text),
            Field::Bytes(bytes) => write_vector(out, bytes.len(), bytes.iter().copied()),
            Field::U16s(values) => write_vector(out, values.len(), values.iter().flat_map(|v| v.to_le_bytes())),
            Field::U32s(values) => write_vector(out, values.len(), values.iter().flat_map(|v| v.to_le_bytes())),
            Field::Texts(texts) => write_references(out, texts, |out, text| write_text(out, text)),
            Field::Table(table) => table.write(out),
            Field::Tables(tables) => write_references(out, tables, |out, table| table.write(out)),
        };
        refer(out, place, target);
    }
}

/// Sets the word at `place` to the distance of what it refers to.
fn refer(out: &mut [u8], place: usize, target: usize) {
    out[place..place + WORD].copy_from_slice(&((target - place) as u32).to_le_bytes());
}

fn write_vector(out: &mut Vec<u8>, length: usize, bytes: impl Iterator<Item = u8>) -> usize {
    out.resize(out.len().next_multiple_of(WORD), 0);
    let place = out.len();
    out.extend((length as u32).to_le_bytes());
    out.extend(bytes);
    place
}

/// A text is a vector of bytes, with a zero behind it.
fn write_text(out: &mut Vec<u8>, text: &str) -> usize {
    let place = write_vector(out, text.len(), text.bytes());
    out.push(0);
    place
}

fn write_references<T>(out: &mut Vec<u8>, items: &[T], write: impl Fn(&mut Vec<u8>, &T) -> usize) -> usize {
    let place = write_vector(out, items.len(), std::iter::repeat_n(0, WORD * items.len()));
    for (i, item) in items.iter().enumerate() {
        let target = write(out, item);
        refer(out, place + WORD * (1 + i), target);
    }
    place
}
