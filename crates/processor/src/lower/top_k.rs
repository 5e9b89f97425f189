//! Sorts of which only the first elements are read, as JAX writes `top_k`: the kernel selects them, and the
//! others are not stored.

use std::collections::HashMap;

use stablehlo::OpKind;

use super::lowering::{Lowering, Unit};
use super::views::View;
use crate::error::Result;
use crate::ir::row_major::strides;
use crate::ir::{Node, ValueId};

/// For each sort of a block, by its first result, the length of the stretch from the start of each line that
/// contains all elements that are read. Sorts that are read by other than slices are not listed.
pub(super) fn limits(nodes: &[Node], results: &[ValueId]) -> HashMap<ValueId, usize> {
    // The results of sorts: the first result of the sort, and the sorted dimension.
    let mut sorted: HashMap<ValueId, (ValueId, usize)> = HashMap::new();
    let mut limits: HashMap<ValueId, Option<usize>> = HashMap::new();
    for node in nodes {
        if let Some(OpKind::Sort { dimension, .. }) = node.op() {
            sorted.extend(node.results.iter().map(|id| (*id, (node.results[0], *dimension))));
            limits.insert(node.results[0], Some(0));
        }
    }
    if sorted.is_empty() {
        return HashMap::new();
    }
    for node in nodes {
        for (sort, dimension) in node.uses().iter().filter_map(|id| sorted.get(id)) {
            let read = match node.op() {
                Some(OpKind::Slice { start, limit, stride }) if (start[*dimension], stride[*dimension]) == (0, 1) => {
                    Some(limit[*dimension])
                }
                _ => None,
            };
            let entry = limits.entry(*sort).or_default();
            *entry = entry.zip(read).map(|(a, b)| a.max(b));
        }
    }
    for (sort, _) in results.iter().filter_map(|id| sorted.get(id)) {
        limits.insert(*sort, None);
    }
    limits.into_iter().filter_map(|(sort, limit)| Some((sort, limit.filter(|n| *n > 0)?))).collect()
}

impl Lowering<'_> {
    /// The unit of a sort that stores `limit` elements of each line. Its results become views of what is
    /// stored, which are only valid as far as they are read.
    pub(super) fn top_k_unit(&mut self, node: &Node, limit: usize, units: &mut Vec<Unit>) -> Result<Unit> {
        let mut unit = self.library_call_unit(node, units)?;
        let Some(OpKind::Sort { dimension, .. }) = node.op() else { return Ok(unit) };
        for result in &mut unit.node.results {
            let full = self.types.of(*result).clone();
            let mut ty = full.clone();
            ty.dims[*dimension] = limit;
            let strides = strides(&ty.dims);
            let stored = self.types.add(ty);
            self.replication.copy_status(stored, *result);
            if let Some(context) = &mut self.batch_loop
                && !context.is_invariant(*result)
            {
                context.variant_values.insert(stored);
            }
            self.views.insert(*result, View { base: stored, offset: 0, dims: full.dims, strides });
            *result = stored;
        }
        Ok(unit)
    }
}
