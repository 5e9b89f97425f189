//! The description of an exchange: which blocks of memory each replica receives, and from whom.

use crate::error::{Error, Result};

/// What the members of a group receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exchanged {
    /// The operands of all members, one after another (`all_gather`).
    All,
    /// Of each member's operand the block with the receiver's position in the group (`all_to_all`).
    Parts,
    /// The operand of the source that a pair names (`collective_permute`, `collective_broadcast`).
    Source,
}

/// An exchange of operands, in memory, among replicas.
#[derive(Debug)]
pub(crate) struct ExchangeSpec {
    pub(crate) exchanged: Exchanged,
    /// Numbers of the replicas that exchange. Each replica is in exactly one group.
    groups: Vec<Vec<usize>>,
    /// For each replica the source of what it receives, for [`Exchanged::Source`]; none: zeros.
    sources: Vec<Option<usize>>,
}

impl ExchangeSpec {
    /// An exchange of `blocks` blocks among groups.
    ///
    /// # Errors
    /// A group has not as many members as there are blocks.
    pub(crate) fn among(exchanged: Exchanged, groups: Vec<Vec<usize>>, blocks: usize) -> Result<Self> {
        match groups.iter().find(|group| group.len() != blocks) {
            Some(group) => Err(Error::program(format!(
                "by its types {blocks} replicas exchange their operands, but a group has {}: {group:?}",
                group.len()
            ))),
            None => Ok(Self { exchanged, groups, sources: Vec::new() }),
        }
    }

    /// An exchange by pairs of a source and a target.
    ///
    /// # Errors
    /// A pair names a replica that there is not.
    pub(crate) fn by_pairs(pairs: &[(i64, i64)], replicas: usize) -> Result<Self> {
        let number = |id: i64| {
            let number = usize::try_from(id).ok().filter(|number| *number < replicas);
            number.ok_or_else(|| Error::program(format!("source_target_pairs name replica {id} of {replicas}")))
        };
        let mut sources = vec![None; replicas];
        for (source, target) in pairs {
            sources[number(*target)?] = Some(number(*source)?);
        }
        Ok(Self { exchanged: Exchanged::Source, groups: vec![(0..replicas).collect()], sources })
    }

    /// For the text of a plan.
    pub(crate) fn describe(&self) -> String {
        let what = match self.exchanged {
            Exchanged::All => "gather",
            Exchanged::Parts => "all to all",
            Exchanged::Source => {
                let pair = |(target, source): (usize, &Option<usize>)| source.map(|s| format!("{s} to {target}"));
                let pairs: Vec<String> = self.sources.iter().enumerate().filter_map(pair).collect();
                return format!("permute: {}", pairs.join(", "));
            }
        };
        let groups = self.groups.iter().map(|group| format!("{group:?}")).collect::<Vec<_>>().join(" ");
        format!("{what} among replicas {groups}")
    }

    /// Returns true if all replicas receive the same.
    pub(crate) fn is_same_for_all(&self, replicas: usize) -> bool {
        match self.exchanged {
            Exchanged::All => matches!(&self.groups[..], [all] if all.len() == replicas),
            Exchanged::Parts => false,
            Exchanged::Source => self.sources.windows(2).all(|pair| pair[0] == pair[1]),
        }
    }

    /// The index of the group that `replica` is in, and the members of that group.
    pub(crate) fn group_of(&self, replica: usize) -> (usize, &[usize]) {
        let group = self.groups.iter().position(|g| g.contains(&replica)).unwrap_or_default();
        (group, &self.groups[group])
    }

    /// The blocks that a member of a group receives, in order: from which replica, and whether that is its
    /// whole operand or the block with this position.
    pub(crate) fn blocks(&self, replica: usize, members: &[usize]) -> Vec<(usize, Option<usize>)> {
        match self.exchanged {
            Exchanged::All => members.iter().map(|member| (*member, None)).collect(),
            Exchanged::Parts => {
                let position = members.iter().position(|member| *member == replica);
                members.iter().map(|member| (*member, position)).collect()
            }
            Exchanged::Source => self.sources[replica].map(|source| (source, None)).into_iter().collect(),
        }
    }
}
