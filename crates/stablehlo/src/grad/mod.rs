//! Reverse-mode differentiation: a gradient is more operations of the same block.
//!
//! [`FuncBuilder::gradient`] walks the operations of the block being built from the loss back to the values that are
//! asked for, and appends to the same block the operations that carry cotangents back. Only operations on a way from
//! those values to the loss are walked. Cotangents that meet are added, in the order of the walk, so a program's
//! gradient is always the same program.
//!
//! * A cotangent has the type of its value. Where a product's operands are narrower than its result, the cotangent is
//!   rounded to the operands' element type first; gradient products carry the precision of the product forward.
//! * Operations added here are located at `grad(NAME)`, where `NAME` is the location of the operation forward.
//! * Kinks: where a maximum or minimum is reached twice, each gets its equal share; `abs` has slope 0 at 0; `clamp` has
//!   slope 0 at and beyond its bounds; a maximum over windows goes to the first greatest element of each. (So
//!   `maximum(x, 0)` has slope 1/2 at 0. Where 0 is wanted, as of a ReLU, use `select(x > 0, x, 0)`.)
//! * The table of operations says what is differentiable. Where a cotangent reaches anything else, that is an error
//!   that names the operation and says why.

mod contraction;
mod control;
mod data_movement;
mod elementwise;
mod indexing;
mod reductions;

use std::collections::HashSet;

use crate::builder::FuncBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::ops::{Differentiable, OpKind};
use crate::program::{Block, Op, Value};

/// A cotangent for each operand (or captured value) of an operation, where one is wanted and there is a path.
type OperandCotangents = Vec<Option<Value>>;

impl FuncBuilder {
    /// The gradient of a scalar with regard to values of the block being built, or of blocks around it: one of the
    /// same type for each. Zero where the loss does not depend on the value.
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
    /// A gradient error where the loss is no scalar of floating point, or was not computed in this block; or as
    /// [`vjp`](Self::vjp).
    pub fn gradient(&mut self, loss: Value, wrt: &[Value]) -> Result<Vec<Value>> {
        let ty = self.ty(loss);
        if ty.rank() != 0 || !ty.element.is_float() {
            return Err(gradient_error(format!(
                "a gradient is of a floating-point scalar, the loss is {ty}: reduce it first, or use vjp"
            )));
        }
        let block = self.block();
        let made_here = block.ops.iter().any(|op| op.results.contains(&loss)) || block.params.contains(&loss);
        if !made_here && !wrt.contains(&loss) {
            return Err(gradient_error("the loss was not computed in the block being built"));
        }
        let one = self.full_like(loss, 1.0)?;
        self.vjp(&[loss], &[one], wrt)
    }

    /// The product of `cotangents`, one for each of `outputs`, with the Jacobian of the outputs with regard to `wrt`:
    /// a value of the same type for each of `wrt`.
    ///
    /// # Errors
    /// A gradient error where the cotangents are not of the outputs' types, where a value of `wrt` is not floating
    /// point, or where the way leads through an operation that is not differentiable, or that stands in a block around
    /// this one.
    pub fn vjp(&mut self, outputs: &[Value], cotangents: &[Value], wrt: &[Value]) -> Result<Vec<Value>> {
        if outputs.len() != cotangents.len() {
            let (n, m) = (outputs.len(), cotangents.len());
            return Err(gradient_error(format!("{n} outputs need as many cotangents, {m} were given")));
        }
        for (output, cotangent) in outputs.iter().zip(cotangents) {
            let (ty, given) = (self.ty(*output), self.ty(*cotangent));
            if ty != given {
                return Err(gradient_error(format!("the cotangent of an output of {ty} is of {given}")));
            }
        }
        if let Some(value) = wrt.iter().find(|v| !self.ty(**v).element.is_float()) {
            let ty = self.ty(*value);
            return Err(gradient_error(format!("{ty} is not floating point: there is no gradient with regard to it")));
        }
        let mut sums = Cotangents::new(self.num_values());
        for (output, cotangent) in outputs.iter().zip(cotangents) {
            sums.add(self, *output, *cotangent)?;
        }
        let location = self.location();
        let walked = backward_pass(self, wrt, &mut sums);
        self.set_location(location);
        walked?;
        wrt.iter().map(|value| sums.get(*value).map_or_else(|| self.full_like(*value, 0.0), Ok)).collect()
    }
}

/// What has come back to each value so far.
struct Cotangents(Vec<Option<Value>>);

impl Cotangents {
    fn new(num_values: usize) -> Self {
        Self(vec![None; num_values])
    }

    fn get(&self, value: Value) -> Option<Value> {
        self.0.get(value.index()).copied().flatten()
    }

    fn add(&mut self, b: &mut FuncBuilder, value: Value, cotangent: Value) -> Result<()> {
        let slot = &mut self.0[value.index()];
        *slot = Some(match *slot {
            None => cotangent,
            Some(sum) => b.add(sum, cotangent)?,
        });
        Ok(())
    }
}

/// Walks the current block back, adding up cotangents.
fn backward_pass(b: &mut FuncBuilder, wrt: &[Value], sums: &mut Cotangents) -> Result<()> {
    // Values that depend on what is asked for; only they carry cotangents.
    let mut active: HashSet<Value> = wrt.iter().copied().collect();
    let mut active_ops = Vec::new();
    // Those made in blocks around this one: their operations are out of reach.
    let mut outer_values: HashSet<Value> = HashSet::new();
    for op in b.enclosing_blocks().iter().flat_map(|block| &block.ops) {
        if uses(op).iter().any(|v| active.contains(v)) {
            for value in op.results.iter().filter(|v| b.ty(**v).element.is_float()) {
                if active.insert(*value) {
                    outer_values.insert(*value);
                }
            }
        }
    }
    for (i, op) in b.block().ops.iter().enumerate() {
        if uses(op).iter().any(|v| active.contains(v)) {
            active_ops.push(i);
            active.extend(op.results.iter().filter(|v| b.ty(**v).element.is_float()));
        }
    }
    for i in active_ops.into_iter().rev() {
        let op = &b.block().ops[i];
        let cotangents: OperandCotangents = op.results.iter().map(|v| sums.get(*v)).collect();
        if cotangents.iter().all(Option::is_none) {
            continue;
        }
        let op = op.clone();
        b.set_location(op.location.as_ref().map(|name| format!("grad({name})").into()));
        let uses = uses(&op);
        let wanted: Vec<bool> = uses.iter().map(|v| active.contains(v)).collect();
        let step = VjpContext { op: &op, active: &wanted };
        let back = step.vjp(b, &cotangents).map_err(|e| match &op.location {
            Some(name) => e.at(format!("gradient of {} at {name}", op.kind.name())),
            None => e.at(format!("gradient of {}", op.kind.name())),
        })?;
        for (value, cotangent) in uses.iter().zip(back) {
            let (true, Some(cotangent)) = (active.contains(value), cotangent) else { continue };
            if outer_values.contains(value) {
                return Err(gradient_error(format!(
                    "{} uses a value that depends on what is asked for by operations outside the block being built: \
                     compute it inside, or ask for the gradient with regard to it",
                    op.kind.name()
                )));
            }
            sums.add(b, *value, cotangent)?;
        }
    }
    Ok(())
}

/// What an operation uses: its operands, then what its regions use from around it (each once).
fn uses(op: &Op) -> Vec<Value> {
    let mut list = op.operands.clone();
    if !op.regions.is_empty() {
        list.extend(captured(&op.regions));
    }
    list
}

/// What regions use from around them, each once, in order of first use.
fn captured(regions: &[Block]) -> Vec<Value> {
    fn visit(block: &Block, inside: &mut HashSet<Value>, found: &mut Vec<Value>) {
        inside.extend(&block.params);
        for op in &block.ops {
            found.extend(op.operands.iter().filter(|v| !inside.contains(v)));
            op.regions.iter().for_each(|region| visit(region, inside, found));
            inside.extend(&op.results);
        }
        found.extend(block.results.iter().filter(|v| !inside.contains(v)));
    }
    let (mut inside, mut found) = (HashSet::new(), Vec::new());
    regions.iter().for_each(|region| visit(region, &mut inside, &mut found));
    let mut seen = HashSet::new();
    found.retain(|v| seen.insert(*v));
    found
}

/// One operation of the walk.
struct VjpContext<'a> {
    op: &'a Op,
    /// Which of the values it uses want a cotangent.
    active: &'a [bool],
}

impl VjpContext<'_> {
    fn operand(&self, i: usize) -> Value {
        self.op.operands[i]
    }

    fn is_active(&self, i: usize) -> bool {
        self.active[i]
    }

    /// `make`'s cotangent for operand `i`, where one is wanted.
    fn if_active(&self, i: usize, make: impl FnOnce() -> Result<Value>) -> Result<Option<Value>> {
        if self.active[i] { make().map(Some) } else { Ok(None) }
    }

    /// Cotangents of what the operation uses, from those of its results (at least one is there).
    fn vjp(&self, b: &mut FuncBuilder, cotangents: &[Option<Value>]) -> Result<OperandCotangents> {
        match self.op.kind.def().differentiable {
            Differentiable::Zero => return Ok(vec![None; self.active.len()]),
            Differentiable::No(why) => return Err(gradient_error(why)),
            Differentiable::Yes => {}
        }
        // What regions capture is no operand; only branches know what to do with it.
        let branches = matches!(self.op.kind, OpKind::If | OpKind::Case);
        if !branches && self.active[self.op.operands.len()..].contains(&true) {
            return Err(gradient_error("its region uses a value from around it that a gradient is wanted for"));
        }
        match &self.op.kind {
            OpKind::OptimizationBarrier => return Ok(cotangents.to_vec()),
            OpKind::AllReduce(attrs) => return reductions::all_reduce(b, attrs, self, cotangents),
            OpKind::If | OpKind::Case => return control::branches(b, self, cotangents),
            _ => {}
        }
        // All others but some reductions have one result.
        let ([Some(g)], [y]) = (cotangents, &self.op.results[..]) else {
            return Err(gradient_error("a reduction of several values at once has none here"));
        };
        let (g, y) = (*g, *y);
        let one = |cotangent: Result<Value>| cotangent.map(|v| vec![Some(v)]);
        match &self.op.kind {
            OpKind::Unary(unary) => one(elementwise::unary(b, *unary, self.operand(0), y, g)),
            OpKind::Binary(binary) => elementwise::binary(b, *binary, self, y, g),
            OpKind::Select => elementwise::select(b, self, g),
            OpKind::Clamp => elementwise::clamp(b, self, g),
            OpKind::Convert => {
                let element = b.ty(self.operand(0)).element;
                one(b.convert(g, element))
            }
            OpKind::ReducePrecision { .. } => Ok(vec![Some(b.push(self.op.kind.clone(), &[g], Vec::new())?[0])]),
            OpKind::BroadcastInDim { dims } => one(data_movement::broadcast_in_dim(b, dims, self.operand(0), g)),
            OpKind::Reshape => {
                let shape = b.dims(self.operand(0)).to_vec();
                one(b.reshape(g, &shape))
            }
            OpKind::Transpose { permutation } => one(b.transpose(g, &data_movement::inverse(permutation))),
            OpKind::Reverse { dims } => one(b.reverse(g, dims)),
            OpKind::Slice { start, limit: _, stride } => {
                one(data_movement::slice(b, start, stride, self.operand(0), g))
            }
            OpKind::Pad { low, high, interior } => data_movement::pad(b, low, high, interior, self, g),
            OpKind::Concatenate { dimension } => data_movement::concatenate(b, *dimension, self, g),
            OpKind::DynamicSlice { .. } => indexing::dynamic_slice(b, self, g),
            OpKind::DynamicUpdateSlice => indexing::dynamic_update_slice(b, self, g),
            OpKind::Gather(attrs) => indexing::gather(b, attrs, self, g),
            OpKind::Scatter(attrs) => indexing::scatter(b, attrs, self, g),
            OpKind::DotGeneral(attrs) => contraction::dot_general(b, attrs, self, g),
            OpKind::Convolution(attrs) => contraction::convolution(b, attrs, self, g),
            OpKind::Reduce { dims } => reductions::reduce(b, dims, self, y, g),
            OpKind::ReduceWindow { window } => reductions::reduce_window(b, window, self, g),
            other => Err(gradient_error(format!("{} is said to be differentiable, but has no rule", other.name()))),
        }
    }
}

fn gradient_error(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Gradient, message)
}
