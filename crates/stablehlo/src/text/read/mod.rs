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

use parser::Parser;

use crate::attributes::Attrs;
use crate::error::Result;
use crate::program::Module;
use crate::verify::verify;

/// The attributes of the text of a dictionary.
pub(crate) fn dictionary(text: &str) -> Result<Attrs> {
    Parser::new(text)?.dict('{', '}')
}

/// Reads a module from text, and verifies it.
///
/// # Errors
/// As [`Module::parse`].
pub fn parse(text: &str) -> Result<Module> {
    let module = Parser::new(text)?.module()?;
    verify(&module)?;
    Ok(module)
}
