//! Attributes of VHLO and of Shardy, encoded.

use super::super::decoder::ENUMS;
use super::bytes::Bytes;
use super::pool::Pool;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::sharding::{AxisRef, Mesh, TensorSharding};
use crate::text::{TypedAttr, typed_attr};
use crate::types::{ElementType, TensorType};

/// A property of an operation.
pub(super) enum Value<'m> {
    Bool(bool),
    I32(i64),
    I64(i64),
    /// An enumeration's word, by the enumeration's code.
    Word(u64, &'static str),
    ApiVersion(u64),
    Str(&'m str),
    /// A tensor of `i64` of one dimension.
    I64s(Vec<i64>),
    /// A tensor of `i64` of two dimensions.
    Rows(Vec<Vec<i64>>, usize),
    /// A tensor of `i1` of one dimension.
    Bools(Vec<bool>),
    Dense(&'m Literal),
    List(Vec<Value<'m>>),
    Typed(TypedAttr),
    /// The type `none`, which stands for an absent attribute.
    NoType,
    /// The accuracy that a function has by default.
    DefaultAccuracy,
}

impl Value<'_> {
    pub fn sizes(sizes: &[usize]) -> Self {
        Value::I64s(sizes.iter().map(|n| *n as i64).collect())
    }
}

impl Pool {
    fn vhlo(&mut self, code: u64, content: &Bytes) -> usize {
        self.attribute("vhlo", code, content)
    }

    /// The number of an attribute of VHLO.
    pub fn value(&mut self, value: &Value<'_>) -> Result<usize> {
        let mut content = Bytes::default();
        Ok(match value {
            Value::Bool(flag) => self.vhlo(2, content.varint(u64::from(*flag))),
            Value::I32(n) => self.integer(*n, ElementType::I32),
            Value::I64(n) => self.integer(*n, ElementType::I64),
            Value::Word(code, word) => {
                let words = ENUMS.iter().find(|(known, _)| known == code).map_or(&[][..], |(_, words)| words);
                let number = words.iter().position(|known| known == word);
                let unknown = || Error::new(ErrorKind::Unsupported, format!("VHLO has no word {word}"));
                self.vhlo(*code, content.index(number.ok_or_else(unknown)?))
            }
            Value::ApiVersion(n) => self.vhlo(5, content.varint(*n)),
            Value::Str(text) => self.vhlo_string(text),
            Value::I64s(values) => self.i64_tensor(&[values.len()], values.iter().copied()),
            Value::Rows(rows, width) => self.i64_tensor(&[rows.len(), *width], rows.iter().flatten().copied()),
            Value::Bools(flags) => {
                let ty = TensorType::new(ElementType::I1, [flags.len()]);
                self.dense(&Literal::from_bytes(ty, flags.iter().map(|f| u8::from(*f)).collect())?)
            }
            Value::Dense(literal) => self.dense(literal),
            Value::List(items) => {
                let items = items.iter().map(|item| self.value(item)).collect::<Result<Vec<_>>>()?;
                self.vhlo(1, content.list(&items))
            }
            Value::Typed(attr) => self.typed(attr)?,
            Value::NoType => {
                let none = self.none_type();
                self.vhlo(17, content.index(none))
            }
            Value::DefaultAccuracy => {
                let mode = self.vhlo(19, Bytes::default().index(0));
                self.vhlo(20, content.ap_int(0, 64).ap_int(0, 64).svarint(0).index(mode))
            }
        })
    }

    fn integer(&mut self, n: i64, element: ElementType) -> usize {
        let ty = self.element(element);
        self.vhlo(9, Bytes::default().index(ty).ap_int(n as u64, element.bits()))
    }

    pub fn vhlo_string(&mut self, text: &str) -> usize {
        let id = self.string(text);
        self.vhlo(14, Bytes::default().index(id))
    }

    /// A string of MLIR's own, as symbols and locations name them.
    pub fn builtin_string(&mut self, text: &str) -> usize {
        let id = self.string(text);
        self.attribute("builtin", 2, Bytes::default().index(id))
    }

    fn i64_tensor(&mut self, dims: &[usize], values: impl Iterator<Item = i64>) -> usize {
        let bytes: Vec<u8> = values.flat_map(i64::to_le_bytes).collect();
        let ty = self.tensor(&TensorType::new(ElementType::I64, dims));
        self.tensor_attr(ty, splat(&bytes, 8))
    }

    /// A constant: all elements, or one element for all.
    fn dense(&mut self, literal: &Literal) -> usize {
        let ty = self.tensor(literal.ty());
        // The elements of a splat are never made.
        let bytes = literal.splat().unwrap_or_else(|| literal.bytes());
        if literal.ty().element != ElementType::I1 {
            return self.tensor_attr(ty, bytes);
        }
        // A bit each; a byte 0 or 255 for all.
        let bits: Vec<u8> = match bytes {
            [flag] => vec![if *flag == 0 { 0 } else { 0xff }],
            _ => bytes
                .chunks(8)
                .map(|group| group.iter().enumerate().fold(0, |byte, (i, flag)| byte | u8::from(*flag != 0) << i))
                .collect(),
        };
        self.tensor_attr(ty, &bits)
    }

    fn tensor_attr(&mut self, ty: usize, blob: &[u8]) -> usize {
        let mut content = Bytes::default();
        content.index(ty).index(blob.len()).0.extend(blob);
        self.vhlo(15, &content)
    }

    /// An attribute that was read from text.
    fn typed(&mut self, attr: &TypedAttr) -> Result<usize> {
        let mut content = Bytes::default();
        Ok(match attr {
            TypedAttr::Unit => self.attribute("builtin", 7, &content),
            TypedAttr::Bool(flag) => self.value(&Value::Bool(*flag))?,
            TypedAttr::Int(n, ty) => {
                let id = match ty {
                    Some(ty) => self.element(*ty),
                    None => self.index_type(),
                };
                self.vhlo(9, content.index(id).ap_int(*n as u64, ty.map_or(64, ElementType::bits)))
            }
            TypedAttr::Float(bits, ty) => {
                let id = self.element(*ty);
                self.vhlo(8, content.index(id).ap_int(*bits, ty.bits()))
            }
            TypedAttr::Str(text) | TypedAttr::Symbol(text) => self.vhlo_string(text),
            TypedAttr::List(items) => {
                let items = items.iter().map(|item| self.typed(item)).collect::<Result<Vec<_>>>()?;
                self.vhlo(1, content.list(&items))
            }
            TypedAttr::Dict(items) => {
                let items: Vec<(&str, &TypedAttr)> = items.iter().map(|(name, attr)| (name.as_str(), attr)).collect();
                self.dictionary(&items)?
            }
            TypedAttr::Dense(literal) => self.dense(literal),
            TypedAttr::DenseIndex(literal) => {
                let ty = self.index_tensor(&literal.ty().dims);
                self.tensor_attr(ty, splat(literal.bytes(), 8))
            }
            TypedAttr::Type(element) => {
                let ty = self.element(*element);
                self.vhlo(17, content.index(ty))
            }
            TypedAttr::Sdy(text) => self.sdy(text)?,
        })
    }

    /// A dictionary of VHLO; MLIR sorts the names.
    pub fn dictionary(&mut self, items: &[(&str, &TypedAttr)]) -> Result<usize> {
        let mut items = items.to_vec();
        items.sort_by_key(|(name, _)| *name);
        let mut content = Bytes::default();
        content.index(items.len());
        for (name, attr) in items {
            content.index(self.vhlo_string(name)).index(self.typed(attr)?);
        }
        Ok(self.vhlo(6, &content))
    }

    /// The attributes of a parameter or result, `name` and text.
    pub fn attribute_dictionary(&mut self, attributes: &[(String, String)]) -> Result<usize> {
        let attr = |(name, text): &(String, String)| typed_attr(text).map_err(|e| e.at(format!("attribute '{name}'")));
        let values = attributes.iter().map(attr).collect::<Result<Vec<_>>>()?;
        let names = attributes.iter().map(|(name, _)| name.as_str());
        self.dictionary(&names.zip(&values).collect::<Vec<_>>())
    }

    /// The mesh of a module.
    pub fn mesh(&mut self, mesh: &Mesh) -> usize {
        let mut content = Bytes::default();
        content.index(mesh.axes.len());
        for (name, size) in &mesh.axes {
            let name = self.string(name);
            content.index(self.attribute("sdy", 1, Bytes::default().index(name).svarint(*size as i64)));
        }
        content.index(mesh.device_ids.len());
        for id in &mesh.device_ids {
            content.svarint(*id as i64);
        }
        self.attribute("sdy", 2, &content)
    }

    fn sdy(&mut self, text: &str) -> Result<usize> {
        if !text.starts_with("#sdy.sharding<") {
            return Err(Error::new(ErrorKind::Unsupported, format!("the attribute {text} cannot be written")));
        }
        let sharding: TensorSharding = text.parse()?;
        let mesh = self.builtin_string(&sharding.mesh);
        let mut content = Bytes::default();
        content.index(self.attribute("builtin", 4, Bytes::default().index(mesh)));
        content.index(sharding.dims.len());
        for dim in &sharding.dims {
            let mut bytes = Bytes::default();
            bytes.list(&self.axes(&dim.axes)).0.push(u8::from(dim.is_closed));
            bytes.flagged(dim.priority.unwrap_or(0) as usize, dim.priority.is_some());
            content.index(self.attribute("sdy", 5, &bytes));
        }
        content.list(&self.axes(&sharding.replicated));
        if sharding.unreduced.is_empty() {
            return Ok(self.attribute("sdy", 6, &content));
        }
        content.list(&self.axes(&sharding.unreduced));
        Ok(self.attribute("sdy", 15, &content))
    }

    fn axes(&mut self, axes: &[AxisRef]) -> Vec<usize> {
        let mut axis = |axis: &AxisRef| {
            let mut content = Bytes::default();
            content.index(self.string(&axis.name));
            let part = axis.sub_axis.map(|part| {
                self.attribute("sdy", 3, Bytes::default().svarint(part.pre_size as i64).svarint(part.size as i64))
            });
            self.attribute("sdy", 4, content.flagged(part.unwrap_or(0), part.is_some()))
        };
        axes.iter().map(&mut axis).collect()
    }
}

/// The bytes of one element if all are equal, else of all elements.
fn splat(bytes: &[u8], size: usize) -> &[u8] {
    match bytes.get(..size) {
        Some(first) if size > 0 && bytes.chunks(size).all(|element| element == first) => first,
        _ => bytes,
    }
}
