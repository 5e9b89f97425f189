//! The protobuf wire format, as much of it as compile options need.

use crate::error::{Error, ErrorKind, Result};

const VARINT: u8 = 0;
const FIXED_64: u8 = 1;
const BYTES: u8 = 2;
const FIXED_32: u8 = 5;

/// Writes the fields of one message.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn varint(&mut self, field: u32, value: u64) {
        self.tag(field, VARINT);
        self.raw_varint(value);
    }

    /// A boolean, left out if false: that is its default.
    pub(super) fn flag(&mut self, field: u32, value: bool) {
        if value {
            self.varint(field, 1);
        }
    }

    pub(super) fn bytes(&mut self, field: u32, value: &[u8]) {
        self.tag(field, BYTES);
        self.raw_varint(value.len() as u64);
        self.0.extend_from_slice(value);
    }

    pub(super) fn packed(&mut self, field: u32, values: impl Iterator<Item = u64>) {
        let mut packed = Writer::default();
        values.for_each(|value| packed.raw_varint(value));
        self.bytes(field, &packed.0);
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.0
    }

    fn tag(&mut self, field: u32, wire_type: u8) {
        self.raw_varint(u64::from(field) << 3 | u64::from(wire_type));
    }

    fn raw_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}

/// Reads the fields of one message.
pub(super) struct Reader<'a> {
    rest: &'a [u8],
    message: &'static str,
}

/// A field that was read.
pub(super) struct Field<'a> {
    pub(super) number: u32,
    message: &'static str,
    value: Value<'a>,
}

enum Value<'a> {
    Varint(u64),
    Bytes(&'a [u8]),
    Fixed,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], message: &'static str) -> Reader<'a> {
        Reader { rest: bytes, message }
    }

    /// The next field, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Field<'a>>> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let tag = self.raw_varint()?;
        let number = u32::try_from(tag >> 3).map_err(|_| broken(self.message, "a field number is too large"))?;
        let value = match tag as u8 & 7 {
            VARINT => Value::Varint(self.raw_varint()?),
            BYTES => {
                let length = self.raw_varint()?;
                Value::Bytes(self.take(length)?)
            }
            FIXED_64 => self.take(8).map(|_| Value::Fixed)?,
            FIXED_32 => self.take(4).map(|_| Value::Fixed)?,
            other => {
                return Err(broken(self.message, format_args!("field {number} has the unknown wire type {other}")));
            }
        };
        Ok(Some(Field { number, message: self.message, value }))
    }

    fn raw_varint(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(broken(self.message, "a number has more than ten bytes"))
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8]> {
        let length = usize::try_from(length).ok().filter(|&length| length <= self.rest.len());
        let length = length.ok_or_else(|| broken(self.message, "the bytes end too early"))?;
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }
}

impl<'a> Field<'a> {
    pub(super) fn varint(&self) -> Result<u64> {
        match self.value {
            Value::Varint(value) => Ok(value),
            _ => Err(self.unexpected("a number")),
        }
    }

    /// A number that counts something.
    pub(super) fn count(&self) -> Result<usize> {
        let value = self.varint()?;
        // Counts are 32-bit integers; anything above is a negative one.
        let count = i32::try_from(value).ok().and_then(|value| usize::try_from(value).ok());
        count.ok_or_else(|| broken(self.message, format_args!("field {} counts {}", self.number, value as i64)))
    }

    pub(super) fn bytes(&self) -> Result<&'a [u8]> {
        match self.value {
            Value::Bytes(bytes) => Ok(bytes),
            _ => Err(self.unexpected("a message")),
        }
    }

    /// Repeated numbers: a packed list, or one number of an unpacked one.
    pub(super) fn varints(&self) -> Result<Vec<u64>> {
        match self.value {
            Value::Varint(value) => Ok(vec![value]),
            Value::Bytes(bytes) => {
                let mut reader = Reader::new(bytes, self.message);
                let mut values = Vec::new();
                while !reader.rest.is_empty() {
                    values.push(reader.raw_varint()?);
                }
                Ok(values)
            }
            Value::Fixed => Err(self.unexpected("a list of numbers")),
        }
    }

    fn unexpected(&self, expected: &str) -> Error {
        broken(self.message, format_args!("field {} is not {expected}", self.number))
    }
}

fn broken(message: &str, what: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::InvalidArgument, "CompileOptions", format!("the bytes are no {message}: {what}"))
}
