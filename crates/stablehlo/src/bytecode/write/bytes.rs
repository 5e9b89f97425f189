//! The integers of the encoding, written: the counterpart of [`Cursor`](super::super::cursor::Cursor).

/// Bytes of an artifact, in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes(pub Vec<u8>);

impl Bytes {
    /// A variable-width integer: the trailing zero bits of the first byte are the number of further bytes.
    pub fn varint(&mut self, n: u64) -> &mut Self {
        let bits = (64 - n.leading_zeros() as usize).max(1);
        let bytes = bits.div_ceil(7);
        if bytes > 8 {
            self.0.push(0);
            self.0.extend(n.to_le_bytes());
        } else {
            let word = (n << bytes) | (1 << (bytes - 1));
            self.0.extend(&word.to_le_bytes()[..bytes]);
        }
        self
    }

    /// A signed integer, in zigzag encoding.
    pub fn svarint(&mut self, n: i64) -> &mut Self {
        self.varint(((n << 1) ^ (n >> 63)) as u64)
    }

    /// An index or a size.
    pub fn index(&mut self, n: usize) -> &mut Self {
        self.varint(n as u64)
    }

    /// An integer with a flag in its lowest bit.
    pub fn flagged(&mut self, n: usize, flag: bool) -> &mut Self {
        self.varint((n as u64) << 1 | u64::from(flag))
    }

    /// The length of a list, then its items, which are numbers.
    pub fn list(&mut self, items: &[usize]) -> &mut Self {
        self.index(items.len());
        items.iter().for_each(|n| {
            self.index(*n);
        });
        self
    }

    /// The bits of a number of that width.
    pub fn ap_int(&mut self, bits: u64, width: usize) -> &mut Self {
        let bits = if width < 64 { bits & ((1 << width) - 1) } else { bits };
        match width {
            0..=8 => self.0.push(bits as u8),
            _ => {
                self.svarint(bits as i64);
            }
        }
        self
    }

    /// A section: its id, its length, its content.
    pub fn section(&mut self, id: usize, content: &Bytes) -> &mut Self {
        self.0.push(id as u8);
        self.index(content.0.len());
        self.0.extend(&content.0);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cursor::Cursor;
    use super::Bytes;

    #[test]
    fn integers_are_read_back() {
        let mut numbers: Vec<u64> = (0..64).flat_map(|i| [(1 << i) - 1, 1 << i, (1 << i) + 1]).collect();
        numbers.push(u64::MAX);
        for n in numbers {
            let mut bytes = Bytes::default();
            bytes.varint(n).svarint(n as i64).svarint((n as i64).wrapping_neg());
            let mut cursor = Cursor::new(&bytes.0, 0);
            assert_eq!(cursor.varint().unwrap(), n);
            assert_eq!(cursor.svarint().unwrap(), n as i64);
            assert_eq!(cursor.svarint().unwrap(), (n as i64).wrapping_neg());
            assert!(cursor.is_empty());
        }
    }
}
