//! Cotangents of counted loops: a loop over the iterations from the last to the first, in which each
//! iteration is rematerialized from what was carried into it, and differentiated.
//!
//! What was carried into the iterations is read from the stacks that the loop writes itself, as that of the
//! states of a recurrent layer. What is in none is written by a second run of the loop.
//!
//! Cotangents of what the body captures are sums over the iterations. Two kinds need no sum in each
//! iteration: elements of a tensor that are read in turn have their cotangents written in turn, and the
//! cotangent of a matrix on the right of a product is one product of the stacked factors after the loop.

use std::collections::HashMap;

use super::context::{OperandCotangents, VjpContext, gradient_error};
use super::contraction;
use super::counted_loop::{CountedLoop, Role, uses};
use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::ops::{Direction, DotGeneral, OpKind};
use crate::program::{Op, Value, captured_values};
use crate::types::TensorType;

pub(super) fn counted_loop(
    b: &mut FuncBuilder,
    cx: &VjpContext,
    cotangents: &[Option<Value>],
) -> Result<OperandCotangents> {
    let Some(counted) = CountedLoop::of(b, cx.op) else {
        return Err(gradient_error(
            "the number of iterations is not known when the gradient is built; a loop is differentiated if a counter \
             that begins at a constant, and to which a constant is added, is compared with a constant",
        ));
    };
    if counted.trip_count == 0 {
        return Ok(cotangents.iter().copied().chain(cx.active[cotangents.len()..].iter().map(|_| None)).collect());
    }
    let all_captured = captured_values(&cx.op.regions);
    let carried = cx.op.operands.len();
    let needed = all_captured.iter().enumerate().filter(|(i, _)| cx.is_active(carried + i)).map(|(_, value)| *value);
    let needed: Vec<Value> = needed.collect();
    let active = counted.active(b, &cx.active[..carried], &needed);
    let captured = needed.iter().map(|value| Captured::new(b, &counted, *value)).collect();
    let backward = Backward { op: cx.op, counted, active, captured };
    if let Some(i) = backward.stacks().find(|i| cx.is_active(*i)) {
        return Err(gradient_error(format!("its value {i} is written in each iteration over one with a cotangent")));
    }
    let entries = backward.entries(b)?;
    let results = backward.run(b, &entries, cotangents)?;
    let (of_carried, mut of_captured) = backward.split(b, results)?;
    let mut used = of_carried;
    used.extend(all_captured.iter().map(|value| of_captured.remove(value)));
    Ok(used.into_iter().zip(cx.active).map(|(cotangent, active)| cotangent.filter(|_| *active)).collect())
}

/// A captured value that needs a cotangent.
struct Captured {
    value: Value,
    kind: CapturedKind,
}

/// How the body uses a captured value.
enum CapturedKind {
    /// Each iteration reads its element along the first axis: the operations that do.
    Elements(Vec<Op>),
    /// It is the right operand of products without batch dimensions: these.
    Matrix(Vec<(Op, DotGeneral)>),
    /// In another way.
    Other,
}

impl Captured {
    fn new(b: &FuncBuilder, counted: &CountedLoop, value: Value) -> Captured {
        let body = counted.body;
        let users: Vec<&Op> = body.ops.iter().filter(|op| op.operands.contains(&value)).collect();
        // Uses in regions of the body, and as its results, are none of these operations.
        let is_all = uses(body, value) == users.len();
        let reads = |op: &&Op| match &op.kind {
            OpKind::DynamicSlice { sizes } => counted.is_element(b, b.dims(value), sizes, &op.operands[1..]),
            _ => false,
        };
        let product = |op: &&Op| match &op.kind {
            OpKind::DotGeneral(dot) if dot.lhs_batch.is_empty() && op.operands[1] == value => {
                Some(((*op).clone(), dot.clone()))
            }
            _ => None,
        };
        let kind = if is_all && users.iter().all(reads) {
            CapturedKind::Elements(users.into_iter().cloned().collect())
        } else if let (true, Some(products)) = (is_all, users.iter().map(product).collect()) {
            CapturedKind::Matrix(products)
        } else {
            CapturedKind::Other
        };
        Captured { value, kind }
    }
}

/// What was carried into each iteration.
#[derive(Clone, Copy)]
enum Entry {
    /// It is not read.
    Unread,
    /// The same in all iterations: the index of the carried value.
    Invariant,
    /// A stack of what was carried into the iterations.
    Stacked(Value),
    /// A stack of what was carried out of the iterations.
    StackedResults(Value),
}

/// The loop of the backward pass.
struct Backward<'a> {
    op: &'a Op,
    counted: CountedLoop<'a>,
    /// The carried values that have cotangents.
    active: Vec<bool>,
    captured: Vec<Captured>,
}

impl Backward<'_> {
    /// The carried values with a role.
    fn with_role(&self, is: impl Fn(Role) -> bool) -> impl Iterator<Item = usize> {
        let counter = self.counted.counter;
        (0..self.op.operands.len()).filter(move |i| *i != counter && is(self.counted.roles[*i]))
    }

    fn stacks(&self) -> impl Iterator<Item = usize> {
        self.with_role(|role| matches!(role, Role::Stack { .. }))
    }

    /// The carried values whose cotangents the loop carries.
    fn variables(&self) -> Vec<usize> {
        self.with_role(|role| !matches!(role, Role::Stack { .. })).filter(|i| self.active[*i]).collect()
    }

    /// What was carried into the iterations. Runs the loop again if it did not keep that.
    fn entries(&self, b: &mut FuncBuilder) -> Result<Vec<Entry>> {
        let body = self.counted.body;
        let kept = |i: usize| {
            let result = body.results[i];
            self.stacks().find(|stack| {
                matches!(self.counted.roles[*stack], Role::Stack { update, element } if [update, element].contains(&result))
            })
        };
        let mut entries = Vec::new();
        let mut missing = Vec::new();
        for i in 0..self.op.operands.len() {
            entries.push(match self.counted.roles[i] {
                _ if i == self.counted.counter || uses(body, body.params[i]) == 0 => Entry::Unread,
                Role::Stack { .. } => Entry::Unread,
                Role::Invariant => Entry::Invariant,
                Role::Variable => match kept(i) {
                    Some(stack) => Entry::StackedResults(self.op.results[stack]),
                    None => {
                        missing.push(i);
                        Entry::Unread
                    }
                },
            });
        }
        for (i, stack) in missing.iter().zip(self.run_again(b, &missing)?) {
            entries[*i] = Entry::Stacked(stack);
        }
        Ok(entries)
    }

    /// Runs the loop again; returns stacks of what is carried into the iterations.
    fn run_again(&self, b: &mut FuncBuilder, kept: &[usize]) -> Result<Vec<Value>> {
        if kept.is_empty() {
            return Ok(Vec::new());
        }
        let CountedLoop { body, counter, trip_count, .. } = self.counted;
        let stacks: Vec<usize> = self.stacks().collect();
        let carried: Vec<usize> =
            (0..self.op.operands.len()).filter(|i| *i != counter && !stacks.contains(i)).collect();
        let mut init: Vec<Value> = carried.iter().map(|i| self.op.operands[*i]).collect();
        for i in kept {
            let element = b.ty(self.op.operands[*i]).clone();
            init.push(b.full(stack_type(&element, trip_count), 0.0)?);
        }
        let results = b.fori_loop(trip_count, &init, |b, iteration, values| {
            let (of_carried, of_kept) = values.split_at(carried.len());
            // Stacks are not read: what they began with stands for them.
            let mut names: HashMap<Value, Value> =
                carried.iter().map(|i| body.params[*i]).zip(of_carried.iter().copied()).collect();
            names.extend(stacks.iter().map(|i| (body.params[*i], self.op.operands[*i])));
            names.insert(body.params[counter], self.counter_at(b, iteration)?);
            let results = b.inline_renamed(body, &mut names)?;
            let mut next: Vec<Value> = carried.iter().map(|i| results[*i]).collect();
            for (i, stack) in kept.iter().zip(of_kept) {
                next.push(b.dynamic_update_index(*stack, names[&body.params[*i]], iteration)?);
            }
            Ok(next)
        })?;
        Ok(results[carried.len()..].to_vec())
    }

    /// The counter in the iteration with a number.
    fn counter_at(&self, b: &mut FuncBuilder, iteration: Value) -> Result<Value> {
        let element = b.ty(self.op.operands[self.counted.counter]).element;
        let mut counter = b.convert(iteration, element)?;
        if self.counted.step != 1 {
            let step = b.full_like(counter, self.counted.step as f64)?;
            counter = b.multiply(counter, step)?;
        }
        if self.counted.start != 0 {
            let start = b.full_like(counter, self.counted.start as f64)?;
            counter = b.add(counter, start)?;
        }
        Ok(counter)
    }

    /// The loop: the cotangents of what is carried, and what each captured value has.
    fn run(&self, b: &mut FuncBuilder, entries: &[Entry], cotangents: &[Option<Value>]) -> Result<Vec<Value>> {
        let variables = self.variables();
        let mut init = Vec::new();
        for i in &variables {
            init.push(match cotangents[*i] {
                Some(cotangent) => cotangent,
                None => b.full_like(self.op.results[*i], 0.0)?,
            });
        }
        // Values of enclosing blocks are carried: what computes them is then no path of the gradient.
        let invariants = (0..entries.len()).filter(|i| matches!(entries[*i], Entry::Invariant));
        let invariants: Vec<Value> = invariants.map(|i| self.op.operands[i]).collect();
        init.extend(&invariants);
        init.extend(self.captured.iter().map(|captured| captured.value));
        for captured in &self.captured {
            for ty in self.sum_types(b, captured) {
                init.push(b.full(ty, 0.0)?);
            }
        }
        let results = b.fori_loop(self.counted.trip_count, &init, |b, passed, values| {
            let (own_cotangents, rest) = values.split_at(variables.len());
            let (invariants, rest) = rest.split_at(invariants.len());
            let (captured, sums) = rest.split_at(self.captured.len());
            let last = b.scalar(self.counted.trip_count as i32 - 1)?;
            let iteration = b.subtract(last, passed)?;
            let names = self.names(b, entries, iteration, (invariants, captured))?;
            let iteration = Iteration { number: iteration, names, captured, sums };
            let (mut next, sums) = self.differentiate(b, iteration, own_cotangents, cotangents)?;
            next.extend(invariants.iter().chain(captured));
            next.extend(sums);
            Ok(next)
        })?;
        let (of_variables, rest) = results.split_at(variables.len());
        Ok([of_variables, &rest[invariants.len() + self.captured.len()..]].concat())
    }

    /// What the loop sums up for a captured value.
    fn sum_types(&self, b: &FuncBuilder, captured: &Captured) -> Vec<TensorType> {
        match &captured.kind {
            CapturedKind::Elements(_) | CapturedKind::Other => vec![b.ty(captured.value).clone()],
            CapturedKind::Matrix(products) => {
                let factors = products.iter().flat_map(|(op, _)| [op.operands[0], op.results[0]]);
                factors.map(|value| stack_type(b.ty(value), self.counted.trip_count)).collect()
            }
        }
    }

    /// What stands for the parameters of the body and for captured values.
    fn names(
        &self,
        b: &mut FuncBuilder,
        entries: &[Entry],
        iteration: Value,
        (invariants, captured): (&[Value], &[Value]),
    ) -> Result<HashMap<Value, Value>> {
        let body = self.counted.body;
        let mut names: HashMap<Value, Value> =
            self.captured.iter().map(|captured| captured.value).zip(captured.iter().copied()).collect();
        let mut invariants = invariants.iter();
        for (i, entry) in entries.iter().enumerate() {
            let value = match entry {
                // A value of this block, since that of an enclosing one would be a path of the gradient.
                Entry::Unread if self.active[i] => b.full_like(self.op.operands[i], 0.0)?,
                Entry::Unread => self.op.operands[i],
                Entry::Invariant => *invariants.next().unwrap_or(&self.op.operands[i]),
                Entry::Stacked(stack) => b.dynamic_index(*stack, iteration)?,
                Entry::StackedResults(stack) => {
                    // The first iteration got what the loop began with.
                    let one = b.full_like(iteration, 1.0)?;
                    let before = b.subtract(iteration, one)?;
                    let zero = b.full_like(iteration, 0.0)?;
                    let is_first = b.compare(Direction::Eq, iteration, zero)?;
                    let kept = b.dynamic_index(*stack, before)?;
                    b.select(is_first, self.op.operands[i], kept)?
                }
            };
            names.insert(body.params[i], value);
        }
        names.insert(body.params[self.counted.counter], self.counter_at(b, iteration)?);
        Ok(names)
    }

    /// Runs an iteration again and differentiates it: the cotangents of what was carried into it, and the
    /// sums with its part.
    fn differentiate(
        &self,
        b: &mut FuncBuilder,
        mut iteration: Iteration<'_>,
        own: &[Value],
        cotangents: &[Option<Value>],
    ) -> Result<(Vec<Value>, Vec<Value>)> {
        let (body, variables) = (self.counted.body, self.variables());
        let results = b.inline_renamed(body, &mut iteration.names)?;
        let mut outputs: Vec<Value> = variables.iter().map(|i| results[*i]).collect();
        let mut given = own.to_vec();
        for stack in self.stacks() {
            if let (Some(cotangent), Role::Stack { update, .. }) = (cotangents[stack], self.counted.roles[stack]) {
                let update = iteration.renamed(update);
                let sizes = b.dims(update).to_vec();
                outputs.push(update);
                given.push(slice(b, cotangent, iteration.number, &sizes)?);
            }
        }
        let mut wrt: Vec<Value> = variables.iter().map(|i| iteration.renamed(body.params[*i])).collect();
        for (captured, local) in self.captured.iter().zip(iteration.captured) {
            match &captured.kind {
                CapturedKind::Elements(reads) => wrt.extend(reads.iter().map(|op| iteration.renamed(op.results[0]))),
                CapturedKind::Matrix(products) => {
                    wrt.extend(products.iter().map(|(op, _)| iteration.renamed(op.results[0])));
                }
                CapturedKind::Other => wrt.push(*local),
            }
        }
        let mut found = b.vjp(&outputs, &given, &wrt)?.into_iter();
        let of_variables = found.by_ref().take(variables.len()).collect();
        let mut sums = iteration.sums.iter().copied();
        let mut next = Vec::new();
        for captured in &self.captured {
            match &captured.kind {
                CapturedKind::Elements(_) => {
                    let mut total: Option<Value> = None;
                    let count = self.parts(captured);
                    for part in found.by_ref().take(count) {
                        total = Some(match total {
                            None => part,
                            Some(total) => b.add(total, part)?,
                        });
                    }
                    let sum = sums.next();
                    next.extend(match (sum, total) {
                        (Some(sum), Some(total)) => Some(write_slice(b, sum, total, iteration.number)?),
                        _ => sum,
                    });
                }
                CapturedKind::Matrix(products) => {
                    for (op, _) in products {
                        let factors = [Some(iteration.renamed(op.operands[0])), found.next()];
                        for (factor, stack) in factors.into_iter().flatten().zip(sums.by_ref().take(2)) {
                            next.push(b.dynamic_update_index(stack, factor, iteration.number)?);
                        }
                    }
                }
                CapturedKind::Other => {
                    if let (Some(sum), Some(part)) = (sums.next(), found.next()) {
                        next.push(b.add(sum, part)?);
                    }
                }
            }
        }
        Ok((of_variables, next))
    }

    /// The number of values of an iteration that have cotangents because of a captured value.
    fn parts(&self, captured: &Captured) -> usize {
        match &captured.kind {
            CapturedKind::Elements(reads) => reads.len(),
            CapturedKind::Matrix(products) => products.len(),
            CapturedKind::Other => 1,
        }
    }

    /// The cotangents of what is carried, and of captured values, from the results of the loop.
    fn split(&self, b: &mut FuncBuilder, results: Vec<Value>) -> Result<(OperandCotangents, HashMap<Value, Value>)> {
        let mut results = results.into_iter();
        let mut of_carried = vec![None; self.op.operands.len()];
        for i in self.variables() {
            of_carried[i] = results.next();
        }
        let mut of_captured = HashMap::new();
        for captured in &self.captured {
            let CapturedKind::Matrix(products) = &captured.kind else {
                of_captured.extend(results.next().map(|sum| (captured.value, sum)));
                continue;
            };
            let mut total: Option<Value> = None;
            for (_, dot) in products {
                let (Some(lhs), Some(cotangent)) = (results.next(), results.next()) else { continue };
                let part = matrix_cotangent(b, dot, [lhs, captured.value], cotangent)?;
                total = Some(match total {
                    None => part,
                    Some(total) => b.add(total, part)?,
                });
            }
            of_captured.extend(total.map(|total| (captured.value, total)));
        }
        Ok((of_carried, of_captured))
    }
}

/// An iteration that is rematerialized.
struct Iteration<'a> {
    /// Its number, from 0.
    number: Value,
    /// What stands for the values of the body.
    names: HashMap<Value, Value>,
    /// What stands for the captured values.
    captured: &'a [Value],
    /// The sums before it.
    sums: &'a [Value],
}

impl Iteration<'_> {
    fn renamed(&self, value: Value) -> Value {
        self.names.get(&value).copied().unwrap_or(value)
    }
}

/// The cotangent of the right operand of a product, whose left operands and cotangents are stacked over the
/// iterations: the iterations are one more free dimension of the left operand.
fn matrix_cotangent(b: &mut FuncBuilder, dot: &DotGeneral, operands: [Value; 2], cotangent: Value) -> Result<Value> {
    let lhs_contracting = dot.lhs_contracting.iter().map(|dim| dim + 1).collect();
    let dot = DotGeneral { lhs_contracting, ..dot.clone() };
    let op = Op {
        kind: OpKind::DotGeneral(dot.clone()),
        operands: operands.to_vec(),
        results: Vec::new(),
        regions: Vec::new(),
        location: b.location(),
    };
    let cx = VjpContext { op: &op, active: &[false, true] };
    let found = contraction::dot_general(b, &dot, &cx, cotangent)?;
    found.into_iter().flatten().next().ok_or_else(|| gradient_error("a product has a right operand"))
}

/// The type of a stack of values of a type.
fn stack_type(element: &TensorType, count: usize) -> TensorType {
    let dims: Vec<usize> = [count].iter().chain(&element.dims).copied().collect();
    TensorType::new(element.element, dims)
}

/// The slice of a stack, whose first dimension has size 1, with this index.
fn slice(b: &mut FuncBuilder, x: Value, index: Value, sizes: &[usize]) -> Result<Value> {
    let starts = b.element_starts(index, sizes.len())?;
    b.dynamic_slice(x, &starts, sizes)
}

/// The stack with such a slice written to it.
fn write_slice(b: &mut FuncBuilder, stack: Value, slice: Value, index: Value) -> Result<Value> {
    let starts = b.element_starts(index, b.dims(stack).len())?;
    b.dynamic_update_slice(stack, slice, &starts)
}
