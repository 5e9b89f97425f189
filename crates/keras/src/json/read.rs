//! The reader.

use serde_json::{Map, Number, Value as Json};

use stablehlo::budget::Budget;

use super::number::{self, MARK, NAMES, marked, value};

/// The bytes of memory of an element of an array, and of a member of an object: with its name, its hash,
/// and its place in the index.
const ELEMENT: u64 = size_of::<Json>() as u64;
const MEMBER: u64 = ELEMENT + size_of::<String>() as u64 + 25;
/// What an object takes besides its members: the least index, and the allocations of both.
const OBJECT: u64 = 64;
/// The members of a long object.
const LONG: usize = 64;
/// What the allocation of a text takes besides its bytes.
const ALLOCATION: u64 = 16;

/// Reads a text of JSON, whose values are taken from the budget. The error has the place and the reason.
///
/// # Errors
/// If the text is not JSON, has half of a surrogate pair in a string, which UTF-8 has no place for, or asks
/// for more memory or depth than the budget has.
pub fn read(text: &[u8], budget: &Budget) -> Result<Json, String> {
    let mut reader = Reader { text, at: 0, budget };
    let read = reader.value().and_then(|value| {
        reader.blanks();
        if reader.at < text.len() { Err("there is more after its end".into()) } else { Ok(value) }
    });
    read.map_err(|reason: String| {
        let before = &text[..reader.at.min(text.len())];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        format!("{reason} at line {line} column {column}")
    })
}

/// The bytes of memory that a value takes, about.
pub(crate) fn memory(json: &Json) -> u64 {
    match json {
        Json::Array(items) => items.iter().map(|item| ELEMENT + memory(item)).sum(),
        Json::Object(members) => {
            let member = |(name, value): (&String, &Json)| MEMBER + ALLOCATION + name.len() as u64 + memory(value);
            let least = if members.is_empty() { 0 } else { OBJECT };
            least + members.iter().map(member).sum::<u64>()
        }
        Json::String(text) => ALLOCATION + text.len() as u64,
        _ => 0,
    }
}

/// [`read`] for the content of a file, within the budget of its size.
///
/// # Errors
/// Those of [`read`].
pub fn parse(text: &[u8]) -> Result<Json, String> {
    read(text, &Budget::of_file(text.len() as u64))
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    budget: &'a Budget,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte behind blanks; it stays.
    fn next(&mut self) -> Result<u8, String> {
        self.blanks();
        self.peek().ok_or_else(|| "it ends too early".to_owned())
    }

    /// Passes over a text, if it is the next one.
    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.text[self.at..].starts_with(word.as_bytes());
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn value(&mut self) -> Result<Json, String> {
        match self.next()? {
            b'[' => self.array(),
            b'{' => self.object(),
            b'"' => self.string().map(Json::String),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Result<Json, String> {
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if self.takes(word) {
                return Ok(value);
            }
        }
        for (name, _) in NAMES {
            if self.takes(name) {
                self.budget.take(2 * ALLOCATION, "the list of its values")?;
                return Ok(marked(name));
            }
        }
        self.number()
    }

    fn array(&mut self) -> Result<Json, String> {
        let _level = self.budget.nested("a value")?;
        self.at += 1;
        let mut items = Vec::new();
        if self.next()? == b']' {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            self.budget.take(ELEMENT, "the list of its values")?;
            items.push(self.value()?);
            if self.ends(b']')? {
                items.shrink_to_fit();
                return Ok(Json::Array(items));
            }
        }
    }

    fn object(&mut self) -> Result<Json, String> {
        let _level = self.budget.nested("a value")?;
        self.at += 1;
        let mut members: Vec<(String, Json)> = Vec::new();
        if self.next()? == b'}' {
            self.at += 1;
            return Ok(Json::Object(Map::new()));
        }
        self.budget.take(OBJECT, "the list of its values")?;
        loop {
            // A long list is there twice while it becomes the object.
            let list = if members.len() < LONG { 0 } else { size_of::<(String, Json)>() as u64 };
            self.budget.take(MEMBER + list, "the list of its values")?;
            if self.next()? != b'"' {
                return Err("the name of a member is not a string".into());
            }
            let name = self.string()?;
            if self.next()? != b':' {
                return Err("there is no `:` after the name of a member".into());
            }
            self.at += 1;
            let value = self.value()?;
            members.push((name, value));
            if self.ends(b'}')? {
                return Ok(Json::Object(members.into_iter().collect()));
            }
        }
    }

    /// True if the list ends here; otherwise passes over the comma.
    fn ends(&mut self, close: u8) -> Result<bool, String> {
        let byte = self.next()?;
        if byte != close && byte != b',' {
            return Err(format!("there is neither `,` nor `{}` after a value", char::from(close)));
        }
        self.at += 1;
        Ok(byte == close)
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - from
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        self.takes("-");
        let whole = self.at;
        if self.digits() == 0 {
            return Err("this is not a value".into());
        }
        if self.text[whole] == b'0' && self.at > whole + 1 {
            self.at = whole;
            return Err("a number begins with a 0".into());
        }
        let mut is_whole = true;
        if self.takes(".") {
            is_whole = false;
            if self.digits() == 0 {
                return Err("a number has no digits after its point".into());
            }
        }
        if self.takes("e") || self.takes("E") {
            is_whole = false;
            let _ = self.takes("+") || self.takes("-");
            if self.digits() == 0 {
                return Err("a number has no digits in its exponent".into());
            }
        }
        let text = str::from_utf8(&self.text[from..self.at]).unwrap_or_default();
        let of_whole = || text.parse::<u64>().map(Number::from).or_else(|_| text.parse::<i64>().map(Number::from));
        if let Some(number) = is_whole.then(of_whole).and_then(Result::ok) {
            return Ok(Json::Number(number));
        }
        let float = text.parse::<f64>().map_err(|e| e.to_string())?;
        Ok(number::number(float))
    }

    /// A string, at its opening quote.
    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        self.budget.take(ALLOCATION, "a string")?;
        let mut text = String::new();
        loop {
            let from = self.at;
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            let plain = str::from_utf8(&self.text[from..self.at]).map_err(|_| "a string is not UTF-8".to_owned())?;
            self.budget.take(plain.len() as u64, "a string")?;
            text.push_str(plain);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => text.push(self.escape()?),
                Some(_) => return Err("a string has a control character".into()),
                None => return Err("a string ends too early".into()),
            }
        }
        self.at += 1;
        match text.strip_prefix(MARK).and_then(value) {
            Some(_) => Err(format!("a string begins with U+FFFF, which is no character: {text:?}")),
            None => Ok(text),
        }
    }

    /// The character of an escape, at its backslash.
    fn escape(&mut self) -> Result<char, String> {
        self.at += 2;
        self.budget.take(1, "a string")?;
        Ok(match self.text.get(self.at - 1) {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err("a string has an escape that JSON does not have".into()),
        })
    }

    /// The character of four digits, or of two times four.
    fn unicode(&mut self) -> Result<char, String> {
        let first = self.hexadecimal()?;
        let half = || {
            format!(
                "a string has half of a surrogate pair (\\u{first:04x}), which is no character: UTF-8 has no place for it"
            )
        };
        if (0xD800..0xDC00).contains(&first) {
            if !self.takes("\\u") {
                return Err(half());
            }
            let second = self.hexadecimal()?;
            if !(0xDC00..0xE000).contains(&second) {
                return Err(half());
            }
            let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
            return char::from_u32(code).ok_or_else(half);
        }
        char::from_u32(first).ok_or_else(half)
    }

    fn hexadecimal(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += 4;
        code.ok_or_else(|| "an escape has not four hexadecimal digits".to_owned())
    }
}
