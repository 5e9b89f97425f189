//! A cursor over the bytes of an artifact: the integers of the encoding, each read checked against the end.

use crate::error::{Error, ErrorKind, Result};

/// A position in a part of an artifact.
#[derive(Clone)]
pub(super) struct Cursor<'b> {
    bytes: &'b [u8],
    /// The position of the next byte in `bytes`.
    at: usize,
    /// The position of `bytes` in the artifact.
    start: usize,
}

impl<'b> Cursor<'b> {
    /// A cursor over `bytes`, which begin at byte `start` of the artifact.
    pub fn new(bytes: &'b [u8], start: usize) -> Self {
        Self { bytes, at: 0, start }
    }

    /// The position in the artifact.
    pub fn position(&self) -> usize {
        self.start + self.at
    }

    /// The number of bytes that are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Returns true if no bytes are left.
    pub fn is_empty(&self) -> bool {
        self.remaining() == 0
    }

    /// A syntax error at this position.
    pub fn error(&self, message: impl std::fmt::Display) -> Error {
        malformed(self.position(), message)
    }

    pub fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'b [u8]> {
        let left = self.remaining();
        if count > left {
            return Err(self.error(format!("{count} bytes are needed, but only {left} are left")));
        }
        self.at += count;
        Ok(&self.bytes[self.at - count..self.at])
    }

    /// A cursor over the next `count` bytes, which this one skips.
    pub fn split(&mut self, count: usize) -> Result<Cursor<'b>> {
        let start = self.position();
        Ok(Cursor::new(self.take(count)?, start))
    }

    /// A variable-width integer: the trailing zero bits of the first byte are the number of further bytes.
    pub fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        let more = first.trailing_zeros() as usize;
        let mut bytes = [0; 8];
        if more == 8 {
            bytes.copy_from_slice(self.take(8)?);
            return Ok(u64::from_le_bytes(bytes));
        }
        bytes[0] = first;
        bytes[1..=more].copy_from_slice(self.take(more)?);
        Ok(u64::from_le_bytes(bytes) >> (more + 1))
    }

    /// A signed integer: the zigzag encoding of a variable-width one.
    pub fn svarint(&mut self) -> Result<i64> {
        let n = self.varint()?;
        Ok((n >> 1) as i64 ^ -((n & 1) as i64))
    }

    /// An integer with a flag in its lowest bit.
    pub fn flagged(&mut self) -> Result<(usize, bool)> {
        let n = self.varint()?;
        Ok((self.size(n >> 1)?, n & 1 == 1))
    }

    /// An index or a size.
    pub fn index(&mut self) -> Result<usize> {
        let n = self.varint()?;
        self.size(n)
    }

    /// The number of items that follow, each of which takes at least one byte.
    pub fn count(&mut self) -> Result<usize> {
        let n = self.index()?;
        self.check_count(n)
    }

    /// Checks a number of items, each of which takes at least one of the bytes that are left.
    pub fn check_count(&self, n: usize) -> Result<usize> {
        let left = self.remaining();
        if n > left { Err(self.error(format!("{n} items cannot be in the {left} bytes left"))) } else { Ok(n) }
    }

    /// A list: its length, then its items.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| item(self)).collect()
    }

    /// The value of an integer of `width` bits, and of the bits of a float of that width. Integers of more
    /// than 64 bits are refused.
    pub fn ap_int(&mut self, width: usize) -> Result<u64> {
        match width {
            0..=8 => self.byte().map(u64::from),
            9..=64 => Ok(self.svarint()? as u64),
            _ => Err(self.error(format!("integers of {width} bits are not supported"))),
        }
    }

    /// Text that ends with a zero.
    pub fn zero_terminated(&mut self) -> Result<&'b [u8]> {
        let length = self.bytes[self.at..].iter().position(|b| *b == 0);
        let length = length.ok_or_else(|| self.error("the zero after a text is missing"))?;
        let text = self.take(length)?;
        self.byte()?;
        Ok(text)
    }

    fn size(&self, n: u64) -> Result<usize> {
        usize::try_from(n).map_err(|_| self.error("the number is larger than the address space"))
    }
}

/// A syntax error at a byte of the artifact.
pub(super) fn malformed(position: usize, message: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Syntax, format!("portable artifact, byte {position}: {message}"))
}

#[cfg(test)]
mod tests {
    use super::Cursor;

    #[test]
    fn integers_of_every_width() {
        let read = |bytes: &[u8]| Cursor::new(bytes, 0).varint().unwrap();
        assert_eq!(read(&[0x01]), 0);
        assert_eq!(read(&[0xff]), 127);
        assert_eq!(read(&[0x02, 0x02]), 128);
        assert_eq!(read(&[0x80, 1, 0, 0, 0, 0, 0, 0]), 1);
        assert_eq!(read(&[0x00, 1, 2, 3, 4, 5, 6, 7, 8]), 0x0807_0605_0403_0201);
        assert_eq!(Cursor::new(&[0x07], 0).svarint().unwrap(), -2);
        assert!(Cursor::new(&[0x02], 0).varint().is_err());
    }

    #[test]
    fn a_count_beyond_the_end_is_refused() {
        assert!(Cursor::new(&[0x0b, 0, 0], 0).count().is_err());
        assert_eq!(Cursor::new(&[0x05, 0, 0], 0).count().unwrap(), 2);
    }
}
