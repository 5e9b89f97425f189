//! Conditionals of a register program.

use super::{Emitter, Held, Refusal};
use crate::ir::Node;

impl Emitter<'_> {
    /// Emits an `if` or a `case`. A result is in registers, or is a carried array that each branch passes on
    /// or writes.
    pub(super) fn branches(&mut self, node: &Node) -> Result<(), Refusal> {
        let selector = self.value(node.operands[0])?;
        let before = self.array_writes.clone();
        let mut most_writes = before.clone();
        let mut arrays: Vec<Option<usize>> = Vec::new();
        let mut branches = self.builder.begin_branches();
        for (number, region) in node.regions.iter().enumerate() {
            self.array_writes[..before.len()].copy_from_slice(&before);
            self.builder.begin_branch(&mut branches);
            self.block(region)?;
            let own: Vec<Option<usize>> = region.results.iter().map(|id| self.latest_array(*id)).collect();
            if number > 0 && own != arrays {
                return Err("a branch passes on another carried array than others".to_string());
            }
            arrays = own;
            let in_registers = region.results.iter().zip(&arrays).filter(|(_, array)| array.is_none());
            let values: Result<Vec<_>, Refusal> = in_registers.map(|(id, _)| self.value(*id)).collect();
            self.builder.end_branch(&mut branches, &values?);
            most_writes.iter_mut().zip(&self.array_writes).for_each(|(most, own)| *most = *own.max(most));
        }
        // After the conditional, what it may have written is another version of the array.
        for (number, (most, before)) in most_writes.iter().zip(&before).enumerate() {
            self.array_writes[number] = if most > before { most + 1 } else { *before };
        }
        let mut values = self.builder.end_branches(branches, &selector).into_iter();
        for (result, array) in node.results.iter().zip(arrays) {
            let held = match array {
                Some(number) => Held::Array(number, self.array_writes[number]),
                None => Held::Registers(values.next().ok_or("a conditional lacks a result")?),
            };
            self.values.insert(*result, held);
        }
        Ok(())
    }
}
