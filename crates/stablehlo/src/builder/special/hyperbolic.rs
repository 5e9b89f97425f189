//! Inverse trigonometric functions, and hyperbolic functions with their inverses.

use std::f64::consts::{LN_2, PI};

use super::expr::{Expr, floats};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::Unary;
use crate::program::Value;
use crate::types::ElementType;

macro_rules! unary_functions {
    ($($(#[$doc:meta])* $name:ident($x:ident, $element:ident) $body:block)*) => {
        impl FuncBuilder {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the elements are not f64,
                /// f32, f16 or bf16.
                pub fn $name(&mut self, x: Value) -> Result<Value> {
                    floats(self, [x], |[$x], $element| $body)
                }
            )*
        }
    };
}

unary_functions! {
    /// The arc cosine, element by element: `2 atan2(√(1 - x²), 1 + x)`; NaN outside of [-1, 1].
    acos(x, _element) {
        let root = ((Expr::constant(1.0) - &x) * (&x + 1.0)).sqrt();
        x.equal(-1.0).select(PI, root.atan2(&x + 1.0) * 2.0)
    }

    /// The arc sine, element by element: `2 atan2(x, 1 + √(1 - x²))`; NaN outside of [-1, 1].
    asin(x, _element) {
        let root = ((Expr::constant(1.0) - &x) * (&x + 1.0)).sqrt();
        x.atan2(root + 1.0) * 2.0
    }

    /// The arc tangent, element by element.
    atan(x, _element) {
        x.atan2(1.0)
    }

    /// The inverse hyperbolic cosine, element by element: `log(x + √(x² - 1))`; NaN below 1.
    acosh(x, element) {
        let above = &x - 1.0;
        let near = (&above + (&above * (&x + 1.0)).sqrt()).log1p();
        x.less(square_limit(element)).select(near, x.log() + LN_2)
    }

    /// The inverse hyperbolic sine, element by element: `log(x + √(x² + 1))`.
    asinh(x, element) {
        let magnitude = x.abs();
        let square = &magnitude * &magnitude;
        let root = (&square + 1.0).sqrt();
        let near = (&magnitude + &square / (&root + 1.0)).log1p();
        let far = magnitude.log() + LN_2;
        let y = magnitude.less(square_limit(element)).select(near, far);
        x.sign() * y
    }

    /// The inverse hyperbolic tangent, element by element: `log((1 + x) / (1 - x)) / 2`; NaN outside of
    /// [-1, 1].
    atanh(x, _element) {
        (x.log1p() - (-&x).log1p()) * 0.5
    }

    /// The hyperbolic cosine, element by element: `(exp(x) + exp(-x)) / 2`.
    cosh(x, _element) {
        // Half of an exponential that overflows may be finite.
        let root = (x.abs() * 0.5).exp();
        let half = &root * 0.5;
        half.clone() * &root + Expr::constant(0.5) / (&root * &root)
    }

    /// The hyperbolic sine, element by element: `(exp(x) - exp(-x)) / 2`.
    sinh(x, _element) {
        let less_one = x.unary(Unary::ExponentialMinusOne);
        let near = (&less_one + &less_one / (&less_one + 1.0)) * 0.5;
        let root = (x.abs() * 0.5).exp();
        let far = &root * 0.5 * &root - Expr::constant(0.5) / (&root * &root);
        x.abs().less(1.0).select(near, x.sign() * far)
    }
}

/// The square root of the greatest number: beyond, squares overflow, and 1 is too small to be added to them.
fn square_limit(element: ElementType) -> f64 {
    if element == ElementType::F64 { f64::MAX.sqrt() } else { f64::from(f32::MAX).sqrt() }
}
