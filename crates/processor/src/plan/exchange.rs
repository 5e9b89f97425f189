//! The description of an exchange: a collective that moves data between replicas without arithmetic.

use stablehlo::TensorType;
use stablehlo::sharding::shards::Shards;

use crate::error::{Error, Result};
use crate::ir::ValueId;
use crate::memory::{Access, AddressTable};

/// A collective that moves data between replicas.
#[derive(Debug)]
pub(crate) struct Exchange {
    /// Numbers of the replicas that exchange among themselves. Each replica is in exactly one group.
    groups: Vec<Vec<usize>>,
    kind: ExchangeKind,
}

#[derive(Debug)]
enum ExchangeKind {
    /// For each operand where the result has that of each replica of the group.
    AllGather(Vec<Shards>),
    /// Pairs of source and target.
    Permute(Vec<(usize, usize)>),
}

impl Exchange {
    /// An `all_gather` along a dimension.
    ///
    /// # Errors
    /// A result has not one operand for each replica of a group.
    pub(crate) fn all_gather(
        groups: Vec<Vec<usize>>,
        dimension: usize,
        operands: &[TensorType],
        results: &[TensorType],
    ) -> Result<Self> {
        let count = groups.first().map_or(1, Vec::len);
        let mut gathers = Vec::with_capacity(operands.len());
        for (operand, result) in operands.iter().zip(results) {
            let size = operand.dims[dimension];
            if groups.iter().any(|group| group.len() != count) || size * count != result.dims[dimension] {
                let message = format!("{result} has not one part of {operand} for each of {count} replicas");
                return Err(Error::program(message));
            }
            let offset = |rank: usize| {
                let mut offset = vec![0; operand.rank()];
                offset[dimension] = rank * size;
                offset
            };
            let offsets = (0..count).map(offset).collect();
            gathers.push(Shards { global: result.clone(), shard: operand.clone(), offsets });
        }
        Ok(Self { groups, kind: ExchangeKind::AllGather(gathers) })
    }

    /// A `collective_permute` of so many replicas.
    ///
    /// # Errors
    /// A pair names a replica beyond them.
    pub(crate) fn permute(pairs: &[(i64, i64)], replicas: usize) -> Result<Self> {
        let number = |id: i64| usize::try_from(id).ok().filter(|id| *id < replicas);
        let pair = |(source, target): &(i64, i64)| {
            let beyond = || Error::program(format!("source_target_pairs name {source} and {target} of {replicas}"));
            Ok((number(*source).ok_or_else(beyond)?, number(*target).ok_or_else(beyond)?))
        };
        let pairs = pairs.iter().map(pair).collect::<Result<_>>()?;
        Ok(Self { groups: vec![(0..replicas).collect()], kind: ExchangeKind::Permute(pairs) })
    }

    /// For the text of a plan: the kind and the groups of replicas.
    pub(crate) fn describe(&self) -> String {
        let groups = self.groups.iter().map(|group| format!("{group:?}")).collect::<Vec<_>>().join(" ");
        match &self.kind {
            ExchangeKind::AllGather(_) => format!("gathered over replicas {groups}"),
            ExchangeKind::Permute(pairs) => format!("permuted {pairs:?} over replicas {groups}"),
        }
    }

    /// The index of the group that `replica` is in, and the members of that group.
    pub(crate) fn group_of(&self, replica: usize) -> (usize, &[usize]) {
        let group = self.groups.iter().position(|g| g.contains(&replica)).unwrap_or_default();
        (group, &self.groups[group])
    }

    /// Reads the operands and writes the results of all members of a group. `tables` are theirs, in the order
    /// of their numbers.
    ///
    /// # Errors
    /// An internal error if operands and results share memory.
    pub(crate) fn run(
        &self,
        (operands, results): (&[ValueId], &[ValueId]),
        members: &[usize],
        tables: &mut [AddressTable<'_>],
    ) -> Result<()> {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for table in tables {
            let access: Access<'_> = table.access(operands, results, None)?;
            reads.push(access.reads);
            writes.push(access.writes);
        }
        // The position of a replica among the tables.
        let table_of = |replica: usize| members.iter().filter(|member| **member < replica).count();
        match &self.kind {
            ExchangeKind::AllGather(gathers) => {
                for writes in &mut writes {
                    for (i, shards) in gathers.iter().enumerate() {
                        shards.join_all(|rank| reads[table_of(members[rank])][i], writes[i]);
                    }
                }
            }
            ExchangeKind::Permute(pairs) => {
                for replica in members {
                    let source =
                        pairs.iter().find(|(_, target)| target == replica).map(|(source, _)| table_of(*source));
                    let from = source.map(|source| &reads[source]);
                    for (i, to) in writes[table_of(*replica)].iter_mut().enumerate() {
                        match from {
                            Some(from) => to.copy_from_slice(from[i]),
                            None => to.fill(0),
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
