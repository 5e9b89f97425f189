//! Matrix products: `out[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]`, any strides.

mod blocked;
mod few_rows;
#[cfg(target_arch = "x86_64")]
mod split;

use super::element::{Element, MathMode, WriteMode};
use super::error::{KernelError, check_len, panels_in, span_bytes};
use super::isa::Isa;
use super::slow::{Domain, Sum};
use blocked::Blocked;
use few_rows::FewRows;
#[cfg(target_arch = "x86_64")]
use split::Split;

/// Where an operand's elements lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GemmOperand {
    /// Storage type.
    pub element: Element,
    /// Element strides: `[b, m, k]` of the left operand, `[b, k, n]` of the right one, `[b, m, n]` of the result.
    pub strides: [usize; 3],
}

/// A batched matrix product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GemmSpec {
    /// Number of products.
    pub batch: usize,
    /// Rows of the result.
    pub m: usize,
    /// Columns of the result.
    pub n: usize,
    /// Length of the sums.
    pub k: usize,
    /// Left operand, `[batch, m, k]`.
    pub lhs: GemmOperand,
    /// Right operand, `[batch, k, n]`.
    pub rhs: GemmOperand,
    /// Result, `[batch, m, n]`; its elements must not overlap.
    pub out: GemmOperand,
    /// What a product of f32 or bf16 elements is; other types are multiplied as they are.
    pub math_mode: MathMode,
    /// Whether f32 products may be made of several of bf16, which round a little otherwise.
    pub allow_reassociation: bool,
}

impl GemmSpec {
    /// The transposed product.
    fn transposed(&self) -> GemmSpec {
        let flip = |operand: GemmOperand| {
            let [batch, rows, columns] = operand.strides;
            GemmOperand { strides: [batch, columns, rows], ..operand }
        };
        GemmSpec { m: self.n, n: self.m, lhs: flip(self.rhs), rhs: flip(self.lhs), out: flip(self.out), ..self.clone() }
    }

    fn elements(&self) -> [Element; 3] {
        [self.lhs.element, self.rhs.element, self.out.element]
    }

    /// Bytes that the operands and the result span.
    fn spans(&self) -> Result<[usize; 3], KernelError> {
        let span = |operand: GemmOperand, sizes: [usize; 3]| {
            span_bytes(sizes.into_iter().zip(operand.strides), operand.element).ok_or_else(|| KernelError::BadSpec {
                kernel: KERNEL,
                reason: format!("an operand of {sizes:?} elements does not fit the address space"),
            })
        };
        Ok([
            span(self.lhs, [self.batch, self.m, self.k])?,
            span(self.rhs, [self.batch, self.k, self.n])?,
            span(self.out, [self.batch, self.m, self.n])?,
        ])
    }
}

const KERNEL: &str = "gemm";
/// From so many rows on it pays to pack a right operand that could be read in place.
const IN_PLACE_ROWS: usize = 1024;

/// A matrix product made ready to run.
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
    spans: [usize; 3],
    method: Method,
}

#[derive(Debug, Clone)]
enum Method {
    Blocked(Box<Blocked>),
    FewRows(Box<FewRows>),
    #[cfg(target_arch = "x86_64")]
    Split(Box<Split>),
    Slow(Domain),
}

impl Method {
    /// What does products of many rows; `prepared`: the right operand comes packed.
    fn large(spec: &GemmSpec, isa: Isa, prepared: bool) -> Method {
        #[cfg(target_arch = "x86_64")]
        if let Some(split) = Split::new(spec, isa, prepared) {
            return Method::Split(Box::new(split));
        }
        Method::Blocked(Box::new(Blocked::new(spec, isa, prepared)))
    }
}

impl GemmPlan {
    /// Chooses how to run `spec` on `isa`.
    ///
    /// # Errors
    /// Element types that do not go together, operands larger than the address space, an instruction set this machine
    /// lacks.
    pub fn new(spec: &GemmSpec, isa: Isa) -> Result<GemmPlan, KernelError> {
        let isa = Isa::parse(isa.name())?;
        let spans = spec.spans()?;
        let elements = spec.elements();
        let method = if elements.into_iter().all(Element::is_fast) {
            match FewRows::new(spec, isa) {
                Some(few) => Method::FewRows(Box::new(few)),
                None => Method::large(spec, isa, false),
            }
        } else {
            Method::Slow(Domain::of(elements).ok_or(KernelError::BadElements { kernel: KERNEL, elements })?)
        };
        Ok(GemmPlan { spec: spec.clone(), spans, method })
    }

    /// A plan whose right operand is packed beforehand, by [`GemmPlan::pack`], for `rows` of left operands in all its runs; all
    /// products of a batch share it. None where nothing would be gained: where the operand is read as it lies, unless for
    /// many rows.
    ///
    /// # Errors
    /// As [`GemmPlan::new`].
    pub fn with_packed_rhs(spec: &GemmSpec, isa: Isa, rows: usize) -> Result<Option<GemmPlan>, KernelError> {
        let mut plan = GemmPlan::new(spec, isa)?;
        let shared = spec.batch == 1 || spec.rhs.strides[0] == 0;
        let gains = match &plan.method {
            Method::Slow(_) => false,
            _ => !plan.reads_rhs_in_place() || rows >= IN_PLACE_ROWS,
        };
        if !shared || !gains {
            return Ok(None);
        }
        plan.method = Method::large(spec, isa, true);
        let (count, bytes) = plan.packed_panels();
        plan.spans[1] = count * bytes;
        Ok(Some(plan))
    }

    /// Whether the right operand is read where it lies, or packing it costs little: a share of the product's rows then
    /// packs nothing that others pack, too.
    pub fn reads_rhs_in_place(&self) -> bool {
        match &self.method {
            Method::Blocked(blocked) => blocked.reads_in_place(),
            Method::FewRows(_) => true,
            _ => false,
        }
    }

    /// Whether the right operand comes packed.
    pub fn takes_prepacked(&self) -> bool {
        match &self.method {
            Method::Blocked(blocked) => blocked.takes_packed(),
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => split.takes_packed(),
            _ => false,
        }
    }

    /// Panels of a packed right operand, which lie one after another, and the bytes of each; only where it is packed
    /// beforehand.
    pub fn packed_panels(&self) -> (usize, usize) {
        match &self.method {
            Method::Blocked(blocked) => blocked.panels(),
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => split.panels(),
            _ => (0, 0),
        }
    }

    /// Packs panels of the right operand from a first one on, as many as `to` has room for, for a plan
    /// [with a packed one](GemmPlan::with_packed_rhs).
    ///
    /// # Errors
    /// A slice shorter than the operand, and one that is not some of the panels.
    pub fn pack(&self, rhs: &[u8], first: usize, to: &mut [u8]) -> Result<(), KernelError> {
        let panels = panels_in(KERNEL, self.packed_panels(), first, to.len())?;
        check_len(KERNEL, "rhs", self.spec.spans()?[1], rhs.len())?;
        match &self.method {
            // SAFETY: the slices are as long as need be, just checked.
            Method::Blocked(blocked) => unsafe { blocked.pack(rhs.as_ptr(), panels, to.as_mut_ptr()) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => unsafe { split.pack(rhs.as_ptr(), panels, to.as_mut_ptr()) },
            _ => {}
        }
        Ok(())
    }

    /// What [`GemmPlan::run`] was planned for.
    pub fn spec(&self) -> &GemmSpec {
        &self.spec
    }

    /// Bytes of scratch memory a run needs.
    pub fn scratch_bytes(&self) -> usize {
        match &self.method {
            Method::Blocked(blocked) => blocked.scratch_bytes(),
            Method::FewRows(few) => few.scratch_bytes(),
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => split.scratch_bytes(),
            Method::Slow(_) => 0,
        }
    }

    /// Floating-point (or integer) operations of a run: two for each multiplication.
    pub fn flops(&self) -> u64 {
        let GemmSpec { batch, m, n, k, .. } = self.spec;
        [batch, m, n, k].into_iter().fold(2, |product, size| product * size as u64)
    }

    /// How it runs, for reports.
    pub fn method_name(&self) -> &'static str {
        match &self.method {
            Method::Blocked(blocked) => blocked.name(),
            Method::FewRows(few) => few.name(),
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => split.name(),
            Method::Slow(_) => "gemm plain",
        }
    }

    /// Computes the product on this thread. Slices need no alignment; what `scratch` holds does not matter.
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
        if self.spans[2] == 0 {
            return Ok(());
        }
        match &self.method {
            // SAFETY: the slices are as long as the plan needs, just checked.
            Method::Blocked(blocked) => unsafe {
                blocked.run(lhs.as_ptr(), rhs.as_ptr(), out.as_mut_ptr(), scratch, write)
            },
            // SAFETY: as above.
            Method::FewRows(few) => unsafe { few.run(lhs.as_ptr(), rhs.as_ptr(), out.as_mut_ptr(), scratch, write) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Method::Split(split) => unsafe { split.run(lhs.as_ptr(), rhs.as_ptr(), out.as_mut_ptr(), scratch, write) },
            Method::Slow(domain) => self.run_slow(*domain, lhs, rhs, out, write),
        }
        Ok(())
    }

    fn run_slow(&self, domain: Domain, lhs: &[u8], rhs: &[u8], out: &mut [u8], write: WriteMode) {
        let GemmSpec { batch, m, n, k, lhs: a, rhs: b, out: c, .. } = &self.spec;
        let at = |operand: &GemmOperand, index: [usize; 3]| {
            let element: usize = index.iter().zip(operand.strides).map(|(i, stride)| i * stride).sum();
            let bytes = operand.element.bytes();
            element * bytes..(element + 1) * bytes
        };
        for (batch, m) in (0..*batch).flat_map(|batch| (0..*m).map(move |m| (batch, m))) {
            for n in 0..*n {
                let mut sum = Sum::zero(domain);
                for k in 0..*k {
                    let (x, y) = (&lhs[at(a, [batch, m, k])], &rhs[at(b, [batch, k, n])]);
                    sum.add_product(a.element, x, b.element, y);
                }
                sum.store(c.element, &mut out[at(c, [batch, m, n])], write);
            }
        }
    }
}
