//! Reverse-mode differentiation: the gradient is built as further operations of the same block.
//!
//! [`FuncBuilder::gradient`] visits the operations of the block being built in reverse order, from the loss
//! to the values that the gradient is with respect to, and appends the operations that compute cotangents. It
//! visits only operations on a path from those values to the loss. Cotangents of several uses of a value are
//! added in the order of the visits, so the gradient of a program is always the same program.
//!
//! * A cotangent has the type of its value. If the operands of a contraction are narrower than its result,
//!   the cotangent is first rounded to the operands' element type. Contractions of the backward pass have the
//!   precision of the contraction of the forward pass.
//! * Operations of the backward pass have the location `grad(NAME)`, where `NAME` is the location of the
//!   operation of the forward pass.
//! * Kinks: elements that share a maximum or minimum get equal shares of the cotangent; `abs` has slope 0 at
//!   0; `clamp` has slope 0 at and beyond its bounds; a maximum over windows selects the first greatest
//!   element of each window. (So `maximum(x, 0)` has slope 1/2 at 0. For the slope 0 of a ReLU, use `select(x
//!   > 0, x, 0)`.)
//! * The [table of operations](crate::ops::OPS) states which operations are differentiable. A cotangent that
//!   reaches another operation is an error, with the name of the operation and the reason.

mod context;
mod contraction;
mod control;
mod counted_loop;
mod data_movement;
mod elementwise;
mod indexing;
mod reductions;
mod rules;

use std::collections::HashSet;

use context::{OperandCotangents, VjpContext, gradient_error};

use crate::builder::FuncBuilder;
use crate::error::Result;
use crate::program::{Op, Value, captured_values};

impl FuncBuilder {
    /// The gradient of a scalar with respect to values of the block being built, or of an enclosing block: a
    /// value of the same type for each of `wrt`. It is zero if the loss does not depend on the value.
    ///
    /// ```
    /// use stablehlo::{ElementType::F32, FuncBuilder, Literal, Module, TensorType, interpret};
    /// let mut b = FuncBuilder::new("main");
    /// let x = b.param(TensorType::new(F32, [3]));
    /// let squares = b.multiply(x, x)?;
    /// let loss = b.sum(squares, &[0])?;
    /// let gradient = b.gradient(loss, &[x])?;
    /// let module = Module::new("example", b.finish(gradient));
    /// let dx = interpret::evaluate(&module, &[Literal::from_vec([3], [1.0f32, -2.0, 3.0])?])?;
    /// assert_eq!(dx[0].to_vec::<f32>()?, [2.0, -4.0, 6.0]);
    /// # Ok::<(), stablehlo::Error>(())
    /// ```
    ///
    /// # Errors
    /// A gradient error if the loss is not a floating-point scalar, or was not computed in this block; and
    /// the errors of [`vjp`](Self::vjp).
    pub fn gradient(&mut self, loss: Value, wrt: &[Value]) -> Result<Vec<Value>> {
        let ty = self.ty(loss);
        if ty.rank() != 0 || !ty.element.is_float() {
            return Err(gradient_error(format!(
                "a gradient needs a floating-point scalar, but the loss is {ty}: reduce it first, or use vjp"
            )));
        }
        let block = self.block();
        let is_local = block.ops.iter().any(|op| op.results.contains(&loss)) || block.params.contains(&loss);
        if !is_local && !wrt.contains(&loss) {
            return Err(gradient_error("the loss was not computed in the block being built"));
        }
        let one = self.full_like(loss, 1.0)?;
        self.vjp(&[loss], &[one], wrt)
    }

    /// The vector-Jacobian product: the product of `cotangents`, one for each of `outputs`, with the Jacobian
    /// of the outputs with respect to `wrt`. It is a value of the same type for each of `wrt`.
    ///
    /// # Errors
    /// A gradient error if the cotangents do not have the outputs' types, if a value of `wrt` is not floating
    /// point, or if a path leads through an operation that is not differentiable or that is in an enclosing
    /// block.
    pub fn vjp(&mut self, outputs: &[Value], cotangents: &[Value], wrt: &[Value]) -> Result<Vec<Value>> {
        if outputs.len() != cotangents.len() {
            let (n, m) = (outputs.len(), cotangents.len());
            return Err(gradient_error(format!("{n} outputs need {n} cotangents, but {m} were given")));
        }
        for (output, cotangent) in outputs.iter().zip(cotangents) {
            let (ty, given) = (self.ty(*output), self.ty(*cotangent));
            if ty != given {
                return Err(gradient_error(format!("the cotangent of an output of type {ty} has type {given}")));
            }
        }
        if let Some(value) = wrt.iter().find(|v| !self.ty(**v).element.is_float()) {
            let ty = self.ty(*value);
            return Err(gradient_error(format!("{ty} is not floating point: there is no gradient with respect to it")));
        }
        let mut accumulated = Cotangents::new(self.num_values());
        for (output, cotangent) in outputs.iter().zip(cotangents) {
            accumulated.add(self, *output, *cotangent)?;
        }
        let location = self.location();
        let result = backward_pass(self, wrt, &mut accumulated);
        self.set_location(location);
        result?;
        wrt.iter().map(|value| accumulated.get(*value).map_or_else(|| self.full_like(*value, 0.0), Ok)).collect()
    }
}

/// The accumulated cotangent of each value; `None` if none has reached the value.
struct Cotangents(Vec<Option<Value>>);

impl Cotangents {
    fn new(num_values: usize) -> Self {
        Self(vec![None; num_values])
    }

    fn get(&self, value: Value) -> Option<Value> {
        self.0.get(value.index()).copied().flatten()
    }

    /// Adds a cotangent to those of `value`.
    fn add(&mut self, b: &mut FuncBuilder, value: Value, cotangent: Value) -> Result<()> {
        let slot = &mut self.0[value.index()];
        *slot = Some(match *slot {
            None => cotangent,
            Some(sum) => b.add(sum, cotangent)?,
        });
        Ok(())
    }
}

/// The values and operations on paths from the values that the gradient is with respect to.
struct ActiveSet {
    /// The values that depend on them. Only these carry cotangents.
    values: HashSet<Value>,
    /// The active values that operations of enclosing blocks compute, which are out of reach.
    outer_values: HashSet<Value>,
    /// The operations of the current block that use active values, by their index, in order.
    ops: Vec<usize>,
}

impl ActiveSet {
    fn new(b: &FuncBuilder, wrt: &[Value]) -> Self {
        let mut values: HashSet<Value> = wrt.iter().copied().collect();
        let mut outer_values: HashSet<Value> = HashSet::new();
        for op in b.enclosing_blocks().iter().flat_map(|block| &block.ops) {
            if uses(op).iter().any(|v| values.contains(v)) {
                for value in op.results.iter().filter(|v| b.ty(**v).element.is_float()) {
                    if values.insert(*value) {
                        outer_values.insert(*value);
                    }
                }
            }
        }
        let mut ops = Vec::new();
        for (i, op) in b.block().ops.iter().enumerate() {
            if uses(op).iter().any(|v| values.contains(v)) {
                ops.push(i);
                values.extend(op.results.iter().filter(|v| b.ty(**v).element.is_float()));
            }
        }
        Self { values, outer_values, ops }
    }
}

/// Visits the active operations of the current block in reverse order, and accumulates the cotangents of the
/// values they use.
fn backward_pass(b: &mut FuncBuilder, wrt: &[Value], accumulated: &mut Cotangents) -> Result<()> {
    let active = ActiveSet::new(b, wrt);
    for i in active.ops.iter().rev() {
        let op = &b.block().ops[*i];
        let cotangents: Vec<Option<Value>> = op.results.iter().map(|v| accumulated.get(*v)).collect();
        if cotangents.iter().all(Option::is_none) {
            continue;
        }
        let op = op.clone();
        b.set_location(op.location.as_ref().map(|name| format!("grad({name})").into()));
        let used = uses(&op);
        let used_active: Vec<bool> = used.iter().map(|v| active.values.contains(v)).collect();
        let cx = VjpContext { op: &op, active: &used_active };
        let used_cotangents: OperandCotangents = rules::vjp(b, &cx, &cotangents).map_err(|e| match &op.location {
            Some(name) => e.at(format!("gradient of {} at {name}", op.kind.name())),
            None => e.at(format!("gradient of {}", op.kind.name())),
        })?;
        for (value, cotangent) in used.iter().zip(used_cotangents) {
            let (true, Some(cotangent)) = (active.values.contains(value), cotangent) else { continue };
            if active.outer_values.contains(value) {
                return Err(gradient_error(format!(
                    "{} uses a value that an operation outside the block being built computes from the values of the \
                     gradient: compute it inside the block, or take the gradient with respect to it",
                    op.kind.name()
                )));
            }
            accumulated.add(b, *value, cotangent)?;
        }
    }
    Ok(())
}

/// The values that an operation uses: its operands, then the values that its regions capture (each once).
fn uses(op: &Op) -> Vec<Value> {
    let mut list = op.operands.clone();
    if !op.regions.is_empty() {
        list.extend(captured_values(&op.regions));
    }
    list
}
