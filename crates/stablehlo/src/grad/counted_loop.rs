//! Counted loops: `while`s whose number of iterations is known when a gradient is built, and the roles of
//! what they carry.

use std::collections::HashSet;

use crate::builder::FuncBuilder;
use crate::ops::{Binary, Direction, OpKind};
use crate::program::{Block, Op, Value, captured_values};

/// The condition and the body of a `while`.
fn regions(op: &Op) -> Option<(&Block, &Block)> {
    let [condition, body] = &op.regions[..] else { return None };
    Some((condition, body))
}

/// A `while` with a counter: it starts at a constant, grows by a constant, and ends before a constant.
pub(super) struct CountedLoop<'a> {
    /// The body.
    pub body: &'a Block,
    /// The index of the counter among what is carried.
    pub counter: usize,
    /// The value of the counter in the first iteration.
    pub start: i64,
    /// What the counter grows by.
    pub step: i64,
    /// The number of iterations.
    pub trip_count: usize,
    /// What the other carried values are; the role of the counter means nothing.
    pub roles: Vec<Role>,
}

/// What a carried value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    /// Every iteration writes its element along the first axis, and none reads it: the results of all
    /// iterations, stacked.
    Stack {
        /// What is written, with a first dimension of size 1.
        update: Value,
        /// The same before its reshape.
        element: Value,
    },
    /// It is the same in all iterations.
    Invariant,
    /// It changes from iteration to iteration.
    Variable,
}

impl<'a> CountedLoop<'a> {
    /// The loop of a `while`; none if its number of iterations is not known.
    pub fn of(b: &FuncBuilder, op: &'a Op) -> Option<CountedLoop<'a>> {
        let (condition, body) = regions(op)?;
        let test = definition(condition, *condition.results.first()?)?;
        let OpKind::Compare { direction: Direction::Lt, .. } = test.kind else { return None };
        let counter = condition.params.iter().position(|param| *param == test.operands[0])?;
        let end = constant(b, condition, test.operands[1])?;
        let start = constant(b, body, op.operands[counter])?;
        let next = definition(body, body.results[counter]).filter(|op| op.kind == OpKind::Binary(Binary::Add))?;
        let param = body.params[counter];
        let step = match (next.operands[0], next.operands[1]) {
            (x, y) if x == param => constant(b, body, y)?,
            (x, y) if y == param => constant(b, body, x)?,
            _ => return None,
        };
        // The numbers are those of 32 bits and fewer, so that differences are exact.
        let is_small = [start, step, end].iter().all(|number| i32::try_from(*number).is_ok());
        let trip_count = (is_small && step > 0).then(|| ((end - start).max(0) + step - 1) / step)?;
        let trip_count = usize::try_from(trip_count).ok()?;
        let mut this = CountedLoop { body, counter, start, step, trip_count, roles: Vec::new() };
        this.roles = (0..body.params.len()).map(|i| this.role(b, condition, i)).collect();
        Some(this)
    }

    fn role(&self, b: &FuncBuilder, condition: &Block, i: usize) -> Role {
        let (param, result) = (self.body.params[i], self.body.results[i]);
        if param == result {
            return Role::Invariant;
        }
        let is_read = || uses(condition, param) > 0 || uses(self.body, param) != 1 || uses(self.body, result) != 1;
        match definition(self.body, result) {
            Some(write) if write.kind == OpKind::DynamicUpdateSlice && write.operands[0] == param && !is_read() => {
                let update = write.operands[1];
                let starts = &write.operands[2..];
                if !self.is_element(b, b.dims(param), b.dims(update), starts) {
                    return Role::Variable;
                }
                let reshape = definition(self.body, update).filter(|op| matches!(op.kind, OpKind::Reshape));
                Role::Stack { update, element: reshape.map_or(update, |reshape| reshape.operands[0]) }
            }
            _ => Role::Variable,
        }
    }

    /// True if a slice of this size at these starts is the element of the iteration along the first axis.
    pub fn is_element(&self, b: &FuncBuilder, dims: &[usize], sizes: &[usize], starts: &[Value]) -> bool {
        let fits = (self.start, self.step) == (0, 1) && dims.first().is_some_and(|&first| self.trip_count <= first);
        let is_one = fits && sizes[0] == 1 && sizes[1..] == dims[1..];
        is_one
            && starts[0] == self.body.params[self.counter]
            && starts[1..].iter().all(|start| constant(b, self.body, *start) == Some(0))
    }

    /// True for the carried values on which a cotangent is, from whether they are at the start, and the
    /// captured values that have one.
    pub fn active(&self, b: &FuncBuilder, at_start: &[bool], captured: &[Value]) -> Vec<bool> {
        let is_float = |v: Value| b.ty(v).element.is_float();
        let mut active: Vec<bool> =
            at_start.iter().zip(&self.body.params).map(|(active, param)| *active && is_float(*param)).collect();
        loop {
            let of_params = self.body.params.iter().zip(&active).filter(|(_, active)| **active);
            let mut values: HashSet<Value> =
                of_params.map(|(param, _)| *param).chain(captured.iter().copied()).collect();
            for op in &self.body.ops {
                if operands_of(op).iter().any(|v| values.contains(v)) {
                    values.extend(op.results.iter().copied().filter(|v| is_float(*v)));
                }
            }
            let next: Vec<bool> = active
                .iter()
                .zip(&self.body.results)
                .map(|(active, result)| *active || values.contains(result))
                .collect();
            if next == active {
                return active;
            }
            active = next;
        }
    }
}

/// The operation of a block that computes a value.
pub(super) fn definition(block: &Block, value: Value) -> Option<&Op> {
    block.ops.iter().find(|op| op.results.contains(&value))
}

/// How often a block uses a value, in its operations and as its results.
pub(super) fn uses(block: &Block, value: Value) -> usize {
    let of_ops = block.ops.iter().map(|op| operands_of(op).iter().filter(|v| **v == value).count());
    of_ops.sum::<usize>() + block.results.iter().filter(|v| **v == value).count()
}

fn operands_of(op: &Op) -> Vec<Value> {
    let captured = if op.regions.is_empty() { Vec::new() } else { captured_values(&op.regions) };
    op.operands.iter().copied().chain(captured).collect()
}

/// The value of an integer scalar that is a constant: of a region, of the block being built, or of one that
/// encloses it.
fn constant(b: &FuncBuilder, region: &Block, value: Value) -> Option<i64> {
    let blocks = [region, b.block()].into_iter().chain(b.enclosing_blocks());
    let op = blocks.into_iter().find_map(|block| definition(block, value))?;
    match &op.kind {
        OpKind::Constant(literal) if literal.ty().element.is_integer() => {
            let values = literal.to_f64_vec().ok()?;
            values.first().map(|value| *value as i64).filter(|_| values.len() == 1)
        }
        OpKind::Convert | OpKind::Reshape | OpKind::BroadcastInDim { .. } if b.ty(value).element.is_integer() => {
            constant(b, region, op.operands[0])
        }
        _ => None,
    }
}
