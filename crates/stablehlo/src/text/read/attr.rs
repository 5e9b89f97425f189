//! Attributes, as values with no meaning yet.

use super::super::MAX_DEPTH;
use super::super::lexer::{Tok, unescape};
use super::Parser;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::with_native;

/// An attribute's value.
#[derive(Clone, Debug)]
pub(super) enum Attr {
    Unit,
    Bool(bool),
    Int(i128),
    Str(String),
    Symbol(String),
    /// A bare word: `DEFAULT`, or the last of `#stablehlo<precision DEFAULT>`.
    Word(String),
    List(Vec<Attr>),
    /// `[0] x [1]`, `[b, f]x[i, o]->[b, f]`
    Product(Vec<Attr>),
    Dense(Literal),
    Dict(Attrs),
    /// A dictionary whose meaning is a device's, as it stands in the text.
    Source(String),
    /// What means nothing here.
    Opaque,
}

/// Attributes by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Attrs(Vec<(String, Attr)>);

impl Attrs {
    pub fn push(&mut self, name: impl Into<String>, attr: Attr) {
        self.0.push((name.into(), attr));
    }

    pub fn extend(&mut self, other: Attrs) {
        self.0.extend(other.0);
    }

    /// The first attribute of one of these names: pretty and generic text differ in them.
    pub fn get(&self, names: &[&str]) -> Option<&Attr> {
        self.0.iter().find(|(n, _)| names.contains(&n.as_str())).map(|(_, a)| a)
    }

    fn wrong(names: &[&str], what: &str) -> Error {
        Error::new(ErrorKind::Syntax, format!("attribute '{}' has to be {what}", names[0]))
    }

    pub fn ints(&self, names: &[&str]) -> Result<Option<Vec<i64>>> {
        self.get(names).map(|a| a.ints().ok_or_else(|| Self::wrong(names, "a list of integers"))).transpose()
    }

    pub fn sizes(&self, names: &[&str]) -> Result<Option<Vec<usize>>> {
        let wrong = || Self::wrong(names, "a list of integers, none negative");
        let sizes = |v: Vec<i64>| v.into_iter().map(|n| usize::try_from(n).map_err(|_| wrong())).collect();
        self.ints(names)?.map(sizes).transpose()
    }

    pub fn size(&self, names: &[&str]) -> Result<Option<usize>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Int(n)) => {
                usize::try_from(*n).map(Some).map_err(|_| Self::wrong(names, "an integer, not negative"))
            }
            Some(_) => Err(Self::wrong(names, "an integer")),
        }
    }

    pub fn int(&self, names: &[&str]) -> Result<Option<i64>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Int(n)) => i64::try_from(*n).map(Some).map_err(|_| Self::wrong(names, "an integer of 64 bits")),
            Some(_) => Err(Self::wrong(names, "an integer")),
        }
    }

    pub fn flag(&self, names: &[&str]) -> Result<bool> {
        match self.get(names) {
            None | Some(Attr::Bool(false)) => Ok(false),
            Some(Attr::Unit | Attr::Bool(true)) => Ok(true),
            Some(_) => Err(Self::wrong(names, "true or false")),
        }
    }

    pub fn flags(&self, names: &[&str]) -> Result<Option<Vec<bool>>> {
        let ints = self.ints(names)?;
        Ok(ints.map(|v| v.into_iter().map(|n| n != 0).collect()))
    }

    /// A string; of a dictionary, its text.
    pub fn text(&self, name: &str) -> Option<String> {
        match self.get(&[name])? {
            Attr::Str(text) | Attr::Source(text) => Some(text.clone()),
            _ => None,
        }
    }

    pub fn word(&self, names: &[&str]) -> Result<Option<&str>> {
        match self.get(names) {
            None => Ok(None),
            Some(Attr::Word(w) | Attr::Str(w) | Attr::Symbol(w)) => Ok(Some(w)),
            Some(_) => Err(Self::wrong(names, "a word")),
        }
    }
}

/// What a name such as `#map` stands for.
#[derive(Clone, Debug)]
pub(super) struct Alias {
    attr: Attr,
    /// How deep it nests, and how much it holds: a number for each attribute in it and for each 16 bytes of its constants.
    depth: usize,
    size: usize,
}

impl Alias {
    pub fn new(attr: Attr) -> Self {
        let (depth, size) = attr.extent();
        Self { attr, depth, size }
    }
}

/// All uses of aliases in a text together may stand for so much, counted as [`Alias`] does.
const MAX_EXPANDED: usize = 1 << 20;

impl Attr {
    /// Its depth and size, as an [`Alias`] has them. Reading nests no deeper than [`MAX_DEPTH`], so this does not either.
    fn extent(&self) -> (usize, usize) {
        let around = |inner: &mut dyn Iterator<Item = &Attr>| {
            inner.map(Attr::extent).fold((1, 1), |(depth, size), (d, s)| (depth.max(d + 1), size + s))
        };
        match self {
            Attr::List(items) | Attr::Product(items) => around(&mut items.iter()),
            Attr::Dict(attrs) => around(&mut attrs.0.iter().map(|(_, attr)| attr)),
            Attr::Dense(literal) => (1, 1 + literal.bytes().len() / 16),
            Attr::Str(text) | Attr::Symbol(text) | Attr::Word(text) | Attr::Source(text) => (1, 1 + text.len() / 16),
            Attr::Unit | Attr::Bool(_) | Attr::Int(_) | Attr::Opaque => (1, 1),
        }
    }

    pub fn as_word(&self) -> Option<&str> {
        match self {
            Attr::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn sizes(&self) -> Option<Vec<usize>> {
        self.ints()?.into_iter().map(|n| usize::try_from(n).ok()).collect()
    }

    /// `[[0, 1], [2, 3]]`, as lists or as a dense table.
    pub fn pairs(&self) -> Option<Vec<(i64, i64)>> {
        let flat = match self {
            Attr::List(rows) => {
                let rows: Option<Vec<Vec<i64>>> = rows.iter().map(Attr::ints).collect();
                rows?.into_iter().map(|r| <[i64; 2]>::try_from(r).ok()).collect::<Option<Vec<_>>>()?.concat()
            }
            Attr::Dense(literal) if literal.ty().rank() == 2 && literal.ty().dims[1] == 2 => dense_ints(literal)?,
            _ => return None,
        };
        Some(flat.as_chunks::<2>().0.iter().map(|[low, high]| (*low, *high)).collect())
    }

    /// The integers of a list, an array or a dense literal; truths are 0 and 1.
    fn ints(&self) -> Option<Vec<i64>> {
        match self {
            Attr::List(items) => items
                .iter()
                .map(|a| match a {
                    Attr::Int(n) => i64::try_from(*n).ok(),
                    Attr::Bool(b) => Some(i64::from(*b)),
                    _ => None,
                })
                .collect(),
            Attr::Dense(literal) => dense_ints(literal),
            _ => None,
        }
    }
}

/// The elements of a literal of integers.
fn dense_ints(literal: &Literal) -> Option<Vec<i64>> {
    let element = literal.ty().element;
    if element == crate::types::ElementType::I64 {
        return literal.to_vec::<i64>().ok();
    }
    if !element.is_integer() && !element.is_bool() || element.bits() > 32 {
        return None;
    }
    with_native!(element, T => literal.to_vec::<T>().ok().map(|v| {
        v.into_iter().map(|x| crate::literal::NativeType::to_f64(x) as i64).collect::<Vec<i64>>()
    }))
    .ok()?
}

impl<'t> Parser<'t> {
    /// `{a = 1 : i32, b}`, where there is one.
    pub(super) fn optional_dict(&mut self) -> Result<Attrs> {
        if self.at('{') { self.dict('{', '}') } else { Ok(Attrs::default()) }
    }

    /// Attributes with their names.
    pub(super) fn dict(&mut self, open: char, close: char) -> Result<Attrs> {
        self.nested(|p| {
            p.expect(open)?;
            let mut attrs = Vec::new();
            // Some of MLIR's readers let a comma stand before the end.
            while !p.eat(close)? {
                attrs.push(p.named_attr()?);
                if !p.eat(',')? {
                    p.expect(close)?;
                    break;
                }
            }
            Ok(Attrs(attrs))
        })
    }

    pub(super) fn named_attr(&mut self) -> Result<(String, Attr)> {
        let name = match self.tok.tok {
            Tok::Word(word) => word.to_string(),
            Tok::Str(quoted) => unescape(quoted),
            _ => return Err(self.expected("the name of an attribute")),
        };
        self.advance()?;
        if !self.eat('=')? {
            return Ok((name, Attr::Unit));
        }
        let start = self.tok.start;
        let end = |p: &Self| p.text[start..p.tok.start].trim_end().to_string();
        Ok(match (name.as_str(), self.typed_attr()?) {
            ("backend_config", Attr::Dict(_)) => (name, Attr::Source(end(self))),
            (_, attr) => (name, attr),
        })
    }

    /// An attribute, then perhaps `: type`.
    pub(super) fn typed_attr(&mut self) -> Result<Attr> {
        let attr = self.attr()?;
        if self.eat(':')? {
            self.skip_type()?;
        }
        Ok(attr)
    }

    /// An attribute without a type after it.
    pub(super) fn attr(&mut self) -> Result<Attr> {
        self.nested(Self::attr_here)
    }

    fn attr_here(&mut self) -> Result<Attr> {
        let token = self.tok;
        match token.tok {
            Tok::Int(digits) => {
                self.advance()?;
                let n = super::dense::integer(digits)
                    .ok_or_else(|| self.syntax_error(token.start, "the number is too large"))?;
                Ok(Attr::Int(n))
            }
            Tok::Float(_) => self.advance().map(|_| Attr::Opaque),
            Tok::Str(quoted) => self.advance().map(|_| Attr::Str(unescape(quoted))),
            Tok::Symbol(name) => {
                self.advance()?;
                // A nested reference, @a::@b.
                while self.at(':') && self.peek() == Tok::Punct(':') {
                    self.advance()?;
                    self.advance()?;
                    self.advance()?;
                }
                Ok(Attr::Symbol(unescape(name)))
            }
            Tok::Hash(name) => self.hash_attr(name),
            Tok::Type(_) => self.skip_type().map(|()| Attr::Opaque),
            Tok::Punct('[') => self.lists(),
            Tok::Punct('{') => self.dict('{', '}').map(Attr::Dict),
            Tok::Punct('<') => self.dict('<', '>').map(Attr::Dict),
            Tok::Punct('(') => self.skip_type().map(|()| Attr::Opaque),
            Tok::Word(word) => self.word_attr(word),
            _ => Err(self.expected("an attribute")),
        }
    }

    fn word_attr(&mut self, word: &str) -> Result<Attr> {
        match word {
            "true" => self.advance().map(|_| Attr::Bool(true)),
            "false" => self.advance().map(|_| Attr::Bool(false)),
            "unit" => self.advance().map(|_| Attr::Unit),
            "dense" => self.dense().map(Attr::Dense),
            "dense_resource" => Err(self.located(
                self.tok.start,
                Error::new(ErrorKind::Unsupported, "constants kept as resources are not supported: print them in full"),
            )),
            "array" => self.array(),
            "tensor" => self.tensor_type().map(|_| Attr::Opaque),
            "loc" => self.location().map(|_| Attr::Opaque),
            _ => {
                self.advance()?;
                // A type with parameters, or an affine map: nothing here.
                if self.at('<') {
                    self.advance()?;
                    self.skip_until('>')?;
                    return Ok(Attr::Opaque);
                }
                Ok(Attr::Word(word.into()))
            }
        }
    }

    /// `[1, 2]`, and its products `[0] x [1]`, `[b, f]x[i, o]->[b, f]`
    fn lists(&mut self) -> Result<Attr> {
        let first = Attr::List(self.list('[', ']', Self::typed_attr)?);
        if !(self.at_word("x") && self.peek() == Tok::Punct('[')) {
            return Ok(first);
        }
        self.advance()?;
        let mut parts = vec![first, Attr::List(self.list('[', ']', Self::typed_attr)?)];
        if self.eat_arrow()? {
            parts.push(Attr::List(self.list('[', ']', Self::typed_attr)?));
        }
        Ok(Attr::Product(parts))
    }

    /// `array<i64: 1, 2>`
    fn array(&mut self) -> Result<Attr> {
        self.advance()?;
        self.expect('<')?;
        self.advance()?;
        let mut items = Vec::new();
        if self.eat(':')? {
            loop {
                items.push(self.attr()?);
                if !self.eat(',')? {
                    break;
                }
            }
        }
        self.expect('>')?;
        Ok(Attr::List(items))
    }

    /// `#stablehlo.gather<...>`, `#stablehlo<precision DEFAULT>`, `#alias`
    fn hash_attr(&mut self, name: &'t str) -> Result<Attr> {
        let at = self.advance()?.start;
        if !self.at('<') {
            return self.aliased(name, at);
        }
        if !name.starts_with("stablehlo") {
            self.advance()?;
            self.skip_until('>')?;
            return Ok(Attr::Opaque);
        }
        match self.peek() {
            Tok::Punct('[') => {
                self.advance()?;
                let attr = self.attr()?;
                self.expect('>')?;
                Ok(attr)
            }
            // `gather<offset_dims = ...>` has attributes, `<precision DEFAULT>` and `precision<DEFAULT>` are words.
            Tok::Word(first) => {
                let open = self.tok.start;
                self.advance()?;
                self.advance()?;
                if self.eat('>')? {
                    return Ok(Attr::Word(first.into()));
                }
                if let Tok::Word(second) = self.tok.tok {
                    self.advance()?;
                    self.expect('>')?;
                    return Ok(Attr::Word(second.into()));
                }
                self.jump(open)?;
                self.dict('<', '>').map(Attr::Dict)
            }
            _ => {
                self.advance()?;
                self.skip_until('>')?;
                Ok(Attr::Opaque)
            }
        }
    }

    /// What `#alias` stands for. Aliases of aliases grow twofold a line, or nest a level a line: both have an end.
    fn aliased(&mut self, name: &str, at: usize) -> Result<Attr> {
        let Some(alias) = self.attr_aliases.get(name) else { return Ok(Attr::Opaque) };
        if self.depth + alias.depth > MAX_DEPTH {
            return Err(self.syntax_error(at, format!("#{name} nests attributes deeper than {MAX_DEPTH} levels")));
        }
        self.expanded = self.expanded.saturating_add(alias.size);
        if self.expanded > MAX_EXPANDED {
            return Err(
                self.syntax_error(at, format!("the text's aliases stand for more than {MAX_EXPANDED} attributes"))
            );
        }
        Ok(alias.attr.clone())
    }

    /// Goes past a type that means nothing here: `i32`, `tensor<...>`, `!a.b<...>`, `(a) -> b`.
    pub(super) fn skip_type(&mut self) -> Result<()> {
        self.nested(|p| {
            if p.eat('(')? {
                p.skip_until(')')?;
            } else {
                if !matches!(p.tok.tok, Tok::Word(_) | Tok::Type(_)) {
                    return Err(p.expected("a type"));
                }
                p.advance()?;
                if p.eat('<')? {
                    p.skip_until('>')?;
                }
            }
            if p.eat_arrow()? { p.skip_type() } else { Ok(()) }
        })
    }

    /// Goes past `close`, brackets inside in pairs.
    pub(super) fn skip_until(&mut self, close: char) -> Result<()> {
        let mut open = vec![close];
        while let Some(close) = open.last().copied() {
            let token = self.advance()?;
            match token.tok {
                Tok::Punct(c) if c == close => drop(open.pop()),
                Tok::Punct('(') => open.push(')'),
                Tok::Punct('[') => open.push(']'),
                Tok::Punct('{') => open.push('}'),
                Tok::Punct('<') => open.push('>'),
                Tok::End => {
                    return Err(self.syntax_error(token.start, format!("expected '{close}' before the text's end")));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
