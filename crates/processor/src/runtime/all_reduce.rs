//! All-reduces: the replicas of a group, once they have met, compute the reduction together.
//!
//! Each thread takes chunks of a fixed size, and reduces a chunk over the replicas by [`Tree`], whose order
//! depends on their number alone. So results do not depend on the number of threads.

use stablehlo::ElementType;

use super::tree::{CHUNK_ELEMENTS, Tree, bytes};
use crate::elementwise::{ReduceKind, RegType};
use crate::error::Result;
use crate::memory::{AddressTable, LentTables};
use crate::plan::all_reduce::AllReduceSpec;
use crate::plan::step::Step;
use kernels::Isa;

/// One execution of an all-reduce by a group of replicas.
pub(crate) struct AllReduceTask<'m> {
    kind: ReduceKind,
    /// For each operand the type it is accumulated in, and its element type.
    elements: Vec<(RegType, ElementType)>,
    memory: LentTables<'m>,
}

impl<'m> AllReduceTask<'m> {
    /// The task of the replicas that `tables` belong to, in the order of their numbers.
    ///
    /// # Errors
    /// An internal error if operands and results share memory that they must not share.
    pub(crate) fn new(spec: &AllReduceSpec, step: &Step, tables: Vec<AddressTable<'m>>) -> Result<Self> {
        let chunk_bytes: Vec<usize> = spec.elements.iter().map(|(_, ty)| CHUNK_ELEMENTS * ty.bytes()).collect();
        let memory = LentTables::new(tables, &step.reads, &step.writes, &chunk_bytes)?;
        Ok(Self { kind: spec.kind, elements: spec.elements.clone(), memory })
    }

    /// Reduces chunks until all are taken.
    pub(crate) fn work(&self, isa: Isa) {
        let participants = self.memory.participants();
        let mut tree = Tree::new(isa, self.kind, participants);
        let mut raw = vec![0u64; CHUNK_ELEMENTS];
        while let Some(mut chunk) = self.memory.claim() {
            let element = self.elements[chunk.operand()];
            let raw = &mut bytes(&mut raw)[..chunk.len()];
            tree.reduce(element, participants, raw, |participant, out| chunk.read(participant, out));
            chunk.write(raw);
        }
    }

    /// Waits until all chunks are reduced, and gives a participant the table of its replica back.
    pub(crate) fn reclaim(&self, participant: usize) -> AddressTable<'m> {
        self.memory.reclaim(participant)
    }
}
