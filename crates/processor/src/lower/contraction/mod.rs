//! Contractions (dot and convolution, and the gradients of both): from an operation to steps.
//!
//! [`operands`] transposes operands into the kernels' order, [`spec`] derives sizes and strides, [`strategy`]
//! chooses how the work is split and packed, and this file emits the steps of that choice. The kernels choose
//! their algorithm themselves (`kernels::ConvPlan`, `kernels::GemmPlan`); the notes of a step say why, for
//! [`explain`](crate::explain).

mod operands;
mod partition;
mod prepacked_rhs;
mod spec;
mod split_channels;
mod split_height;
mod split_k;
mod split_n;
mod strategy;
mod unsplit;
mod verdict;

use kernels::{ConvPlan, GemmPlan, Isa, Refusal, ScratchReuse};
use stablehlo::{ElementType, OpKind, TensorType};

use crate::error::Result;
use crate::ir::{ContractionRole, Node, ValueId};
use crate::lower::lowering::Lowering;
use crate::ops::contraction::{Contraction, ContractionPlan, ContractionSlice, PrepackRhs, ReduceSplitK};
use crate::ops::shape::ConcatSplits;
use crate::plan::step::{Kernel, Step, StepKind};
use spec::unsupported;
use strategy::Selection;
use verdict::{Combine, ContractionSpec, Emission};

pub(crate) use operands::canonicalize_operands;
pub(crate) use spec::kernel_element;
pub(crate) use strategy::STRATEGIES;

impl Lowering<'_> {
    /// Emits a contraction by the first strategy that accepts it.
    ///
    /// # Errors
    /// Element types that no kernel multiplies.
    pub(crate) fn emit_contraction(&mut self, node: &Node, steps: &mut Vec<Step>) -> Result<()> {
        let spec = self.contraction_spec(node)?;
        let Selection { strategy, emission, refusals } = strategy::select(self, node, &spec)?;
        let role = node.role.map_or("", ContractionRole::name);
        let macs = spec.macs();
        let mut notes = vec![format!(
            "{role}, {macs} multiplications; strategy {} ({}): {}",
            strategy.name, strategy.summary, emission.cost
        )];
        notes.extend(refusals.iter().map(|(name, reason)| format!("not {name}: {reason}")));
        if let Some(slice) = emission.slices.first() {
            notes.extend(algorithm_notes(&slice.plan, self.isa)?);
        }
        let is_gemm = matches!((node.op(), &spec), (Some(OpKind::Convolution(_)), ContractionSpec::Gemm(_)));
        let decisions = is_gemm.then_some("conv_as_gemm").into_iter().chain([strategy.name]);
        let first = steps.len();
        self.emit_slices(node, emission, steps);
        steps[first..].iter_mut().for_each(|step| step.passes.extend(decisions.clone()));
        if let Some(step) = steps[first..].iter_mut().find(|step| step.flops > 0) {
            step.notes = notes;
        }
        Ok(())
    }

    /// Emits the steps of a choice: packing, slices, and what combines their results.
    fn emit_slices(&mut self, node: &Node, emission: Emission, steps: &mut Vec<Step>) {
        let Emission { slices, prepack, combine, .. } = emission;
        if let Some(plan) = prepack {
            return self.emit_prepacked(node, &plan, slices, steps);
        }
        let result = node.results[0];
        let count = slices.len();
        let mut contraction = self.contraction_step(node, slices);
        let ty = self.types.of(result).clone();
        let (partials, kernel, name, flops): (_, Box<dyn Kernel>, _, _) = match combine {
            Combine::None => return steps.push(contraction),
            Combine::Add => {
                let partials = TensorType::new(ElementType::F32, [&[count], &ty.dims[..]].concat());
                let name = format!("add {count} slices");
                (partials, Box::new(ReduceSplitK { element: ty.element }), name, (count - 1) * ty.num_elements())
            }
            Combine::Concatenate { slice, dimension } => {
                let partials = TensorType::new(ty.element, [&[count], &slice.dims[..]].concat());
                let kernel = Box::new(ConcatSplits::new(count, &slice, &ty, dimension));
                (partials, kernel, format!("concatenate {count} slices"), 0)
            }
        };
        let partials = self.types.add(partials);
        contraction.writes[0] = partials;
        steps.push(contraction);
        let locations = node.location.iter().cloned().collect();
        let step = Step::new(name, vec![partials], vec![result], StepKind::Kernel(kernel));
        steps.push(Step { locations, flops: flops as u64, ..step });
    }

    /// Bytes from the start of an operand's memory to its first element.
    pub(super) fn offset(&self, operand: ValueId) -> usize {
        self.view(operand).offset as usize * self.types.of(operand).element.bytes()
    }

    /// The step of a contraction. The scratch memory of its plans is its last write.
    fn contraction_step(&mut self, node: &Node, slices: Vec<ContractionSlice>) -> Step {
        let views = [0, 1].map(|i| self.view(node.operands[i]));
        let algorithm = slices[0].plan.name();
        let flops = slices.iter().map(|slice| slice.plan.flops()).sum();
        let mut writes = vec![node.results[0]];
        let scratch_bytes: usize = slices.iter().map(|slice| slice.plan.scratch_bytes()).sum();
        if scratch_bytes > 0 {
            writes.push(self.types.add(TensorType::new(ElementType::Ui8, [scratch_bytes])));
        }
        let accumulates = self.batch_reductions.contains(&node.results[0]);
        let reuses_scratch = self.batch_loop.as_ref().is_some_and(|context| match slices[0].plan.scratch_reuse() {
            ScratchReuse::Accumulators => accumulates,
            ScratchReuse::PackedFilters => !accumulates && context.is_invariant(views[1].base),
            ScratchReuse::None => false,
        });
        if let (true, Some(context)) = (reuses_scratch, &mut self.batch_loop) {
            context.persistent_scratch.extend(writes.get(1));
        }
        let mut reads: Vec<ValueId> = views.iter().map(|v| v.base).collect();
        let epilogue = self.epilogues.get(&node.results[0]).map(|(bias, epilogue)| {
            reads.push(*bias);
            *epilogue
        });
        let shapes = node.operands.iter().map(|o| self.types.of(*o).to_string().replace("tensor", ""));
        let name = format!("{algorithm} {}", shapes.collect::<Vec<_>>().join(" "));
        let kind = StepKind::Kernel(Box::new(Contraction { slices, accumulates, reuses_scratch, epilogue }));
        Step { flops, ..Step::new(name, reads, writes, kind) }
    }

    /// Emits a contraction after a step that packs its right operand. In a batch loop the latter goes to the
    /// preheader.
    fn emit_prepacked(
        &mut self,
        node: &Node,
        plan: &ContractionPlan,
        slices: Vec<ContractionSlice>,
        steps: &mut Vec<Step>,
    ) {
        let (count, bytes) = plan.packed_panels();
        let packed = self.types.add(TensorType::new(ElementType::Ui8, [count * bytes]));
        let rhs = self.view(node.operands[1]);
        let offset = self.offset(node.operands[1]);
        let name = format!("pack {}", self.types.of(node.operands[1]).to_string().replace("tensor", ""));
        let kind = StepKind::Kernel(Box::new(PrepackRhs { plan: plan.clone(), offset }));
        let locations = node.location.iter().cloned().collect();
        let pack = Step { locations, ..Step::new(name, vec![rhs.base], vec![packed], kind) };
        match &mut self.batch_loop {
            Some(context) => {
                context.preheader.push(Step { passes: vec!["batch_tiling", "lower", "prepacked_rhs"], ..pack });
            }
            None => steps.push(pack),
        }
        let mut contraction = self.contraction_step(node, slices);
        contraction.reads[1] = packed;
        steps.push(contraction);
    }
}

/// Notes on the kernel's algorithm: the reasons against the algorithms that are preferred to it, and its
/// name.
fn algorithm_notes(plan: &ContractionPlan, isa: Isa) -> Result<Vec<String>> {
    let candidates: Vec<(&str, bool, std::result::Result<(), Refusal>)> = match plan {
        ContractionPlan::Matrix(plan) => {
            let candidates = GemmPlan::explain(plan.spec(), isa).map_err(unsupported)?;
            let is_chosen = |algorithm| algorithm == plan.algorithm();
            candidates
                .into_iter()
                .map(|(algorithm, verdict)| (algorithm.name(), is_chosen(algorithm), verdict))
                .collect()
        }
        ContractionPlan::Convolution(plan) => {
            let candidates = ConvPlan::explain(plan.spec(), isa).map_err(unsupported)?;
            candidates.into_iter().map(|(algorithm, verdict)| (algorithm.name(), verdict.is_ok(), verdict)).collect()
        }
    };
    let note = |(name, _, verdict): (&str, bool, std::result::Result<(), Refusal>)| {
        // A plan with a prepacked operand passes over algorithms that read it in place.
        let reason = verdict.err().unwrap_or("the right operand is packed beforehand".into());
        format!("not algorithm {name}: {reason}")
    };
    let mut notes: Vec<String> = candidates.into_iter().take_while(|(_, is_chosen, _)| !is_chosen).map(note).collect();
    notes.push(format!("algorithm {}", plan.name()));
    Ok(notes)
}
