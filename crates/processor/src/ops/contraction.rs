//! `dot_general` and `convolution`: runs the plans of the kernels, and the steps that prepare and complete
//! them.

use std::sync::Arc;

use stablehlo::ElementType;

use crate::elementwise::{ReduceKind, RegType, combine, store_accumulator};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::step::{Kernel, KernelArgs};
use kernels::{
    BatchSlice, ConvPlan, Element, Epilogue, GemmPlan, Isa, KernelError, RunArgs, ScratchReuse, WriteMode, convert,
};

/// A contraction. Reads are the LHS, the RHS, and the bias if there is an epilogue; writes are the result and
/// the scratch memory.
#[derive(Debug)]
pub(crate) struct Contraction {
    /// Slices that threads may work on independently. Each computes a contiguous part of the result, in
    /// order.
    pub(crate) slices: Vec<ContractionSlice>,
    /// The result is a sum over all blocks of rows of a batch loop.
    pub(crate) accumulates: bool,
    /// The scratch memory keeps its content from the first block of rows to the last, and the plan makes use
    /// of that.
    pub(crate) reuses_scratch: bool,
    /// Operations applied to the result.
    pub(crate) epilogue: Option<FusedEpilogue>,
}

/// The epilogue of a contraction: a bias that is added to each row of the result, and a lower bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FusedEpilogue {
    /// The type of bias and result: [`Element::F32`] or [`Element::Bf16`].
    pub(crate) element: Element,
    /// The byte of the bias's memory where it begins.
    pub(crate) bias: usize,
    /// Columns of the result, which is stored in row-major order.
    pub(crate) columns: usize,
    /// The least value of a result; negative infinity if there is no bound.
    pub(crate) lower_bound: f32,
}

impl FusedEpilogue {
    /// Reads the bias as f32.
    fn bias(&self, isa: Isa, memory: &[u8]) -> Vec<f32> {
        let memory = &memory[self.bias..][..self.columns * self.element.bytes()];
        let mut bias = vec![0f32; self.columns];
        match self.element {
            Element::Bf16 => convert::bf16_to_f32(isa, bytemuck::cast_slice(memory), &mut bias),
            _ => bias.copy_from_slice(bytemuck::cast_slice(memory)),
        }
        bias
    }

    /// The epilogue of the `len` bytes of the result from byte `first` on: whole rows, or a part of one row.
    fn of<'b>(&self, bias: &'b [f32], first: usize, len: usize) -> Epilogue<'b> {
        let [first, len] = [first, len].map(|bytes| bytes / self.element.bytes());
        let first = first % self.columns.max(1);
        Epilogue { bias: &bias[first..self.columns.min(first + len)], lower_bound: self.lower_bound }
    }
}

/// A slice of a contraction.
#[derive(Clone, Debug)]
pub(crate) struct ContractionSlice {
    pub(crate) plan: ContractionPlan,
    /// The byte of the LHS's memory where the slice's operand begins.
    pub(crate) lhs: usize,
    /// The byte of the RHS's memory where the slice's operand begins.
    pub(crate) rhs: usize,
    /// Bytes of the result that the slice computes.
    pub(crate) out: usize,
}

/// The plan of a contraction's kernel.
#[derive(Clone, Debug)]
pub(crate) enum ContractionPlan {
    Matrix(Arc<GemmPlan>),
    Convolution(Arc<ConvPlan>),
}

impl ContractionPlan {
    pub(crate) fn of_matrices(plan: GemmPlan) -> Self {
        Self::Matrix(Arc::new(plan))
    }

    pub(crate) fn of_convolution(plan: ConvPlan) -> Self {
        Self::Convolution(Arc::new(plan))
    }

    pub(crate) fn scratch_bytes(&self) -> usize {
        match self {
            Self::Matrix(plan) => plan.scratch_bytes(),
            Self::Convolution(plan) => plan.scratch_bytes(),
        }
    }

    /// Returns true if the RHS must be packed ([`PrepackRhs`]).
    pub(crate) fn takes_packed(&self) -> bool {
        match self {
            Self::Matrix(plan) => plan.takes_prepacked(),
            Self::Convolution(plan) => plan.takes_prepacked(),
        }
    }

    /// The number of panels of a packed RHS, and the bytes of each.
    pub(crate) fn packed_panels(&self) -> (usize, usize) {
        match self {
            Self::Matrix(plan) => plan.packed_panels(),
            Self::Convolution(plan) => plan.packed_panels(),
        }
    }

    /// The content of the scratch memory that the next block of rows can reuse.
    pub(crate) fn scratch_reuse(&self) -> ScratchReuse {
        match self {
            Self::Matrix(_) => ScratchReuse::None,
            Self::Convolution(plan) => plan.scratch_reuse(),
        }
    }

    pub(crate) fn flops(&self) -> u64 {
        match self {
            Self::Matrix(plan) => plan.flops(),
            Self::Convolution(plan) => plan.flops(),
        }
    }

    /// The name of the algorithm, for profiles.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Matrix(plan) => plan.method_name(),
            Self::Convolution(plan) => plan.method_name(),
        }
    }
}

/// Packs the RHS of contractions whose plan [takes it packed](ContractionPlan::takes_packed).
#[derive(Debug)]
pub(crate) struct PrepackRhs {
    pub(crate) plan: ContractionPlan,
    /// The byte of the operand's memory where the RHS begins.
    pub(crate) offset: usize,
}

/// Bytes of packed panels that are worth a task of their own.
const PREPACK_TASK_MIN_BYTES: usize = 256 * 1024;
/// Panels of a task if there are enough panels: a panel is narrow, and reading one alone uses only a part of
/// each cache line.
const PREPACK_TASK_PANELS: usize = 8;
/// Tasks that there should be at least.
const PREPACK_MIN_TASKS: usize = 4;

impl Kernel for PrepackRhs {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        let rhs = &args.reads[0][self.offset..];
        let (count, bytes) = self.plan.packed_panels();
        let (count, bytes) = (count.max(1), bytes.max(1));
        let task_panels =
            PREPACK_TASK_PANELS.min(count / PREPACK_MIN_TASKS).max(PREPACK_TASK_MIN_BYTES.div_ceil(bytes).min(count));
        let panels = args.writes.into_iter().flat_map(|packed| packed.chunks_mut(bytes * task_panels));
        args.team.parallel_for(panels.enumerate().collect(), |(i, packed)| {
            match &self.plan {
                ContractionPlan::Matrix(plan) => plan.pack(rhs, i * task_panels, packed),
                ContractionPlan::Convolution(plan) => plan.pack(rhs, i * task_panels, packed),
            }
            .map_err(internal)
        })
    }

    fn is_prepack(&self) -> bool {
        true
    }
}

impl Kernel for Contraction {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        let (lhs, rhs) = (args.reads[0], args.reads[1]);
        let mut writes = args.writes.into_iter();
        let (out, scratch) = (writes.next().unwrap_or_default(), writes.next().unwrap_or_default());
        let batch_part = match self.reuses_scratch {
            true => BatchSlice { first: args.position.first, last: args.position.last },
            false => BatchSlice::WHOLE,
        };
        let adds = self.accumulates && !self.reuses_scratch && !args.position.first;
        let write = if adds { WriteMode::Accumulate } else { WriteMode::Overwrite };
        let bias = self.epilogue.map(|epilogue| epilogue.bias(args.isa, args.reads[2]));
        let run = |(slice, first, out, scratch): (&ContractionSlice, usize, &mut [u8], &mut [u8])| {
            let (lhs, rhs) = (&lhs[slice.lhs..], &rhs[slice.rhs..]);
            let finish = self.epilogue.zip(bias.as_deref()).map(|(epilogue, bias)| epilogue.of(bias, first, out.len()));
            match &slice.plan {
                ContractionPlan::Matrix(plan) => {
                    plan.run(lhs, rhs, out, scratch, write).map_err(internal)?;
                    if let (Some(finish), Some(epilogue)) = (finish, self.epilogue) {
                        finish.apply(args.isa, epilogue.element, out);
                    }
                    Ok(())
                }
                ContractionPlan::Convolution(plan) => {
                    let how = RunArgs { write, slice: batch_part, epilogue: finish };
                    plan.run_slice(lhs, rhs, out, scratch, how).map_err(internal)
                }
            }
        };
        if let [slice] = &self.slices[..] {
            return run((slice, 0, out, scratch));
        }
        let (mut out, mut scratch) = (out, scratch);
        let mut slices = Vec::with_capacity(self.slices.len());
        let mut first = 0;
        for slice in &self.slices {
            let (own, others) = out.split_at_mut(slice.out);
            let (own_scratch, other_scratch) = scratch.split_at_mut(slice.plan.scratch_bytes());
            (out, scratch) = (others, other_scratch);
            slices.push((slice, first, own, own_scratch));
            first += slice.out;
        }
        args.team.parallel_for(slices, run)
    }
}

/// The reduction of a split-K contraction: adds up f32 partial sums, which are stored one after another, in
/// order.
#[derive(Debug)]
pub(crate) struct ReduceSplitK {
    /// The element type that the total is rounded to.
    pub(crate) element: ElementType,
}

/// Elements of a task.
const REDUCE_TASK_ELEMENTS: usize = 4096;

impl Kernel for ReduceSplitK {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let (partials, total, size) = (args.reads[0], &mut *args.writes[0], self.element.bytes());
        let partial_bytes = total.len() / size * size_of::<f32>();
        let tasks = total.chunks_mut(REDUCE_TASK_ELEMENTS * size).enumerate().collect();
        args.team.parallel_for(tasks, |(i, out): (usize, &mut [u8])| {
            let len = out.len() / size;
            let from = i * REDUCE_TASK_ELEMENTS * size_of::<f32>();
            let mut terms =
                partials.chunks_exact(partial_bytes).map(|partial| &partial[from..][..len * size_of::<f32>()]);
            let (mut sum, mut next) = (vec![0f32; len], vec![0f32; len]);
            if let Some(first) = terms.next() {
                bytemuck::cast_slice_mut(&mut sum).copy_from_slice(first);
            }
            for term in terms {
                let next_bytes = bytemuck::cast_slice_mut(&mut next);
                combine(args.isa, ReduceKind::Add, RegType::F32, bytemuck::cast_slice(&sum), term, next_bytes);
                std::mem::swap(&mut sum, &mut next);
            }
            store_accumulator(args.isa, self.element, bytemuck::cast_slice(&sum), out);
            Ok(())
        })
    }
}

/// Plans are made for the very operands that they run on, so that an error is a fault of the processor.
fn internal(e: KernelError) -> Error {
    Error::new(ErrorKind::Internal, e.to_string())
}
