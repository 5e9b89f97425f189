//! Attributes with their types, which the writer of artifacts needs: an operation's reader drops the types.

use super::dense;
use super::parser::Parser;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::text::lexer::{Tok, unescape};
use crate::types::{ElementType, TensorType};

/// An attribute's value with its type.
#[derive(Debug)]
pub(crate) enum TypedAttr {
    Unit,
    Bool(bool),
    /// An integer; without a type of an element its type is `index`.
    Int(i128, Option<ElementType>),
    /// A float: the bits of its type.
    Float(u64, ElementType),
    Str(String),
    Symbol(String),
    List(Vec<TypedAttr>),
    Dict(Vec<(String, TypedAttr)>),
    Dense(Literal),
    /// A constant whose elements have the type `index`, as integers of 64 bits.
    DenseIndex(Literal),
    Type(ElementType),
    /// An attribute of Shardy, as text.
    Sdy(String),
}

impl Parser<'_> {
    /// An attribute, with its type if it states one. Integers without a type have 64 bits, floats are `f64`.
    pub(super) fn value(&mut self) -> Result<TypedAttr> {
        self.nested(Self::value_body)
    }

    fn value_body(&mut self) -> Result<TypedAttr> {
        let token = self.tok;
        Ok(match token.tok {
            Tok::Int(digits) | Tok::Float(digits) => {
                self.advance()?;
                let ty = self.number_type()?;
                let is_float = matches!(token.tok, Tok::Float(_));
                return number(digits, ty.unwrap_or(Some(if is_float { ElementType::F64 } else { ElementType::I64 })))
                    .ok_or_else(|| self.syntax_error(token.start, format!("{digits} is no number of its type")));
            }
            Tok::Str(quoted) => {
                self.advance()?;
                TypedAttr::Str(unescape(quoted))
            }
            Tok::Symbol(name) => {
                self.advance()?;
                TypedAttr::Symbol(unescape(name))
            }
            Tok::Punct('[') => TypedAttr::List(self.list('[', ']', Self::value)?),
            Tok::Punct('{') => TypedAttr::Dict(self.list('{', '}', Self::named_value)?),
            Tok::Hash(name) if name.starts_with("sdy.") => {
                self.advance()?;
                self.expect('<')?;
                self.skip_until('>')?;
                TypedAttr::Sdy(self.text[token.start..self.tok.start].trim_end().into())
            }
            Tok::Word("true" | "false") => {
                self.advance()?;
                TypedAttr::Bool(token.tok == Tok::Word("true"))
            }
            Tok::Word("unit") => {
                self.advance()?;
                TypedAttr::Unit
            }
            Tok::Word("dense") => {
                let literal = self.dense()?;
                let text = self.text[token.start..self.tok.start].trim_end();
                if text.ends_with("index>") { TypedAttr::DenseIndex(literal) } else { TypedAttr::Dense(literal) }
            }
            Tok::Word(word) if ElementType::from_name(word).is_some() => {
                self.advance()?;
                TypedAttr::Type(ElementType::from_name(word).unwrap_or(ElementType::F32))
            }
            _ => {
                let message = format!("the attribute {} cannot be written", &self.text[token.start..]);
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
        })
    }

    /// `name = attribute`, or the name of a unit attribute.
    fn named_value(&mut self) -> Result<(String, TypedAttr)> {
        let name = match self.tok.tok {
            Tok::Word(word) => word.to_string(),
            Tok::Str(quoted) => unescape(quoted),
            _ => return Err(self.expected("the name of an attribute")),
        };
        self.advance()?;
        Ok((name, if self.eat('=')? { self.value()? } else { TypedAttr::Unit }))
    }

    /// `: i32` after a number. `Some(None)` is `index`.
    fn number_type(&mut self) -> Result<Option<Option<ElementType>>> {
        if !self.eat(':')? {
            return Ok(None);
        }
        let Tok::Word(word) = self.tok.tok else { return Err(self.expected("the type of a number")) };
        let ty = if word == "index" { None } else { ElementType::from_name(word) };
        if ty.is_none() && word != "index" {
            return Err(self.expected("the type of a number"));
        }
        self.advance()?;
        Ok(Some(ty))
    }
}

/// A number of a type; floats may be given by their bits, `0x7FC00000`.
fn number(digits: &str, ty: Option<ElementType>) -> Option<TypedAttr> {
    let Some(element) = ty.filter(|ty| ty.is_float()) else {
        return Some(TypedAttr::Int(dense::integer(digits)?, ty));
    };
    if digits.starts_with("0x") {
        return Some(TypedAttr::Float(u64::try_from(dense::integer(digits)?).ok()?, element));
    }
    let literal = Literal::from_f64(TensorType::scalar(element), &[digits.parse().ok()?]).ok()?;
    let mut bits = [0; 8];
    bits[..literal.bytes().len()].copy_from_slice(literal.bytes());
    Some(TypedAttr::Float(u64::from_le_bytes(bits), element))
}
