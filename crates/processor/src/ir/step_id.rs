//! The identity of a step, for tables of data per step.

/// The number of a step in its program: unique there, and dense, so that it can index a table.
///
/// Passes create and move steps without setting it. All steps are numbered once, after the last pass
/// (`plan::step::assign_ids`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct StepId(u32);

impl StepId {
    /// The id of every step until the program is numbered.
    pub(crate) const UNASSIGNED: Self = Self(u32::MAX);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a program has fewer than 2^32 steps"))
    }
}
