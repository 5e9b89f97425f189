//! Locations: the reader keeps their names, and drops files and lines.

use std::collections::HashMap;
use std::sync::Arc;

use super::attr::Location;
use super::parser::Parser;
use crate::error::Result;
use crate::program::{Block, Module};
use crate::text::lexer::{Tok, unescape};

/// The first character of an operation's location that is an alias, until the end of the text, where all are
/// resolved.
const ALIAS_MARK: char = '\0';

impl<'t> Parser<'t> {
    /// `loc(...)`; without it, `None`.
    pub(super) fn optional_location(&mut self) -> Result<Option<Arc<str>>> {
        if !self.at_word("loc") {
            return Ok(None);
        }
        Ok(match self.location()? {
            Location::None => None,
            Location::Name(name) => Some(name.into()),
            Location::Alias(alias) => Some(format!("{ALIAS_MARK}{alias}").into()),
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
                let named = parts.into_iter().find(|l| !matches!(l, Location::None));
                Ok(named.unwrap_or(Location::None))
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

    /// Replaces aliases by their names. To be called at the end of the text, when all aliases are known.
    pub(super) fn resolve_locations(&self, module: &mut Module) {
        for func in &mut module.funcs {
            resolve(&mut func.body, &self.locations);
        }
    }
}

fn resolve(block: &mut Block, aliases: &HashMap<&str, Location>) {
    for op in &mut block.ops {
        if let Some(alias) = op.location.as_deref().and_then(|l| l.strip_prefix(ALIAS_MARK)) {
            op.location = name_of(alias, aliases).map(Arc::from);
        }
        op.regions.iter_mut().for_each(|r| resolve(r, aliases));
    }
}

fn name_of<'k>(mut alias: &'k str, aliases: &'k HashMap<&str, Location<'k>>) -> Option<&'k str> {
    // An alias may name another alias. More steps than there are aliases are a cycle.
    for _ in 0..=aliases.len() {
        match aliases.get(alias)? {
            Location::None => return None,
            Location::Name(name) => return Some(name),
            Location::Alias(next) => alias = next,
        }
    }
    None
}
