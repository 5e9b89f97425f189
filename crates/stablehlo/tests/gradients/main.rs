//! The gradients of all differentiable operations against central finite differences of the interpreter, in
//! `f64`.
//!
//! A case is a program of one result. Its loss is a sum of the result's elements with random weights, so that
//! a wrong position changes it as well as a wrong value. Inputs are random, and not near kinks.

#[path = "../common/mod.rs"]
mod common;
mod contraction;
mod control;
mod data_movement;
mod elementwise;
mod harness;
mod indexing;
mod mixed;
mod recurrence;
mod reductions;
mod zero_size;

use stablehlo::ops::{Differentiable, OPS};

#[test]
fn every_differentiable_operation_has_a_case() {
    let cases = [
        elementwise::cases(),
        data_movement::cases(),
        indexing::cases(),
        contraction::cases(),
        reductions::cases(),
        control::cases(),
    ];
    let mut covered: Vec<&str> = cases.iter().flatten().map(|case| case.op).collect();
    // This operation needs several replicas, so it has a separate test.
    covered.push(control::ALL_REDUCE);
    let missing: Vec<&str> = OPS
        .iter()
        .filter(|def| def.differentiable == Differentiable::Yes && !covered.contains(&def.mnemonic()))
        .map(|def| def.mnemonic())
        .collect();
    assert!(missing.is_empty(), "differentiable operations without a case: {missing:?}");
}
