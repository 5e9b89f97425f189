//! Products with few rows, such as one image through a wide layer (GEMV and its like): the right operand is
//! read once, in place, since packing it would cost more than multiplying it.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::GemmSpec;
use crate::bf16::{round_bits, widen};
use crate::candidate::Refusal;
use crate::element::{Element, MathMode, WriteMode};
use crate::isa::{Isa, WithSimd};
use crate::pack::StoreAccumulators;
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::Simd;
use crate::unit::ElementPtr;

/// Most rows.
const MAX_ROWS: usize = 4;
/// Rows of the right operand that are multiplied per pass over the sums.
const K_PER_PASS: usize = 4;

#[derive(Debug)]
pub(super) struct SkinnyGemm {
    isa: Isa,
    /// True if operands are rounded to bf16.
    rounds: bool,
    spec: GemmSpec,
    /// Columns in whole vectors.
    width: usize,
    /// True if rows of the right operand are read in place.
    in_place: bool,
    scratch: ScratchOffsets,
}

#[derive(Debug)]
struct ScratchOffsets {
    layout: ScratchLayout,
    sums: usize,
    /// Converted rows of the right operand.
    rows: usize,
}

impl SkinnyGemm {
    pub(super) fn accepts(spec: &GemmSpec, isa: Isa) -> Result<(), Refusal> {
        if !(1..=MAX_ROWS).contains(&spec.m) {
            return Err(format!("{} rows, not 1 to {MAX_ROWS}", spec.m).into());
        }
        if spec.rhs.strides[2] != 1 {
            return Err("the columns of the right operand are strided".into());
        }
        if spec.n < isa.lanes() {
            return Err(format!("{} columns, fewer than {} lanes", spec.n, isa.lanes()).into());
        }
        Ok(())
    }

    pub(super) fn new(spec: &GemmSpec, isa: Isa) -> SkinnyGemm {
        let width = spec.n.next_multiple_of(isa.lanes());
        let rounds = spec.math_mode == MathMode::Bf16;
        let in_place = spec.rhs.element == Element::F32 && !rounds && width == spec.n;
        let mut layout = ScratchLayout::default();
        let sums = layout.reserve(spec.m * width);
        let rows = layout.reserve(if in_place { 0 } else { K_PER_PASS * width });
        SkinnyGemm { isa, rounds, spec: spec.clone(), width, in_place, scratch: ScratchOffsets { layout, sums, rows } }
    }
}

impl GemmImplementation for SkinnyGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Skinny
    }

    fn name(&self) -> &'static str {
        "skinny GEMM"
    }

    fn scratch_bytes(&self) -> usize {
        self.scratch.layout.bytes()
    }

    fn reads_rhs_in_place(&self) -> bool {
        true
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let GemmSpec { batch, m, n, lhs, rhs, out, .. } = &self.spec;
        let scratch = aligned(memory.scratch);
        let sums: *mut u32 = scratch.wrapping_add(self.scratch.sums).cast();
        let rows: *mut u32 = scratch.wrapping_add(self.scratch.rows).cast();
        let (lhs_memory, rhs_memory, out_memory) = (memory.lhs.as_ptr(), memory.rhs.as_ptr(), memory.out.as_mut_ptr());
        for batch in 0..*batch {
            let lhs = ElementPtr { pointer: lhs_memory, element: lhs.element }.at(batch * lhs.strides[0]);
            let rhs = ElementPtr { pointer: rhs_memory, element: rhs.element }.at(batch * rhs.strides[0]);
            // SAFETY: a product's operands are within those of the batch, the scratch regions are as long as
            // reserved.
            unsafe {
                sums.write_bytes(0, m * self.width);
                self.isa.dispatch(Product { plan: self, lhs, rhs, sums, rows });
                StoreAccumulators {
                    from: sums.cast::<f32>().cast_const(),
                    pitch: self.width,
                    out: out_memory.wrapping_add(batch * out.strides[0] * out.element.bytes()),
                    element: out.element,
                    rows: *m,
                    row_step: out.strides[1],
                    columns: *n,
                    column_step: out.strides[2],
                    write,
                }
                .run(self.isa);
            }
        }
    }
}

struct Product<'p> {
    plan: &'p SkinnyGemm,
    lhs: ElementPtr,
    rhs: ElementPtr,
    sums: *mut u32,
    rows: *mut u32,
}

impl WithSimd for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: the contract of `SkinnyGemm::run`; `dispatch` chose an `S` that the machine has.
        unsafe {
            match self.plan.spec.m {
                1 => self.passes::<S, 1>(),
                2 => self.passes::<S, 2>(),
                3 => self.passes::<S, 3>(),
                _ => self.passes::<S, MAX_ROWS>(),
            }
        }
    }
}

impl Product<'_> {
    #[inline(always)]
    unsafe fn passes<S: Simd, const M: usize>(&self) {
        let whole = self.plan.spec.k / K_PER_PASS * K_PER_PASS;
        // SAFETY: passed on; every step is within the reduction.
        unsafe {
            for k in (0..whole).step_by(K_PER_PASS) {
                self.pass::<S, M, K_PER_PASS>(k);
            }
            for k in whole..self.plan.spec.k {
                self.pass::<S, M, 1>(k);
            }
        }
    }

    /// Adds the products of `D` steps of the reduction, from `k` on, to the sums.
    #[inline(always)]
    unsafe fn pass<S: Simd, const M: usize, const D: usize>(&self, k: usize) {
        let SkinnyGemm { spec, width, in_place, .. } = self.plan;
        let (a, b) = (&spec.lhs, &spec.rhs);
        // SAFETY: rows `k..k + D` of the right operand, and of the buffer for them, are valid by contract; so
        // are the left operand's elements and the sums.
        unsafe {
            let mut rows = [self.rows.cast_const(); D];
            // No closure: it would be compiled without the features of the instruction set.
            for (d, pointer) in rows.iter_mut().enumerate() {
                let row = self.rhs.at((k + d) * b.strides[1]);
                *pointer = if *in_place { row.pointer.cast() } else { self.converted(row, d) };
            }
            let x: [[S::V; D]; M] = std::array::from_fn(|i| {
                std::array::from_fn(|d| S::splat(self.number(self.lhs.at(i * a.strides[1] + (k + d) * a.strides[2]))))
            });
            for column in (0..*width).step_by(S::LANES) {
                let y: [S::V; D] = std::array::from_fn(|d| S::load(rows[d].add(column)));
                for (i, x) in x.iter().enumerate() {
                    let sums = self.sums.add(i * width + column);
                    let mut sum = S::load(sums);
                    for d in 0..D {
                        sum = S::fma(x[d], y[d], sum);
                    }
                    S::store(sums, sum);
                }
            }
        }
    }

    /// Converts a row of the right operand to the numbers that are multiplied, as row `slot` of the buffer.
    #[inline(always)]
    unsafe fn converted(&self, row: ElementPtr, slot: usize) -> *const u32 {
        let (n, width, rounds) = (self.plan.spec.n, self.plan.width, self.plan.rounds);
        // SAFETY: the buffer has `K_PER_PASS` rows of whole vectors; the row has `n` elements.
        unsafe {
            let to = self.rows.add(slot * width);
            let (bf16s, f32s): (*const u16, *const u32) = (row.pointer.cast(), row.pointer.cast());
            match row.element {
                // Numbers that are stored as bf16 are rounded already.
                Element::Bf16 => (0..n).for_each(|i| to.add(i).write(widen(bf16s.add(i).read_unaligned()))),
                _ if rounds => (0..n).for_each(|i| to.add(i).write(round_bits(f32s.add(i).read_unaligned()))),
                _ => std::ptr::copy_nonoverlapping(f32s.cast::<u8>(), to.cast(), n * Element::F32.bytes()),
            }
            // Sums of the padding are not stored.
            to.add(n).write_bytes(0, width - n);
            to
        }
    }

    /// An element as the number that is multiplied.
    ///
    /// # Safety
    /// `at` points to an element of an operand.
    #[inline(always)]
    unsafe fn number(&self, at: ElementPtr) -> f32 {
        // SAFETY: by contract.
        let bits = unsafe {
            match at.element {
                Element::Bf16 => widen(at.pointer.cast::<u16>().read_unaligned()),
                _ => at.pointer.cast::<u32>().read_unaligned(),
            }
        };
        f32::from_bits(if self.plan.rounds { round_bits(bits) } else { bits })
    }
}
