//! Every differentiable operation's gradient against central finite differences of the interpreter, in `f64`.
//!
//! A case is a program of one result. Its loss is the sum of the result weighted at random, so that a wrong place shows
//! as well as a wrong value; inputs are random and keep away from kinks.

#[path = "../common/mod.rs"]
mod common;
mod contraction;
mod control;
mod data_movement;
mod elementwise;
mod harness;
mod indexing;
mod mixed;
mod reductions;

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
    // This one needs several replicas, so it has a test of its own.
    covered.push(control::ALL_REDUCE);
    let missing: Vec<&str> = OPS
        .iter()
        .filter(|def| def.differentiable == Differentiable::Yes && !covered.contains(&def.mnemonic()))
        .map(|def| def.mnemonic())
        .collect();
    assert!(missing.is_empty(), "differentiable, but no case checks it: {missing:?}");
}
