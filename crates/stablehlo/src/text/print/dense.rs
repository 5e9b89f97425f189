//! The text of literals, which the reader reads back bit for bit.

use std::fmt::Write;

use half::{bf16, f16};

use crate::literal::Literal;
use crate::types::ElementType;

/// The maximum number of elements that are listed. Larger literals are printed as their bytes, as MLIR does.
const MAX_LISTED: usize = 100;

/// `dense<...>`, without the type.
pub(crate) fn dense(literal: &Literal) -> String {
    let ty = literal.ty();
    let size = ty.element.bytes();
    if ty.num_elements() == 0 {
        return "dense<>".into();
    }
    if let Some(one) = literal.splat() {
        return format!("dense<{}>", scalar(ty.element, one));
    }
    // Sub-byte elements are always listed, since readers differ in how they pack them.
    if ty.num_elements() > MAX_LISTED && ty.element.bits() == 8 * size {
        let mut out = String::with_capacity(2 * literal.bytes().len() + 16);
        out.push_str("dense<\"0x");
        literal.bytes().iter().for_each(|b| write!(out, "{b:02X}").unwrap_or_default());
        out.push_str("\">");
        return out;
    }
    let mut out = String::from("dense<");
    list(&mut out, ty.element, &ty.dims, literal.bytes());
    out.push('>');
    out
}

fn list(out: &mut String, element: ElementType, dims: &[usize], bytes: &[u8]) {
    let Some((first, inner)) = dims.split_first() else {
        out.push_str(&scalar(element, bytes));
        return;
    };
    out.push('[');
    for (i, part) in bytes.chunks(bytes.len() / first).enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        list(out, element, inner, part);
    }
    out.push(']');
}

/// The text of an element.
fn scalar(element: ElementType, bytes: &[u8]) -> String {
    let mut wide = [0; 8];
    let n = bytes.len().min(8);
    wide[..n].copy_from_slice(&bytes[..n]);
    let bits = u64::from_le_bytes(wide);
    let hex = || format!("0x{bits:0width$X}", width = 2 * element.bytes());
    match element {
        ElementType::I1 => (bits != 0).to_string(),
        ElementType::F64 => float(f64::from_bits(bits), |x| x.to_bits() == bits).unwrap_or_else(hex),
        ElementType::F32 => {
            let x = f32::from_bits(bits as u32);
            float(x.into(), |y| (y as f32).to_bits() == x.to_bits()).unwrap_or_else(hex)
        }
        ElementType::F16 => {
            let x = f16::from_bits(bits as u16);
            float(x.into(), |y| f16::from_f64(y).to_bits() == x.to_bits()).unwrap_or_else(hex)
        }
        ElementType::Bf16 => {
            let x = bf16::from_bits(bits as u16);
            float(x.into(), |y| bf16::from_f64(y).to_bits() == x.to_bits()).unwrap_or_else(hex)
        }
        ElementType::Complex64 | ElementType::Complex128 => {
            let part = if element == ElementType::Complex64 { ElementType::F32 } else { ElementType::F64 };
            let (real, imaginary) = bytes.split_at(bytes.len() / 2);
            format!("({},{})", scalar(part, real), scalar(part, imaginary))
        }
        e if e.is_float() => hex(),
        e if e.is_signed() => {
            let unused = 64 - e.bits();
            (((bits << unused) as i64) >> unused).to_string()
        }
        e => (bits & (u64::MAX >> (64 - e.bits()))).to_string(),
    }
}

/// The shortest decimal that reads back as the same number, with at least six fractional digits if these
/// suffice, as MLIR prints it. `reads_back` returns true for an `f64` that the reader converts to the number.
/// `None` for infinities and NaN.
fn float(x: f64, reads_back: impl Fn(f64) -> bool) -> Option<String> {
    let shortest = || {
        // A number that is exact in f32 needs only the digits of an f32.
        let narrow = x as f32;
        if f64::from(narrow) == x { format!("{narrow:e}") } else { format!("{x:e}") }
    };
    let parses_back = |text: &String| text.parse().is_ok_and(&reads_back);
    if !x.is_finite() {
        return None;
    }
    Some(format!("{x:.6e}"))
        .filter(parses_back)
        .or_else(|| Some(shortest()).filter(parses_back))
        .map(|text| as_mlir(&text))
}

/// `1e-7` as MLIR writes it: `1.0e-07`.
fn as_mlir(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
    format!("{digits}{point}e{sign}{exponent:0>2}")
}
