//! The slow, clear interpreter: the oracle that the processor and the gradients are checked against.
//!
//! It evaluates a module operation by operation, by the specification's own formulas, and is meant to be read. What the
//! specification leaves to the implementation is settled here so that results are as exact as can be:
//!
//! * Floating point is computed in `f64` and rounded once to the element type after each operation; `f16` and `bf16`
//!   are rounded by way of `f32`, as a machine that computes on them in `f32` does.
//! * Dots, convolutions, and sums and products over a region (`reduce`, `reduce_window`, `scatter`,
//!   `select_and_scatter`, `all_reduce`) of floating point accumulate in `f64` and round once, at the end.
//! * Integers wrap. Division by zero gives all ones (-1 where signed), the remainder by zero is the dividend, the least
//!   integer divided by -1 is itself. Shifts by the width or more give what shifting bit by bit gives.
//! * `maximum` and `minimum` give NaN where either is NaN, and order -0 before +0.
//! * Floating point becomes an integer by truncation, saturating; NaN becomes 0. Integers become narrower by their low
//!   bits.
//! * Random bits: [`rng`] says exactly how state and position make them.
//!
//! `precision_config` is ignored unless [`Numerics`] asks for the tensor processor's products.
//!
//! ```
//! use stablehlo::{ElementType::F32, FuncBuilder, Literal, Module, TensorType, interpret};
//! let mut b = FuncBuilder::new("main");
//! let x = b.param(TensorType::new(F32, [3]));
//! let y = b.multiply(x, x)?;
//! let module = Module::new("square", b.finish(vec![y]));
//! let squares = interpret::evaluate(&module, &[Literal::from_vec([3], [1.0f32, 2.0, 3.0])?])?;
//! assert_eq!(squares[0].to_vec::<f32>()?, [1.0, 4.0, 9.0]);
//! # Ok::<(), stablehlo::Error>(())
//! ```

mod contraction;
mod data_movement;
mod element;
mod elementwise;
mod evaluator;
mod index;
mod indexing;
mod reduce;
pub mod rng;
mod sort;

use std::rc::Rc;

use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::program::{Func, Module};

/// A value while it is evaluated: shared, since operations never change what they take.
type SharedLiteral = Rc<Literal>;

/// How products are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numerics {
    /// Round the `f32` operands of a `dot_general` or `convolution` to `bf16` where both of its precisions are
    /// `DEFAULT`: a tensor processor's numbers. Products are still added up exactly.
    pub bf16_multiply: bool,
}

/// Evaluates a module for one replica with exact numbers.
///
/// # Errors
/// As [`Interpreter::run`].
pub fn evaluate(module: &Module, inputs: &[Literal]) -> Result<Vec<Literal>> {
    Interpreter::new(module).run(inputs)
}

/// Evaluates a module for as many replicas as there are lists of inputs, with exact numbers.
///
/// # Errors
/// As [`Interpreter::run_replicas`].
pub fn evaluate_replicas(module: &Module, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>> {
    Interpreter::new(module).run_replicas(inputs)
}

/// Evaluates one module.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'m> {
    module: &'m Module,
    numerics: Numerics,
}

impl<'m> Interpreter<'m> {
    /// An interpreter of that module, with exact numbers.
    pub fn new(module: &'m Module) -> Self {
        Self { module, numerics: Numerics::default() }
    }

    /// The same with other numbers.
    pub fn numerics(mut self, numerics: Numerics) -> Self {
        self.numerics = numerics;
        self
    }

    /// Runs `main` for one replica.
    ///
    /// # Errors
    /// As [`run_replicas`](Self::run_replicas).
    pub fn run(&self, inputs: &[Literal]) -> Result<Vec<Literal>> {
        Ok(self.run_replicas(&[inputs.to_vec()])?.swap_remove(0))
    }

    /// Runs `main` for all replicas together, a list of inputs each; gives a list of results each.
    ///
    /// # Errors
    /// What [`verify`](crate::verify::verify) finds; an evaluation error where the module is for another number of replicas, where the inputs are not `main`'s in
    /// number and type, at a custom call, or where replicas that a collective needs have gone different ways; an
    /// unsupported error for element types and partitions that are not computed on.
    pub fn run_replicas(&self, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>> {
        let module = self.module;
        crate::verify(module)?;
        let main = module
            .main()
            .ok_or_else(|| Error::new(ErrorKind::Program, format!("module @{} has no function @main", module.name)))?;
        let replicas = module.num_replicas.max(1);
        if replicas != inputs.len() {
            return Err(Error::new(
                ErrorKind::Evaluation,
                format!("module @{} is for {replicas} replicas, inputs for {} were given", module.name, inputs.len()),
            ));
        }
        if module.num_partitions > 1 {
            let message = format!("module @{} has {} partitions; only 1 is run", module.name, module.num_partitions);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        for (replica, inputs) in inputs.iter().enumerate() {
            check_inputs(main, inputs).map_err(|e| e.at(format!("replica {replica}")))?;
        }
        let inputs = inputs.iter().map(|list| list.iter().map(|l| Rc::new(l.clone())).collect()).collect();
        let active: Vec<usize> = (0..replicas).collect();
        let results = self.call(main, &active, inputs)?;
        Ok(results.into_iter().map(|list| list.into_iter().map(Rc::unwrap_or_clone).collect()).collect())
    }
}

fn check_inputs(main: &Func, inputs: &[Literal]) -> Result<()> {
    let fail = |message: String| Err(Error::new(ErrorKind::Evaluation, message));
    if main.params.len() != inputs.len() {
        return fail(format!("@main takes {} inputs, {} were given", main.params.len(), inputs.len()));
    }
    for (i, (param, input)) in main.params.iter().zip(inputs).enumerate() {
        let expected = main.ty(param.value);
        if expected != input.ty() {
            return fail(format!("input {i} of @main is {expected}, but {} was given", input.ty()));
        }
    }
    Ok(())
}
