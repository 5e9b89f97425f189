//! The text of attributes.

use super::dense;
use super::parser::{MAX_DEPTH, Parser};
use crate::attributes::{Attr, Attrs};
use crate::error::{Error, ErrorKind, Result};
use crate::text::lexer::{Tok, unescape};

/// The maximum size of all uses of aliases in a text together, in the unit of
/// [`Alias::size`](super::attr::Alias).
const MAX_EXPANDED: usize = 1 << 20;

impl<'t> Parser<'t> {
    /// `{a = 1 : i32, b}`; without it, no attributes.
    pub(super) fn optional_dict(&mut self) -> Result<Attrs> {
        if self.at('{') { self.dict('{', '}') } else { Ok(Attrs::default()) }
    }

    /// A dictionary: attributes with their names, between `open` and `close`.
    pub(super) fn dict(&mut self, open: char, close: char) -> Result<Attrs> {
        let keeps_sources = std::mem::take(&mut self.keeps_sources);
        self.nested(|p| {
            p.expect(open)?;
            let mut attrs = Attrs::default();
            // Some parsers of MLIR accept a comma before the end.
            while !p.eat(close)? {
                let start = p.tok.start;
                let (name, attr) = p.named_attr()?;
                if keeps_sources {
                    let text = p.text[start..p.tok.start].trim_end();
                    let value = text.split_once('=').map_or("", |(_, v)| v.trim_start());
                    attrs.push_source(name.clone(), value.into());
                }
                attrs.push(name, attr);
                if !p.eat(',')? {
                    p.expect(close)?;
                    break;
                }
            }
            Ok(attrs)
        })
    }

    /// `name = attribute`, or only the name of a unit attribute.
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
            ("backend_config" | "composite_attributes", Attr::Dict(_)) => (name, Attr::Source(end(self))),
            (_, attr) => (name, attr),
        })
    }

    /// An attribute, optionally followed by `: type`.
    pub(super) fn typed_attr(&mut self) -> Result<Attr> {
        let attr = self.attr()?;
        if self.eat(':')? {
            self.skip_type()?;
        }
        Ok(attr)
    }

    /// An attribute without a type after it.
    pub(super) fn attr(&mut self) -> Result<Attr> {
        self.nested(Self::attr_body)
    }

    fn attr_body(&mut self) -> Result<Attr> {
        let token = self.tok;
        match token.tok {
            Tok::Int(digits) => {
                self.advance()?;
                let n =
                    dense::integer(digits).ok_or_else(|| self.syntax_error(token.start, "the number is too large"))?;
                Ok(Attr::Int(n))
            }
            Tok::Float(digits) => self.advance().map(|_| digits.parse().map_or(Attr::Opaque, Attr::Float)),
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
                Error::new(ErrorKind::Unsupported, "dense_resource constants are not supported: print them in full"),
            )),
            "array" => self.array(),
            "tensor" => self.tensor_type().map(|_| Attr::Opaque),
            "loc" => self.location().map(|_| Attr::Opaque),
            _ => {
                self.advance()?;
                // A type with parameters, or an affine map, has no meaning here.
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
            // Shardings have a reader of their own.
            let text = || self.text[at..self.tok.start].trim_end().to_string();
            return Ok(if name.starts_with("sdy") { Attr::Source(text()) } else { Attr::Opaque });
        }
        match self.peek() {
            Tok::Punct('[') => {
                self.advance()?;
                let attr = self.attr()?;
                self.expect('>')?;
                Ok(attr)
            }
            // `gather<offset_dims = ...>` contains attributes; `<precision DEFAULT>` and `precision<DEFAULT>`
            // are words.
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

    /// The attribute that `#alias` names. With aliases of aliases, each line of text may double the size of
    /// the attribute, or nest it one level deeper, so both are limited.
    fn aliased(&mut self, name: &str, at: usize) -> Result<Attr> {
        let Some(alias) = self.attr_aliases.get(name) else { return Ok(Attr::Opaque) };
        if self.depth + alias.depth > MAX_DEPTH {
            return Err(self.syntax_error(at, format!("#{name} nests attributes deeper than {MAX_DEPTH} levels")));
        }
        self.expanded = self.expanded.saturating_add(alias.size);
        if self.expanded > MAX_EXPANDED {
            return Err(self.syntax_error(at, format!("aliases expand to more than {MAX_EXPANDED} attributes")));
        }
        Ok(alias.attr.clone())
    }

    /// Skips a type without a meaning here: `i32`, `tensor<...>`, `!a.b<...>`, `(a) -> b`.
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

    /// Skips the text up to and including `close`, with balanced brackets in between.
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
