//! Matrix products: `out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]`, any strides.

#[cfg(target_arch = "x86_64")]
mod bf16x6;
mod blocked;
mod implementation;
mod operand_modes;
mod reference;
mod skinny;
mod spec;
mod words;

pub use implementation::GemmAlgorithm;
pub use spec::{GemmOperand, GemmSpec};

use crate::candidate::{Candidate, Verdicts, verdicts};
use crate::element::WriteMode;
use crate::error::{KernelError, check_len, panels_in};
use crate::isa::Isa;
#[cfg(target_arch = "x86_64")]
use bf16x6::Bf16x6Gemm;
use blocked::BlockedGemm;
use implementation::{GemmImplementation, GemmMemory};
use reference::ReferenceGemm;
use skinny::SkinnyGemm;
use spec::KERNEL;
use std::sync::Arc;
use words::WordsGemm;

/// From so many rows on it pays to pack a right operand that could be read in place.
const PACKING_PAYS_MIN_ROWS: usize = 1024;

type GemmCandidate = Candidate<GemmSpec, GemmAlgorithm, dyn GemmImplementation>;

/// The algorithms in the order of preference: the first that accepts a specification runs it.
const CANDIDATES: &[GemmCandidate] = &[
    Candidate {
        algorithm: |_, _| GemmAlgorithm::Words,
        accepts: |spec, _| WordsGemm::accepts(spec),
        plan: |spec, isa| Ok(Arc::new(WordsGemm::new(spec, isa, false))),
    },
    Candidate {
        algorithm: |_, _| GemmAlgorithm::Reference,
        accepts: |spec, _| ReferenceGemm::accepts(spec),
        plan: |spec, _| Ok(Arc::new(ReferenceGemm::new(spec)?)),
    },
    Candidate {
        algorithm: |_, _| GemmAlgorithm::Skinny,
        accepts: SkinnyGemm::accepts,
        plan: |spec, isa| Ok(Arc::new(SkinnyGemm::new(spec, isa))),
    },
    #[cfg(target_arch = "x86_64")]
    Candidate {
        algorithm: |_, _| GemmAlgorithm::Bf16x6,
        accepts: |spec, isa| Bf16x6Gemm::accepts(spec, isa, false),
        plan: |spec, isa| Ok(Arc::new(Bf16x6Gemm::new(spec, isa, false))),
    },
    Candidate {
        algorithm: |_, _| GemmAlgorithm::Blocked,
        accepts: |_, _| Ok(()),
        plan: |spec, isa| Ok(Arc::new(BlockedGemm::new(spec, isa, false))),
    },
];

/// A matrix product that is ready to run.
///
/// ```
/// use kernels::*;
/// let row_major = |columns| GemmOperand { element: Element::F32, strides: [0, columns, 1] };
/// let spec = GemmSpec {
///     batch: 1, m: 1, n: 2, k: 3,
///     lhs: row_major(3), rhs: row_major(2), out: row_major(2),
///     math_mode: MathMode::F32,
///     allow_reassociation: false,
/// };
/// let plan = GemmPlan::new(&spec, Isa::best())?;
/// let mut out = [0f32; 2];
/// let mut scratch = vec![0; plan.scratch_bytes()];
/// let (lhs, rhs) = ([1f32, 2.0, 3.0], [1f32, 0.0, 0.0, 1.0, 1.0, 1.0]);
/// let (lhs, rhs) = (bytemuck::bytes_of(&lhs), bytemuck::bytes_of(&rhs));
/// plan.run(lhs, rhs, bytemuck::bytes_of_mut(&mut out), &mut scratch, WriteMode::Overwrite)?;
/// assert_eq!(out, [4.0, 5.0]);
/// # Ok::<(), KernelError>(())
/// ```
#[derive(Debug, Clone)]
pub struct GemmPlan {
    spec: GemmSpec,
    /// Bytes that a run needs of the operands and the result.
    spans: [usize; 3],
    implementation: Arc<dyn GemmImplementation>,
}

impl GemmPlan {
    /// Chooses the algorithm for `spec` on `isa`.
    ///
    /// # Errors
    /// Element types that mix integers and floating point, operands larger than the address space.
    pub fn new(spec: &GemmSpec, isa: Isa) -> Result<GemmPlan, KernelError> {
        let spans = spec.spans()?;
        let chosen = CANDIDATES.iter().find(|candidate| (candidate.accepts)(spec, isa).is_ok());
        let implementation: Arc<dyn GemmImplementation> = match chosen {
            Some(candidate) => (candidate.plan)(spec, isa)?,
            None => Arc::new(BlockedGemm::new(spec, isa, false)),
        };
        Ok(GemmPlan { spec: spec.clone(), spans, implementation })
    }

    /// A plan whose right operand is packed beforehand, by [`GemmPlan::pack`], for `rows` rows of left
    /// operands in all its runs; all products of a batch share it. `None` if nothing would be gained, because
    /// the operand is read in place (unless for many rows).
    ///
    /// # Errors
    /// As [`GemmPlan::new`].
    pub fn with_packed_rhs(spec: &GemmSpec, isa: Isa, rows: usize) -> Result<Option<GemmPlan>, KernelError> {
        let mut plan = GemmPlan::new(spec, isa)?;
        let shared = spec.batch == 1 || spec.rhs.strides[0] == 0;
        let can_pack = plan.algorithm() != GemmAlgorithm::Reference;
        let gains = can_pack && (!plan.reads_rhs_in_place() || rows >= PACKING_PAYS_MIN_ROWS);
        if !shared || !gains {
            return Ok(None);
        }
        plan.implementation = prepacked(spec, isa);
        let (count, bytes) = plan.packed_panels();
        plan.spans[1] = count * bytes;
        Ok(Some(plan))
    }

    /// Each algorithm in the order of preference, with the reason against it if it does not accept `spec` on
    /// `isa`. The first without one is the algorithm of [`GemmPlan::new`].
    ///
    /// # Errors
    /// Operands larger than the address space.
    pub fn explain(spec: &GemmSpec, isa: Isa) -> Result<Verdicts<GemmAlgorithm>, KernelError> {
        spec.spans()?;
        Ok(verdicts(CANDIDATES, spec, isa))
    }

    /// The algorithm.
    pub fn algorithm(&self) -> GemmAlgorithm {
        self.implementation.algorithm()
    }

    /// The algorithm and its variant, for reports.
    pub fn method_name(&self) -> &'static str {
        self.implementation.name()
    }

    /// Returns true if the right operand is read in place, or if packing it costs little: a part of the
    /// product's rows then packs nothing that other parts pack, too.
    pub fn reads_rhs_in_place(&self) -> bool {
        self.implementation.reads_rhs_in_place()
    }

    /// Returns true if the right operand comes packed.
    pub fn takes_prepacked(&self) -> bool {
        self.implementation.takes_prepacked()
    }

    /// Panels of a packed right operand, one after another, and the bytes of each; only if it is packed
    /// beforehand.
    pub fn packed_panels(&self) -> (usize, usize) {
        self.implementation.packed_panels()
    }

    /// Packs panels of the right operand from panel `first` on, as many as `to` has room for, for a plan
    /// [with a packed one](GemmPlan::with_packed_rhs).
    ///
    /// # Errors
    /// A slice shorter than the operand, or one that is no whole number of the panels.
    pub fn pack(&self, rhs: &[u8], first: usize, to: &mut [u8]) -> Result<(), KernelError> {
        let panels = panels_in(KERNEL, self.packed_panels(), first, to.len())?;
        check_len(KERNEL, "rhs", self.spec.spans()?[1], rhs.len())?;
        // SAFETY: the slices are long enough, as just checked.
        unsafe { self.implementation.pack(rhs.as_ptr(), panels, to.as_mut_ptr()) };
        Ok(())
    }

    /// The specification that [`GemmPlan::run`] was planned for.
    pub fn spec(&self) -> &GemmSpec {
        &self.spec
    }

    /// Bytes that a run needs of the operands and the result.
    pub fn spans(&self) -> [usize; 3] {
        self.spans
    }

    /// Bytes of scratch memory that a run needs.
    pub fn scratch_bytes(&self) -> usize {
        self.implementation.scratch_bytes()
    }

    /// Floating-point (or integer) operations of a run: two for each multiplication.
    pub fn flops(&self) -> u64 {
        let GemmSpec { batch, m, n, k, .. } = self.spec;
        [batch, m, n, k].into_iter().fold(2, |product, size| product * size as u64)
    }

    /// Computes the product on this thread. Slices need no alignment; the content of `scratch` does not
    /// matter.
    ///
    /// # Errors
    /// A slice shorter than its operand, or scratch memory shorter than [`GemmPlan::scratch_bytes`].
    pub fn run(
        &self,
        lhs: &[u8],
        rhs: &[u8],
        out: &mut [u8],
        scratch: &mut [u8],
        write: WriteMode,
    ) -> Result<(), KernelError> {
        check_len(KERNEL, "lhs", self.spans[0], lhs.len())?;
        check_len(KERNEL, "rhs", self.spans[1], rhs.len())?;
        check_len(KERNEL, "out", self.spans[2], out.len())?;
        check_len(KERNEL, "scratch", self.scratch_bytes(), scratch.len())?;
        if self.spans[2] > 0 {
            // SAFETY: the slices are as long as the plan needs, as just checked.
            unsafe { self.implementation.run(GemmMemory { lhs, rhs, out, scratch }, write) };
        }
        Ok(())
    }
}

/// The algorithm for a right operand that is packed beforehand.
fn prepacked(spec: &GemmSpec, isa: Isa) -> Arc<dyn GemmImplementation> {
    if WordsGemm::accepts(spec).is_ok() {
        return Arc::new(WordsGemm::new(spec, isa, true));
    }
    #[cfg(target_arch = "x86_64")]
    if Bf16x6Gemm::accepts(spec, isa, true).is_ok() {
        return Arc::new(Bf16x6Gemm::new(spec, isa, true));
    }
    Arc::new(BlockedGemm::new(spec, isa, true))
}
