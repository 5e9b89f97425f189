//! Locations: their names are kept, files and lines are dropped.

use std::collections::HashMap;
use std::sync::Arc;

use super::super::lexer::{Tok, unescape};
use super::Parser;
use crate::error::Result;
use crate::program::{Block, Module};

/// Where an operation comes from.
#[derive(Clone, Debug)]
pub(super) enum Location<'t> {
    /// Unknown, or a line of a file.
    None,
    /// A name, such as a layer's.
    Name(String),
    /// `#loc3`: what that says, which the text may tell later.
    Alias(&'t str),
}

/// Marks an alias in an operation until the text's end has told what it stands for.
const ALIAS: char = '\0';

impl<'t> Parser<'t> {
    /// `loc(...)`, where there is one.
    pub(super) fn optional_location(&mut self) -> Result<Option<Arc<str>>> {
        if !self.at_word("loc") {
            return Ok(None);
        }
        Ok(match self.location()? {
            Location::None => None,
            Location::Name(name) => Some(name.into()),
            Location::Alias(alias) => Some(format!("{ALIAS}{alias}").into()),
        })
    }

    /// `loc(...)`
    pub(super) fn location(&mut self) -> Result<Location<'t>> {
        self.expect_word("loc")?;
        self.expect('(')?;
        let location = self.location_body()?;
        self.expect(')')?;
        Ok(location)
    }

    fn location_body(&mut self) -> Result<Location<'t>> {
        match self.tok.tok {
            Tok::Hash(alias) => {
                self.advance()?;
                Ok(Location::Alias(alias))
            }
            Tok::Word("unknown") => {
                self.advance()?;
                Ok(Location::None)
            }
            Tok::Word("callsite") => {
                self.advance()?;
                self.expect('(')?;
                let callee = self.nested(Self::location_body)?;
                self.expect_word("at")?;
                self.nested(Self::location_body)?;
                self.expect(')')?;
                Ok(callee)
            }
            Tok::Word("fused") => {
                self.advance()?;
                if self.eat('<')? {
                    self.skip_until('>')?;
                }
                let parts = self.nested(|p| p.list('[', ']', Self::location_body))?;
                let told = parts.into_iter().find(|l| !matches!(l, Location::None));
                Ok(told.unwrap_or(Location::None))
            }
            Tok::Str(quoted) => {
                self.advance()?;
                if self.at(':') {
                    return self.file_position();
                }
                if self.eat('(')? {
                    self.nested(Self::location_body)?;
                    self.expect(')')?;
                }
                Ok(Location::Name(unescape(quoted)))
            }
            _ => Err(self.expected("a location")),
        }
    }

    /// `:12:5`, or `:12:5 to 13:7`, or `:12:5 to :7`
    fn file_position(&mut self) -> Result<Location<'t>> {
        loop {
            match self.tok.tok {
                Tok::Punct(':') | Tok::Int(_) | Tok::Word("to") => self.advance()?,
                _ => return Ok(Location::None),
            };
        }
    }

    /// Puts names in the place of aliases, now that all of them are known.
    pub(super) fn resolve_locations(&self, module: &mut Module) {
        for func in &mut module.funcs {
            resolve(&mut func.body, &self.locations);
        }
    }
}

fn resolve(block: &mut Block, known: &HashMap<&str, Location>) {
    for op in &mut block.ops {
        if let Some(alias) = op.location.as_deref().and_then(|l| l.strip_prefix(ALIAS)) {
            op.location = name_of(alias, known).map(Arc::from);
        }
        op.regions.iter_mut().for_each(|r| resolve(r, known));
    }
}

fn name_of<'k>(mut alias: &'k str, known: &'k HashMap<&str, Location<'k>>) -> Option<&'k str> {
    // An alias may name another; more steps than aliases is a circle.
    for _ in 0..=known.len() {
        match known.get(alias)? {
            Location::None => return None,
            Location::Name(name) => return Some(name),
            Location::Alias(next) => alias = next,
        }
    }
    None
}
