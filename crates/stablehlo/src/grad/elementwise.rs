//! Cotangents of element-wise operations. `x` and `y` are operands, `r` is the result, `g` its cotangent.

use super::context::{OperandCotangents, VjpContext, gradient_error};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{Binary, Direction, Unary};
use crate::program::Value;

pub(super) fn unary(b: &mut FuncBuilder, op: Unary, x: Value, r: Value, g: Value) -> Result<Value> {
    let slope = match op {
        Unary::Negate => return b.negate(g),
        Unary::Log => return b.divide(g, x),
        Unary::LogPlusOne => {
            let one = b.full_like(x, 1.0)?;
            let shifted = b.add(x, one)?;
            return b.divide(g, shifted);
        }
        Unary::Abs => b.sign(x)?,
        Unary::Exponential => r,
        Unary::ExponentialMinusOne => {
            let one = b.full_like(r, 1.0)?;
            b.add(r, one)?
        }
        // r (1 - r)
        Unary::Logistic => {
            let one = b.full_like(r, 1.0)?;
            let rest = b.subtract(one, r)?;
            b.multiply(r, rest)?
        }
        // 1 / (3 r^2)
        Unary::Cbrt => {
            let third = b.full_like(r, 1.0 / 3.0)?;
            let square = b.multiply(r, r)?;
            b.divide(third, square)?
        }
        // 1 / (2 r)
        Unary::Sqrt => {
            let half = b.full_like(r, 0.5)?;
            b.divide(half, r)?
        }
        // -r^3 / 2
        Unary::Rsqrt => {
            let half = b.full_like(r, -0.5)?;
            let square = b.multiply(r, r)?;
            let cube = b.multiply(square, r)?;
            b.multiply(half, cube)?
        }
        Unary::Sine => b.unary(Unary::Cosine, x)?,
        Unary::Cosine => {
            let sine = b.unary(Unary::Sine, x)?;
            b.negate(sine)?
        }
        Unary::Tan | Unary::Tanh => {
            let one = b.full_like(r, 1.0)?;
            let square = b.multiply(r, r)?;
            if op == Unary::Tan { b.add(one, square)? } else { b.subtract(one, square)? }
        }
        other => return Err(gradient_error(format!("{} has no slope", other.name()))),
    };
    b.multiply(g, slope)
}

pub(super) fn binary(
    b: &mut FuncBuilder,
    op: Binary,
    cx: &VjpContext,
    r: Value,
    g: Value,
) -> Result<OperandCotangents> {
    let (x, y) = (cx.operand(0), cx.operand(1));
    let (dx, dy) = match op {
        Binary::Add => (Some(g), Some(g)),
        Binary::Subtract => (Some(g), cx.if_active(1, || b.negate(g))?),
        Binary::Multiply => (cx.if_active(0, || b.multiply(g, y))?, cx.if_active(1, || b.multiply(g, x))?),
        Binary::Divide => {
            let quotient = b.divide(g, y)?;
            let dy = cx.if_active(1, || {
                let product = b.multiply(quotient, r)?;
                b.negate(product)
            })?;
            (Some(quotient), dy)
        }
        Binary::Maximum => extremum(b, Direction::Gt, cx, g)?,
        Binary::Minimum => extremum(b, Direction::Lt, cx, g)?,
        Binary::Power => power(b, cx, r, g)?,
        Binary::Remainder => {
            let dy = cx.if_active(1, || {
                // The quotient truncated towards zero.
                let quotient = b.divide(x, y)?;
                let (sign, magnitude) = (b.sign(quotient)?, b.abs(quotient)?);
                let floor = b.unary(Unary::Floor, magnitude)?;
                let truncated = b.multiply(sign, floor)?;
                let product = b.multiply(g, truncated)?;
                b.negate(product)
            })?;
            (Some(g), dy)
        }
        Binary::Atan2 => {
            let (xx, yy) = (b.multiply(x, x)?, b.multiply(y, y)?);
            let square = b.add(xx, yy)?;
            let scaled = b.divide(g, square)?;
            let dy = cx.if_active(1, || {
                let product = b.multiply(scaled, x)?;
                b.negate(product)
            })?;
            (cx.if_active(0, || b.multiply(scaled, y))?, dy)
        }
        other => return Err(gradient_error(format!("{} has no slope", other.name()))),
    };
    Ok(vec![dx, dy])
}

/// `maximum` (`beats`: greater) and `minimum` (`beats`: less): the cotangent goes to the operand that is the
/// result, and half of it to each of two equal operands.
fn extremum(
    b: &mut FuncBuilder,
    beats: Direction,
    cx: &VjpContext,
    g: Value,
) -> Result<(Option<Value>, Option<Value>)> {
    let (x, y) = (cx.operand(0), cx.operand(1));
    let (half, zero) = (b.full_like(g, 0.5)?, b.full_like(g, 0.0)?);
    let shared = b.multiply(g, half)?;
    let tie = b.compare(Direction::Eq, x, y)?;
    let otherwise = b.select(tie, shared, zero)?;
    let mut to = |i: usize, mine: Value, other: Value| {
        cx.if_active(i, || {
            let wins = b.compare(beats, mine, other)?;
            b.select(wins, g, otherwise)
        })
    };
    Ok((to(0, x, y)?, to(1, y, x)?))
}

/// `x^y`: the slopes `y x^(y-1)` and `x^y ln x`, made finite if `x` or `y` is 0.
fn power(b: &mut FuncBuilder, cx: &VjpContext, r: Value, g: Value) -> Result<(Option<Value>, Option<Value>)> {
    let (x, y) = (cx.operand(0), cx.operand(1));
    let (one, zero) = (b.full_like(g, 1.0)?, b.full_like(g, 0.0)?);
    let dx = cx.if_active(0, || {
        // For y = 0 the slope is 0, even if x^(y-1) is infinite.
        let constant = b.compare(Direction::Eq, y, zero)?;
        let less = b.subtract(y, one)?;
        let exponent = b.select(constant, one, less)?;
        let power = b.power(x, exponent)?;
        let slope = b.multiply(y, power)?;
        b.multiply(g, slope)
    })?;
    let dy = cx.if_active(1, || {
        // For x = 0, x^y is constant for positive y: replace x by 1, since ln 1 = 0.
        let flat = b.compare(Direction::Eq, x, zero)?;
        let base = b.select(flat, one, x)?;
        let log = b.log(base)?;
        let slope = b.multiply(log, r)?;
        b.multiply(g, slope)
    })?;
    Ok((dx, dy))
}

pub(super) fn select(b: &mut FuncBuilder, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let zero = b.full_like(g, 0.0)?;
    let predicate = cx.operand(0);
    Ok(vec![None, cx.if_active(1, || b.select(predicate, g, zero))?, cx.if_active(2, || b.select(predicate, zero, g))?])
}

pub(super) fn clamp(b: &mut FuncBuilder, cx: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let (x, zero) = (cx.operand(1), b.full_like(g, 0.0)?);
    let shape = b.dims(x).to_vec();
    // Scalar bounds are broadcast to the shape of the operand.
    let mut bound =
        |bound: Value| if b.dims(bound) == shape { Ok(bound) } else { b.broadcast_in_dim(bound, &[], &shape) };
    let (min, max) = (bound(cx.operand(0))?, bound(cx.operand(2))?);
    let dx = cx.if_active(1, || {
        let (above, below) = (b.compare(Direction::Gt, x, min)?, b.compare(Direction::Lt, x, max)?);
        let inside = b.and(above, below)?;
        b.select(inside, g, zero)
    })?;
    let mut to_bound = |i: usize, direction: Direction, bound: Value| {
        cx.if_active(i, || {
            let beyond = b.compare(direction, x, bound)?;
            let cotangent = b.select(beyond, g, zero)?;
            if b.dims(cx.operand(i)) == shape { Ok(cotangent) } else { b.sum(cotangent, &all_dims(shape.len())) }
        })
    };
    Ok(vec![to_bound(0, Direction::Lt, min)?, dx, to_bound(2, Direction::Gt, max)?])
}

/// All dimensions of a tensor of rank `rank`.
pub(super) fn all_dims(rank: usize) -> Vec<usize> {
    (0..rank).collect()
}
