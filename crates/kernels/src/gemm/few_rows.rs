//! Products with few rows, such as one picture through a wide layer: the right operand is read once, as it lies, since
//! packing it would cost more than multiplying it.

use super::{GemmOperand, GemmSpec, WriteMode};
use crate::element::{Element, MathMode};
use crate::isa::{Isa, WithSimd};
use crate::pack::Source;
use crate::scratch::{ScratchLayout, aligned};
use crate::simd::{Simd, round_bits};
use crate::unpack::Unpack;

/// The most rows.
const ROWS: usize = 4;
/// Rows of the right operand that go through the sums together.
const DEPTH: usize = 4;

#[derive(Debug, Clone)]
pub(super) struct FewRows {
    isa: Isa,
    /// Whether operands are rounded to bf16.
    rounds: bool,
    batch: usize,
    m: usize,
    n: usize,
    k: usize,
    a: GemmOperand,
    b: GemmOperand,
    c: GemmOperand,
    /// Columns in whole vectors.
    width: usize,
    /// Whether rows of the right operand are read where they lie.
    in_place: bool,
    scratch: ScratchLayout,
    sums: usize,
    rows: usize,
}

impl FewRows {
    /// The plan, where rows are few and those of the right operand lie densely.
    pub(super) fn new(spec: &GemmSpec, isa: Isa) -> Option<FewRows> {
        let &GemmSpec { batch, m, n, k, lhs: a, rhs: b, out: c, math_mode: multiply, .. } = spec;
        if !(1..=ROWS).contains(&m) || b.strides[2] != 1 || n < isa.lanes() {
            return None;
        }
        let width = n.next_multiple_of(isa.lanes());
        let rounds = multiply == MathMode::Bf16;
        let in_place = b.element == Element::F32 && !rounds && width == n;
        let mut scratch = ScratchLayout::default();
        let sums = scratch.reserve(m * width);
        let rows = scratch.reserve(if in_place { 0 } else { DEPTH * width });
        Some(FewRows { isa, rounds, batch, m, n, k, a, b, c, width, in_place, scratch, sums, rows })
    }

    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch.bytes()
    }

    pub(super) fn name(&self) -> &'static str {
        "gemm, few rows"
    }

    /// # Safety
    /// The operands and the result are valid for the specification, `scratch` is as long as asked for.
    pub(super) unsafe fn run(
        &self,
        lhs: *const u8,
        rhs: *const u8,
        out: *mut u8,
        scratch: &mut [u8],
        write: WriteMode,
    ) {
        let scratch = aligned(scratch);
        let sums: *mut u32 = scratch.wrapping_add(self.sums).cast();
        let rows: *mut u32 = scratch.wrapping_add(self.rows).cast();
        for batch in 0..self.batch {
            let lhs = Source { pointer: lhs, element: self.a.element }.at(batch * self.a.strides[0]);
            let rhs = Source { pointer: rhs, element: self.b.element }.at(batch * self.b.strides[0]);
            let out = out.wrapping_add(batch * self.c.strides[0] * self.c.element.bytes());
            // SAFETY: a batch's operands lie within the whole, the scratch regions are as long as reserved.
            unsafe {
                sums.write_bytes(0, self.m * self.width);
                self.isa.dispatch(Multiplied { plan: self, lhs, rhs, sums, rows });
                Unpack {
                    from: sums.cast::<f32>().cast_const(),
                    pitch: self.width,
                    out,
                    element: self.c.element,
                    rows: self.m,
                    row_step: self.c.strides[1],
                    columns: self.n,
                    column_step: self.c.strides[2],
                    write,
                }
                .run(self.isa);
            }
        }
    }
}

struct Multiplied<'p> {
    plan: &'p FewRows,
    lhs: Source,
    rhs: Source,
    sums: *mut u32,
    rows: *mut u32,
}

impl WithSimd for Multiplied<'_> {
    #[inline(always)]
    fn with_simd<S: Simd>(self) {
        // SAFETY: `FewRows::run`'s contract; `dispatch` chose `S` by what the machine has.
        unsafe {
            match self.plan.m {
                1 => self.all::<S, 1>(),
                2 => self.all::<S, 2>(),
                3 => self.all::<S, 3>(),
                _ => self.all::<S, ROWS>(),
            }
        }
    }
}

impl Multiplied<'_> {
    #[inline(always)]
    unsafe fn all<S: Simd, const M: usize>(&self) {
        let whole = self.plan.k / DEPTH * DEPTH;
        // SAFETY: passed on; every step lies within the reduction.
        unsafe {
            for k in (0..whole).step_by(DEPTH) {
                self.steps::<S, M, DEPTH>(k);
            }
            for k in whole..self.plan.k {
                self.steps::<S, M, 1>(k);
            }
        }
    }

    /// Adds the products of `D` steps of the reduction, from `k` on, to the sums.
    #[inline(always)]
    unsafe fn steps<S: Simd, const M: usize, const D: usize>(&self, k: usize) {
        let FewRows { a, b, width, in_place, .. } = self.plan;
        // SAFETY: rows `k..k + D` of the right operand, and of the buffer for them, are valid by contract; so are the left
        // operand's elements and the sums.
        unsafe {
            let mut rows = [self.rows.cast_const(); D];
            // Without a closure, which the compiler would not give the instruction set of its caller.
            for (d, place) in rows.iter_mut().enumerate() {
                let row = self.rhs.at((k + d) * b.strides[1]);
                *place = if *in_place { row.pointer.cast() } else { self.converted(row, d) };
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

    /// A row of the right operand as the numbers that are multiplied, in its place of the buffer.
    #[inline(always)]
    unsafe fn converted(&self, row: Source, place: usize) -> *const u32 {
        let FewRows { n, width, rounds, .. } = *self.plan;
        // SAFETY: the buffer has `DEPTH` rows of whole vectors; the row has `n` elements.
        unsafe {
            let to = self.rows.add(place * width);
            let (halves, words): (*const u16, *const u32) = (row.pointer.cast(), row.pointer.cast());
            match row.element {
                // What is stored as bf16 is rounded already.
                Element::Bf16 => (0..n).for_each(|i| to.add(i).write(u32::from(halves.add(i).read_unaligned()) << 16)),
                _ if rounds => (0..n).for_each(|i| to.add(i).write(round_bits(words.add(i).read_unaligned()))),
                _ => std::ptr::copy_nonoverlapping(words.cast::<u8>(), to.cast(), n * Element::F32.bytes()),
            }
            // What fills up a vector is not stored.
            to.add(n).write_bytes(0, width - n);
            to
        }
    }

    /// An element as the number that is multiplied.
    ///
    /// # Safety
    /// It is an element of an operand.
    #[inline(always)]
    unsafe fn number(&self, at: Source) -> f32 {
        // SAFETY: by contract.
        let bits = unsafe {
            match at.element {
                Element::Bf16 => u32::from(at.pointer.cast::<u16>().read_unaligned()) << 16,
                _ => at.pointer.cast::<u32>().read_unaligned(),
            }
        };
        f32::from_bits(if self.plan.rounds { round_bits(bits) } else { bits })
    }
}
