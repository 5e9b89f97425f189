//! Products of integers, whose sums wrap, and of f64: blocks packed for the caches, as for `f32`, in loops
//! that the compiler vectorizes.
//!
//! The low bits of a sum of integers depend on the low bits of its terms alone. Operands are therefore packed
//! as words of 32 bits if the result has no more, else of 64 bits, and every order of summation gives the
//! same result. The terms of an f64 sum are added in order, block by block.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::{GemmOperand, GemmSpec};
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::multiversion::Function;
use crate::reference::to_i64;

/// Rows of a tile of sums, which stay in registers.
const TILE_ROWS: usize = 6;
/// Columns of a tile at most: a vector of 32-bit sums with AVX-512, two with AVX2.
const MAX_TILE_COLUMNS: usize = 16;
/// Columns of a tile of 64-bit sums where vectors have fewer than 512 bits: more would not stay in registers.
const NARROW_TILE_COLUMNS: usize = 8;
/// Terms of a block: the packed rows and columns of a tile stay in the first-level cache.
const BLOCK_DEPTH: usize = 256;
/// Columns of a block, whose packed columns stay in the second-level cache.
const BLOCK_COLUMNS: usize = 256;
/// Products from which on packing pays.
const MIN_PRODUCTS: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct AutovectorizedGemm {
    spec: GemmSpec,
    isa: Isa,
}

impl AutovectorizedGemm {
    pub(super) fn accepts(spec: &GemmSpec) -> Result<(), Refusal> {
        let elements = spec.elements();
        let are_integers = elements.into_iter().all(Element::is_integer);
        if !are_integers && elements != [Element::F64; 3] {
            return Err("operands and result are neither integers nor f64".into());
        }
        let products = [spec.m, spec.n, spec.k].into_iter().fold(1, usize::saturating_mul);
        if products < MIN_PRODUCTS {
            return Err(format!("{products} products: packing pays from {MIN_PRODUCTS} on").into());
        }
        Ok(())
    }

    pub(super) fn new(spec: &GemmSpec, isa: Isa) -> AutovectorizedGemm {
        AutovectorizedGemm { spec: spec.clone(), isa }
    }

    /// Bytes of a packed word.
    fn word(&self) -> usize {
        self.spec.out.element.bytes().max(4)
    }
}

impl GemmImplementation for AutovectorizedGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Autovectorized
    }

    fn name(&self) -> &'static str {
        "autovectorized GEMM"
    }

    fn scratch_bytes(&self) -> usize {
        // Words need not be aligned in the scratch memory, so it has room for a shift.
        (packed_words(&self.spec) + 1) * self.word()
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        let (isa, arguments) = (self.isa, (&self.spec, memory, write));
        let has_wide_vectors = isa.vector_bytes() == MAX_TILE_COLUMNS * size_of::<f32>();
        match (self.spec.out.element, has_wide_vectors) {
            (Element::F64, true) => isa.run::<Product<f64, MAX_TILE_COLUMNS>, _>(arguments),
            (Element::F64, false) if isa == Isa::PORTABLE => {
                isa.run::<Product<Unfused, NARROW_TILE_COLUMNS>, _>(arguments)
            }
            (Element::F64, false) => isa.run::<Product<f64, NARROW_TILE_COLUMNS>, _>(arguments),
            (Element::I64 | Element::U64, true) => isa.run::<Product<i64, MAX_TILE_COLUMNS>, _>(arguments),
            (Element::I64 | Element::U64, false) => isa.run::<Product<i64, NARROW_TILE_COLUMNS>, _>(arguments),
            _ => isa.run::<Product<i32, MAX_TILE_COLUMNS>, _>(arguments),
        }
    }
}

/// Terms of a block of a product, and columns of one.
fn block_sizes(spec: &GemmSpec) -> [usize; 2] {
    [spec.k.min(BLOCK_DEPTH), spec.n.next_multiple_of(MAX_TILE_COLUMNS).min(BLOCK_COLUMNS)]
}

/// Words that a block of columns and a tile of rows are packed into.
fn packed_words(spec: &GemmSpec) -> usize {
    let [depth, columns] = block_sizes(spec);
    (columns + TILE_ROWS) * depth
}

/// The type that a product is computed in.
trait Word: Copy + bytemuck::Pod {
    const ZERO: Self;
    /// The word of an element in memory.
    fn read(element: Element, bytes: &[u8]) -> Self;
    /// Writes an element, or adds it to the one in memory.
    fn write(self, element: Element, bytes: &mut [u8], write: WriteMode);
    fn add_product(self, x: Self, y: Self) -> Self;
}

macro_rules! integer_word {
    ($type:ty) => {
        impl Word for $type {
            const ZERO: Self = 0;
            #[inline(always)]
            fn read(element: Element, bytes: &[u8]) -> Self {
                to_i64(element, bytes) as $type
            }
            #[inline(always)]
            fn write(self, element: Element, to: &mut [u8], write: WriteMode) {
                let before = if write == WriteMode::Accumulate { to_i64(element, to) } else { 0 };
                // A wrapped sum is the low bits of the value.
                let sum = before.wrapping_add(i64::from(self));
                match to.len() {
                    1 => to.copy_from_slice(&(sum as i8).to_ne_bytes()),
                    2 => to.copy_from_slice(&(sum as i16).to_ne_bytes()),
                    4 => to.copy_from_slice(&(sum as i32).to_ne_bytes()),
                    _ => to.copy_from_slice(&sum.to_ne_bytes()),
                }
            }
            #[inline(always)]
            fn add_product(self, x: Self, y: Self) -> Self {
                self.wrapping_add(x.wrapping_mul(y))
            }
        }
    };
}

integer_word!(i32);
integer_word!(i64);

impl Word for f64 {
    const ZERO: Self = 0.0;
    #[inline(always)]
    fn read(_: Element, bytes: &[u8]) -> Self {
        bytemuck::pod_read_unaligned(bytes)
    }
    #[inline(always)]
    fn write(self, _: Element, to: &mut [u8], write: WriteMode) {
        let before = if write == WriteMode::Accumulate { bytemuck::pod_read_unaligned(to) } else { 0.0 };
        to.copy_from_slice(&(before + self).to_ne_bytes());
    }
    #[inline(always)]
    fn add_product(self, x: Self, y: Self) -> Self {
        x.mul_add(y, self)
    }
}

/// An f64 of processors without a fused multiply-add, which would be computed in software.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
struct Unfused(f64);

impl Word for Unfused {
    const ZERO: Self = Unfused(0.0);
    #[inline(always)]
    fn read(element: Element, bytes: &[u8]) -> Self {
        Unfused(f64::read(element, bytes))
    }
    #[inline(always)]
    fn write(self, element: Element, to: &mut [u8], write: WriteMode) {
        self.0.write(element, to, write);
    }
    #[inline(always)]
    fn add_product(self, x: Self, y: Self) -> Self {
        Unfused(self.0 + x.0 * y.0)
    }
}

/// The product, compiled for each instruction set.
struct Product<W, const COLUMNS: usize>(std::marker::PhantomData<W>);

impl<W: Word, const COLUMNS: usize> Function<(&GemmSpec, GemmMemory<'_>, WriteMode)> for Product<W, COLUMNS> {
    #[inline(always)]
    fn call((spec, memory, write): (&GemmSpec, GemmMemory<'_>, WriteMode)) {
        let GemmMemory { lhs, rhs, out, scratch } = memory;
        let shift = scratch.as_ptr().align_offset(size_of::<W>());
        let words = packed_words(spec) * size_of::<W>();
        let words: &mut [W] = bytemuck::cast_slice_mut(&mut scratch[shift..shift + words]);
        let [block_depth, block_columns] = block_sizes(spec);
        let (columns, rows) = words.split_at_mut(block_columns * block_depth);
        let [row_major, column_major] = [spec.lhs.strides, {
            let [batch, k, n] = spec.rhs.strides;
            [batch, n, k]
        }];
        for batch in 0..spec.batch {
            for block in (0..spec.n).step_by(BLOCK_COLUMNS) {
                let block = block..(block + BLOCK_COLUMNS).min(spec.n);
                for k in (0..spec.k).step_by(BLOCK_DEPTH) {
                    let depth = k..(k + BLOCK_DEPTH).min(spec.k);
                    let write = if k == 0 { write } else { WriteMode::Accumulate };
                    for (i, n) in block.clone().step_by(COLUMNS).enumerate() {
                        let to = &mut columns[i * COLUMNS * block_depth..][..COLUMNS * depth.len()];
                        let from =
                            Panel { element: spec.rhs.element, strides: column_major, batch, first: n, end: spec.n };
                        pack::<W, COLUMNS>(from, rhs, depth.clone(), to);
                    }
                    for m in (0..spec.m).step_by(TILE_ROWS) {
                        let from =
                            Panel { element: spec.lhs.element, strides: row_major, batch, first: m, end: spec.m };
                        pack::<W, TILE_ROWS>(from, lhs, depth.clone(), rows);
                        for (i, n) in block.clone().step_by(COLUMNS).enumerate() {
                            let columns = &columns[i * COLUMNS * block_depth..][..COLUMNS * depth.len()];
                            let sums = tile::<W, COLUMNS>(&rows[..TILE_ROWS * depth.len()], columns);
                            store(&sums, &spec.out, out, [batch, m, n], [spec.m, spec.n], write);
                        }
                    }
                }
            }
        }
    }
}

/// Rows of the left operand, or columns of the right one, from `first` on.
struct Panel {
    element: Element,
    /// Strides of the batch, of a row or column, and of its terms.
    strides: [usize; 3],
    batch: usize,
    first: usize,
    /// The number of rows or columns of the operand; those of the panel behind it are zero.
    end: usize,
}

/// Packs the terms `depth` of `N` rows or columns, term by term.
#[inline(always)]
fn pack<W: Word, const N: usize>(panel: Panel, from: &[u8], depth: std::ops::Range<usize>, to: &mut [W]) {
    let [batch, line, term] = panel.strides;
    let start = panel.batch * batch + depth.start * term;
    let count = (panel.end - panel.first).min(N);
    if count < N {
        to.fill(W::ZERO);
    }
    let lines = Lines { start: start + panel.first * line, line, term, count, depth: depth.len() };
    // A loop for each type, and not a choice in the loop.
    match panel.element {
        Element::I8 => read_lines::<W, N>(Element::I8, from, &lines, to),
        Element::U8 => read_lines::<W, N>(Element::U8, from, &lines, to),
        Element::I16 => read_lines::<W, N>(Element::I16, from, &lines, to),
        Element::U16 => read_lines::<W, N>(Element::U16, from, &lines, to),
        Element::I32 => read_lines::<W, N>(Element::I32, from, &lines, to),
        Element::U32 => read_lines::<W, N>(Element::U32, from, &lines, to),
        element => read_lines::<W, N>(element, from, &lines, to),
    }
}

/// Elements in memory: `depth` terms of each of `count` rows or columns.
struct Lines {
    start: usize,
    /// The stride from one row or column to the next.
    line: usize,
    /// The stride from one term to the next.
    term: usize,
    count: usize,
    depth: usize,
}

/// Reads elements of one type.
#[inline(always)]
fn read_lines<W: Word, const N: usize>(element: Element, from: &[u8], lines: &Lines, to: &mut [W]) {
    let size = element.bytes();
    for i in 0..lines.count {
        let start = lines.start + i * lines.line;
        for k in 0..lines.depth {
            let at = (start + k * lines.term) * size;
            to[k * N + i] = W::read(element, &from[at..at + size]);
        }
    }
}

/// The sums of a tile over packed rows and columns.
#[inline(always)]
fn tile<W: Word, const COLUMNS: usize>(rows: &[W], columns: &[W]) -> [[W; COLUMNS]; TILE_ROWS] {
    let mut sums = [[W::ZERO; COLUMNS]; TILE_ROWS];
    let [s0, s1, s2, s3, s4, s5] = &mut sums;
    for ([x0, x1, x2, x3, x4, x5], y) in rows.as_chunks().0.iter().zip(columns.as_chunks().0) {
        // No loop over rows: of integers the compiler would make vectors along the rows, with gathers.
        add_row(s0, *x0, y);
        add_row(s1, *x1, y);
        add_row(s2, *x2, y);
        add_row(s3, *x3, y);
        add_row(s4, *x4, y);
        add_row(s5, *x5, y);
    }
    sums
}

/// Adds a row of products.
#[inline(always)]
fn add_row<W: Word, const COLUMNS: usize>(sums: &mut [W; COLUMNS], x: W, y: &[W; COLUMNS]) {
    sums.iter_mut().zip(y).for_each(|(sum, y)| *sum = sum.add_product(x, *y));
}

/// Writes the part of a tile that is in the result. `at` is its batch, first row and first column, `sizes`
/// are the rows and columns of the result.
#[inline(always)]
fn store<W: Word, const COLUMNS: usize>(
    sums: &[[W; COLUMNS]; TILE_ROWS],
    operand: &GemmOperand,
    out: &mut [u8],
    at: [usize; 3],
    sizes: [usize; 2],
    write: WriteMode,
) {
    let [batch, row, column] = operand.strides;
    let bytes = operand.element.bytes();
    for (m, sums) in (at[1]..sizes[0]).zip(sums) {
        let start = at[0] * batch + m * row;
        for (n, sum) in (at[2]..sizes[1]).zip(sums) {
            let at = (start + n * column) * bytes;
            sum.write(operand.element, &mut out[at..at + bytes], write);
        }
    }
}
