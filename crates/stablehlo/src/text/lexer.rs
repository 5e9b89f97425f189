//! The lexer: splits text into tokens.

/// A token. Names are without their sigil, strings with their quotes and escapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tok<'t> {
    /// `%name`
    Value(&'t str),
    /// `@name`, `@"name"`
    Symbol(&'t str),
    /// `^name`
    Block(&'t str),
    /// `#name`, `#dialect.name`
    Hash(&'t str),
    /// `!dialect.name`
    Type(&'t str),
    /// `name`, `dialect.name`
    Word(&'t str),
    /// An integer, decimal or hexadecimal, with its sign.
    Int(&'t str),
    /// A decimal fraction.
    Float(&'t str),
    /// `"..."`
    Str(&'t str),
    /// `->`
    Arrow,
    /// One character of punctuation.
    Punct(char),
    /// The end of the text.
    End,
}

/// A token and its position in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    pub tok: Tok<'t>,
    pub start: usize,
    pub end: usize,
}

/// The lexer of a text, at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    pos: usize,
}

fn is_name(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$' | b'.' | b'-')
}

impl<'t> Lexer<'t> {
    pub fn new(text: &'t str, pos: usize) -> Self {
        Self { text, pos }
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.pos + ahead).copied()
    }

    /// Skips the bytes for which `holds` is true, and returns them.
    fn take(&mut self, holds: impl Fn(u8) -> bool) -> &'t str {
        let rest = &self.text.as_bytes()[self.pos..];
        let n = rest.iter().position(|c| !holds(*c)).unwrap_or(rest.len());
        // Only ASCII is taken, so the slice ends at a character boundary.
        let taken = &self.text[self.pos..self.pos + n];
        self.pos += n;
        taken
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take(|c| c.is_ascii_whitespace());
            if self.text[self.pos..].starts_with("//") {
                let rest = &self.text.as_bytes()[self.pos..];
                self.pos += rest.iter().position(|c| *c == b'\n').unwrap_or(rest.len());
            } else {
                return;
            }
        }
    }

    /// The next token.
    ///
    /// # Errors
    /// The position and the message of a malformed token.
    pub fn next(&mut self) -> Result<Token<'t>, (usize, String)> {
        self.skip_blanks();
        let start = self.pos;
        let Some(c) = self.peek(0) else { return Ok(Token { tok: Tok::End, start, end: start }) };
        let tok = match c {
            b'%' => Tok::Value(self.sigil(is_name)),
            b'^' => Tok::Block(self.sigil(is_name)),
            b'#' => Tok::Hash(self.sigil(|c| is_name(c) && c != b'-')),
            b'!' => Tok::Type(self.sigil(|c| is_name(c) && c != b'-')),
            b'@' if self.peek(1) == Some(b'"') => {
                self.pos += 1;
                Tok::Symbol(self.string()?)
            }
            b'@' => Tok::Symbol(self.sigil(is_name)),
            b'"' => Tok::Str(self.string()?),
            b'-' if self.peek(1) == Some(b'>') => {
                self.pos += 2;
                Tok::Arrow
            }
            b'-' if self.peek(1).is_some_and(|c| c.is_ascii_digit()) => self.number(),
            c if c.is_ascii_digit() => self.number(),
            c if c.is_ascii_alphabetic() || c == b'_' => Tok::Word(self.take(|c| is_name(c) && c != b'-')),
            c if c.is_ascii_punctuation() => {
                self.pos += 1;
                Tok::Punct(c as char)
            }
            _ => {
                let c = self.text[start..].chars().next().unwrap_or('\0');
                return Err((start, format!("unexpected character {c:?}")));
            }
        };
        Ok(Token { tok, start, end: self.pos })
    }

    fn sigil(&mut self, holds: impl Fn(u8) -> bool) -> &'t str {
        self.pos += 1;
        self.take(holds)
    }

    fn string(&mut self) -> Result<&'t str, (usize, String)> {
        let start = self.pos;
        let bytes = self.text.as_bytes();
        let mut i = start + 1;
        while let Some(c) = bytes.get(i) {
            match c {
                b'"' => {
                    self.pos = i + 1;
                    return Ok(&self.text[start..self.pos]);
                }
                b'\\' => i += 2,
                b'\n' => break,
                _ => i += 1,
            }
        }
        Err((start, "the string is not closed on its line".into()))
    }

    fn number(&mut self) -> Tok<'t> {
        let start = self.pos;
        self.pos += usize::from(self.peek(0) == Some(b'-'));
        if self.peek(0) == Some(b'0')
            && self.peek(1) == Some(b'x')
            && self.peek(2).is_some_and(|c| c.is_ascii_hexdigit())
        {
            self.pos += 2;
            self.take(|c| c.is_ascii_hexdigit());
            return Tok::Int(&self.text[start..self.pos]);
        }
        self.take(|c| c.is_ascii_digit());
        if self.peek(0) != Some(b'.') {
            return Tok::Int(&self.text[start..self.pos]);
        }
        self.pos += 1;
        self.take(|c| c.is_ascii_digit());
        let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
        if matches!(self.peek(0), Some(b'e' | b'E')) && self.peek(1 + sign).is_some_and(|c| c.is_ascii_digit()) {
            self.pos += 1 + sign;
            self.take(|c| c.is_ascii_digit());
        }
        Tok::Float(&self.text[start..self.pos])
    }
}

/// The characters of a string token, without quotes and with escapes resolved.
pub(super) fn unescape(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or(quoted);
    if !inner.contains('\\') {
        return inner.into();
    }
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let Some((c, after)) = rest.split_first() {
        rest = after;
        if *c != b'\\' {
            bytes.push(*c);
            continue;
        }
        match after {
            [b'n', after @ ..] => (bytes.push(b'\n'), rest = after).1,
            [b't', after @ ..] => (bytes.push(b'\t'), rest = after).1,
            [h, l, after @ ..] if h.is_ascii_hexdigit() && l.is_ascii_hexdigit() => {
                let digit = |c: u8| (c as char).to_digit(16).unwrap_or(0) as u8;
                bytes.push(digit(*h) * 16 + digit(*l));
                rest = after;
            }
            [other, after @ ..] => (bytes.push(*other), rest = after).1,
            [] => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A string in quotes, with the escapes that [`unescape`] resolves.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => c.to_string().bytes().for_each(|b| out.push_str(&format!("\\{b:02X}"))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The name of a symbol with its `@`, in quotes if necessary.
pub(super) fn symbol(name: &str) -> String {
    let plain = name.bytes().enumerate().all(|(i, c)| {
        c.is_ascii_alphabetic() || c == b'_' || i > 0 && (c.is_ascii_digit() || matches!(c, b'$' | b'.'))
    });
    if plain && !name.is_empty() { format!("@{name}") } else { format!("@{}", escape(name)) }
}
