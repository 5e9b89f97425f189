//! Literals: `dense<...> : tensor<...>`.

use half::{bf16, f16};

use super::parser::Parser;
use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::text::lexer::{Lexer, Tok, Token, unescape};
use crate::types::{ElementType, TensorType};

/// The maximum size of a constant: the text of a splat is short, whatever its size.
const MAX_BYTES: usize = 1 << 30;

/// The value of an integer, decimal or hexadecimal, with an optional sign.
pub(super) fn integer(digits: &str) -> Option<i128> {
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |d| (true, d));
    let n = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    n.ok().map(|n| if negative { -n } else { n })
}

/// The scalars of a literal, and the shape of the brackets around them.
#[derive(Default)]
struct Elements {
    shape: Vec<usize>,
    /// The depth of the scalars, once one was read.
    leaf: Option<usize>,
    /// Where the scalars begin: they are read again when their type is known.
    scalars: Vec<usize>,
}

enum Scalar<'t> {
    One(Token<'t>),
    Complex(Token<'t>, Token<'t>),
}

impl<'t> Parser<'t> {
    /// `dense<[[1.0, 2.0]]> : tensor<1x2xf32>`
    pub(super) fn dense(&mut self) -> Result<Literal> {
        let start = self.tok.start;
        self.expect_word("dense")?;
        self.expect('<')?;
        let mut bytes = None;
        let mut elements = Elements::default();
        let mut splat = false;
        match self.tok.tok {
            Tok::Punct('>') => elements.shape.push(0),
            Tok::Str(quoted) => {
                bytes = Some(hex(quoted).ok_or_else(|| self.expected("hexadecimal digits, \"0x...\""))?);
                self.advance()?;
            }
            Tok::Punct('[') => self.elements(0, &mut elements)?,
            _ => {
                splat = true;
                elements.scalars.push(self.tok.start);
                self.scalar()?;
            }
        }
        self.expect('>')?;
        self.expect(':')?;
        let at = self.tok.start;
        let ty = self.constant_type()?;
        if ty.size_in_bytes() > MAX_BYTES {
            let message =
                format!("a constant of type {ty} is larger than {MAX_BYTES} bytes: broadcast a scalar instead");
            return Err(self.located(at, Error::new(ErrorKind::Unsupported, message)));
        }
        if let Some(bytes) = bytes {
            return from_hex(ty, bytes).map_err(|e| self.located(start, e));
        }
        let fits = splat || elements.shape == ty.dims || elements.scalars.is_empty() && ty.num_elements() == 0;
        if !fits {
            let message = format!("a literal of shape {:?} cannot have type {ty}", elements.shape);
            return Err(self.located(start, Error::type_error(message)));
        }
        let mut bytes = Vec::new();
        for at in elements.scalars {
            self.encode(&scalar_at(self.text, at)?, ty.element, &mut bytes)?;
        }
        let literal = if splat { Literal::from_splat(ty, bytes) } else { Literal::from_bytes(ty, bytes) };
        literal.map_err(|e| self.located(start, e))
    }

    /// `[...]`, nested lists: lists of the same depth have the same length, and all scalars have the same
    /// depth.
    fn elements(&mut self, depth: usize, out: &mut Elements) -> Result<()> {
        let start = self.tok.start;
        let first = out.shape.len() == depth;
        if first {
            out.shape.push(0);
        }
        let items = self.nested(|p| {
            p.list('[', ']', |p| {
                if p.at('[') && out.leaf != Some(depth) {
                    return p.elements(depth + 1, out);
                }
                if *out.leaf.get_or_insert(depth) != depth {
                    return Err(p.expected("'['"));
                }
                out.scalars.push(p.tok.start);
                p.scalar().map(|_| ())
            })
        })?;
        if first {
            out.shape[depth] = items.len();
        } else if out.shape[depth] != items.len() {
            let message = format!("a list of {} elements among lists of {}", items.len(), out.shape[depth]);
            return Err(self.syntax_error(start, message));
        }
        Ok(())
    }

    fn scalar(&mut self) -> Result<Scalar<'t>> {
        if self.eat('(')? {
            let real = self.advance()?;
            self.expect(',')?;
            let imaginary = self.advance()?;
            self.expect(')')?;
            return Ok(Scalar::Complex(real, imaginary));
        }
        match self.tok.tok {
            Tok::Int(_) | Tok::Float(_) | Tok::Word("true" | "false") => Ok(Scalar::One(self.advance()?)),
            _ => Err(self.expected("a number")),
        }
    }

    fn encode(&self, scalar: &Scalar, element: ElementType, out: &mut Vec<u8>) -> Result<()> {
        let encode = |token: &Token, element: ElementType, out: &mut Vec<u8>| {
            encode(token.tok, element, out).map_err(|e| self.located(token.start, e))
        };
        match (scalar, element) {
            (Scalar::Complex(a, b), ElementType::Complex64) => {
                encode(a, ElementType::F32, out)?;
                encode(b, ElementType::F32, out)
            }
            (Scalar::Complex(a, b), ElementType::Complex128) => {
                encode(a, ElementType::F64, out)?;
                encode(b, ElementType::F64, out)
            }
            (Scalar::One(token), _) => encode(token, element, out),
            (Scalar::Complex(a, _), _) => Err(self
                .located(a.start, Error::type_error(format!("a complex number is not an element of type {element}")))),
        }
    }
}

/// The scalar that begins at a place of a text, where one has been read.
fn scalar_at(text: &str, at: usize) -> Result<Scalar<'_>> {
    let mut lexer = Lexer::new(text, at);
    let mut next = || lexer.next().map_err(|(_, message)| Error::new(ErrorKind::Syntax, message));
    let first = next()?;
    if first.tok != Tok::Punct('(') {
        return Ok(Scalar::One(first));
    }
    let real = next()?;
    // The comma.
    next()?;
    Ok(Scalar::Complex(real, next()?))
}

/// Appends the bytes of a number.
fn encode(tok: Tok, element: ElementType, out: &mut Vec<u8>) -> Result<()> {
    let wrong = |text: &str| Error::type_error(format!("{text} is not an element of type {element}"));
    let size = element.bytes();
    match tok {
        Tok::Word(word) if element.is_bool() => out.push(u8::from(word == "true")),
        Tok::Word(word) => return Err(wrong(word)),
        // A hexadecimal number is the bits of a floating-point number.
        Tok::Int(text) if !element.is_float() || text.starts_with("0x") => {
            let n = integer(text).ok_or_else(|| wrong(text))?;
            let bits = element.bits() as u32;
            let least = if element.is_signed() { -(1i128 << (bits - 1)) } else { 0 };
            if element.is_complex() || n < least || n >= 1i128 << bits {
                return Err(wrong(text));
            }
            // An element of a sub-byte type is stored in a byte, sign-extended.
            let n = if element.is_signed() && n >= 1i128 << (bits - 1) { n - (1i128 << bits) } else { n };
            out.extend_from_slice(&n.to_le_bytes()[..size]);
        }
        Tok::Int(text) | Tok::Float(text) if element.is_float() => {
            // As in MLIR, the text is rounded to f64 first, then to the element type.
            let x: f64 = text.parse().map_err(|_| wrong(text))?;
            match element {
                ElementType::F64 => out.extend_from_slice(&x.to_le_bytes()),
                ElementType::F32 => out.extend_from_slice(&(x as f32).to_le_bytes()),
                ElementType::F16 => out.extend_from_slice(&f16::from_f64(x).to_le_bytes()),
                ElementType::Bf16 => out.extend_from_slice(&bf16::from_f64(x).to_le_bytes()),
                _ => match element.minifloat() {
                    Some(format) => out.push(format.encode(x)),
                    None => return Err(wrong(text)),
                },
            }
        }
        Tok::Int(text) | Tok::Float(text) => return Err(wrong(text)),
        _ => return Err(Error::new(ErrorKind::Syntax, "expected a number")),
    }
    Ok(())
}

/// The bytes of `"0x0123"`.
fn hex(quoted: &str) -> Option<Vec<u8>> {
    let text = unescape(quoted);
    let digits = text.strip_prefix("0x")?.as_bytes();
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let (pairs, rest) = digits.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|[h, l]| Some(digit(*h)? * 16 + digit(*l)?)).collect()
}

fn from_hex(ty: TensorType, mut bytes: Vec<u8>) -> Result<Literal> {
    if ty.element.is_bool() {
        bytes.iter_mut().for_each(|b| *b = u8::from(*b != 0));
    }
    let one = bytes.len() == ty.element.bytes();
    if one { Literal::from_splat(ty, bytes) } else { Literal::from_bytes(ty, bytes) }
}
