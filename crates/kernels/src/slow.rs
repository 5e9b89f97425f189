//! Plain loops for the element types without fast kernels: integers (whose sums wrap), f16 and f64.

use super::element::{Element, WriteMode};
use half::{bf16, f16};

/// What a sum is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Domain {
    /// 64-bit integers that wrap: cut to fewer bits, they are what narrower sums would be.
    Integer,
    /// f32, for f16 and its mixtures with f32 and bf16.
    Single,
    /// f64, as soon as one operand is.
    Double,
}

impl Domain {
    /// The domain for these operands and this result, if they go together.
    pub(crate) fn of(elements: [Element; 3]) -> Option<Domain> {
        let integers = elements.iter().filter(|e| e.is_integer()).count();
        match integers {
            3 => Some(Domain::Integer),
            0 if elements.contains(&Element::F64) => Some(Domain::Double),
            0 => Some(Domain::Single),
            _ => None,
        }
    }
}

/// A sum of products in one domain.
#[derive(Clone, Copy)]
pub(crate) enum Sum {
    Integer(i64),
    Single(f32),
    Double(f64),
}

impl Sum {
    pub(crate) fn zero(domain: Domain) -> Sum {
        match domain {
            Domain::Integer => Sum::Integer(0),
            Domain::Single => Sum::Single(0.0),
            Domain::Double => Sum::Double(0.0),
        }
    }

    /// Adds the product of two elements.
    #[inline]
    pub(crate) fn add_product(&mut self, a: Element, x: &[u8], b: Element, y: &[u8]) {
        match self {
            Sum::Integer(sum) => *sum = sum.wrapping_add(integer(a, x).wrapping_mul(integer(b, y))),
            Sum::Single(sum) => *sum += double(a, x) as f32 * double(b, y) as f32,
            Sum::Double(sum) => *sum += double(a, x) * double(b, y),
        }
    }

    /// Writes the sum to an element.
    pub(crate) fn store(self, element: Element, out: &mut [u8], write: WriteMode) {
        match self {
            Sum::Integer(mut sum) => {
                if write == WriteMode::Accumulate {
                    sum = sum.wrapping_add(integer(element, out));
                }
                // Little-endian or not, the low bytes of the value are what remains of a wrapped sum.
                match element.bytes() {
                    1 => out.copy_from_slice(&(sum as i8).to_ne_bytes()),
                    2 => out.copy_from_slice(&(sum as i16).to_ne_bytes()),
                    4 => out.copy_from_slice(&(sum as i32).to_ne_bytes()),
                    _ => out.copy_from_slice(&sum.to_ne_bytes()),
                }
            }
            Sum::Single(sum) => {
                let before = if write == WriteMode::Accumulate { double(element, out) as f32 } else { 0.0 };
                store_float(element, out, f64::from(before + sum));
            }
            Sum::Double(sum) => {
                let before = if write == WriteMode::Accumulate { double(element, out) } else { 0.0 };
                store_float(element, out, before + sum);
            }
        }
    }
}

fn store_float(element: Element, out: &mut [u8], value: f64) {
    match element {
        Element::F64 => out.copy_from_slice(&value.to_ne_bytes()),
        Element::F16 => out.copy_from_slice(&f16::from_f32(value as f32).to_ne_bytes()),
        Element::Bf16 => out.copy_from_slice(&bf16::from_f32(value as f32).to_ne_bytes()),
        _ => out.copy_from_slice(&(value as f32).to_ne_bytes()),
    }
}

/// An element's bytes as an array; `slice` is as long as the element's type.
fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| slice[i])
}

fn integer(element: Element, x: &[u8]) -> i64 {
    match element {
        Element::I8 => i64::from(x[0] as i8),
        Element::U8 => i64::from(x[0]),
        Element::I16 => i64::from(i16::from_ne_bytes(array(x))),
        Element::U16 => i64::from(u16::from_ne_bytes(array(x))),
        Element::I32 => i64::from(i32::from_ne_bytes(array(x))),
        Element::U32 => i64::from(u32::from_ne_bytes(array(x))),
        _ => i64::from_ne_bytes(array(x)),
    }
}

fn double(element: Element, x: &[u8]) -> f64 {
    match element {
        Element::F16 => f64::from(f16::from_ne_bytes(array(x))),
        Element::Bf16 => f64::from(bf16::from_ne_bytes(array(x))),
        Element::F32 => f64::from(f32::from_ne_bytes(array(x))),
        _ => f64::from_ne_bytes(array(x)),
    }
}
