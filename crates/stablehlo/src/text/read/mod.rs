//! The reader: a recursive-descent parser that builds functions with [`FuncBuilder`](crate::FuncBuilder), so
//! that types are checked operation by operation, and errors state the place in the text.
//!
//! Every operation, in pretty or generic form, is first read as a [`Statement`](statement::Statement) with
//! named attributes, from which [`attributes::kind`](crate::attributes::kind) creates the operation. So the
//! two forms have the same meaning.

mod attr;
mod attr_syntax;
mod chlo;
mod dense;
mod location;
mod module;
mod operation;
mod parser;
mod pretty;
mod statement;
mod types;
mod value;

use parser::Parser;
pub(crate) use value::TypedAttr;

use crate::attributes::Attrs;
use crate::error::Result;
use crate::program::Module;
use crate::sdy_round_trip;
use crate::text::lexer;
use crate::verify::verify;

/// The attributes of the text of a dictionary.
pub(crate) fn dictionary(text: &str) -> Result<Attrs> {
    Parser::new(text)?.dict('{', '}')
}

/// The attribute of a text, with its type.
///
/// # Errors
/// A syntax error; [`Unsupported`](crate::ErrorKind::Unsupported) for attributes of other dialects than
/// Shardy.
pub(crate) fn typed_attr(text: &str) -> Result<TypedAttr> {
    if text.is_empty() {
        return Ok(TypedAttr::Unit);
    }
    let mut parser = Parser::new(text)?;
    let attr = parser.value()?;
    if parser.tok.tok == lexer::Tok::End { Ok(attr) } else { Err(parser.expected("the end of the attribute")) }
}

/// Reads a module from text, and verifies it.
///
/// # Errors
/// As [`Module::parse`].
pub fn parse(text: &str) -> Result<Module> {
    let mut module = Parser::new(text)?.module()?;
    sdy_round_trip::import(&mut module, dictionary)?;
    verify(&module)?;
    Ok(module)
}
