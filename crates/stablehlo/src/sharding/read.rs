//! Reads the text syntax of meshes and shardings.

use std::str::FromStr;

use super::{AxisRef, DimSharding, MAX_LENGTH, Mesh, SubAxis, TensorSharding};
use crate::error::{Error, ErrorKind, Result};

impl FromStr for Mesh {
    type Err = Error;

    /// Reads `<["x"=4], device_ids=[...]>`, with or without `#sdy.mesh` before it.
    fn from_str(text: &str) -> Result<Self> {
        let mut r = Reader { text, rest: text.trim() };
        r.eat("#sdy.mesh");
        let mesh = r.mesh()?;
        r.end()?;
        Ok(mesh)
    }
}

impl FromStr for TensorSharding {
    type Err = Error;

    /// Reads `<@mesh, [{"x"}, {?}], replicated={"y"}>`, with or without `#sdy.sharding` before it.
    fn from_str(text: &str) -> Result<Self> {
        let mut r = Reader { text, rest: text.trim() };
        r.eat("#sdy.sharding");
        let sharding = r.sharding()?;
        r.end()?;
        Ok(sharding)
    }
}

/// Reads the shardings of several values: `[<@mesh, [{"x"}]>, ...]`, or the same in
/// `#sdy.sharding_per_value<...>`.
pub(crate) fn read_list(text: &str) -> Result<Vec<TensorSharding>> {
    let mut r = Reader { text, rest: text.trim() };
    let is_wrapped = r.eat("#sdy.sharding_per_value") && r.eat("<");
    r.expect("[")?;
    let shardings = r.list("]", Reader::sharding)?;
    if is_wrapped {
        r.expect(">")?;
    }
    r.end()?;
    Ok(shardings)
}

/// Reads the names of manual axes: `{"x", "y"}`, or the same in `#sdy<manual_axes{...}>`.
pub(crate) fn read_axes(text: &str) -> Result<Vec<String>> {
    let mut r = Reader { text, rest: text.trim() };
    let is_wrapped = r.eat("#sdy<");
    r.eat("manual_axes");
    r.expect("{")?;
    let axes = r.list("}", Reader::string)?;
    if is_wrapped {
        r.expect(">")?;
    }
    r.end()?;
    Ok(axes)
}

struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn expected(&self, what: &str) -> Error {
        let at = self.text.len() - self.rest.len();
        Error::new(ErrorKind::Syntax, format!("sharding {}: expected {what} at byte {at}", self.text))
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("'{token}'"))) }
    }

    fn end(&self) -> Result<()> {
        if self.rest.trim().is_empty() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// The longest prefix of such characters, which must not be empty.
    fn take(&mut self, what: &str, accepts: impl Fn(char) -> bool) -> Result<&'t str> {
        let end = self.rest.find(|c| !accepts(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        if taken.is_empty() {
            return Err(self.expected(what));
        }
        self.rest = rest;
        Ok(taken)
    }

    fn word(&mut self) -> Result<String> {
        self.take("a name", |c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.')).map(String::from)
    }

    fn number<N: FromStr>(&mut self) -> Result<N> {
        let digits = self.take("a number", |c| c.is_ascii_digit())?;
        digits.parse().map_err(|_| self.expected("a number in range before this place,"))
    }

    fn string(&mut self) -> Result<String> {
        self.expect("\"")?;
        let mut bytes = Vec::new();
        let mut source = self.rest.bytes().enumerate();
        while let Some((at, byte)) = source.next() {
            match byte {
                b'"' => {
                    self.rest = &self.rest[at + 1..];
                    return String::from_utf8(bytes).map_err(|_| self.expected("UTF-8 before this place,"));
                }
                b'\\' => match source.next() {
                    Some((_, c @ (b'"' | b'\\'))) => bytes.push(c),
                    Some((at, c)) if c.is_ascii_hexdigit() => {
                        let code = self.rest.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
                        bytes.push(code.ok_or_else(|| self.expected("a string with valid escapes"))?);
                        source.next();
                    }
                    _ => return Err(self.expected("a string with valid escapes")),
                },
                byte => bytes.push(byte),
            }
        }
        Err(self.expected("the end of a string"))
    }

    /// Items up to the closing token, which is taken.
    fn list<T>(&mut self, close: &str, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            if items.len() == MAX_LENGTH {
                return Err(self.expected("a shorter list"));
            }
            items.push(item(self)?);
            if !self.eat(",") {
                return self.expect(close).map(|()| items);
            }
        }
    }

    /// `<@mesh, [{"x"}, {?}], replicated={"y"}>`
    fn sharding(&mut self) -> Result<TensorSharding> {
        self.expect("<")?;
        let mesh = self.mesh_name()?;
        self.expect(",")?;
        self.expect("[")?;
        let dims = self.list("]", Reader::dim)?;
        let (mut replicated, mut unreduced) = (Vec::new(), Vec::new());
        while self.eat(",") {
            let axes = if self.eat("replicated") {
                &mut replicated
            } else {
                self.expect("unreduced")?;
                &mut unreduced
            };
            if !axes.is_empty() {
                return Err(self.expected("one list of each kind"));
            }
            self.expect("=")?;
            self.expect("{")?;
            *axes = self.list("}", Reader::axis)?;
        }
        self.expect(">")?;
        Ok(TensorSharding { mesh, dims, replicated, unreduced })
    }

    /// `@mesh`, or `mesh<["x"=4]>`, which is its own name.
    fn mesh_name(&mut self) -> Result<String> {
        if self.rest.starts_with("mesh<") {
            let start = self.rest;
            self.expect("mesh")?;
            self.mesh()?;
            return Ok(start[..start.len() - self.rest.len()].trim_end().into());
        }
        self.expect("@")?;
        if self.rest.starts_with('"') { self.string() } else { self.word() }
    }

    /// `<["x"=4], device_ids=[...]>`
    fn mesh(&mut self) -> Result<Mesh> {
        self.expect("<[")?;
        let axes = self.list("]", |r| {
            let name = r.string()?;
            r.expect("=")?;
            Ok((name, r.number()?))
        })?;
        let mut device_ids = Vec::new();
        if self.eat(",") {
            self.expect("device_ids")?;
            self.expect("=")?;
            self.expect("[")?;
            device_ids = self.list("]", Reader::number)?;
        }
        self.expect(">")?;
        Ok(Mesh { axes, device_ids })
    }

    fn axis(&mut self) -> Result<AxisRef> {
        let name = self.string()?;
        let mut sub_axis = None;
        if self.eat(":") {
            self.expect("(")?;
            let pre_size = self.number()?;
            self.expect(")")?;
            sub_axis = Some(SubAxis { pre_size, size: self.number()? });
        }
        Ok(AxisRef { name, sub_axis })
    }

    fn dim(&mut self) -> Result<DimSharding> {
        self.expect("{")?;
        let (mut axes, mut is_closed) = (Vec::new(), true);
        if !self.eat("}") {
            loop {
                if self.eat("?") {
                    is_closed = false;
                    break self.expect("}")?;
                }
                axes.push(self.axis()?);
                if !self.eat(",") {
                    break self.expect("}")?;
                }
            }
        }
        let priority = if self.eat("p") { Some(self.number()?) } else { None };
        Ok(DimSharding { axes, is_closed, priority })
    }
}
