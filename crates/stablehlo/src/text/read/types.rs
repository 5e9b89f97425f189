//! Types, and the signature at the end of an operation.

use super::parser::Parser;
use crate::error::{Error, ErrorKind, Result};
use crate::infer;
use crate::text::lexer::Tok;
use crate::types::{ElementType, TensorType};

/// The types that an operation states.
pub(super) enum Signature {
    /// `: type, type`: of operands or results, depending on the operation.
    Plain(Vec<TensorType>),
    /// `: (types) -> types`
    Function(Vec<TensorType>, Vec<TensorType>),
}

impl Parser<'_> {
    /// `tensor<2x3xf32>`
    pub(super) fn tensor_type(&mut self) -> Result<TensorType> {
        self.tensor_type_of(element_type)
    }

    /// The type of a constant, which in an attribute may have elements of type `index`.
    pub(super) fn constant_type(&mut self) -> Result<TensorType> {
        self.tensor_type_of(|name| if name == "index" { Some(ElementType::I64) } else { element_type(name) })
    }

    fn tensor_type_of(&mut self, element: impl Fn(&str) -> Option<ElementType>) -> Result<TensorType> {
        let start = self.tok.start;
        if self.tok.tok == Tok::Type("stablehlo.token") {
            self.advance()?;
            return Ok(TensorType::token());
        }
        if let Tok::Type(name) | Tok::Word(name @ ("tuple" | "memref" | "vector")) = self.tok.tok {
            let message = format!("values of type {name} are not supported, only tensors");
            return Err(self.located(start, Error::new(ErrorKind::Unsupported, message)));
        }
        if !self.at_word("tensor") {
            return Err(self.expected("a tensor type"));
        }
        let open = self.tok.end;
        let mut depth = 0usize;
        let close = self.text[open..].char_indices().find_map(|(i, c)| {
            match c {
                '<' => depth += 1,
                '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth == 0 && !c.is_whitespace() || c == '\n').then_some((i, c))
        });
        let Some((length, '>')) = close else {
            return Err(self.syntax_error(open, "expected '<' and dimensions, then '>'"));
        };
        let inner = self.text[open..open + length].trim_start().trim_start_matches('<');
        let ty = dimensions(inner, element)
            .and_then(|t| infer::check_size(&t).map(|()| t))
            .map_err(|e| self.located(start, e))?;
        self.jump(open + length + 1)?;
        Ok(ty)
    }

    /// A type list in parentheses, or one type.
    pub(super) fn types(&mut self) -> Result<Vec<TensorType>> {
        if self.at('(') { self.list('(', ')', Self::tensor_type) } else { Ok(vec![self.tensor_type()?]) }
    }

    /// `:` and the types of an operation; without the `:`, no types.
    pub(super) fn signature(&mut self) -> Result<Signature> {
        if !self.eat(':')? {
            return Ok(Signature::Plain(Vec::new()));
        }
        if self.at('(') {
            let operands = self.types()?;
            return if self.eat_arrow()? {
                Ok(Signature::Function(operands, self.types()?))
            } else {
                Err(self.expected("'->' and the result types"))
            };
        }
        let mut types = vec![self.tensor_type()?];
        while self.eat(',')? {
            types.push(self.tensor_type()?);
        }
        if self.eat_arrow()? { Ok(Signature::Function(types, self.types()?)) } else { Ok(Signature::Plain(types)) }
    }
}

/// The type of a tensor's elements. Tokens are no elements.
fn element_type(name: &str) -> Option<ElementType> {
    ElementType::from_name(name).filter(|element| *element != ElementType::Token)
}

/// `2x3xf32`
fn dimensions(text: &str, element: impl Fn(&str) -> Option<ElementType>) -> Result<TensorType> {
    let syntax = |m: String| Error::new(ErrorKind::Syntax, m);
    let mut dims = Vec::new();
    let mut rest = text.trim();
    loop {
        if rest.starts_with(['?', '*']) {
            let message = format!("tensor<{text}> has a dynamic dimension, only static shapes are supported");
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            break;
        }
        let size = rest[..digits].parse();
        dims.push(size.map_err(|_| Error::type_error(format!("tensor<{text}> is larger than the address space")))?);
        rest = rest[digits..]
            .trim_start()
            .strip_prefix('x')
            .ok_or_else(|| syntax(format!("expected 'x' after a dimension of tensor<{text}>")))?
            .trim_start();
    }
    match element(rest) {
        Some(element) => Ok(TensorType::new(element, dims)),
        None if rest.contains(',') => Err(Error::new(
            ErrorKind::Unsupported,
            format!("tensor<{text}> has an encoding, only plain tensors are supported"),
        )),
        None => Err(syntax(format!("expected an element type such as f32, found '{rest}'"))),
    }
}
