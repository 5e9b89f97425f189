//! A program of a suite, and the check of its results.

use super::compare::Comparison;
use crate::literal::Literal;
use crate::program::Module;

/// A program of a suite.
#[derive(Clone, Debug)]
pub struct SuiteProgram {
    /// The program. Its results are pairs: a computed value and the expected one.
    pub module: Module,
    /// The arguments of `main`.
    pub inputs: Vec<Literal>,
    /// How each pair is compared.
    pub(super) comparisons: Vec<Comparison>,
}

impl SuiteProgram {
    /// Compares the results of the program.
    ///
    /// # Errors
    /// The first comparison that fails.
    pub fn check(&self, results: &[Literal]) -> Result<(), String> {
        let expected = 2 * self.comparisons.len();
        if results.len() != expected {
            return Err(format!("{} results, but {expected} were expected", results.len()));
        }
        for (i, (pair, comparison)) in results.chunks_exact(2).zip(&self.comparisons).enumerate() {
            if let Some(difference) = comparison.difference(&pair[0], &pair[1]) {
                return Err(format!("check {i}: {difference}"));
            }
        }
        Ok(())
    }
}
