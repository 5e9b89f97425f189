//! Constants and element-wise operations.

use super::FuncBuilder;
use crate::error::Result;
use crate::literal::{Literal, NativeType};
use crate::ops::{Binary, CompareType, Direction, OpKind, Unary};
use crate::program::Value;
use crate::types::{ElementType, TensorType};

macro_rules! unary_methods {
    ($($method:ident $variant:ident;)*) => {$(
        #[doc = concat!("`", stringify!($method), "`, element by element.")]
        ///
        /// # Errors
        /// A type error if the operation is not defined for the element type.
        pub fn $method(&mut self, x: Value) -> Result<Value> { self.unary(Unary::$variant, x) }
    )*};
}

macro_rules! binary_methods {
    ($($method:ident $variant:ident;)*) => {$(
        #[doc = concat!("`", stringify!($method), "`, element by element.")]
        ///
        /// # Errors
        /// A type error if the types differ, or the operation is not defined for the element type.
        pub fn $method(&mut self, x: Value, y: Value) -> Result<Value> { self.binary(Binary::$variant, x, y) }
    )*};
}

impl FuncBuilder {
    unary_methods! {
        abs Abs; cbrt Cbrt; ceil Ceil; cosine Cosine; count_leading_zeros CountLeadingZeros; exponential Exponential;
        exponential_minus_one ExponentialMinusOne; floor Floor; is_finite IsFinite; log Log; log_plus_one LogPlusOne;
        logistic Logistic; negate Negate; not Not; population_count PopulationCount; round_nearest_afz RoundNearestAfz;
        round_nearest_even RoundNearestEven; rsqrt Rsqrt; sign Sign; sine Sine; sqrt Sqrt; tan Tan; tanh Tanh;
    }

    binary_methods! {
        add Add; subtract Subtract; multiply Multiply; divide Divide; maximum Maximum; minimum Minimum; power Power;
        remainder Remainder; atan2 Atan2; and And; or Or; xor Xor; shift_left ShiftLeft;
        shift_right_arithmetic ShiftRightArithmetic; shift_right_logical ShiftRightLogical;
    }

    /// An element-wise operation of one operand.
    ///
    /// # Errors
    /// A type error if the operation is not defined for the element type.
    pub fn unary(&mut self, op: Unary, x: Value) -> Result<Value> {
        self.push1(OpKind::Unary(op), &[x])
    }

    /// An element-wise operation of two operands of the same type.
    ///
    /// # Errors
    /// A type error if the types differ, or the operation is not defined for the element type.
    pub fn binary(&mut self, op: Binary, x: Value, y: Value) -> Result<Value> {
        self.push1(OpKind::Binary(op), &[x, y])
    }

    /// `compare`: floating point as IEEE 754 compares (NaN is unordered), integers as signed or unsigned by
    /// their type.
    ///
    /// # Errors
    /// A type error if the types differ.
    pub fn compare(&mut self, direction: Direction, x: Value, y: Value) -> Result<Value> {
        let element = self.ty(x).element;
        let compare_type = match element {
            e if e.is_float() || e.is_complex() => CompareType::Float,
            e if e.is_signed() => CompareType::Signed,
            _ => CompareType::Unsigned,
        };
        self.push1(OpKind::Compare { direction, compare_type: Some(compare_type) }, &[x, y])
    }

    /// `select`: elements of `on_true` if the predicate is true, else of `on_false`.
    ///
    /// # Errors
    /// A type error if the predicate is not `i1` of the same shape or a scalar, or the other two types
    /// differ.
    pub fn select(&mut self, predicate: Value, on_true: Value, on_false: Value) -> Result<Value> {
        self.push1(OpKind::Select, &[predicate, on_true, on_false])
    }

    /// `clamp`: elements of `x`, at least `min` and at most `max`.
    ///
    /// # Errors
    /// A type error if a bound has neither the type of `x` nor is a scalar of its element type.
    pub fn clamp(&mut self, min: Value, x: Value, max: Value) -> Result<Value> {
        self.push1(OpKind::Clamp, &[min, x, max])
    }

    /// `complex`: complex numbers of these real and imaginary parts.
    ///
    /// # Errors
    /// A type error unless both are `f32` or both `f64`, of one shape.
    pub fn complex(&mut self, re: Value, im: Value) -> Result<Value> {
        self.push1(OpKind::Complex, &[re, im])
    }

    /// `real`: the real parts of complex numbers; real numbers are returned.
    ///
    /// # Errors
    /// A type error if the elements are neither complex nor floating point.
    pub fn real(&mut self, x: Value) -> Result<Value> {
        self.push1(OpKind::Real, &[x])
    }

    /// `imag`: the imaginary parts of complex numbers; zeros for real numbers.
    ///
    /// # Errors
    /// A type error if the elements are neither complex nor floating point.
    pub fn imag(&mut self, x: Value) -> Result<Value> {
        self.push1(OpKind::Imag, &[x])
    }

    /// `convert` to another element type; returns `x` if it already has it.
    ///
    /// # Errors
    /// A type error if the result is larger than the address space.
    pub fn convert(&mut self, x: Value, element: ElementType) -> Result<Value> {
        if self.ty(x).element == element {
            return Ok(x);
        }
        let ty = self.ty(x).with_element(element);
        self.push1_typed(OpKind::Convert, &[x], ty)
    }

    /// `bitcast_convert` to a type with the same number of bits.
    ///
    /// # Errors
    /// A type error if the numbers of bits differ.
    pub fn bitcast_convert(&mut self, x: Value, ty: TensorType) -> Result<Value> {
        self.push1_typed(OpKind::BitcastConvert, &[x], ty)
    }

    /// `constant`.
    ///
    /// # Errors
    /// None; the method returns a `Result` as those of all operations.
    pub fn constant(&mut self, literal: Literal) -> Result<Value> {
        self.push1(OpKind::Constant(literal), &[])
    }

    /// A scalar constant of the element type that `T` represents.
    ///
    /// # Errors
    /// None; the method returns a `Result` as those of all operations.
    pub fn scalar<T: NativeType>(&mut self, value: T) -> Result<Value> {
        self.constant(Literal::scalar(value))
    }

    /// A tensor of type `ty` with all elements equal to `value`: a scalar constant, broadcast.
    ///
    /// # Errors
    /// [`Unsupported`](crate::ErrorKind::Unsupported) if the element type is not computable.
    pub fn full(&mut self, ty: TensorType, value: f64) -> Result<Value> {
        let scalar = self.constant(Literal::full(TensorType::scalar(ty.element), value)?)?;
        if ty.dims.is_empty() { Ok(scalar) } else { self.broadcast_in_dim(scalar, &[], &ty.dims) }
    }

    /// A tensor of the type of `x` with all elements equal to `value`.
    ///
    /// # Errors
    /// [`Unsupported`](crate::ErrorKind::Unsupported) if the element type is not computable.
    pub fn full_like(&mut self, x: Value, value: f64) -> Result<Value> {
        let ty = self.ty(x).clone();
        self.full(ty, value)
    }

    /// `iota`: each element is its index along `dimension`.
    ///
    /// # Errors
    /// A type error if `ty` does not have the dimension, or its elements are not numbers.
    pub fn iota(&mut self, ty: TensorType, dimension: usize) -> Result<Value> {
        self.push1_typed(OpKind::Iota { dimension }, &[], ty)
    }
}
