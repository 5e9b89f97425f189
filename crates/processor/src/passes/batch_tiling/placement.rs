//! The placement of a node among the stages.

use super::dependence::BatchDependence;

/// The place of a node's computation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Placement {
    /// Outside of loops, before the loop of that stage.
    Standalone(usize),
    /// In the loop of that stage.
    Tiled(usize, BatchDependence),
    /// A copy in each loop that uses its rows; outside of loops for all other uses, from that stage on.
    AtUse(usize, BatchDependence),
}

impl Placement {
    /// The stage whose loop contains the node, or follows it.
    pub(crate) fn stage(&self) -> usize {
        match self {
            Self::Standalone(stage) | Self::Tiled(stage, _) | Self::AtUse(stage, _) => *stage,
        }
    }
}
