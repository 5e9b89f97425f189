//! Formulas written as expressions, which are then built operation by operation.

use std::collections::HashMap;
use std::ops::{Add, Div, Mul, Neg, Sub};
use std::rc::Rc;

use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{Binary, Direction, Unary};
use crate::program::Value;
use crate::types::ElementType;

/// An element-wise formula. Clones share their operations.
#[derive(Clone)]
pub(super) struct Expr(Rc<Node>);

enum Node {
    Value(Value),
    /// A number, of the element type of the formula's operands.
    Constant(f64),
    Unary(Unary, Expr),
    Binary(Binary, Expr, Expr),
    Compare(Direction, Expr, Expr),
    Select(Expr, Expr, Expr),
}

impl Expr {
    pub fn value(value: Value) -> Self {
        Self(Rc::new(Node::Value(value)))
    }

    pub fn constant(value: f64) -> Self {
        Self(Rc::new(Node::Constant(value)))
    }

    pub fn unary(&self, op: Unary) -> Self {
        Self(Rc::new(Node::Unary(op, self.clone())))
    }

    pub fn binary(&self, op: Binary, other: impl Into<Expr>) -> Self {
        Self(Rc::new(Node::Binary(op, self.clone(), other.into())))
    }

    pub fn compare(&self, direction: Direction, other: impl Into<Expr>) -> Self {
        Self(Rc::new(Node::Compare(direction, self.clone(), other.into())))
    }

    /// With `self` a condition: `on_true` where it holds, else `on_false`.
    pub fn select(&self, on_true: impl Into<Expr>, on_false: impl Into<Expr>) -> Self {
        Self(Rc::new(Node::Select(self.clone(), on_true.into(), on_false.into())))
    }

    pub fn abs(&self) -> Self {
        self.unary(Unary::Abs)
    }

    pub fn sqrt(&self) -> Self {
        self.unary(Unary::Sqrt)
    }

    pub fn exp(&self) -> Self {
        self.unary(Unary::Exponential)
    }

    pub fn log(&self) -> Self {
        self.unary(Unary::Log)
    }

    pub fn log1p(&self) -> Self {
        self.unary(Unary::LogPlusOne)
    }

    pub fn floor(&self) -> Self {
        self.unary(Unary::Floor)
    }

    pub fn sign(&self) -> Self {
        self.unary(Unary::Sign)
    }

    pub fn pow(&self, exponent: impl Into<Expr>) -> Self {
        self.binary(Binary::Power, exponent)
    }

    pub fn atan2(&self, x: impl Into<Expr>) -> Self {
        self.binary(Binary::Atan2, x)
    }

    pub fn less(&self, other: impl Into<Expr>) -> Self {
        self.compare(Direction::Lt, other)
    }

    pub fn equal(&self, other: impl Into<Expr>) -> Self {
        self.compare(Direction::Eq, other)
    }

    pub fn and(&self, other: Expr) -> Self {
        self.binary(Binary::And, other)
    }

    /// The polynomial with these coefficients, highest power first.
    pub fn polynomial(&self, coefficients: &[f64]) -> Self {
        let sum = |sum: Expr, c: &f64| sum * self.clone() + *c;
        match coefficients.split_first() {
            Some((first, rest)) => rest.iter().fold(Self::constant(*first), sum),
            None => Self::constant(0.0),
        }
    }

    /// The sum of Chebyshev polynomials of `self`, in [-1, 1], with these coefficients, of which the first is
    /// halved (C. Clenshaw, "A note on the summation of Chebyshev series", 1955).
    pub fn chebyshev(&self, coefficients: &[f64]) -> Self {
        let twice = self.clone() * 2.0;
        let (mut b, mut before) = (Self::constant(0.0), Self::constant(0.0));
        for c in coefficients.iter().skip(1).rev() {
            let next = twice.clone() * b.clone() - before + *c;
            before = std::mem::replace(&mut b, next);
        }
        self.clone() * b - before + coefficients.first().copied().unwrap_or(0.0) / 2.0
    }

    /// Builds the formula. `like` is a value of the type of its operands.
    pub fn build(&self, b: &mut FuncBuilder, like: Value) -> Result<Value> {
        Build { b, like, built: HashMap::new() }.value(self)
    }
}

struct Build<'b> {
    b: &'b mut FuncBuilder,
    like: Value,
    /// The value of each expression, by its address, and of each constant, by its bits.
    built: HashMap<(bool, u64), Value>,
}

impl Build<'_> {
    fn value(&mut self, expr: &Expr) -> Result<Value> {
        let key = match &*expr.0 {
            Node::Constant(c) => (true, c.to_bits()),
            node => (false, std::ptr::from_ref(node).addr() as u64),
        };
        if let Some(value) = self.built.get(&key) {
            return Ok(*value);
        }
        let value = match &*expr.0 {
            Node::Value(value) => *value,
            Node::Constant(c) => self.b.full_like(self.like, *c)?,
            Node::Unary(op, x) => {
                let x = self.value(x)?;
                self.b.unary(*op, x)?
            }
            Node::Binary(op, x, y) => {
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.b.binary(*op, x, y)?
            }
            Node::Compare(direction, x, y) => {
                let (x, y) = (self.value(x)?, self.value(y)?);
                self.b.compare(*direction, x, y)?
            }
            Node::Select(p, x, y) => {
                let (p, x, y) = (self.value(p)?, self.value(x)?, self.value(y)?);
                self.b.select(p, x, y)?
            }
        };
        self.built.insert(key, value);
        Ok(value)
    }
}

impl From<f64> for Expr {
    fn from(value: f64) -> Self {
        Self::constant(value)
    }
}

impl From<&Expr> for Expr {
    fn from(expr: &Expr) -> Self {
        expr.clone()
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl<T: Into<Expr>> $trait<T> for Expr {
            type Output = Expr;
            fn $method(self, other: T) -> Expr { self.binary(Binary::$op, other) }
        }
        impl<T: Into<Expr>> $trait<T> for &Expr {
            type Output = Expr;
            fn $method(self, other: T) -> Expr { self.binary(Binary::$op, other) }
        }
    )*};
}

operators! { Add add Add; Sub sub Subtract; Mul mul Multiply; Div div Divide; }

impl Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        self.unary(Unary::Negate)
    }
}

impl Neg for &Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        self.unary(Unary::Negate)
    }
}

/// Builds a function of floats element by element: of f16 and bf16 in f32, and rounded.
///
/// # Errors
/// [`ErrorKind::Unsupported`](crate::ErrorKind::Unsupported) if the element type is not f64, f32, f16 or
/// bf16.
pub(super) fn floats<const N: usize>(
    b: &mut FuncBuilder,
    operands: [Value; N],
    f: impl FnOnce([Expr; N], ElementType) -> Expr,
) -> Result<Value> {
    let element = operands.first().map_or(ElementType::F32, |v| b.ty(*v).element);
    let wide = match element {
        ElementType::F64 | ElementType::F32 => element,
        ElementType::F16 | ElementType::Bf16 => ElementType::F32,
        _ => return Err(super::unsupported::unsupported(b.ty(operands[0]))),
    };
    let mut wider = operands;
    for value in &mut wider {
        *value = b.convert(*value, wide)?;
    }
    let y = f(wider.map(Expr::value), wide).build(b, wider[0])?;
    b.convert(y, element)
}
