//! Emission of element-wise operations on real values, for passes that expand others into them.

use std::sync::Arc;

use stablehlo::ops::{Binary, Direction, Unary};
use stablehlo::{ElementType, Literal, OpKind, TensorType};

use crate::ir::{Node, ValueId, ValueTypes};

/// Appends nodes to a block.
pub(in crate::passes) struct Emitter<'t> {
    pub(in crate::passes) types: &'t mut ValueTypes,
    pub(in crate::passes) nodes: Vec<Node>,
    /// The location of the operation that they replace.
    pub(in crate::passes) location: Option<Arc<str>>,
}

impl Emitter<'_> {
    /// Appends an operation with one result.
    pub(in crate::passes) fn push(&mut self, kind: OpKind, operands: &[ValueId], ty: TensorType) -> ValueId {
        let result = self.types.add(ty);
        self.define(kind, operands, result);
        result
    }

    /// Appends an operation whose result is `result`.
    pub(in crate::passes) fn define(&mut self, kind: OpKind, operands: &[ValueId], result: ValueId) {
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

    pub(in crate::passes) fn ty(&self, x: ValueId) -> TensorType {
        self.types.of(x).clone()
    }

    /// A value of the type of `x` with all elements equal to `value`.
    pub(in crate::passes) fn full_like(&mut self, x: ValueId, value: f64) -> ValueId {
        let ty = self.ty(x);
        self.full(ty, value)
    }

    /// A value of type `ty`, which is real and computable, with all elements equal to `value`.
    pub(in crate::passes) fn full(&mut self, ty: TensorType, value: f64) -> ValueId {
        let scalar = TensorType::scalar(ty.element);
        let literal = Literal::full(scalar.clone(), value).expect("constants are emitted of computable types");
        let constant = self.push(OpKind::Constant(literal), &[], scalar);
        self.broadcast(constant, ty)
    }

    /// A scalar, broadcast to a type; any other value itself.
    pub(in crate::passes) fn broadcast(&mut self, x: ValueId, ty: TensorType) -> ValueId {
        let is_scalar = self.types.of(x).dims.is_empty() && !ty.dims.is_empty();
        if is_scalar { self.push(OpKind::BroadcastInDim { dims: Vec::new() }, &[x], ty) } else { x }
    }

    pub(in crate::passes) fn unary(&mut self, op: Unary, x: ValueId) -> ValueId {
        let ty = self.ty(x);
        self.push(OpKind::Unary(op), &[x], ty)
    }

    pub(in crate::passes) fn binary(&mut self, op: Binary, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x);
        self.push(OpKind::Binary(op), &[x, y], ty)
    }

    pub(in crate::passes) fn convert(&mut self, x: ValueId, element: ElementType) -> ValueId {
        let ty = self.ty(x).with_element(element);
        if ty == *self.types.of(x) { x } else { self.push(OpKind::Convert, &[x], ty) }
    }

    pub(in crate::passes) fn compare(&mut self, direction: Direction, x: ValueId, y: ValueId) -> ValueId {
        let ty = self.ty(x).with_element(ElementType::I1);
        self.push(OpKind::Compare { direction, compare_type: None }, &[x, y], ty)
    }

    pub(in crate::passes) fn select(&mut self, predicate: ValueId, on_true: ValueId, on_false: ValueId) -> ValueId {
        let ty = self.ty(on_true);
        self.push(OpKind::Select, &[predicate, on_true, on_false], ty)
    }

    pub(in crate::passes) fn add(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Add, x, y)
    }

    pub(in crate::passes) fn sub(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Subtract, x, y)
    }

    pub(in crate::passes) fn mul(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Multiply, x, y)
    }

    pub(in crate::passes) fn div(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Divide, x, y)
    }

    pub(in crate::passes) fn negate(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Negate, x)
    }

    pub(in crate::passes) fn magnitude(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Abs, x)
    }

    pub(in crate::passes) fn and(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::And, x, y)
    }

    pub(in crate::passes) fn or(&mut self, x: ValueId, y: ValueId) -> ValueId {
        self.binary(Binary::Or, x, y)
    }

    pub(in crate::passes) fn not(&mut self, x: ValueId) -> ValueId {
        self.unary(Unary::Not, x)
    }

    /// `x + c`
    pub(in crate::passes) fn plus(&mut self, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.add(x, c)
    }

    /// `c x`
    pub(in crate::passes) fn times(&mut self, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.mul(x, c)
    }

    /// The comparison of `x` with a number.
    pub(in crate::passes) fn is(&mut self, direction: Direction, x: ValueId, c: f64) -> ValueId {
        let c = self.full_like(x, c);
        self.compare(direction, x, c)
    }

    /// True where `x` is infinite, of either sign.
    pub(in crate::passes) fn is_infinite(&mut self, x: ValueId) -> ValueId {
        let size = self.magnitude(x);
        self.is(Direction::Eq, size, f64::INFINITY)
    }

    pub(in crate::passes) fn is_finite(&mut self, x: ValueId) -> ValueId {
        let ty = self.ty(x).with_element(ElementType::I1);
        self.push(OpKind::Unary(Unary::IsFinite), &[x], ty)
    }

    /// True where `x` is NaN.
    pub(in crate::passes) fn is_nan(&mut self, x: ValueId) -> ValueId {
        self.compare(Direction::Ne, x, x)
    }

    /// `x` where the predicate is true, else a number.
    pub(in crate::passes) fn or_else(&mut self, predicate: ValueId, x: ValueId, otherwise: f64) -> ValueId {
        let c = self.full_like(x, otherwise);
        self.select(predicate, x, c)
    }

    /// A number where the predicate is true, else `x`.
    pub(in crate::passes) fn replace(&mut self, predicate: ValueId, c: f64, x: ValueId) -> ValueId {
        let c = self.full_like(x, c);
        self.select(predicate, c, x)
    }

    /// `x`, which is not negative, with the sign of `y`, also if `y` is a zero.
    pub(in crate::passes) fn with_sign(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let one = self.full_like(y, 1.0);
        let (inverse, is_zero) = (self.div(one, y), self.is(Direction::Eq, y, 0.0));
        let signed = self.select(is_zero, inverse, y);
        let (is_negative, negated) = (self.is(Direction::Lt, signed, 0.0), self.negate(x));
        self.select(is_negative, negated, x)
    }
}
