//! The description of an all-reduce: what to combine, and among which replicas.

use stablehlo::ElementType;

use crate::elementwise::{ReduceKind, RegType};

/// An all-reduce of one or more operands (StableHLO `all_reduce`).
#[derive(Debug)]
pub(crate) struct AllReduceSpec {
    pub(crate) kind: ReduceKind,
    /// For each operand the type it is accumulated in, and its element type.
    pub(crate) elements: Vec<(RegType, ElementType)>,
    /// Numbers of the replicas that reduce together. Each replica is in exactly one group.
    groups: Vec<Vec<usize>>,
}

impl AllReduceSpec {
    pub(crate) fn new(kind: ReduceKind, elements: Vec<(RegType, ElementType)>, groups: Vec<Vec<usize>>) -> Self {
        Self { kind, elements, groups }
    }

    /// For the text of a plan: the reduction and the groups of replicas.
    pub(crate) fn describe(&self) -> String {
        let groups = self.groups.iter().map(|group| format!("{group:?}")).collect::<Vec<_>>().join(" ");
        format!("{:?} over replicas {groups}", self.kind)
    }

    /// Returns true if all `replicas` replicas form one group.
    pub(crate) fn spans_all_replicas(&self, replicas: usize) -> bool {
        matches!(&self.groups[..], [all] if all.len() == replicas)
    }

    /// The index of the group that `replica` is in, and the members of that group.
    pub(crate) fn group_of(&self, replica: usize) -> (usize, &[usize]) {
        let group = self.groups.iter().position(|g| g.contains(&replica)).unwrap_or_default();
        (group, &self.groups[group])
    }
}
