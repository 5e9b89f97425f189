//! Scalar arithmetic of every element type, for the types without fast kernels: integers (whose sums wrap),
//! f16 and f64.

use crate::element::{Element, WriteMode};
use half::{bf16, f16};

/// The type that products are summed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccumulatorType {
    /// 64-bit integers that wrap: their low bits are what narrower sums would be.
    Integer,
    /// f32, for f16 and its mixtures with f32 and bf16.
    Single,
    /// f64, if any operand or the result is f64.
    Double,
}

impl AccumulatorType {
    /// The type for these operands and this result; `None` if these mix integers and floating point.
    pub(crate) fn of(elements: [Element; 3]) -> Option<AccumulatorType> {
        let integers = elements.iter().filter(|e| e.is_integer()).count();
        match integers {
            3 => Some(AccumulatorType::Integer),
            0 if elements.contains(&Element::F64) => Some(AccumulatorType::Double),
            0 => Some(AccumulatorType::Single),
            _ => None,
        }
    }
}

/// A sum of products.
#[derive(Clone, Copy)]
pub(crate) enum Accumulator {
    Integer(i64),
    Single(f32),
    Double(f64),
}

impl Accumulator {
    /// An empty sum.
    pub(crate) fn zero(ty: AccumulatorType) -> Accumulator {
        match ty {
            AccumulatorType::Integer => Accumulator::Integer(0),
            AccumulatorType::Single => Accumulator::Single(0.0),
            AccumulatorType::Double => Accumulator::Double(0.0),
        }
    }

    /// Adds the product of two elements, given by their bytes.
    #[inline]
    pub(crate) fn add_product(&mut self, a: Element, x: &[u8], b: Element, y: &[u8]) {
        match self {
            Accumulator::Integer(sum) => *sum = sum.wrapping_add(to_i64(a, x).wrapping_mul(to_i64(b, y))),
            Accumulator::Single(sum) => *sum += to_f64(a, x) as f32 * to_f64(b, y) as f32,
            Accumulator::Double(sum) => *sum += to_f64(a, x) * to_f64(b, y),
        }
    }

    /// Writes the sum to an element.
    pub(crate) fn store(self, element: Element, out: &mut [u8], write: WriteMode) {
        match self {
            Accumulator::Integer(mut sum) => {
                if write == WriteMode::Accumulate {
                    sum = sum.wrapping_add(to_i64(element, out));
                }
                // A wrapped sum is the low bits of the value.
                match element.bytes() {
                    1 => out.copy_from_slice(&(sum as i8).to_ne_bytes()),
                    2 => out.copy_from_slice(&(sum as i16).to_ne_bytes()),
                    4 => out.copy_from_slice(&(sum as i32).to_ne_bytes()),
                    _ => out.copy_from_slice(&sum.to_ne_bytes()),
                }
            }
            Accumulator::Single(sum) => {
                let before = if write == WriteMode::Accumulate { to_f64(element, out) as f32 } else { 0.0 };
                store_float(element, out, f64::from(before + sum));
            }
            Accumulator::Double(sum) => {
                let before = if write == WriteMode::Accumulate { to_f64(element, out) } else { 0.0 };
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

/// The bytes of an element as an array; `slice` has the size of its type.
fn array<const N: usize>(slice: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| slice[i])
}

/// The value of an integer of that type; the bits of an unsigned one of 64 bits.
#[inline(always)]
pub(crate) fn to_i64(element: Element, x: &[u8]) -> i64 {
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

fn to_f64(element: Element, x: &[u8]) -> f64 {
    match element {
        Element::F16 => f64::from(f16::from_ne_bytes(array(x))),
        Element::Bf16 => f64::from(bf16::from_ne_bytes(array(x))),
        Element::F32 => f64::from(f32::from_ne_bytes(array(x))),
        _ => f64::from_ne_bytes(array(x)),
    }
}
