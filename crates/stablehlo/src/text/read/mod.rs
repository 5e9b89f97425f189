//! The reader: a recursive descent over tokens that builds with [`FuncBuilder`](crate::builder::FuncBuilder), so that types
//! are checked operation by operation, where the text stands.
//!
//! Every operation, pretty or generic, becomes a [`Statement`](statement::Statement) with named attributes first;
//! [`kinds`] makes the operation of it. So the two forms cannot drift apart.

mod attr;
mod chlo;
mod dense;
mod kinds;
mod location;
mod module;
mod pretty;
mod statement;
mod types;

use std::collections::HashMap;

use super::MAX_DEPTH;
use super::lexer::{Lexer, Tok, Token};
use crate::error::{Error, ErrorKind, Result};
use crate::program::{Module, Value};
use attr::Alias;
use location::Location;

/// Reads a module from text, and verifies it.
///
/// # Errors
/// As [`Module::parse`].
pub fn parse(text: &str) -> Result<Module> {
    let module = Parser::new(text)?.module()?;
    crate::verify::verify(&module)?;
    Ok(module)
}

struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// The token that is looked at.
    tok: Token<'t>,
    depth: usize,
    /// Values by name, innermost scope last; a name stands for all results of one operation.
    scopes: Vec<HashMap<&'t str, Vec<Value>>>,
    attr_aliases: HashMap<&'t str, Alias>,
    /// How much the aliases used so far stand for.
    expanded: usize,
    locations: HashMap<&'t str, Location<'t>>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Result<Self> {
        let tok = Token { tok: Tok::End, start: 0, end: 0 };
        let mut parser = Self {
            text,
            lexer: Lexer::new(text, 0),
            tok,
            depth: 0,
            scopes: Vec::new(),
            attr_aliases: HashMap::new(),
            expanded: 0,
            locations: HashMap::new(),
        };
        parser.advance()?;
        Ok(parser)
    }

    /// Gives the token looked at, and looks at the next.
    fn advance(&mut self) -> Result<Token<'t>> {
        let next = self.lexer.next().map_err(|(at, m)| self.syntax_error(at, m))?;
        Ok(std::mem::replace(&mut self.tok, next))
    }

    /// The token after the one looked at; the end where there is none.
    fn peek(&self) -> Tok<'t> {
        let mut lexer = self.lexer;
        lexer.next().map_or(Tok::End, |t| t.tok)
    }

    /// Goes on reading at that place.
    fn jump(&mut self, pos: usize) -> Result<()> {
        self.lexer = Lexer::new(self.text, pos);
        self.advance().map(drop)
    }

    fn at(&self, c: char) -> bool {
        self.tok.tok == Tok::Punct(c)
    }

    fn at_word(&self, word: &str) -> bool {
        self.tok.tok == Tok::Word(word)
    }

    fn eat(&mut self, c: char) -> Result<bool> {
        let found = self.at(c);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.at_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, c: char) -> Result<()> {
        if self.eat(c)? { Ok(()) } else { Err(self.expected(&format!("'{c}'"))) }
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { Err(self.expected(&format!("'{word}'"))) }
    }

    fn eat_arrow(&mut self) -> Result<bool> {
        let found = self.tok.tok == Tok::Arrow;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// What stands between `open` and `close`, separated by commas; also nothing.
    fn list<T>(&mut self, open: char, close: char, mut one: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        if self.eat(close)? {
            return Ok(items);
        }
        loop {
            items.push(one(self)?);
            if !self.eat(',')? {
                break;
            }
        }
        self.expect(close)?;
        Ok(items)
    }

    /// Runs `inner` one level deeper; too deep is an error.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.syntax_error(self.tok.start, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// A syntax error at the token looked at.
    fn expected(&self, what: &str) -> Error {
        let found = match self.tok.tok {
            Tok::End => "the end of the text".into(),
            _ => {
                let token = &self.text[self.tok.start..self.tok.end];
                let short: String = token.chars().take(40).collect();
                if short.len() < token.len() { format!("'{short}...'") } else { format!("'{token}'") }
            }
        };
        self.syntax_error(self.tok.start, format!("expected {what}, found {found}"))
    }

    /// A syntax error at that place.
    fn syntax_error(&self, at: usize, message: impl std::fmt::Display) -> Error {
        self.located(at, Error::new(ErrorKind::Syntax, message.to_string()))
    }

    /// The error with line, column and the line itself, the place marked by a caret.
    fn located(&self, at: usize, error: Error) -> Error {
        const AROUND: usize = 60;
        let before = &self.text[..at];
        let line = before.bytes().filter(|c| *c == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |i| at + i);
        let left: Vec<char> = self.text[start..at].chars().collect();
        // A line may hold a whole constant: only what is around the place is shown.
        let shown: String = left[left.len().saturating_sub(AROUND)..].iter().collect();
        let rest: String = self.text[at..end].chars().take(AROUND).collect();
        let caret = " ".repeat(shown.chars().count());
        let (column, message) = (left.len() + 1, error.message());
        Error::new(error.kind(), format!("line {line}, column {column}: {message}\n  {shown}{rest}\n  {caret}^"))
    }

    /// The values a name stands for.
    fn lookup(&self, name: &str) -> Option<&[Value]> {
        self.scopes.iter().rev().find_map(|s| s.get(name)).map(Vec::as_slice)
    }

    /// Gives values a name in the innermost scope.
    fn define(&mut self, name: &'t str, at: usize, values: Vec<Value>) -> Result<()> {
        if self.lookup(name).is_some() {
            return Err(self.syntax_error(at, format!("%{name} is defined already")));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, values);
        }
        Ok(())
    }
}
