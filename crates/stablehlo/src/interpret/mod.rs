//! The reference interpreter: the processor and the gradients are tested against it.
//!
//! It evaluates a module operation by operation, by the formulas of the specification, and favors clarity
//! over speed. The behaviors that the specification leaves to the implementation are defined here, for the
//! most exact results:
//!
//! * Floating point, also that of complex numbers, is computed in `f64`, and rounded to the element type once
//!   per operation. `f16` and `bf16` are rounded by way of `f32`, as by a machine that computes on them in
//!   `f32`.
//! * Contractions, and floating-point sums and products of `reduce`, `reduce_window`, `scatter`,
//!   `select_and_scatter` and `all_reduce`, accumulate in `f64` and are rounded once, at the end.
//! * Integers wrap. Division by zero returns all ones (-1 if signed), the remainder of a division by zero is
//!   the dividend, and the least integer divided by -1 is itself. A shift by the width or more equals as many
//!   shifts by one bit.
//! * `maximum` and `minimum` return NaN if either operand is NaN, and order -0 before +0.
//! * Functions of complex numbers have the branch cuts and special values of C99's Annex G; infinite products
//!   are not recovered. `maximum`, `minimum` and comparisons order complex numbers by their real, then by
//!   their imaginary parts. `remainder` is not defined for them.
//! * Conversion of floating point to integers truncates and saturates; NaN becomes 0. Conversion of integers
//!   to narrower ones keeps the low bits.
//! * Floating point of 8 bits and fewer is computed as `f32`, integers of fewer than 8 bits as bytes, and
//!   rounded, or wrapped, after each operation.
//! * A `gather` from an operand without elements returns zeros.
//! * Random bits are a function of state and position that [`rng`] defines.
//!
//! `precision_config` is ignored unless [`Numerics::bf16_multiply`] is set.
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

mod collectives;
mod complex;
mod contraction;
mod data_movement;
mod element;
mod elementwise;
mod evaluator;
mod index;
mod indexing;
mod linear_algebra;
mod manual;
mod narrow;
mod reduce;
pub mod rng;
mod shared_literal;
mod sort;

use std::rc::Rc;

pub use contraction::Numerics;
use evaluator::Evaluator;

use crate::error::{Error, ErrorKind, Result};
use crate::literal::Literal;
use crate::program::{Func, Module};
use crate::verify::verify;

/// Evaluates a module for one replica, with default numerics.
///
/// # Errors
/// As [`Interpreter::run`].
pub fn evaluate(module: &Module, inputs: &[Literal]) -> Result<Vec<Literal>> {
    Interpreter::new(module).run(inputs)
}

/// Evaluates a module for as many replicas as there are lists of inputs, with default numerics.
///
/// # Errors
/// As [`Interpreter::run_replicas`].
pub fn evaluate_replicas(module: &Module, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>> {
    Interpreter::new(module).run_replicas(inputs)
}

/// The interpreter of one module.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter<'m> {
    module: &'m Module,
    numerics: Numerics,
}

impl<'m> Interpreter<'m> {
    /// An interpreter of a module, with default numerics.
    pub fn new(module: &'m Module) -> Self {
        Self { module, numerics: Numerics::default() }
    }

    /// The same interpreter with other numerics.
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

    /// Runs `main` for all replicas in lock-step. Inputs and results are a list per replica.
    ///
    /// # Errors
    /// * The error of [`verify`] if the module is malformed.
    /// * An evaluation error if the module has another number of replicas, if number or types of the inputs
    ///   are not those of `main`, for a custom call, or if not all replicas of a group reach a collective.
    /// * An unsupported error for more than one partition.
    pub fn run_replicas(&self, inputs: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>> {
        let module = self.module;
        verify(module)?;
        let main = module
            .main()
            .ok_or_else(|| Error::new(ErrorKind::Program, format!("module @{} has no function @main", module.name)))?;
        let replicas = module.num_replicas.max(1);
        if replicas != inputs.len() {
            return Err(Error::new(
                ErrorKind::Evaluation,
                format!("module @{} has {replicas} replicas, but inputs for {} were given", module.name, inputs.len()),
            ));
        }
        if module.num_partitions > 1 {
            let message =
                format!("module @{} has {} partitions, but only 1 is supported", module.name, module.num_partitions);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        for (replica, inputs) in inputs.iter().enumerate() {
            check_inputs(main, inputs).map_err(|e| e.at(format!("replica {replica}")))?;
        }
        let decoded = |list: &Vec<Literal>| list.iter().map(|l| narrow::decoded(Rc::new(l.clone()))).collect();
        let inputs = inputs.iter().map(decoded).collect::<Result<_>>()?;
        let active: Vec<usize> = (0..replicas).collect();
        let evaluator = Evaluator { module, numerics: self.numerics };
        let results = evaluator.call(main, &active, inputs)?;
        let types = main.result_types();
        let encoded = |list: Vec<_>| {
            let results = list.into_iter().zip(&types);
            results.map(|(x, ty)| Ok(Rc::unwrap_or_clone(narrow::encoded(x, ty.element)?))).collect()
        };
        results.into_iter().map(encoded).collect()
    }
}

fn check_inputs(main: &Func, inputs: &[Literal]) -> Result<()> {
    let fail = |message: String| Err(Error::new(ErrorKind::Evaluation, message));
    if main.params.len() != inputs.len() {
        return fail(format!("@main has {} parameters, but {} inputs were given", main.params.len(), inputs.len()));
    }
    for (i, (param, input)) in main.params.iter().zip(inputs).enumerate() {
        let expected = main.ty(param.value);
        if expected != input.ty() {
            return fail(format!("parameter {i} of @main has type {expected}, but input {i} has type {}", input.ty()));
        }
    }
    Ok(())
}
