//! The comparisons of StableHLO's `check` dialect, `stablehlo/tests/CheckOps.td`.

use crate::error::{Error, ErrorKind, Result};
use crate::filetest::{self, Tolerance};
use crate::literal::Literal;
use crate::ops::OpKind;
use crate::program::Op;
use crate::types::ElementType;

/// The tolerance of `expect_almost_eq` that names none.
const ALMOST: f64 = 0.001;
/// The units in the last place that `expect_close` allows if it states no number.
const ULPS: u64 = 3;

/// How a value is compared with the expected one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Comparison {
    /// `expect_eq`: equal bits, or both are NaN.
    Equal,
    /// `expect_almost_eq`: an absolute difference.
    Almost(f64),
    /// `expect_close`: units in the last place, for complex numbers of each part.
    Close(u64),
}

impl Comparison {
    /// Is it a check, that is, the custom call that stands for one?
    pub(super) fn is_check(op: &Op) -> bool {
        matches!(&op.kind, OpKind::CustomCall { target, .. } if target.starts_with("check."))
    }

    /// The comparison of an operation; `None` if it is no check.
    ///
    /// # Errors
    /// As [`from_target`](Self::from_target); a check of other than two operands.
    pub(super) fn of(op: &Op) -> Result<Option<Self>> {
        let OpKind::CustomCall { target, attributes, .. } = &op.kind else { return Ok(None) };
        if !Self::is_check(op) {
            return Ok(None);
        }
        if op.operands.len() != 2 {
            return Err(Error::type_error(format!("custom_call @{target} has {} operands, not 2", op.operands.len())));
        }
        Self::from_target(target, attributes).map(Some)
    }

    /// The comparison of a custom call's target, with its attributes as text.
    ///
    /// # Errors
    /// A comparison that needs more than a program's results, such as `expect_serialized_eq`.
    fn from_target(target: &str, attributes: &[(String, String)]) -> Result<Self> {
        let unsupported = |what: &str| Error::new(ErrorKind::Unsupported, format!("custom_call @{target}{what}"));
        let number = |name: &str| {
            let text = attributes.iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str())?;
            let text = text.split(':').next().unwrap_or(text).trim();
            Some(text.parse::<f64>().map_err(|_| unsupported(&format!(" with {name} = {text}"))))
        };
        match target {
            "check.expect_eq" => Ok(Self::Equal),
            "check.expect_almost_eq" => Ok(Self::Almost(number("tolerance").unwrap_or(Ok(ALMOST))?)),
            "check.expect_close" => {
                Ok(Self::Close(number("max_ulp_difference").map_or(Ok(ULPS), |n| n.map(|n| n as u64))?))
            }
            _ => Err(unsupported("")),
        }
    }

    /// Describes the first difference; `None` if there is none that the comparison refuses.
    pub(super) fn difference(self, value: &Literal, expected: &Literal) -> Option<String> {
        if value.ty() != expected.ty() {
            return filetest::difference(value, expected, Tolerance::Exact);
        }
        match self {
            Self::Equal => filetest::difference(value, expected, Tolerance::Exact),
            Self::Almost(absolute) => {
                filetest::difference(value, expected, Tolerance::Close { relative: 0.0, absolute })
            }
            Self::Close(ulps) => far_apart(value, expected, ulps),
        }
    }
}

/// Describes the first numbers that are more than `ulps` units in the last place apart.
fn far_apart(value: &Literal, expected: &Literal, ulps: u64) -> Option<String> {
    let element = expected.ty().element;
    let (size, bits) = match element {
        ElementType::Complex64 => (4, 32),
        ElementType::Complex128 => (8, 64),
        _ if element.is_float() => (element.bytes(), element.bits()),
        // Integers and booleans are equal.
        _ => return filetest::difference(value, expected, Tolerance::Exact),
    };
    let parts = |literal: &Literal| -> Option<Vec<f64>> {
        if !element.is_complex() {
            return literal.to_f64_vec().ok();
        }
        Some(literal.to_complex_vec().ok()?.iter().flat_map(|z| [z.re, z.im]).collect())
    };
    let (values, targets) = (parts(value)?, parts(expected)?);
    let pairs = value.bytes().chunks_exact(size).zip(expected.bytes().chunks_exact(size));
    for (i, (a, b)) in pairs.enumerate() {
        let (number, target) = (values[i], targets[i]);
        let close = number.is_nan() && target.is_nan()
            || number == target
            || number.is_finite() && target.is_finite() && position(a, bits).abs_diff(position(b, bits)) <= ulps;
        if !close {
            return Some(format!("part {i} of {} is {number:?}, but {target:?} was expected", expected.ty()));
        }
    }
    None
}

/// The position of a float among all floats of its type, from its bits in little-endian order; 0 for both
/// zeros.
fn position(bytes: &[u8], bits: usize) -> i64 {
    let mut wide = [0; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let (word, sign) = (u64::from_le_bytes(wide), 1 << (bits - 1));
    let magnitude = (word & (sign - 1)).cast_signed();
    if word & sign == 0 { magnitude } else { -magnitude }
}

#[cfg(test)]
mod tests {
    use super::Comparison;
    use crate::literal::Literal;

    #[test]
    fn close_numbers_are_counted_in_units_of_the_last_place() {
        let float = |bits: u32| Literal::scalar(f32::from_bits(bits));
        let differs = |a, b| Comparison::Close(3).difference(&float(a), &float(b)).is_some();
        assert!(!differs(0x3f80_0000, 0x3f80_0003), "3 units");
        assert!(differs(0x3f80_0000, 0x3f80_0004), "4 units");
        assert!(!differs(0x8000_0001, 0x0000_0002), "3 units around zero");
        assert!(differs(0x7f7f_ffff, 0x7f80_0000), "a finite number and infinity");
        assert!(!differs(0x7fc0_0000, 0xffc0_0001), "two NaNs");
    }

    #[test]
    fn targets_have_defaults() {
        let read = |target: &str| Comparison::from_target(target, &[]);
        assert_eq!(read("check.expect_close"), Ok(Comparison::Close(3)));
        assert_eq!(read("check.expect_almost_eq"), Ok(Comparison::Almost(0.001)));
        assert!(read("check.expect_serialized_eq").is_err());
        let tolerance = [("tolerance".to_owned(), "1.0e-01 : f64".to_owned())];
        assert_eq!(Comparison::from_target("check.expect_almost_eq", &tolerance), Ok(Comparison::Almost(0.1)));
    }
}
