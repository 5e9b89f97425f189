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
        /// A type error where the operation does not take that element type.
        pub fn $method(&mut self, x: Value) -> Result<Value> { self.unary(Unary::$variant, x) }
    )*};
}

macro_rules! binary_methods {
    ($($method:ident $variant:ident;)*) => {$(
        #[doc = concat!("`", stringify!($method), "`, element by element.")]
        ///
        /// # Errors
        /// A type error where the two types differ, or the operation does not take that element type.
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
    /// A type error where the operation does not take that element type.
    pub fn unary(&mut self, op: Unary, x: Value) -> Result<Value> {
        self.push1(OpKind::Unary(op), &[x])
    }

    /// An element-wise operation of two operands of one type.
    ///
    /// # Errors
    /// A type error where the two types differ, or the operation does not take that element type.
    pub fn binary(&mut self, op: Binary, x: Value, y: Value) -> Result<Value> {
        self.push1(OpKind::Binary(op), &[x, y])
    }

    /// `compare`; floating point by IEEE, integers by their own sign.
    ///
    /// # Errors
    /// A type error where the two types differ.
    pub fn compare(&mut self, direction: Direction, x: Value, y: Value) -> Result<Value> {
        let element = self.ty(x).element;
        let compare_type = match element {
            e if e.is_float() => CompareType::Float,
            e if e.is_signed() => CompareType::Signed,
            _ => CompareType::Unsigned,
        };
        self.push1(OpKind::Compare { direction, compare_type: Some(compare_type) }, &[x, y])
    }

    /// `select`: `on_true` where the predicate holds, else `on_false`.
    ///
    /// # Errors
    /// A type error where the predicate is not `i1` of the shape (or a scalar), or the two differ.
    pub fn select(&mut self, predicate: Value, on_true: Value, on_false: Value) -> Result<Value> {
        self.push1(OpKind::Select, &[predicate, on_true, on_false])
    }

    /// `clamp`: at least `min`, at most `max`.
    ///
    /// # Errors
    /// A type error where the types differ.
    pub fn clamp(&mut self, min: Value, x: Value, max: Value) -> Result<Value> {
        self.push1(OpKind::Clamp, &[min, x, max])
    }

    /// `convert` to another element type; the value itself where it has that type already.
    ///
    /// # Errors
    /// A type error where there is no such conversion.
    pub fn convert(&mut self, x: Value, element: ElementType) -> Result<Value> {
        if self.ty(x).element == element {
            return Ok(x);
        }
        let ty = self.ty(x).with_element(element);
        self.push1_typed(OpKind::Convert, &[x], ty)
    }

    /// `bitcast_convert` to a type of the same number of bits.
    ///
    /// # Errors
    /// A type error where the bits differ in number.
    pub fn bitcast_convert(&mut self, x: Value, ty: TensorType) -> Result<Value> {
        self.push1_typed(OpKind::BitcastConvert, &[x], ty)
    }

    /// `constant`.
    ///
    /// # Errors
    /// None today; a `Result` as every operation gives.
    pub fn constant(&mut self, literal: Literal) -> Result<Value> {
        self.push1(OpKind::Constant(literal), &[])
    }

    /// A scalar constant of its own type.
    ///
    /// # Errors
    /// None today; a `Result` as every operation gives.
    pub fn scalar<T: NativeType>(&mut self, value: T) -> Result<Value> {
        self.constant(Literal::scalar(value))
    }

    /// A constant of that type, every element `value`: a scalar constant, broadcast.
    ///
    /// # Errors
    /// Where the element type is not one that is computed on.
    pub fn full(&mut self, ty: TensorType, value: f64) -> Result<Value> {
        let scalar = self.constant(Literal::full(TensorType::scalar(ty.element), value)?)?;
        if ty.dims.is_empty() { Ok(scalar) } else { self.broadcast_in_dim(scalar, &[], &ty.dims) }
    }

    /// A constant of the type of `x`, every element `value`.
    ///
    /// # Errors
    /// Where the element type is not one that is computed on.
    pub fn full_like(&mut self, x: Value, value: f64) -> Result<Value> {
        let ty = self.ty(x).clone();
        self.full(ty, value)
    }

    /// `iota`: each element its index along `dimension`.
    ///
    /// # Errors
    /// A type error where there is no such dimension.
    pub fn iota(&mut self, ty: TensorType, dimension: usize) -> Result<Value> {
        self.push1_typed(OpKind::Iota { dimension }, &[], ty)
    }
}
