//! Convolutions of any number of spatial dimensions, with all of StableHLO's padding, dilation, reversal and
//! grouping.

mod backward_weights;
mod channel_major_copy;
mod depthwise;
mod implementation;
mod implicit_gemm;
mod padded_copy;
mod polyphase;
mod reference;
mod run_args;
mod spec;
mod winograd;

pub use implementation::ConvAlgorithm;
pub use run_args::{BatchSlice, RunArgs, ScratchReuse};
pub use spec::{ConvOperand, ConvSpec, SpatialDim};

use crate::candidate::{Candidate, Verdicts, verdicts};
use crate::element::WriteMode;
use crate::epilogue::Epilogue;
use crate::error::{KernelError, check_len, panels_in};
use crate::isa::Isa;
use backward_weights::BackwardWeights;
use depthwise::Depthwise;
use implementation::{ConvImplementation, ConvMemory};
use implicit_gemm::ImplicitGemm;
use polyphase::Polyphase;
use reference::ReferenceConv;
use spec::KERNEL;
use std::sync::Arc;
use winograd::{WinogradBackwardWeights, WinogradForward};

/// Specifications have at least one spatial dimension here.
type ConvCandidate = Candidate<ConvSpec, ConvAlgorithm, dyn ConvImplementation>;

/// The algorithms in the order of preference: the first that accepts a specification runs it.
const CANDIDATES: [ConvCandidate; 7] = [
    Candidate {
        algorithm: |_, _| ConvAlgorithm::Reference,
        accepts: |spec, _| ReferenceConv::accepts(spec),
        plan: |spec, _| Ok(Arc::new(ReferenceConv::new(spec)?)),
    },
    Candidate {
        algorithm: |spec, _| Depthwise::algorithm(spec),
        accepts: Depthwise::accepts,
        plan: |spec, isa| Ok(Arc::new(Depthwise::new(spec, isa))),
    },
    Candidate {
        algorithm: |_, _| ConvAlgorithm::Winograd,
        accepts: WinogradForward::accepts,
        plan: |spec, isa| Ok(Arc::new(WinogradForward::new(spec, isa, false))),
    },
    Candidate {
        algorithm: |_, _| ConvAlgorithm::WinogradBackwardWeights,
        accepts: WinogradBackwardWeights::accepts,
        plan: |spec, isa| Ok(Arc::new(WinogradBackwardWeights::new(spec, isa))),
    },
    Candidate {
        algorithm: |_, _| ConvAlgorithm::BackwardWeights,
        accepts: |spec, _| BackwardWeights::accepts(spec),
        plan: |spec, isa| Ok(Arc::new(BackwardWeights::new(spec, isa))),
    },
    Candidate {
        algorithm: Polyphase::algorithm,
        accepts: |spec, _| Polyphase::accepts(spec),
        plan: |spec, isa| Ok(Arc::new(Polyphase::new(spec, isa))),
    },
    IMPLICIT_GEMM,
];

/// Accepts all that is left.
const IMPLICIT_GEMM: ConvCandidate = Candidate {
    algorithm: ImplicitGemm::algorithm,
    accepts: |_, _| Ok(()),
    plan: |spec, isa| Ok(Arc::new(ImplicitGemm::new(spec, isa, false))),
};

/// A convolution that is ready to run.
///
/// ```
/// use kernels::*;
/// // Sums of two neighbours, with a zero after the last element.
/// let operand = |spatial| {
///     ConvOperand { element: Element::F32, batch_or_in: 0, feature_or_out: 0, spatial: vec![spatial] }
/// };
/// let spec = ConvSpec {
///     batch: 1, in_features: 1, out_features: 1, feature_groups: 1, batch_groups: 1,
///     spatial: vec![SpatialDim {
///         input: 3, kernel: 2, output: 3, stride: 1, pad_low: 0, lhs_dilation: 1, rhs_dilation: 1, reversed: false,
///     }],
///     lhs: operand(1), rhs: operand(1), out: operand(1),
///     math_mode: MathMode::F32,
///     allow_reassociation: false,
/// };
/// let plan = ConvPlan::new(&spec, Isa::best())?;
/// let mut out = [0f32; 3];
/// let mut scratch = vec![0; plan.scratch_bytes()];
/// let (lhs, rhs) = ([1f32, 2.0, 3.0], [1f32, 1.0]);
/// let (lhs, rhs) = (bytemuck::bytes_of(&lhs), bytemuck::bytes_of(&rhs));
/// plan.run(lhs, rhs, bytemuck::bytes_of_mut(&mut out), &mut scratch, WriteMode::Overwrite)?;
/// assert_eq!(out, [3.0, 5.0, 3.0]);
/// # Ok::<(), KernelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ConvPlan {
    /// With at least one spatial dimension.
    spec: ConvSpec,
    isa: Isa,
    /// Bytes that a run needs of the operands and the result.
    spans: [usize; 3],
    /// True if the filters come packed.
    prepacked: bool,
    implementation: Arc<dyn ConvImplementation>,
}

impl ConvPlan {
    /// Chooses the algorithm for `spec` on `isa`, and computes its tables.
    ///
    /// # Errors
    /// A specification that contradicts itself, element types that mix integers and floating point, operands
    /// larger than the address space.
    pub fn new(spec: &ConvSpec, isa: Isa) -> Result<ConvPlan, KernelError> {
        let spans = spec.check()?;
        let spec = spec.with_spatial_dim();
        let chosen = CANDIDATES.iter().find(|candidate| (candidate.accepts)(&spec, isa).is_ok());
        let implementation = (chosen.unwrap_or(&IMPLICIT_GEMM).plan)(&spec, isa)?;
        Ok(ConvPlan { spec, isa, spans, prepacked: false, implementation })
    }

    /// A plan whose filters are packed beforehand, by [`ConvPlan::pack`], for any number of runs. `None` if
    /// the algorithm does not pack its filters once.
    ///
    /// # Errors
    /// As [`ConvPlan::new`].
    pub fn with_packed_filters(spec: &ConvSpec, isa: Isa) -> Result<Option<ConvPlan>, KernelError> {
        let mut plan = ConvPlan::new(spec, isa)?;
        // The phases of a dilated input may have other filters.
        let is_dilated = plan.spec.spatial.iter().any(|dim| dim.lhs_dilation > 1);
        if is_dilated || plan.scratch_reuse() != ScratchReuse::PackedFilters {
            return Ok(None);
        }
        plan.implementation = match plan.algorithm() {
            ConvAlgorithm::ImplicitGemm { .. } => Arc::new(ImplicitGemm::new(&plan.spec, isa, true)),
            ConvAlgorithm::Winograd => Arc::new(WinogradForward::new(&plan.spec, isa, true)),
            _ => return Ok(None),
        };
        let (count, bytes) = plan.packed_panels();
        (plan.spans[1], plan.prepacked) = (count * bytes, true);
        Ok(Some(plan))
    }

    /// Each algorithm in the order of preference, with the reason against it if it does not accept `spec` on
    /// `isa`. The first without one is the algorithm of [`ConvPlan::new`].
    ///
    /// # Errors
    /// A specification that contradicts itself, operands larger than the address space.
    pub fn explain(spec: &ConvSpec, isa: Isa) -> Result<Verdicts<ConvAlgorithm>, KernelError> {
        spec.check()?;
        Ok(verdicts(&CANDIDATES, &spec.with_spatial_dim(), isa))
    }

    /// The algorithm.
    pub fn algorithm(&self) -> ConvAlgorithm {
        self.implementation.algorithm()
    }

    /// The specification that the plan was made for, with at least one spatial dimension.
    pub fn spec(&self) -> &ConvSpec {
        &self.spec
    }

    /// The name of the algorithm, for reports.
    pub fn method_name(&self) -> &'static str {
        self.algorithm().name()
    }

    /// Returns true if the filters come packed.
    pub fn takes_prepacked(&self) -> bool {
        self.prepacked
    }

    /// Panels of packed filters, one after another, and the bytes of each; only if they are packed
    /// beforehand.
    pub fn packed_panels(&self) -> (usize, usize) {
        self.implementation.packed_panels()
    }

    /// Packs panels of the filters from panel `first` on, as many as `to` has room for, for a plan
    /// [with packed ones](ConvPlan::with_packed_filters).
    ///
    /// # Errors
    /// A slice shorter than the filters, or one that is no whole number of the panels.
    pub fn pack(&self, rhs: &[u8], first: usize, to: &mut [u8]) -> Result<(), KernelError> {
        let (count, bytes) = self.packed_panels();
        let panels = panels_in(KERNEL, (count, bytes), first, to.len())?;
        check_len(KERNEL, "rhs", self.spec.check()?[1], rhs.len())?;
        for (panel, to) in panels.zip(to.chunks_exact_mut(bytes.max(1))) {
            // SAFETY: the slices are long enough, as just checked.
            unsafe { self.implementation.pack(rhs.as_ptr(), panel, to.as_mut_ptr()) }
        }
        Ok(())
    }

    /// Bytes of scratch memory that a run needs.
    pub fn scratch_bytes(&self) -> usize {
        self.implementation.scratch_bytes()
    }

    /// Floating-point (or integer) operations of a run by the definition: two for each multiplication, those
    /// with zeros of the padding and of a dilated input included, and those that an algorithm saves.
    pub fn flops(&self) -> u64 {
        let spec = &self.spec;
        let outer = [spec.out_batch(), spec.out_features, spec.group_in_features()];
        let spatial = spec.spatial.iter().flat_map(|dim| [dim.output, dim.kernel]);
        outer.into_iter().chain(spatial).fold(2, |product, size| product * size as u64)
    }

    /// The content that a run leaves in scratch memory for the run of the next slice of a batch.
    pub fn scratch_reuse(&self) -> ScratchReuse {
        self.implementation.scratch_reuse()
    }

    /// Computes the convolution on this thread. Slices need no alignment; the content of `scratch` does not
    /// matter.
    ///
    /// # Errors
    /// A slice shorter than its operand, or scratch memory shorter than [`ConvPlan::scratch_bytes`].
    pub fn run(
        &self,
        lhs: &[u8],
        rhs: &[u8],
        out: &mut [u8],
        scratch: &mut [u8],
        write: WriteMode,
    ) -> Result<(), KernelError> {
        self.run_slice(lhs, rhs, out, scratch, RunArgs { write, slice: BatchSlice::WHOLE, epilogue: None })
    }

    /// As [`ConvPlan::run`], for one of the slices of a batch, which run one after another with the same
    /// scratch memory.
    ///
    /// If scratch memory keeps [packed filters](ScratchReuse::PackedFilters), the right operand must be the
    /// same for all slices. If it keeps [accumulators](ScratchReuse::Accumulators), the result is the sum
    /// over all slices, and is written with the last one. Otherwise each slice is a run of its own.
    ///
    /// # Errors
    /// As [`ConvPlan::run`]; an epilogue whose bias has another length than the result has features, or for a
    /// result that is neither f32 nor bf16, or that is accumulated.
    pub fn run_slice(
        &self,
        lhs: &[u8],
        rhs: &[u8],
        out: &mut [u8],
        scratch: &mut [u8],
        args: RunArgs<'_>,
    ) -> Result<(), KernelError> {
        check_len(KERNEL, "lhs", self.spans[0], lhs.len())?;
        check_len(KERNEL, "rhs", self.spans[1], rhs.len())?;
        check_len(KERNEL, "out", self.spans[2], out.len())?;
        check_len(KERNEL, "scratch", self.scratch_bytes(), scratch.len())?;
        if let Some(epilogue) = &args.epilogue {
            self.check_epilogue(epilogue, args.write)?;
        }
        if self.spans[2] == 0 {
            return Ok(());
        }
        let keeps_nothing = self.scratch_reuse() == ScratchReuse::None;
        let args = RunArgs { slice: if keeps_nothing { BatchSlice::WHOLE } else { args.slice }, ..args };
        let runs = if self.implementation.runs_all_groups() { 1 } else { self.spec.groups() };
        let mut memory = ConvMemory { lhs, rhs, out, scratch };
        for group in 0..runs {
            // SAFETY: the slices span all groups, as just checked, and scratch memory is as long as the plan
            // needs.
            unsafe { self.implementation.run(&mut memory, self.spec.group_offsets(group), args) }
        }
        if let Some(epilogue) = args.epilogue
            && !self.implementation.applies_epilogue()
        {
            epilogue.apply(self.isa, self.spec.out.element, &mut out[..self.spans[2]]);
        }
        Ok(())
    }

    fn check_epilogue(&self, epilogue: &Epilogue<'_>, write: WriteMode) -> Result<(), KernelError> {
        let (element, features) = (self.spec.out.element, self.spec.out_features);
        let bad = |reason: String| Err(KernelError::BadSpec { kernel: KERNEL, reason });
        if epilogue.bias.len() != features || !element.is_fast() {
            return bad(format!(
                "an epilogue with a bias of {} numbers for {features} features of {element}: give one number for each \
                 feature, of a result of f32 or bf16",
                epilogue.bias.len()
            ));
        }
        if write == WriteMode::Accumulate {
            return bad("an epilogue of an accumulated result: apply it once the sums are complete".to_owned());
        }
        Ok(())
    }
}
