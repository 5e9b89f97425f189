//! Products of integers, whose sums wrap: blocks packed for the caches, as for `f32`.
//!
//! The low bits of a sum depend on the low bits of its terms alone. Operands are therefore packed as words of
//! 32 bits if the result has no more, else of 64 bits, and every order of summation gives the same result.

use super::implementation::{GemmAlgorithm, GemmImplementation, GemmMemory};
use super::spec::{GemmOperand, GemmSpec};
use crate::candidate::Refusal;
use crate::element::{Element, WriteMode};
use crate::isa::Isa;
use crate::multiversion::Function;
use crate::reference::to_i64;

/// Rows of a tile of sums, which stay in registers.
const TILE_ROWS: usize = 6;
/// Columns of a tile: a vector of 32-bit sums with AVX-512, two with AVX2.
const TILE_COLUMNS: usize = 16;
/// Terms of a block: the packed rows and columns of a tile stay in the first-level cache.
const BLOCK_DEPTH: usize = 256;
/// Columns of a block, whose packed columns stay in the second-level cache.
const BLOCK_COLUMNS: usize = 256;
/// Products from which on packing pays.
const MIN_PRODUCTS: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct IntegerGemm {
    spec: GemmSpec,
    isa: Isa,
}

impl IntegerGemm {
    pub(super) fn accepts(spec: &GemmSpec) -> Result<(), Refusal> {
        if !spec.elements().into_iter().all(Element::is_integer) {
            return Err("operands and result are no integers".into());
        }
        let products = [spec.m, spec.n, spec.k].into_iter().fold(1, usize::saturating_mul);
        if products < MIN_PRODUCTS {
            return Err(format!("{products} products: packing pays from {MIN_PRODUCTS} on").into());
        }
        Ok(())
    }

    pub(super) fn new(spec: &GemmSpec, isa: Isa) -> IntegerGemm {
        IntegerGemm { spec: spec.clone(), isa }
    }

    /// Bytes of a packed word.
    fn word(&self) -> usize {
        self.spec.out.element.bytes().max(4)
    }
}

impl GemmImplementation for IntegerGemm {
    fn algorithm(&self) -> GemmAlgorithm {
        GemmAlgorithm::Integer
    }

    fn name(&self) -> &'static str {
        "integer GEMM"
    }

    fn scratch_bytes(&self) -> usize {
        // Words need not be aligned in the scratch memory, so it has room for a shift.
        (BLOCK_COLUMNS + TILE_ROWS) * BLOCK_DEPTH * self.word() + self.word()
    }

    unsafe fn run(&self, memory: GemmMemory<'_>, write: WriteMode) {
        if self.word() == 4 {
            self.isa.run::<Product<i32>, _>((&self.spec, memory, write));
        } else {
            self.isa.run::<Product<i64>, _>((&self.spec, memory, write));
        }
    }
}

/// A word in which sums wrap.
trait Word: Copy + bytemuck::Pod {
    const ZERO: Self;
    /// The low bits of a number.
    fn from_low(value: i64) -> Self;
    fn to_i64(self) -> i64;
    fn add_product(self, x: Self, y: Self) -> Self;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_low(value: i64) -> Self {
                value as $type
            }
            #[inline(always)]
            fn to_i64(self) -> i64 {
                i64::from(self)
            }
            #[inline(always)]
            fn add_product(self, x: Self, y: Self) -> Self {
                self.wrapping_add(x.wrapping_mul(y))
            }
        }
    };
}

word!(i32);
word!(i64);

/// The product, compiled for each instruction set.
struct Product<W>(std::marker::PhantomData<W>);

impl<W: Word> Function<(&GemmSpec, GemmMemory<'_>, WriteMode)> for Product<W> {
    #[inline(always)]
    fn call((spec, memory, write): (&GemmSpec, GemmMemory<'_>, WriteMode)) {
        let GemmMemory { lhs, rhs, out, scratch } = memory;
        let shift = scratch.as_ptr().align_offset(size_of::<W>());
        let words = (BLOCK_COLUMNS + TILE_ROWS) * BLOCK_DEPTH;
        let words: &mut [W] = bytemuck::cast_slice_mut(&mut scratch[shift..shift + words * size_of::<W>()]);
        let (columns, rows) = words.split_at_mut(BLOCK_COLUMNS * BLOCK_DEPTH);
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
                    for (i, n) in block.clone().step_by(TILE_COLUMNS).enumerate() {
                        let to = &mut columns[i * TILE_COLUMNS * BLOCK_DEPTH..][..TILE_COLUMNS * depth.len()];
                        let from =
                            Panel { element: spec.rhs.element, strides: column_major, batch, first: n, end: spec.n };
                        pack::<W, TILE_COLUMNS>(from, rhs, depth.clone(), to);
                    }
                    for m in (0..spec.m).step_by(TILE_ROWS) {
                        let from =
                            Panel { element: spec.lhs.element, strides: row_major, batch, first: m, end: spec.m };
                        pack::<W, TILE_ROWS>(from, lhs, depth.clone(), rows);
                        for (i, n) in block.clone().step_by(TILE_COLUMNS).enumerate() {
                            let columns = &columns[i * TILE_COLUMNS * BLOCK_DEPTH..][..TILE_COLUMNS * depth.len()];
                            let sums = tile(&rows[..TILE_ROWS * depth.len()], columns);
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
    macro_rules! read_as {
        ($type:ty) => {
            for i in 0..count {
                let start = start + (panel.first + i) * line;
                for k in 0..depth.len() {
                    let at = (start + k * term) * size_of::<$type>();
                    let mut bytes = [0; size_of::<$type>()];
                    bytes.copy_from_slice(&from[at..at + size_of::<$type>()]);
                    to[k * N + i] = W::from_low(<$type>::from_ne_bytes(bytes) as i64);
                }
            }
        };
    }
    match panel.element {
        Element::I8 => read_as!(i8),
        Element::U8 => read_as!(u8),
        Element::I16 => read_as!(i16),
        Element::U16 => read_as!(u16),
        Element::I32 => read_as!(i32),
        Element::U32 => read_as!(u32),
        _ => read_as!(i64),
    }
}

/// The sums of a tile over packed rows and columns.
#[inline(always)]
fn tile<W: Word>(rows: &[W], columns: &[W]) -> [[W; TILE_COLUMNS]; TILE_ROWS] {
    let mut sums = [[W::ZERO; TILE_COLUMNS]; TILE_ROWS];
    for (x, y) in rows.as_chunks::<TILE_ROWS>().0.iter().zip(columns.as_chunks::<TILE_COLUMNS>().0) {
        for (x, sums) in x.iter().zip(&mut sums) {
            for (y, sum) in y.iter().zip(sums) {
                *sum = sum.add_product(*x, *y);
            }
        }
    }
    sums
}

/// Writes the part of a tile that is in the result. `at` is its batch, first row and first column, `sizes`
/// are the rows and columns of the result.
#[inline(always)]
fn store<W: Word>(
    sums: &[[W; TILE_COLUMNS]; TILE_ROWS],
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
            let to = &mut out[at..at + bytes];
            let before = if write == WriteMode::Accumulate { to_i64(operand.element, to) } else { 0 };
            // A wrapped sum is the low bits of the value.
            let sum = before.wrapping_add(sum.to_i64());
            match bytes {
                1 => to.copy_from_slice(&(sum as i8).to_ne_bytes()),
                2 => to.copy_from_slice(&(sum as i16).to_ne_bytes()),
                4 => to.copy_from_slice(&(sum as i32).to_ne_bytes()),
                _ => to.copy_from_slice(&sum.to_ne_bytes()),
            }
        }
    }
}
