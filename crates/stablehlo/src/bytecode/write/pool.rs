//! The pools of an artifact: strings, attributes, types, names and properties, each thing once, numbered in
//! the order of first use. So equal modules give equal bytes.

use std::collections::HashMap;
use std::hash::Hash;

use super::super::container::{MAGIC, section};
use super::super::types::VHLO_ELEMENTS;
use super::bytes::Bytes;
use crate::types::{ElementType, TensorType};

/// The version of the container.
const BYTECODE_VERSION: u64 = 6;

/// Things that are numbered in the order in which they were first named.
struct Numbered<T> {
    items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self { items: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, item: T) -> usize {
        if let Some(number) = self.numbers.get(&item) {
            return *number;
        }
        self.items.push(item.clone());
        self.numbers.insert(item, self.items.len() - 1);
        self.items.len() - 1
    }
}

/// An attribute, a type or the name of an operation, with the number of its dialect.
type Entry = (usize, Vec<u8>);

/// The pools.
#[derive(Default)]
pub(super) struct Pool {
    strings: Numbered<String>,
    dialects: Numbered<&'static str>,
    attributes: Numbered<Entry>,
    types: Numbered<Entry>,
    op_names: Numbered<(usize, String)>,
    properties: Numbered<Vec<u8>>,
}

impl Pool {
    /// The number of a string.
    pub fn string(&mut self, text: &str) -> usize {
        self.strings.number(text.into())
    }

    /// The number of an attribute: its dialect, its code and what follows the code.
    pub fn attribute(&mut self, dialect: &'static str, code: u64, content: &Bytes) -> usize {
        let entry = self.entry(dialect, code, content);
        self.attributes.number(entry)
    }

    fn ty(&mut self, dialect: &'static str, code: u64, content: &Bytes) -> usize {
        let entry = self.entry(dialect, code, content);
        self.types.number(entry)
    }

    fn entry(&mut self, dialect: &'static str, code: u64, content: &Bytes) -> Entry {
        let mut bytes = Bytes::default();
        bytes.varint(code).0.extend(&content.0);
        (self.dialects.number(dialect), bytes.0)
    }

    /// The number of the name of an operation.
    pub fn op_name(&mut self, dialect: &'static str, name: &str) -> usize {
        let dialect = self.dialects.number(dialect);
        self.string(name);
        self.op_names.number((dialect, name.into()))
    }

    /// The number of the properties of an operation.
    pub fn properties(&mut self, properties: Bytes) -> usize {
        self.properties.number(properties.0)
    }

    /// The type of an element in VHLO.
    pub fn element(&mut self, element: ElementType) -> usize {
        if element.is_complex() {
            let part = self.element(element.part());
            return self.ty("vhlo", 1, Bytes::default().index(part));
        }
        let code = VHLO_ELEMENTS.iter().find(|(_, e)| *e == element).map_or(22, |(code, _)| *code);
        self.ty("vhlo", code, &Bytes::default())
    }

    /// The type of a tensor, or of a token.
    pub fn tensor(&mut self, ty: &TensorType) -> usize {
        let element = self.element(ty.element);
        if ty.is_token() { element } else { self.shaped(&ty.dims, element) }
    }

    /// A tensor of indices, which layouts are.
    pub fn index_tensor(&mut self, dims: &[usize]) -> usize {
        let index = self.index_type();
        self.shaped(dims, index)
    }

    /// The type `index`.
    pub fn index_type(&mut self) -> usize {
        self.ty("vhlo", 9, &Bytes::default())
    }

    fn shaped(&mut self, dims: &[usize], element: usize) -> usize {
        let mut content = Bytes::default();
        content.index(dims.len());
        dims.iter().for_each(|d| {
            content.svarint(*d as i64);
        });
        self.ty("vhlo", 20, content.index(element))
    }

    /// The absence of a type.
    pub fn none_type(&mut self) -> usize {
        self.ty("vhlo", 33, &Bytes::default())
    }

    /// The type of a function.
    pub fn function(&mut self, params: &[TensorType], results: &[TensorType]) -> usize {
        let [params, results] =
            [params, results].map(|types| types.iter().map(|ty| self.tensor(ty)).collect::<Vec<_>>());
        self.ty("vhlo", 8, Bytes::default().list(&params).list(&results))
    }

    /// MLIR's own type of signless integers of 32 bits.
    pub fn builtin_i32(&mut self) -> usize {
        self.ty("builtin", 0, Bytes::default().varint(32 << 2))
    }

    /// The artifact with these operations.
    pub fn finish(mut self, producer: &str, ir: &Bytes) -> Vec<u8> {
        let dialects = self.dialect_section();
        let (offsets, data) = self.entries();
        let mut properties = Bytes::default();
        properties.index(self.properties.items.len());
        for item in &self.properties.items {
            properties.index(item.len()).0.extend(item);
        }
        let mut out = Bytes(MAGIC.to_vec());
        out.varint(BYTECODE_VERSION).0.extend(producer.bytes().chain([0]));
        out.section(section::DIALECTS, &dialects)
            .section(section::ATTRIBUTE_OFFSETS, &offsets)
            .section(section::ATTRIBUTES, &data)
            .section(section::IR, ir)
            .section(section::STRINGS, &self.string_section())
            .section(section::PROPERTIES, &properties);
        out.0
    }

    fn dialect_section(&mut self) -> Bytes {
        let mut out = Bytes::default();
        out.index(self.dialects.items.len());
        for dialect in self.dialects.items.clone() {
            out.flagged(self.string(dialect), false);
        }
        out.index(self.op_names.items.len());
        for group in self.op_names.items.clone().chunk_by(|a, b| a.0 == b.0) {
            out.index(group[0].0).index(group.len());
            group.iter().for_each(|(_, name)| {
                out.flagged(self.string(name), true);
            });
        }
        out
    }

    /// The sizes of attributes and types, and their bytes.
    fn entries(&self) -> (Bytes, Bytes) {
        let (mut offsets, mut data) = (Bytes::default(), Bytes::default());
        offsets.index(self.attributes.items.len()).index(self.types.items.len());
        for items in [&self.attributes.items, &self.types.items] {
            for group in items.chunk_by(|a, b| a.0 == b.0) {
                offsets.index(group[0].0).index(group.len());
                for (_, bytes) in group {
                    offsets.flagged(bytes.len(), true);
                    data.0.extend(bytes);
                }
            }
        }
        (offsets, data)
    }

    /// The number of strings, their lengths in reverse order with a final zero each, then the bytes.
    fn string_section(&self) -> Bytes {
        let mut out = Bytes::default();
        out.index(self.strings.items.len());
        self.strings.items.iter().rev().for_each(|s| {
            out.index(s.len() + 1);
        });
        self.strings.items.iter().for_each(|s| out.0.extend(s.bytes().chain([0])));
        out
    }
}
