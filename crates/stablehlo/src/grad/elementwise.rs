//! Cotangents of element-wise operations. `x`, `y` are operands, `r` the result, `g` its cotangent.

use super::{OperandCotangents, VjpContext, gradient_error};
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
    step: &VjpContext,
    r: Value,
    g: Value,
) -> Result<OperandCotangents> {
    let (x, y) = (step.operand(0), step.operand(1));
    let (dx, dy) = match op {
        Binary::Add => (Some(g), Some(g)),
        Binary::Subtract => (Some(g), step.if_active(1, || b.negate(g))?),
        Binary::Multiply => (step.if_active(0, || b.multiply(g, y))?, step.if_active(1, || b.multiply(g, x))?),
        Binary::Divide => {
            let quotient = b.divide(g, y)?;
            let dy = step.if_active(1, || {
                let product = b.multiply(quotient, r)?;
                b.negate(product)
            })?;
            (Some(quotient), dy)
        }
        Binary::Maximum => extremum(b, Direction::Gt, step, g)?,
        Binary::Minimum => extremum(b, Direction::Lt, step, g)?,
        Binary::Power => power(b, step, r, g)?,
        Binary::Remainder => {
            let dy = step.if_active(1, || {
                // The quotient rounded towards zero.
                let quotient = b.divide(x, y)?;
                let (sign, size) = (b.sign(quotient)?, b.abs(quotient)?);
                let whole = b.unary(Unary::Floor, size)?;
                let truncated = b.multiply(sign, whole)?;
                let product = b.multiply(g, truncated)?;
                b.negate(product)
            })?;
            (Some(g), dy)
        }
        Binary::Atan2 => {
            let (xx, yy) = (b.multiply(x, x)?, b.multiply(y, y)?);
            let square = b.add(xx, yy)?;
            let scaled = b.divide(g, square)?;
            let dy = step.if_active(1, || {
                let product = b.multiply(scaled, x)?;
                b.negate(product)
            })?;
            (step.if_active(0, || b.multiply(scaled, y))?, dy)
        }
        other => return Err(gradient_error(format!("{} has no slope", other.name()))),
    };
    Ok(vec![dx, dy])
}

/// `maximum` (`beats`: greater) and `minimum` (less): to the one that is it, half to each where they are equal.
fn extremum(
    b: &mut FuncBuilder,
    beats: Direction,
    step: &VjpContext,
    g: Value,
) -> Result<(Option<Value>, Option<Value>)> {
    let (x, y) = (step.operand(0), step.operand(1));
    let (half, zero) = (b.full_like(g, 0.5)?, b.full_like(g, 0.0)?);
    let shared = b.multiply(g, half)?;
    let tie = b.compare(Direction::Eq, x, y)?;
    let otherwise = b.select(tie, shared, zero)?;
    let mut to = |i: usize, mine: Value, other: Value| {
        step.if_active(i, || {
            let wins = b.compare(beats, mine, other)?;
            b.select(wins, g, otherwise)
        })
    };
    Ok((to(0, x, y)?, to(1, y, x)?))
}

/// `x^y`: `y x^(y-1)` and `x^y ln x`, with the values that keep 0 in either place finite.
fn power(b: &mut FuncBuilder, step: &VjpContext, r: Value, g: Value) -> Result<(Option<Value>, Option<Value>)> {
    let (x, y) = (step.operand(0), step.operand(1));
    let (one, zero) = (b.full_like(g, 1.0)?, b.full_like(g, 0.0)?);
    let dx = step.if_active(0, || {
        // Where y is 0 the slope is 0, whatever the power beside it.
        let constant = b.compare(Direction::Eq, y, zero)?;
        let less = b.subtract(y, one)?;
        let exponent = b.select(constant, one, less)?;
        let power = b.power(x, exponent)?;
        let slope = b.multiply(y, power)?;
        b.multiply(g, slope)
    })?;
    let dy = step.if_active(1, || {
        // Where x is 0, x^y is constant for positive y: ln 1 = 0.
        let flat = b.compare(Direction::Eq, x, zero)?;
        let base = b.select(flat, one, x)?;
        let log = b.log(base)?;
        let slope = b.multiply(log, r)?;
        b.multiply(g, slope)
    })?;
    Ok((dx, dy))
}

pub(super) fn select(b: &mut FuncBuilder, step: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let zero = b.full_like(g, 0.0)?;
    let predicate = step.operand(0);
    Ok(vec![
        None,
        step.if_active(1, || b.select(predicate, g, zero))?,
        step.if_active(2, || b.select(predicate, zero, g))?,
    ])
}

pub(super) fn clamp(b: &mut FuncBuilder, step: &VjpContext, g: Value) -> Result<OperandCotangents> {
    let (x, zero) = (step.operand(1), b.full_like(g, 0.0)?);
    let shape = b.dims(x).to_vec();
    // The bounds as tensors, scalars broadcast.
    let mut bound =
        |bound: Value| if b.dims(bound) == shape { Ok(bound) } else { b.broadcast_in_dim(bound, &[], &shape) };
    let (min, max) = (bound(step.operand(0))?, bound(step.operand(2))?);
    let dx = step.if_active(1, || {
        let (above, below) = (b.compare(Direction::Gt, x, min)?, b.compare(Direction::Lt, x, max)?);
        let inside = b.and(above, below)?;
        b.select(inside, g, zero)
    })?;
    let mut to_bound = |i: usize, direction: Direction, bound: Value| {
        step.if_active(i, || {
            let beyond = b.compare(direction, x, bound)?;
            let cotangent = b.select(beyond, g, zero)?;
            if b.dims(step.operand(i)) == shape { Ok(cotangent) } else { b.sum(cotangent, &all_dims(shape.len())) }
        })
    };
    Ok(vec![to_bound(0, Direction::Lt, min)?, dx, to_bound(2, Direction::Gt, max)?])
}

/// All dimensions of a tensor of that rank.
pub(super) fn all_dims(rank: usize) -> Vec<usize> {
    (0..rank).collect()
}
