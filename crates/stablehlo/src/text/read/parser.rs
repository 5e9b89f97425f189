//! The parser's core: tokens, scopes of value names, and errors with their place in the text.

use std::collections::HashMap;

use super::attr::{Alias, Location};
use crate::error::{Error, ErrorKind, Result};
use crate::program::Value;
use crate::text::lexer::{Lexer, Tok, Token};

/// The maximum nesting of regions, literals, attributes and locations. Deeper nesting is an error, since the
/// parser recurses.
pub(super) const MAX_DEPTH: usize = 96;

/// A recursive-descent parser. The other files of this folder add methods for the constructs of the text.
pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub lexer: Lexer<'t>,
    /// The current token.
    pub tok: Token<'t>,
    /// The current level of nesting.
    pub depth: usize,
    /// Values by name, innermost scope last; a name refers to all results of an operation.
    pub scopes: Vec<HashMap<&'t str, Vec<Value>>>,
    pub attr_aliases: HashMap<&'t str, Alias>,
    /// The size of all uses of aliases so far.
    pub expanded: usize,
    /// True if the next dictionary records the texts of its attributes.
    pub keeps_sources: bool,
    /// Locations by alias.
    pub locations: HashMap<&'t str, Location<'t>>,
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str) -> Result<Self> {
        let tok = Token { tok: Tok::End, start: 0, end: 0 };
        let mut parser = Self {
            text,
            lexer: Lexer::new(text, 0),
            tok,
            depth: 0,
            scopes: Vec::new(),
            attr_aliases: HashMap::new(),
            expanded: 0,
            keeps_sources: false,
            locations: HashMap::new(),
        };
        parser.advance()?;
        Ok(parser)
    }

    /// Returns the current token, and advances to the next one.
    pub fn advance(&mut self) -> Result<Token<'t>> {
        let next = self.lexer.next().map_err(|(at, m)| self.syntax_error(at, m))?;
        Ok(std::mem::replace(&mut self.tok, next))
    }

    /// The token after the current one; [`Tok::End`] if there is none.
    pub fn peek(&self) -> Tok<'t> {
        let mut lexer = self.lexer;
        lexer.next().map_or(Tok::End, |t| t.tok)
    }

    /// Continues at a position in the text.
    pub fn jump(&mut self, pos: usize) -> Result<()> {
        self.lexer = Lexer::new(self.text, pos);
        self.advance().map(drop)
    }

    /// Returns true if the current token is the punctuation `c`.
    pub fn at(&self, c: char) -> bool {
        self.tok.tok == Tok::Punct(c)
    }

    /// Returns true if the current token is `word`.
    pub fn at_word(&self, word: &str) -> bool {
        self.tok.tok == Tok::Word(word)
    }

    /// Skips the punctuation `c` if it is the current token; returns true if it was.
    pub fn eat(&mut self, c: char) -> Result<bool> {
        let found = self.at(c);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Skips `word` if it is the current token; returns true if it was.
    pub fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.at_word(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Skips the punctuation `c`; any other token is an error.
    pub fn expect(&mut self, c: char) -> Result<()> {
        if self.eat(c)? { Ok(()) } else { Err(self.expected(&format!("'{c}'"))) }
    }

    /// Skips `word`; any other token is an error.
    pub fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? { Ok(()) } else { Err(self.expected(&format!("'{word}'"))) }
    }

    /// Skips `->` if it is the current token; returns true if it was.
    pub fn eat_arrow(&mut self) -> Result<bool> {
        let found = self.tok.tok == Tok::Arrow;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// A list of items between `open` and `close`, separated by commas; it may be empty.
    pub fn list<T>(&mut self, open: char, close: char, mut one: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
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

    /// Runs `inner` one level deeper, which is an error beyond [`MAX_DEPTH`].
    pub fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.syntax_error(self.tok.start, format!("nested deeper than {MAX_DEPTH} levels")));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// A syntax error at the current token: `what` was expected.
    pub fn expected(&self, what: &str) -> Error {
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

    /// A syntax error at a position in the text.
    pub fn syntax_error(&self, at: usize, message: impl std::fmt::Display) -> Error {
        self.located(at, Error::new(ErrorKind::Syntax, message.to_string()))
    }

    /// The error with line, column and the line of text, in which a caret marks the position.
    pub fn located(&self, at: usize, error: Error) -> Error {
        /// The number of characters shown on each side of the position. A line may contain an entire
        /// constant.
        const CONTEXT_CHARS: usize = 60;
        let before = &self.text[..at];
        let line = before.bytes().filter(|c| *c == b'\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |i| at + i);
        let left: Vec<char> = self.text[start..at].chars().collect();
        let shown: String = left[left.len().saturating_sub(CONTEXT_CHARS)..].iter().collect();
        let rest: String = self.text[at..end].chars().take(CONTEXT_CHARS).collect();
        let caret = " ".repeat(shown.chars().count());
        let (column, message) = (left.len() + 1, error.message());
        Error::new(error.kind(), format!("line {line}, column {column}: {message}\n  {shown}{rest}\n  {caret}^"))
    }

    /// The values that a name refers to.
    pub fn lookup(&self, name: &str) -> Option<&[Value]> {
        self.scopes.iter().rev().find_map(|s| s.get(name)).map(Vec::as_slice)
    }

    /// Defines the name of values in the innermost scope.
    pub fn define(&mut self, name: &'t str, at: usize, values: Vec<Value>) -> Result<()> {
        if self.lookup(name).is_some() {
            return Err(self.syntax_error(at, format!("%{name} is already defined")));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, values);
        }
        Ok(())
    }
}
