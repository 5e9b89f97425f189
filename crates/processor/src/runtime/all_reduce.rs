//! All-reduces: the replicas of a group, once they have met, compute the reduction together.
//!
//! Each thread takes chunks of a fixed size, and reduces a chunk over the replicas in the order of their
//! numbers. So results do not depend on the number of threads.

use stablehlo::ElementType;

use crate::elementwise::{ReduceKind, RegType, combine, load_accumulator, store_accumulator};
use crate::error::Result;
use crate::memory::{AddressTable, LentTables};
use crate::plan::all_reduce::AllReduceSpec;
use crate::plan::step::Step;
use kernels::Isa;

/// Elements that one thread reduces at a time.
const CHUNK_ELEMENTS: usize = 8 * 1024;

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
        let [mut raw, mut next, mut acc, mut sum] = [(); 4].map(|()| vec![0u64; CHUNK_ELEMENTS]);
        while let Some(mut chunk) = self.memory.claim() {
            let (reg_type, element) = self.elements[chunk.operand()];
            let raw = &mut bytes(&mut raw)[..chunk.len()];
            let wide = chunk.len() / element.bytes() * reg_type.bytes();
            for participant in 0..self.memory.participants() {
                chunk.read(participant, raw);
                if participant == 0 {
                    load_accumulator(isa, element, raw, &mut bytes(&mut acc)[..wide]);
                    continue;
                }
                load_accumulator(isa, element, raw, &mut bytes(&mut next)[..wide]);
                let (a, b, out) = (&bytes(&mut acc)[..wide], &bytes(&mut next)[..wide], &mut bytes(&mut sum)[..wide]);
                combine(isa, self.kind, reg_type, a, b, out);
                std::mem::swap(&mut acc, &mut sum);
            }
            store_accumulator(isa, element, &bytes(&mut acc)[..wide], raw);
            chunk.write(raw);
        }
    }

    /// Waits until all chunks are reduced, and gives a participant the table of its replica back.
    pub(crate) fn reclaim(&self, participant: usize) -> AddressTable<'m> {
        self.memory.reclaim(participant)
    }
}

fn bytes(words: &mut [u64]) -> &mut [u8] {
    bytemuck::cast_slice_mut(words)
}
