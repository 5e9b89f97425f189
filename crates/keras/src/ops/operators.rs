//! Rust's operators on tensors, with tensors and with numbers.

use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::arithmetic;
use super::tensor::Tensor;

macro_rules! operators {
    ($($operator:ident $method:ident $function:ident;)*) => {$(
        impl $operator<&Tensor> for &Tensor {
            type Output = Tensor;
            fn $method(self, other: &Tensor) -> Tensor { arithmetic::$function(self, other) }
        }
        impl $operator<Tensor> for &Tensor {
            type Output = Tensor;
            fn $method(self, other: Tensor) -> Tensor { arithmetic::$function(self, &other) }
        }
        impl $operator<&Tensor> for Tensor {
            type Output = Tensor;
            fn $method(self, other: &Tensor) -> Tensor { arithmetic::$function(&self, other) }
        }
        impl $operator<Tensor> for Tensor {
            type Output = Tensor;
            fn $method(self, other: Tensor) -> Tensor { arithmetic::$function(&self, &other) }
        }
        impl $operator<f64> for &Tensor {
            type Output = Tensor;
            fn $method(self, other: f64) -> Tensor { arithmetic::$function(self, &self.number(other)) }
        }
        impl $operator<f64> for Tensor {
            type Output = Tensor;
            fn $method(self, other: f64) -> Tensor { arithmetic::$function(&self, &self.number(other)) }
        }
        impl $operator<&Tensor> for f64 {
            type Output = Tensor;
            fn $method(self, other: &Tensor) -> Tensor { arithmetic::$function(&other.number(self), other) }
        }
        impl $operator<Tensor> for f64 {
            type Output = Tensor;
            fn $method(self, other: Tensor) -> Tensor { arithmetic::$function(&other.number(self), &other) }
        }
    )*};
}

operators! {
    Add add add;
    Sub sub subtract;
    Mul mul multiply;
    Div div divide;
    Rem rem mod_;
}

impl Neg for &Tensor {
    type Output = Tensor;

    fn neg(self) -> Tensor {
        super::elementwise::negative(self)
    }
}

impl Neg for Tensor {
    type Output = Tensor;

    fn neg(self) -> Tensor {
        super::elementwise::negative(&self)
    }
}
