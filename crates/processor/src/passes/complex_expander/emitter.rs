//! Emission of element-wise operations on real values, of which complex functions are composed.

use std::sync::Arc;

use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

use crate::ir::{Node, ValueId, ValueTypes};

/// The real and the imaginary part of a complex value: two real values of one type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) re: ValueId,
    pub(super) im: ValueId,
}

/// Appends nodes to the block that is being expanded.
pub(super) struct Emitter<'t> {
    pub(super) types: &'t mut ValueTypes,
    pub(super) nodes: Vec<Node>,
    /// The location of the operation that is being expanded.
    pub(super) location: Option<Arc<str>>,
}

impl Emitter<'_> {
    /// Appends an operation with one result.
    pub(super) fn push(&mut self, kind: OpKind, operands: &[ValueId], ty: TensorType) -> ValueId {
        let result = self.types.add(ty);
        self.define(kind, operands, result);
        result
    }

    /// Appends an operation whose result is `result`.
    pub(super) fn define(&mut self, kind: OpKind, operands: &[ValueId], result: ValueId) {
        let (operands, results) = (operands.to_vec(), vec![result]);
        let location = self.location.clone();
        self.nodes.push(Node {
            kind: kind.into(),
            operands,
            results,
            regions: Vec::new(),
            location,
            role: None,
            passes: Vec::new(),
        });
    }

    pub(super) fn ty(&self, x: ValueId) -> TensorType {
        self.types.of(x).clone()
    }

    /// A value of the type of `x` with all elements equal to `value`.
    pub(super) fn full_like(&mut self, x: ValueId, value: f64) -> ValueId {
        let ty = self.ty(x);
        self.full(ty, value)
    }

    /// A value of type `ty`, which is real, with all elements equal to `value`.
    pub(super) fn full(&mut self, ty: TensorType, value: f64) -> ValueId {
        let scalar = TensorType::scalar(ty.element);
        let literal = Literal::full(scalar.clone(), value).expect("parts of complex numbers are f32 or f64");
        let constant = self.push(OpKind::Constant(literal), &[], scalar);
        self.broadcast(constant, ty)
    }

    /// A scalar, broadcast to a type; any other value itself.
    pub(super) fn broadcast(&mut self, x: ValueId, ty: TensorType) -> ValueId {
        let is_scalar = self.types.of(x).dims.is_empty() && !ty.dims.is_empty();
        if is_scalar { self.push(OpKind::BroadcastInDim { dims: Vec::new() }, &[x], ty) } else { x }
    }

    pub(super) fn unary(&mut self, op: Unary, x: ValueId) -> ValueId {
        let ty = self.ty(x);
        self.push(OpKind::Unary(op), &[x], ty)
    }

    pub(super) fn binary(&mut self, op: Binary, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x);
        self.push(OpKind::Binary(op), &[x, y], ty)
    }

    pub(super) fn convert(&mut self, x: ValueId, element: ElementType) -> ValueId {
        let ty = self.ty(x).with_element(element);
        if ty == *self.types.of(x) { x } else { self.push(OpKind::Convert, &[x], ty) }
    }

    pub(super) fn compare(&mut self, direction: Direction, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x).with_element(ElementType::I1);
        self.push(OpKind::Compare { direction, compare_type: None }, &[x, y], ty)
    }

    pub(super) fn select(&mut self, predicate: ValueId, on_true: ValueId, on_false: ValueId) -> ValueId {
        let ty = self.ty(on_true);
        self.push(OpKind::Select, &[predicate, on_true, on_false], ty)
    }

    pub(super) fn add(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Add, x, y)
    }

    pub(super) fn sub(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Subtract, x, y)
    }

    pub(super) fn mul(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Multiply, x, y)
    }

    pub(super) fn div(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Divide, x, y)
    }

    pub(super) fn negate(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Negate, x)
    }

    pub(super) fn magnitude(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Abs, x)
    }

    pub(super) fn and(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::And, x, y)
    }

    pub(super) fn or(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Or, x, y)
    }

    pub(super) fn not(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Not, x)
    }

    /// `x + c`
    pub(super) fn plus(&mut self, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.add(x, c)
    }

    /// `c x`
    pub(super) fn times(&mut self, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.mul(x, c)
    }

    /// The comparison of `x` with a number.
    pub(super) fn is(&mut self, direction: Direction, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.compare(direction, x, c)
    }

    /// True where `x` is infinite, of either sign.
    pub(super) fn is_infinite(&mut self, x: ValueId) -> ValueId {
        let size = self.magnitude(x);
        self.is(Direction::Eq, size, f64::INFINITY)
    }

    pub(super) fn is_finite(&mut self, x: ValueId) -> ValueId {
        let ty = self.ty(x).with_element(ElementType::I1);
        self.push(OpKind::Unary(Unary::IsFinite), &[x], ty)
    }

    /// True where `x` is NaN.
    pub(super) fn is_nan(&mut self, x: ValueId) -> ValueId {
        self.compare(Direction::Ne, x, x)
    }

    /// `x` where the predicate is true, else a number.
    pub(super) fn or_else(&mut self, predicate: ValueId, x: ValueId, otherwise: f64) -> ValueId {
        let c = self.full_like(x, otherwise);
        self.select(predicate, x, c)
    }

    /// A number where the predicate is true, else `x`.
    pub(super) fn replace(&mut self, predicate: ValueId, c: f64, x: ValueId) -> ValueId {
        let c = self.full_like(x, c);
        self.select(predicate, c, x)
    }

    /// `x`, which is not negative, with the sign of `y`, also if `y` is a zero.
    pub(super) fn with_sign(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let one = self.full_like(y, 1.0);
        let (inverse, is_zero) = (self.div(one, y), self.is(Direction::Eq, y, 0.0));
        let signed = self.select(is_zero, inverse, y);
        let (is_negative, negated) = (self.is(Direction::Lt, signed, 0.0), self.negate(x));
        self.select(is_negative, negated, x)
    }

    /// Selects among complex values.
    pub(super) fn select_pair(&mut self, predicate: ValueId, on_true: Pair, on_false: Pair) -> Pair {
        Pair {
            re: self.select(predicate, on_true.re, on_false.re),
            im: self.select(predicate, on_true.im, on_false.im),
        }
    }
}
