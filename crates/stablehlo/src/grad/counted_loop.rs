//! Cotangents of loops whose number of iterations is part of the program.

use super::context::{OperandCotangents, VjpContext, gradient_error};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{Binary, Direction, OpKind};
use crate::program::{Block, Op, Value, captured_values};
use crate::types::{ElementType, TensorType};

/// A loop with a counter: it begins at `first`, grows by `step`, and ends after `trips` iterations.
struct Counter {
    /// Which of the loop's values it is.
    index: usize,
    first: i64,
    step: i64,
    trips: usize,
}

impl Counter {
    /// The counter of a `while` whose condition is `counter < constant`, whose body adds a constant to the
    /// counter, and whose counter begins at a constant.
    fn of(b: &FuncBuilder, op: &Op) -> Option<Self> {
        let [condition, body] = &op.regions[..] else { return None };
        let (OpKind::Compare { direction: Direction::Lt, .. }, [counter, limit]) = definition(condition, 0)? else {
            return None;
        };
        let index = condition.params.iter().position(|param| param == counter)?;
        let limit = constant(b, condition, *limit)?;
        let (OpKind::Binary(Binary::Add), [x, y]) = definition(body, index)? else { return None };
        let counter = body.params[index];
        let step = match (*x == counter, *y == counter) {
            (true, false) => constant(b, body, *y)?,
            (false, true) => constant(b, body, *x)?,
            _ => return None,
        };
        let first = constant(b, b.block(), op.operands[index])?;
        // The numbers are those of 32 bits and fewer, so that differences are exact.
        let small = [first, step, limit].iter().all(|number| i32::try_from(*number).is_ok());
        let trips = (small && step > 0).then(|| (limit - first).max(0) + step - 1)? / step;
        Some(Self { index, first, step, trips: usize::try_from(trips).ok()? })
    }

    /// The counter in an iteration, whose number is a scalar.
    fn at(&self, b: &mut FuncBuilder, iteration: Value, ty: &TensorType) -> Result<Value> {
        let iteration = b.convert(iteration, ty.element)?;
        let (first, step) = (b.full(ty.clone(), self.first as f64)?, b.full(ty.clone(), self.step as f64)?);
        let passed = b.multiply(iteration, step)?;
        b.add(passed, first)
    }
}

/// The operation that computes a result of a block, and its operands; `None` if it is not in the block.
fn definition(block: &Block, result: usize) -> Option<(&OpKind, &[Value])> {
    let value = block.results.get(result)?;
    block.ops.iter().find(|op| op.results.contains(value)).map(|op| (&op.kind, &op.operands[..]))
}

/// The value of an integer constant that is defined in a region, or outside of it.
fn constant(b: &FuncBuilder, region: &Block, value: Value) -> Option<i64> {
    let blocks = [region, b.block()].into_iter().chain(b.enclosing_blocks());
    let op = blocks.flat_map(|block| &block.ops).find(|op| op.results.contains(&value))?;
    match &op.kind {
        OpKind::Constant(literal) if literal.ty().rank() == 0 && literal.ty().element.is_integer() => {
            literal.to_f64_vec().ok()?.first().map(|number| *number as i64)
        }
        _ => None,
    }
}

/// A `while` with a counter. The forward pass is repeated, and keeps the values at the start of each
/// iteration; the backward pass takes the iterations from the last to the first, each of which it recomputes
/// and differentiates.
pub(super) fn counted_loop(
    b: &mut FuncBuilder,
    cx: &VjpContext,
    cotangents: &[Option<Value>],
) -> Result<OperandCotangents> {
    let counter = Counter::of(b, cx.op).ok_or_else(|| {
        gradient_error(
            "the number of iterations is not known when the gradient is built; a loop is differentiated if a counter \
             that begins at a constant, and to which a constant is added, is compared with a constant",
        )
    })?;
    let inits = &cx.op.operands;
    if counter.trips == 0 {
        return Ok(cotangents.to_vec());
    }
    let captured = captured_values(&cx.op.regions);
    // The values with cotangents: of those of the loop, the floating-point ones, and the captured ones that
    // need them.
    let carried: Vec<usize> = (0..inits.len()).filter(|i| b.ty(inits[*i]).element.is_float()).collect();
    let used: Vec<usize> = (0..captured.len()).filter(|i| cx.is_active(inits.len() + i)).collect();
    let stacks = stacked(b, &cx.op.regions[1], inits, &counter)?;

    let zero = |b: &mut FuncBuilder, value: Value| b.full_like(value, 0.0);
    let mut start = vec![b.scalar(counter.trips as i32 - 1)?];
    for i in &carried {
        start.push(cotangents[*i].map_or_else(|| zero(b, inits[*i]), Ok)?);
    }
    for i in &used {
        start.push(zero(b, captured[*i])?);
    }
    // The stacks are values of the loop, not captured ones: what the loop is differentiated for ends there.
    let first_stack = start.len();
    start.extend(stacks.iter().flatten());
    let results = b.while_loop(
        &start,
        |b, all| {
            let last = b.scalar(0i32)?;
            b.compare(Direction::Ge, all[0], last)
        },
        |b, all| {
            let (cotangents, rest) = all[1..].split_at(carried.len());
            let mut kept = all[first_stack..].iter();
            let mut values = Vec::with_capacity(inits.len());
            for (init, stack) in inits.iter().zip(&stacks) {
                let ty = b.ty(*init).clone();
                values.push(match stack.and_then(|_| kept.next()) {
                    Some(stack) => row(b, *stack, all[0], &ty)?,
                    None => counter.at(b, all[0], &ty)?,
                });
            }
            let next = b.inline_block(&cx.op.regions[1], &values)?;
            let of = |values: &[Value]| carried.iter().map(|i| values[*i]).collect::<Vec<Value>>();
            let wrt = [of(&values), used.iter().map(|i| captured[*i]).collect()].concat();
            let found = b.vjp(&of(&next), cotangents, &wrt)?;
            let one = b.scalar(1i32)?;
            let mut new = vec![b.subtract(all[0], one)?];
            new.extend(&found[..carried.len()]);
            for (sum, cotangent) in rest.iter().zip(&found[carried.len()..]) {
                new.push(b.add(*sum, *cotangent)?);
            }
            new.extend(&all[first_stack..]);
            Ok(new)
        },
    )?;

    let mut found: OperandCotangents = vec![None; inits.len() + captured.len()];
    let places = carried.into_iter().chain(used.into_iter().map(|i| inits.len() + i));
    for (place, cotangent) in places.zip(&results[1..]) {
        found[place] = Some(*cotangent);
    }
    Ok(found)
}

/// The values of a loop at the start of each iteration, along a new first dimension; `None` for the counter.
fn stacked(b: &mut FuncBuilder, body: &Block, inits: &[Value], counter: &Counter) -> Result<Vec<Option<Value>>> {
    let mut start = vec![b.scalar(0i32)?];
    start.extend(inits);
    for (i, init) in inits.iter().enumerate().filter(|(i, _)| *i != counter.index) {
        let ty = b.ty(*init).clone();
        if ty.element == ElementType::Token {
            return Err(gradient_error(format!("value {i} of the loop is a token")));
        }
        start.push(b.full(TensorType::new(ty.element, [&[counter.trips], &ty.dims[..]].concat()), 0.0)?);
    }
    let results = b.while_loop(
        &start,
        |b, all| {
            let end = b.scalar(counter.trips as i32)?;
            b.compare(Direction::Lt, all[0], end)
        },
        |b, all| {
            let (values, stacks) = all[1..].split_at(inits.len());
            let one = b.scalar(1i32)?;
            let mut new = vec![b.add(all[0], one)?];
            new.extend(b.inline_block(body, values)?);
            let kept = values.iter().enumerate().filter(|(i, _)| *i != counter.index);
            for ((_, value), stack) in kept.zip(stacks) {
                let dims = [&[1], b.dims(*value)].concat();
                let row = b.reshape(*value, &dims)?;
                let starts = starts(b, all[0], dims.len())?;
                new.push(b.dynamic_update_slice(*stack, row, &starts)?);
            }
            Ok(new)
        },
    )?;
    let mut stacks = results[1 + inits.len()..].iter().copied();
    Ok((0..inits.len()).map(|i| if i == counter.index { None } else { stacks.next() }).collect())
}

/// The value that a stack has for an iteration.
fn row(b: &mut FuncBuilder, stack: Value, iteration: Value, ty: &TensorType) -> Result<Value> {
    let sizes = [&[1], &ty.dims[..]].concat();
    let starts = starts(b, iteration, sizes.len())?;
    let row = b.dynamic_slice(stack, &starts, &sizes)?;
    b.reshape(row, &ty.dims)
}

/// The start indices of an iteration's row in a stack of that many dimensions.
fn starts(b: &mut FuncBuilder, iteration: Value, rank: usize) -> Result<Vec<Value>> {
    let zero = b.scalar(0i32)?;
    Ok(std::iter::once(iteration).chain(std::iter::repeat_n(zero, rank - 1)).collect())
}
