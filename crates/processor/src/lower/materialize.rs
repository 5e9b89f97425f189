//! The memory of values during lowering: views, constants, and copies of views that kernels cannot read.

use std::collections::HashSet;

use stablehlo::{ElementType, Literal, OpKind, TensorType};

use super::loop_emitter;
use super::lowering::{EmitKind, Lowering, Unit};
use super::views::View;
use crate::error::Result;
use crate::ir::{Node, ValueId};
use crate::memory::AlignedBytes;

/// A splat up to this size is stored as a constant if it is needed in memory. Larger splats are filled in by
/// a loop, so that a program does not grow with them.
const MAX_MATERIALIZED_SPLAT_BYTES: usize = 4096;

impl Lowering<'_> {
    /// Defines a value as a view of another one. A view of a splat is a splat, because a splat has no memory
    /// to refer to.
    pub(super) fn define_view(&mut self, id: ValueId, source: ValueId, view: View) {
        match self.facts.splats.get(&source).cloned() {
            Some(element) => drop(self.facts.splats.insert(id, element)),
            None => drop(self.views.insert(id, view)),
        }
    }

    /// The offset, dimensions and strides of a value in memory.
    pub(super) fn view(&self, id: ValueId) -> View {
        self.views.get(&id).cloned().unwrap_or_else(|| View::dense(id, &self.types.of(id).dims))
    }

    /// The value in whose memory a value is stored.
    pub(super) fn base(&self, id: ValueId) -> ValueId {
        self.views.get(&id).map_or(id, |v| v.base)
    }

    /// The base of a value that has all elements of the base in row-major order, though perhaps in another
    /// shape; none for other views.
    pub(super) fn as_contiguous(&self, id: ValueId) -> Option<ValueId> {
        let Some(view) = self.views.get(&id) else { return Some(id) };
        // A part of a complex array is smaller than its base, even if it has as many elements.
        let same = self.types.of(view.base).size_in_bytes() == self.types.of(id).size_in_bytes();
        (view.offset == 0 && same && view.is_contiguous()).then_some(view.base)
    }

    /// Stores a literal as the constant `id`.
    pub(super) fn define_constant(&mut self, id: ValueId, literal: &Literal) {
        if !self.constant_of.contains_key(&id) {
            self.constants.push(AlignedBytes::copied(literal.bytes()));
            self.constant_of.insert(id, self.constants.len() - 1);
        }
    }

    /// A value of the same type whose base contains exactly its elements in row-major order: the value
    /// itself, or a copy, whose unit is appended to `units`.
    pub(super) fn materialize(&mut self, id: ValueId, units: &mut Vec<Unit>) -> Result<ValueId> {
        let ty = self.types.of(id).clone();
        if let Some(element) = self.facts.splats.get(&id) {
            if ty.size_in_bytes() <= MAX_MATERIALIZED_SPLAT_BYTES {
                let literal = Literal::from_bytes(ty.clone(), element.bytes().repeat(ty.num_elements()))?;
                self.define_constant(id, &literal);
            }
            if self.constant_of.contains_key(&id) {
                return Ok(id);
            }
        } else if self.as_contiguous(id).is_some() {
            return Ok(id);
        }
        if let Some(copy) = self.materialized.get(&id) {
            return Ok(*copy);
        }
        let copy = self.push_copy(id, ty, units)?;
        self.materialized.insert(id, copy);
        Ok(copy)
    }

    /// Copies a value of any strides to memory of its own, by a new unit; a value that is invariant in the
    /// batch loop around is copied in the loop's preheader.
    pub(super) fn push_copy(&mut self, id: ValueId, ty: TensorType, units: &mut Vec<Unit>) -> Result<ValueId> {
        if !ty.element.is_complex() {
            return self.push_copy_of_elements(id, ty, units);
        }
        // Loops do not compute on complex numbers, but copy the 64-bit words of which they consist.
        let words = ty.element.bytes() / size_of::<u64>();
        let mut view = self.view(id);
        if words > 1 {
            view.offset *= words.cast_signed();
            view.strides.iter_mut().for_each(|stride| *stride *= words.cast_signed());
            view.strides.push(1);
            view.dims.push(words);
        }
        let word_type = TensorType::new(ElementType::Ui64, view.dims.clone());
        let source = self.types.add(word_type.clone());
        self.views.insert(source, view);
        let copy = self.push_copy_of_elements(source, word_type, units)?;
        let numbers = self.types.add(ty.clone());
        self.views.insert(numbers, View::dense(copy, &ty.dims));
        Ok(numbers)
    }

    fn push_copy_of_elements(&mut self, id: ValueId, ty: TensorType, units: &mut Vec<Unit>) -> Result<ValueId> {
        let copy = self.types.add(ty);
        let base = self.base(id);
        self.replication.copy_status(copy, base);
        let kind = OpKind::Convert.into();
        let node = Node {
            kind,
            operands: vec![id],
            results: vec![copy],
            regions: Vec::new(),
            location: None,
            role: None,
            passes: Vec::new(),
        };
        let unit = Unit { node, emit: EmitKind::Elementwise };
        // The preheader is emitted as outside of the loop.
        match self.batch_loop.take() {
            Some(mut context) if context.is_invariant(base) => {
                let step = loop_emitter::emit_loop(self, &[&unit], &HashSet::from([copy]))?;
                self.track_weights(&step);
                context.preheader.push(step);
                self.batch_loop = Some(context);
            }
            Some(mut context) => {
                context.variant_values.insert(copy);
                self.batch_loop = Some(context);
                units.push(unit);
            }
            None => units.push(unit),
        }
        Ok(copy)
    }
}
