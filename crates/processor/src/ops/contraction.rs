//! `dot_general` and `convolution`: plans of the kernels over operands as they lie.

use std::sync::Arc;

use stablehlo::ElementType;

use crate::Result;
use crate::elementwise::{ReduceKind, RegType, combine, store_accumulator};
use crate::plan::step::{Kernel, KernelArgs};
use crate::{Error, ErrorKind};
use kernels::{
    BatchSlice as BatchPart, ConvPlan, Element, Epilogue, GemmPlan, Isa, KernelError, RunArgs, ScratchReuse, WriteMode,
    convert,
};

/// A product of two operands; reads are left and right, writes the result and the workspace.
#[derive(Debug)]
pub(crate) struct Contraction {
    /// Threads may take these: each makes a stretch of the result, one after the other.
    pub(crate) parts: Vec<ContractionSlice>,
    /// Whether the result gathers over all blocks of rows.
    pub(crate) gathers: bool,
    /// Whether the workspace is its own from the first block of rows to the last.
    pub(crate) keeps: bool,
    /// What its results go through in the end; then the bias is a third read.
    pub(crate) finish: Option<FusedEpilogue>,
}

/// A bias that is added to each row of a product's result, and a floor below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FusedEpilogue {
    /// Type of bias and result: [`Element::F32`] or [`Element::Bf16`].
    pub(crate) element: Element,
    /// Bytes into the bias's memory.
    pub(crate) bias: usize,
    /// Columns of the result, which lies row by row.
    pub(crate) columns: usize,
    pub(crate) floor: f32,
}

impl FusedEpilogue {
    /// The bias in f32.
    fn bias(&self, isa: Isa, memory: &[u8]) -> Vec<f32> {
        let memory = &memory[self.bias..][..self.columns * self.element.bytes()];
        let mut bias = vec![0f32; self.columns];
        match self.element {
            Element::Bf16 => convert::bf16_to_f32(isa, bytemuck::cast_slice(memory), &mut bias),
            _ => bias.copy_from_slice(bytemuck::cast_slice(memory)),
        }
        bias
    }

    /// What it is for a stretch of the result: whole rows, or a part of one.
    fn of<'b>(&self, bias: &'b [f32], first: usize, len: usize) -> Epilogue<'b> {
        let [first, len] = [first, len].map(|bytes| bytes / self.element.bytes());
        let first = first % self.columns;
        Epilogue { bias: &bias[first..self.columns.min(first + len)], lower_bound: self.floor }
    }
}

/// A part of a product.
#[derive(Clone, Debug)]
pub(crate) struct ContractionSlice {
    pub(crate) plan: ContractionPlan,
    /// Bytes into the memory of the left and of the right operand.
    pub(crate) lhs: usize,
    pub(crate) rhs: usize,
    /// Bytes of the result that it makes.
    pub(crate) out: usize,
}

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

    /// Whether the right operand comes packed.
    pub(crate) fn takes_packed(&self) -> bool {
        match self {
            Self::Matrix(plan) => plan.takes_prepacked(),
            Self::Convolution(plan) => plan.takes_prepacked(),
        }
    }

    /// Panels of a packed right operand, and the bytes of each.
    pub(crate) fn packed_panels(&self) -> (usize, usize) {
        match self {
            Self::Matrix(plan) => plan.packed_panels(),
            Self::Convolution(plan) => plan.packed_panels(),
        }
    }

    /// What of its workspace is of use to the next block of rows.
    pub(crate) fn kept(&self) -> ScratchReuse {
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

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Matrix(plan) => plan.method_name(),
            Self::Convolution(plan) => plan.method_name(),
        }
    }
}

/// Packs the right operand of products that take it so.
#[derive(Debug)]
pub(crate) struct PrepackRhs {
    pub(crate) plan: ContractionPlan,
    /// Bytes into the operand's memory.
    pub(crate) offset: usize,
}

/// Bytes that are worth a thread of their own to pack.
const PACKED_APART: usize = 256 * 1024;
/// Panels that are packed together if there are enough: each is narrow, and memory wants to be read by more than a line.
const PACKED_TOGETHER: usize = 8;
/// Threads that there should be panels for.
const PACKERS: usize = 4;

impl Kernel for PrepackRhs {
    fn run(&self, args: KernelArgs<'_>) -> Result<()> {
        let rhs = &args.reads[0][self.offset..];
        let (count, bytes) = self.plan.packed_panels();
        let (count, bytes) = (count.max(1), bytes.max(1));
        let together = PACKED_TOGETHER.min(count / PACKERS).max(PACKED_APART.div_ceil(bytes).min(count));
        let panels = args.writes.into_iter().flat_map(|packed| packed.chunks_mut(bytes * together));
        args.team.parallel_for(panels.enumerate().collect(), |(i, packed)| {
            match &self.plan {
                ContractionPlan::Matrix(plan) => plan.pack(rhs, i * together, packed),
                ContractionPlan::Convolution(plan) => plan.pack(rhs, i * together, packed),
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
        let batch_part = match self.keeps {
            true => BatchPart { first: args.position.first, last: args.position.last },
            false => BatchPart::WHOLE,
        };
        let adds = self.gathers && !self.keeps && !args.position.first;
        let write = if adds { WriteMode::Accumulate } else { WriteMode::Overwrite };
        let bias = self.finish.map(|finished| finished.bias(args.isa, args.reads[2]));
        let run = |(part, first, out, scratch): (&ContractionSlice, usize, &mut [u8], &mut [u8])| {
            let (lhs, rhs) = (&lhs[part.lhs..], &rhs[part.rhs..]);
            let finish = self.finish.zip(bias.as_deref()).map(|(finished, bias)| finished.of(bias, first, out.len()));
            match &part.plan {
                ContractionPlan::Matrix(plan) => {
                    plan.run(lhs, rhs, out, scratch, write).map_err(internal)?;
                    if let (Some(finish), Some(finished)) = (finish, self.finish) {
                        finish.apply(args.isa, finished.element, out);
                    }
                    Ok(())
                }
                ContractionPlan::Convolution(plan) => {
                    let how = RunArgs { write, slice: batch_part, epilogue: finish };
                    plan.run_slice(lhs, rhs, out, scratch, how).map_err(internal)
                }
            }
        };
        if let [part] = &self.parts[..] {
            return run((part, 0, out, scratch));
        }
        let (mut out, mut scratch) = (out, scratch);
        let mut parts = Vec::with_capacity(self.parts.len());
        let mut first = 0;
        for part in &self.parts {
            let (own, others) = out.split_at_mut(part.out);
            let (own_scratch, other_scratch) = scratch.split_at_mut(part.plan.scratch_bytes());
            (out, scratch) = (others, other_scratch);
            parts.push((part, first, own, own_scratch));
            first += part.out;
        }
        args.team.parallel_for(parts, run)
    }
}

/// Adds up parts of sums in f32, which lie one after another, in their order.
#[derive(Debug)]
pub(crate) struct ReduceSplitK {
    /// What the whole is rounded to in the end.
    pub(crate) element: ElementType,
}

/// Elements that are added up at a time.
const ADDED: usize = 4096;

impl Kernel for ReduceSplitK {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        let (parts, whole, size) = (args.reads[0], &mut *args.writes[0], self.element.bytes());
        let part = whole.len() / size * size_of::<f32>();
        let stretches = whole.chunks_mut(ADDED * size).enumerate().collect();
        args.team.parallel_for(stretches, |(i, out): (usize, &mut [u8])| {
            let len = out.len() / size;
            let from = i * ADDED * size_of::<f32>();
            let mut stretches = parts.chunks_exact(part).map(|part| &part[from..][..len * size_of::<f32>()]);
            let (mut sum, mut next) = (vec![0f32; len], vec![0f32; len]);
            if let Some(first) = stretches.next() {
                bytemuck::cast_slice_mut(&mut sum).copy_from_slice(first);
            }
            for stretch in stretches {
                let next_bytes = bytemuck::cast_slice_mut(&mut next);
                combine(args.isa, ReduceKind::Add, RegType::F32, bytemuck::cast_slice(&sum), stretch, next_bytes);
                std::mem::swap(&mut sum, &mut next);
            }
            store_accumulator(args.isa, self.element, bytemuck::cast_slice(&sum), out);
            Ok(())
        })
    }
}

/// The plan was made for these very operands: an error now is a fault of the processor.
fn internal(e: KernelError) -> Error {
    Error::new(ErrorKind::Internal, e.to_string())
}
