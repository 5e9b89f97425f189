//! StableHLO's own test suites: programs that check their results themselves.
//!
//! | folder of openxla/stablehlo | a program |
//! |---|---|
//! | `stablehlo/testdata` | `@main` calls `@inputs` and `@expected`, and compares by `custom_call @check.*` |
//! | `stablehlo/tests/interpret` | functions, separated by `// -----`, that compare by operations `check.*` |
//!
//! [`programs`] reads a file. A comparison becomes two results of `@main`, and what the program computes on
//! becomes its arguments, so that no compiler folds it. A function that `@main` runs on replicas, by
//! `interpreter.run_parallel`, is the program. [`SuiteProgram::check`] compares the results.

mod compare;
mod parallel;
mod rewrite;
mod suite_program;

pub use suite_program::SuiteProgram;

use crate::error::Result;
use crate::filetest::split;

/// Reads the programs of a file: a result for each, since some may be unsupported.
///
/// ```
/// let text = "func.func @two() {
///   %x = stablehlo.constant dense<1> : tensor<i32>
///   %y = stablehlo.add %x, %x : tensor<i32>
///   check.expect_eq_const %y, dense<2> : tensor<i32>
///   func.return
/// }";
/// let programs = stablehlo::suite::programs(text);
/// let program = programs[0].as_ref().unwrap();
/// let results = stablehlo::interpret::evaluate_replicas(&program.module, &program.inputs).unwrap();
/// assert_eq!(program.check(&results), Ok(()));
/// ```
pub fn programs(text: &str) -> Vec<Result<SuiteProgram>> {
    split(text).into_iter().filter(|part| part.contains("check.")).map(rewrite::program).collect()
}
