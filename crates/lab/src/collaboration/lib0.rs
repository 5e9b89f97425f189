//! The encoding of Yjs's messages: numbers of variable length, and bytes behind their number, as in lib0.

/// A number that does not fit a JavaScript number is none of Yjs's.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// Reads from bytes. `None` means that they end too early, or are no such thing.
#[derive(Clone, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// The next bytes.
    pub fn bytes(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// A number of at most 53 bits.
    pub fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..56).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return (number <= MAX_NUMBER).then_some(number);
            }
        }
        None
    }

    /// A number of at most 32 bits.
    pub fn number_u32(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    /// How many things follow, of which each has at least one byte: a larger number is a lie.
    pub fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    /// Bytes behind their number.
    pub fn buffer(&mut self) -> Option<&'a [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.bytes(length)
    }

    /// A text behind the number of its bytes.
    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.buffer()?).ok()
    }
}

/// Writes a number.
pub fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes bytes behind their number.
pub fn write_buffer(out: &mut Vec<u8>, bytes: &[u8]) {
    write_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_buffers_are_those_of_lib0() {
        // What lib0's `writeVarUint` and `writeVarString` write.
        for (number, bytes) in [(0, &[0][..]), (127, &[127]), (128, &[0x80, 1]), (300, &[0xac, 2])] {
            let mut out = Vec::new();
            write_number(&mut out, number);
            assert_eq!(out, bytes);
            assert_eq!(Reader(bytes).number(), Some(number));
        }
        let mut out = Vec::new();
        write_number(&mut out, MAX_NUMBER);
        assert_eq!(Reader(&out).number(), Some(MAX_NUMBER));
        assert_eq!(Reader(&[0xff; 20]).number(), None, "more than 53 bits");
        let mut out = Vec::new();
        write_buffer(&mut out, "é".as_bytes());
        assert_eq!((&out[..], Reader(&out).text()), (&[2, 0xc3, 0xa9][..], Some("é")));
        assert_eq!(Reader(&[2, 0xc3]).text(), None);
        assert_eq!(Reader(&[0x7f, 0]).count(), None);
    }
}
