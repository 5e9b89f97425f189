//! Rust's operators on symbolic tensors and inputs, with tensors and with numbers.

use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

use super::argument::Argument;
use crate::graph::KerasTensor;
use crate::layers::Input;
use crate::symbolic;

/// The operators of these types, which are on the left or the only operand.
macro_rules! operators_of {
    ($($ty:ty),*) => {$(
        operators_of!(@two $ty: Add add add, Sub sub subtract, Mul mul multiply, Div div true_divide,
            Rem rem mod_, BitAnd bitand logical_and, BitOr bitor logical_or, BitXor bitxor logical_xor);
        operators_of!(@numbers $ty: Add add add, Sub sub subtract, Mul mul multiply, Div div true_divide,
            Rem rem mod_);
        operators_of!(@one $ty: Neg neg negative, Not not logical_not);
    )*};
    (@two $ty:ty: $($operator:ident $method:ident $function:ident),*) => {$(
        impl<T: Into<Argument>> $operator<T> for $ty {
            type Output = KerasTensor;
            fn $method(self, other: T) -> KerasTensor { symbolic::$function(self, other) }
        }
    )*};
    (@numbers $ty:ty: $($operator:ident $method:ident $function:ident),*) => {$(
        impl $operator<$ty> for f64 {
            type Output = KerasTensor;
            fn $method(self, other: $ty) -> KerasTensor { symbolic::$function(self, other) }
        }
    )*};
    (@one $ty:ty: $($operator:ident $method:ident $function:ident),*) => {$(
        impl $operator for $ty {
            type Output = KerasTensor;
            fn $method(self) -> KerasTensor { symbolic::$function(self) }
        }
    )*};
}

operators_of!(KerasTensor, &KerasTensor, &Input);
