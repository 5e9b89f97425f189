//! A program of a suite, and the check of its results.

use super::compare::Comparison;
use crate::literal::Literal;
use crate::program::Module;

/// A program of a suite.
#[derive(Clone, Debug)]
pub struct SuiteProgram {
    /// The program, for as many replicas as it says.
    pub module: Module,
    /// The arguments of `main`, for each replica.
    pub inputs: Vec<Vec<Literal>>,
    /// What is expected of its results.
    pub(super) checks: Vec<Check>,
}

/// What is expected of one result.
#[derive(Clone, Debug)]
pub(super) struct Check {
    pub(super) replica: usize,
    pub(super) result: usize,
    pub(super) expected: Expected,
    pub(super) comparison: Comparison,
}

/// The expected value.
#[derive(Clone, Debug)]
pub(super) enum Expected {
    /// Another result of the same replica, which the program computes.
    Result(usize),
    Value(Literal),
}

impl SuiteProgram {
    /// Compares the results of the program, a list for each replica.
    ///
    /// # Errors
    /// The first comparison that fails, or a result that is not there.
    pub fn check(&self, results: &[Vec<Literal>]) -> Result<(), String> {
        for (i, check) in self.checks.iter().enumerate() {
            let result = |index: usize| {
                let found = results.get(check.replica).and_then(|results| results.get(index));
                found.ok_or_else(|| format!("check {i}: replica {} has no result {index}", check.replica))
            };
            let expected = match &check.expected {
                Expected::Result(index) => result(*index)?,
                Expected::Value(literal) => literal,
            };
            if let Some(difference) = check.comparison.difference(result(check.result)?, expected) {
                return Err(format!("check {i}: {difference}"));
            }
        }
        Ok(())
    }
}
