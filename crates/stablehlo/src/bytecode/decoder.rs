//! Decodes attributes where an operation uses them. Most entries of an artifact are locations, which are
//! decoded for their names alone.

use std::cell::{Cell, RefCell};

use super::container::{Container, Entry};
use super::cursor::Cursor;
use super::types::Type;
use crate::attributes::{Attr, Attrs};
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::types::{ElementType, TensorType};

/// The maximum nesting of attributes and types.
const MAX_DEPTH: usize = 64;
/// The maximum size of a constant, and of all together, in bytes. A splat of few bytes may stand for a large
/// tensor; all splats together may stand for more, since each is stored as one element.
const MAX_CONSTANT_BYTES: usize = 1 << 31;
/// Entries decoded per byte of the artifact, at most. An attribute that several others name is decoded each
/// time, so that a few bytes could stand for very many.
const MAX_DECODED_PER_BYTE: usize = 64;

/// The words of VHLO's enumerations, by the attribute's code.
pub(super) const ENUMS: &[(u64, &[&str])] = &[
    (3, &["EQ", "NE", "GE", "GT", "LE", "LT"]),
    (4, &["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]),
    (7, &["FFT", "IFFT", "RFFT", "IRFFT"]),
    (11, &["DEFAULT", "HIGH", "HIGHEST"]),
    (12, &["DEFAULT", "THREE_FRY", "PHILOX"]),
    (13, &["", "UNIFORM", "NORMAL"]),
    (16, &["TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"]),
    (19, &["DEFAULT", "HIGHEST", "TOLERANCE"]),
];

/// Decodes the attributes and types of one artifact.
pub(super) struct Decoder<'b> {
    pub container: &'b Container<'b>,
    /// The tensor types decoded so far.
    pub tensor_types: RefCell<Vec<Option<TensorType>>>,
    depth: Cell<usize>,
    /// The number of entries that may still be decoded.
    budget: Cell<usize>,
    constant_bytes: Cell<usize>,
}

impl<'b> Decoder<'b> {
    /// A decoder for an artifact of that many bytes.
    pub fn new(container: &'b Container<'b>, bytes: usize) -> Self {
        Self {
            container,
            tensor_types: RefCell::default(),
            depth: Cell::new(0),
            budget: Cell::new(bytes.saturating_mul(MAX_DECODED_PER_BYTE)),
            constant_bytes: Cell::new(0),
        }
    }

    /// Runs `decode` one level deeper.
    pub fn nested<T>(&self, at: &Cursor<'_>, decode: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        if self.depth.get() == MAX_DEPTH {
            return Err(at.error(format!("attributes and types nest deeper than {MAX_DEPTH} levels")));
        }
        let budget = self.budget.get().checked_sub(1);
        self.budget.set(budget.ok_or_else(|| at.error("attributes that name each other expand to too many"))?);
        self.depth.set(self.depth.get() + 1);
        let result = decode(self);
        self.depth.set(self.depth.get() - 1);
        result
    }

    fn entry(&self, at: &Cursor<'_>, id: usize) -> Result<&'b Entry<'b>> {
        self.container.attributes.get(id).ok_or_else(|| at.error(format!("there is no attribute {id}")))
    }

    /// Checks that an entry is encoded; text would need a parser of all of MLIR.
    pub fn check_binary(&self, entry: &Entry<'_>) -> Result<()> {
        if entry.is_binary {
            return Ok(());
        }
        let mut bytes = entry.bytes.clone();
        let text = bytes.take(bytes.remaining().min(80))?;
        let message = format!("the attribute or type is text: {}", String::from_utf8_lossy(text));
        Err(Error::new(ErrorKind::Unsupported, entry.bytes.error(message).message()))
    }

    /// The dialect of an attribute, its code, and the cursor after the code.
    pub fn open(&self, at: &Cursor<'_>, id: usize) -> Result<(&'b str, u64, Cursor<'b>)> {
        let entry = self.entry(at, id)?;
        self.check_binary(entry)?;
        let mut c = entry.bytes.clone();
        let code = c.varint()?;
        Ok((self.container.dialects[entry.dialect], code, c))
    }

    /// The attribute with that number.
    pub fn attr(&self, at: &Cursor<'_>, id: usize) -> Result<Attr> {
        self.nested(at, |decoder| {
            let (dialect, code, mut c) = decoder.open(at, id)?;
            match dialect {
                "vhlo" => decoder.vhlo(&mut c, code),
                "builtin" => decoder.builtin(&mut c, code),
                // Shardings are read where they have a meaning.
                _ => Ok(Attr::Opaque),
            }
        })
    }

    /// The attribute whose number is next.
    fn next(&self, c: &mut Cursor<'_>) -> Result<Attr> {
        let id = c.index()?;
        self.attr(c, id)
    }

    fn next_type(&self, c: &mut Cursor<'_>) -> Result<Type> {
        let id = c.index()?;
        self.ty(c, id)
    }

    fn vhlo(&self, c: &mut Cursor<'_>, code: u64) -> Result<Attr> {
        if let Some((_, words)) = ENUMS.iter().find(|(known, _)| *known == code) {
            let value = c.index()?;
            let word =
                words.get(value).ok_or_else(|| c.error(format!("{value} is no value of the enumeration {code}")))?;
            return Ok(Attr::Word((*word).into()));
        }
        match code {
            1 => Ok(Attr::List(c.list(|c| self.next(c))?)),
            2 => Ok(Attr::Bool(c.varint()? != 0)),
            5 => Ok(Attr::Int(i128::from(c.varint()?))),
            6 => self.dictionary(c),
            8 => {
                let ty = self.next_type(c)?;
                self.float(c, &ty)
            }
            9 => {
                let ty = self.next_type(c)?;
                self.integer(c, &ty)
            }
            14 => self.text_attr(c),
            15 => {
                let ty = self.next_type(c)?;
                self.tensor(c, ty)
            }
            17 => Ok(match self.next_type(c)? {
                Type::Element(element) => Attr::Word(element.name().into()),
                Type::None => Attr::Word("none".into()),
                Type::Other(name) => Attr::Word(name.into()),
                Type::Tensor(_) | Type::Function(..) => Attr::Opaque,
            }),
            21 => {
                let (pre_size, size) = (c.svarint()?, c.svarint()?);
                let sizes = [("pre_size", Attr::Int(pre_size.into())), ("size", Attr::Int(size.into()))];
                Ok(named(sizes))
            }
            22 => {
                let name = self.next(c)?;
                let sub_axis = if c.varint()? != 0 { Some(("sub_axis", self.next(c)?)) } else { None };
                Ok(named([("name", name)].into_iter().chain(sub_axis)))
            }
            23 => {
                let mesh = self.next(c)?;
                Ok(named([("mesh", mesh), ("axes", self.next(c)?)]))
            }
            10 | 18 | 20 | 24 | 25 => Ok(Attr::Opaque),
            _ => Err(c.error(format!("there is no VHLO attribute {code}"))),
        }
    }

    fn builtin(&self, c: &mut Cursor<'_>, code: u64) -> Result<Attr> {
        match code {
            0 => Ok(Attr::List(c.list(|c| self.next(c))?)),
            1 => self.dictionary(c),
            2 => self.text_attr(c),
            4 => match self.next(c)? {
                Attr::Str(name) => Ok(Attr::Symbol(name)),
                _ => Err(c.error("a symbol has to name a string")),
            },
            7 => Ok(Attr::Unit),
            8 => {
                let ty = self.next_type(c)?;
                self.integer(c, &ty)
            }
            9 => {
                let ty = self.next_type(c)?;
                self.float(c, &ty)
            }
            _ => Ok(Attr::Opaque),
        }
    }

    fn dictionary(&self, c: &mut Cursor<'_>) -> Result<Attr> {
        let mut attrs = Attrs::default();
        for _ in 0..c.count()? {
            match self.next(c)? {
                Attr::Str(name) => attrs.push(name, self.next(c)?),
                _ => return Err(c.error("the names of a dictionary are strings")),
            }
        }
        Ok(Attr::Dict(attrs))
    }

    /// A string. The configurations of some devices' custom calls are no text; only those devices read them.
    fn text_attr(&self, c: &mut Cursor<'_>) -> Result<Attr> {
        let id = c.index()?;
        let bytes = self.container.strings.get(id).ok_or_else(|| c.error(format!("there is no string {id}")))?;
        Ok(Attr::Str(String::from_utf8_lossy(bytes).into_owned()))
    }

    fn integer(&self, c: &mut Cursor<'_>, ty: &Type) -> Result<Attr> {
        let (width, is_signed) = match ty {
            Type::Element(element) => (element.bits(), element.is_signed()),
            Type::Other("index") => (64, true),
            _ => return Err(c.error("an integer has the type of a number")),
        };
        let bits = c.ap_int(width)?;
        let shift = 64 - width.min(64) as u32;
        Ok(Attr::Int(if is_signed { i128::from((bits << shift) as i64 >> shift) } else { i128::from(bits) }))
    }

    fn float(&self, c: &mut Cursor<'_>, ty: &Type) -> Result<Attr> {
        let Type::Element(element) = ty else { return Err(c.error("a float has the type of a number")) };
        let bits = c.ap_int(element.bits())?;
        let ty = TensorType::scalar(*element);
        let literal = Literal::from_bytes(ty, bits.to_le_bytes()[..element.bytes().min(8)].to_vec())?;
        Ok(literal.to_f64_vec().map_or(Attr::Opaque, |values| Attr::Float(values[0])))
    }

    /// A constant: little-endian elements, or one element for all.
    fn tensor(&self, c: &mut Cursor<'_>, ty: Type) -> Result<Attr> {
        let ty = super::types::tensor(c, ty)?;
        let length = c.index()?;
        let blob = c.take(length)?;
        let (count, size) = (ty.num_elements(), ty.element.bytes());
        let total = self.constant_bytes.get().saturating_add(length);
        if total.max(ty.size_in_bytes()) > MAX_CONSTANT_BYTES {
            let message = format!("constants take more than {MAX_CONSTANT_BYTES} bytes: broadcast a scalar instead");
            return Err(Error::new(ErrorKind::Unsupported, c.error(message).message()));
        }
        self.constant_bytes.set(total);
        let bytes = match ty.element {
            // More than fit into a byte are all equal.
            ElementType::I1 if matches!(blob, [0x00 | 0xff]) && count > 8 => {
                return Literal::from_splat(ty, vec![u8::from(blob[0] != 0)]).map(Attr::Dense);
            }
            ElementType::I1 => booleans(blob, count),
            _ if blob.len() == count * size => Some(blob.to_vec()),
            _ if blob.len() == size => return Literal::from_splat(ty, blob.to_vec()).map(Attr::Dense),
            _ => None,
        };
        let bytes = bytes.ok_or_else(|| c.error(format!("{length} bytes are no constant of type {ty}")))?;
        Literal::from_bytes(ty, bytes).map(Attr::Dense)
    }

    /// The name in a location, as the text format's reader keeps it: the first one that is found.
    pub fn location(&self, at: &Cursor<'_>, id: usize) -> Result<Option<String>> {
        self.nested(at, |decoder| {
            let (dialect, code, mut c) = decoder.open(at, id)?;
            match (dialect, code) {
                ("builtin", 10) => {
                    let callee = c.index()?;
                    decoder.location(&c, callee)
                }
                ("builtin", 12 | 13) => {
                    for part in c.list(Cursor::index)? {
                        if let Some(name) = decoder.location(&c, part)? {
                            return Ok(Some(name));
                        }
                    }
                    Ok(None)
                }
                ("builtin", 14) => match decoder.next(&mut c)? {
                    Attr::Str(name) => Ok(Some(name)),
                    _ => Err(c.error("the name of a location is a string")),
                },
                _ => Ok(None),
            }
        })
    }

    /// `{k = 2 : i64, name = "x"}`
    fn dictionary_text(&self, c: &mut Cursor<'_>) -> Result<String> {
        let entries = c.list(|c| {
            let (name, value) = (c.index()?, c.index()?);
            match self.attr(c, name)? {
                Attr::Str(name) => Ok(format!("{name} = {}", self.text(c, value)?)),
                _ => Err(c.error("the names of a dictionary are strings")),
            }
        })?;
        Ok(format!("{{{}}}", entries.join(", ")))
    }

    /// Returns true if an attribute is a constant of indices, which is decoded as one of i64.
    fn has_index_elements(&self, at: &Cursor<'_>, id: usize) -> Result<bool> {
        let (_, _, mut constant) = self.open(at, id)?;
        let ty = constant.index()?;
        let entry = self.container.types.get(ty).ok_or_else(|| at.error(format!("there is no type {ty}")))?;
        let mut tensor = entry.bytes.clone();
        tensor.varint()?;
        tensor.list(Cursor::svarint)?;
        let element = tensor.index()?;
        Ok(self.ty(&tensor, element)? == Type::Other("index"))
    }

    /// The text of an attribute of a parameter or result, as the text format prints it.
    pub fn text(&self, at: &Cursor<'_>, id: usize) -> Result<String> {
        let (dialect, code, mut c) = self.open(at, id)?;
        if dialect == "sdy" {
            return self.nested(at, |decoder| decoder.sdy_text(&mut c, code));
        }
        let element = match (dialect, code) {
            ("vhlo" | "builtin", 8 | 9) => match self.next_type(&mut c)? {
                Type::Element(element) => Some(element),
                _ => None,
            },
            _ => None,
        };
        let suffix = element.map_or(String::new(), |element| format!(" : {element}"));
        if let ("vhlo", 6) | ("builtin", 1) = (dialect, code) {
            return self.nested(at, |decoder| decoder.dictionary_text(&mut c));
        }
        Ok(match self.attr(at, id)? {
            Attr::Str(text) => crate::text::quoted(&text),
            Attr::Int(n) => format!("{n}{suffix}"),
            Attr::Float(x) => format!("{}{suffix}", float_text(x, element.unwrap_or(ElementType::F64))?),
            Attr::List(_) => self.nested(at, |decoder| {
                let items = c.list(|c| {
                    let id = c.index()?;
                    decoder.text(c, id)
                })?;
                Ok(format!("[{}]", items.join(", ")))
            })?,
            Attr::Bool(b) => b.to_string(),
            Attr::Symbol(name) => format!("@{name}"),
            Attr::Word(word) => word,
            Attr::Dense(literal) => {
                let ty = literal.ty().to_string();
                let ty = if self.has_index_elements(at, id)? { ty.replace("i64>", "index>") } else { ty };
                format!("{} : {ty}", crate::text::dense(&literal))
            }
            _ => String::new(),
        })
    }
}

/// A dictionary of these attributes.
fn named(attributes: impl IntoIterator<Item = (&'static str, Attr)>) -> Attr {
    let mut attrs = Attrs::default();
    attributes.into_iter().for_each(|(name, attr)| attrs.push(name, attr));
    Attr::Dict(attrs)
}

/// A float attribute as MLIR prints it: as a constant of f64, or, if six digits after the point do not make
/// the value, with as many as tell apart all values of its type.
fn float_text(x: f64, element: ElementType) -> Result<String> {
    if !x.is_finite() || format!("{x:.6e}").parse() == Ok(x) {
        let text = crate::text::dense(&Literal::from_f64(TensorType::scalar(ElementType::F64), &[x])?);
        return Ok(text.trim_start_matches("dense<").trim_end_matches('>').to_string());
    }
    let digits = if element == ElementType::F64 { 17 } else { 9 };
    let exponent = x.abs().log10().floor();
    if !(-4.0..9.0).contains(&exponent) {
        return Ok(format!("{x:e}"));
    }
    let decimals = digits - 1 - exponent as i32;
    Ok(format!("{x:.*}", decimals as usize).trim_end_matches('0').to_string())
}

/// Booleans, a bit each with the lowest first; a byte 0 or 255 for all.
fn booleans(blob: &[u8], count: usize) -> Option<Vec<u8>> {
    match blob {
        [0xff] => Some(vec![1; count]),
        [0x00] => Some(vec![0; count]),
        _ if blob.len() == count.div_ceil(8) => Some((0..count).map(|i| blob[i / 8] >> (i % 8) & 1).collect()),
        _ => None,
    }
}
