//! Contractions (dot and convolution, and the gradients of both): from an operation to steps.
//!
//! [`operands`] brings operands into the kernels' order, [`spec`] says sizes and strides, [`strategy`] chooses how the work is
//! split and packed, and this file makes steps of the choice. Which algorithm a kernel takes is the kernels' own choice
//! (`kernels::ConvPlan`, `kernels::GemmPlan`).

mod direct;
mod operands;
mod partition;
mod prepacked_rhs;
mod spec;
mod split_channels;
mod split_height;
mod split_k;
mod split_n;
mod strategy;

use kernels::ScratchReuse;
use stablehlo::{ElementType, TensorType};

use crate::error::Result;
use crate::ir::{ContractionRole, Node, ValueId};
use crate::lower::Lowering;
use crate::ops::contraction::{Contraction, ContractionPlan, ContractionSlice, PrepackRhs, ReduceSplitK};
use crate::ops::shape::ConcatSplits;
use crate::plan::step::{Step, StepKind};
use strategy::{Emission, Join, Selection};

pub(crate) use operands::canonicalize_operands;
pub(crate) use spec::element;
pub(crate) use strategy::STRATEGIES;

impl Lowering<'_> {
    /// Emits a contraction as the first strategy that accepts it.
    pub(crate) fn emit_contraction(&mut self, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
        let spec = self.contraction_spec(node)?;
        let Selection { strategy, emission, refusals } = strategy::select(self, node, &spec)?;
        let role = node.role.map_or("", ContractionRole::name);
        let macs = spec.multiplications();
        let mut notes = vec![format!(
            "{role}, {macs} multiplications; strategy {} ({}): {}",
            strategy.name, strategy.summary, emission.cost
        )];
        notes.extend(refusals.iter().map(|(name, reason)| format!("not {name}: {reason}")));
        let first = steps.len();
        self.emit(node, emission, steps);
        if let Some(step) = steps[first..].iter_mut().find(|step| step.flops > 0) {
            step.notes = notes;
        }
        Ok(())
    }

    fn emit(&mut self, node: &Node, emission: Emission, steps: &mut Vec<Step>) {
        let Emission { slices, prepack, join, .. } = emission;
        if let Some(plan) = prepack {
            return self.pack_and_multiply(node, &plan, slices, steps);
        }
        let result = node.results[0];
        let count = slices.len();
        let mut contraction = self.contraction(node, slices);
        let ty = self.types.of(result).clone();
        let (parts, join, name) = match join {
            Join::None => return steps.push(contraction),
            Join::Add => {
                let dims = [&[count], &ty.dims[..]].concat();
                let join: Box<dyn crate::plan::step::Kernel> = Box::new(ReduceSplitK { element: ty.element });
                (TensorType::new(ElementType::F32, dims), join, format!("add {count} slices"))
            }
            Join::Concatenate { slice, dimension } => {
                let dims = [&[count], &slice.dims[..]].concat();
                let join = Box::new(ConcatSplits::new(count, &slice, &ty, dimension));
                (TensorType::new(ty.element, dims), join as _, format!("concatenate {count} slices"))
            }
        };
        let flops =
            if parts.element == ty.element && !name.starts_with("add") { 0 } else { (count - 1) * ty.num_elements() };
        let parts = self.types.add(parts);
        contraction.writes[0] = parts;
        steps.push(contraction);
        let locations = node.location.iter().cloned().collect();
        let step = Step::new(name, vec![parts], vec![result], StepKind::Kernel(join));
        steps.push(Step { locations, flops: flops as u64, ..step });
    }

    /// Bytes from the start of an operand's memory to its first element.
    pub(super) fn offset(&self, operand: ValueId) -> usize {
        self.view(operand).offset as usize * self.types.of(operand).element.bytes()
    }

    /// The step of a contraction, with the scratch memory of its plans as a last write.
    fn contraction(&mut self, node: &Node, parts: Vec<ContractionSlice>) -> Step {
        let views = [0, 1].map(|i| self.view(node.operands[i]));
        let name = parts[0].plan.name();
        let flops = parts.iter().map(|part| part.plan.flops()).sum();
        let mut writes = vec![node.results[0]];
        let bytes: usize = parts.iter().map(|part| part.plan.scratch_bytes()).sum();
        if bytes > 0 {
            writes.push(self.types.add(TensorType::new(ElementType::Ui8, [bytes])));
        }
        let gathers = self.batch_reductions.contains(&node.results[0]);
        let keeps = self.variant_values.as_ref().is_some_and(|changing| match parts[0].plan.scratch_reuse() {
            ScratchReuse::Accumulators => gathers,
            ScratchReuse::PackedFilters => !gathers && !changing.contains(&views[1].base),
            ScratchReuse::None => false,
        });
        if keeps {
            self.persistent_scratch.extend(writes.get(1));
        }
        let mut reads: Vec<ValueId> = views.iter().map(|v| v.base).collect();
        let finish = self.epilogues.get(&node.results[0]).map(|(bias, finished)| {
            reads.push(*bias);
            *finished
        });
        let shapes = node.operands.iter().map(|o| self.types.of(*o).to_string().replace("tensor", ""));
        let name = format!("{name} {}", shapes.collect::<Vec<_>>().join(" "));
        let kind = StepKind::Kernel(Box::new(Contraction {
            slices: parts,
            accumulates: gathers,
            reuses_scratch: keeps,
            epilogue: finish,
        }));
        Step { flops, ..Step::new(name, reads, writes, kind) }
    }

    /// The step of a contraction, after one that packs the right operand. In a batch loop the packing goes to the preheader.
    fn pack_and_multiply(
        &mut self,
        node: &Node,
        plan: &ContractionPlan,
        parts: Vec<ContractionSlice>,
        steps: &mut Vec<Step>,
    ) {
        let (count, bytes) = plan.packed_panels();
        let packed = self.types.add(TensorType::new(ElementType::Ui8, [count * bytes]));
        let right = self.view(node.operands[1]);
        let offset = self.offset(node.operands[1]);
        let name = format!("pack {}", self.types.of(node.operands[1]).to_string().replace("tensor", ""));
        let kind = StepKind::Kernel(Box::new(PrepackRhs { plan: plan.clone(), offset }));
        let locations = node.location.iter().cloned().collect();
        let pack = Step { locations, ..Step::new(name, vec![right.base], vec![packed], kind) };
        if self.variant_values.is_some() {
            self.preheader.push(pack)
        } else {
            steps.push(pack)
        }
        let mut contraction = self.contraction(node, parts);
        contraction.reads[1] = packed;
        steps.push(contraction);
    }
}
