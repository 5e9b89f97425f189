//! The loops of a product of packed words, compiled for each instruction set.

use std::marker::PhantomData;
use std::ops::Range;

use super::layout::{BLOCK_COLUMNS, BLOCK_ROWS, BLOCK_WORDS, Layout, ROW_GAP_BYTES};
use super::pack::{Lines, pack_panel, pack_rows};
use super::vector::Vector;
use super::word::{Sum, Word};
use crate::element::WriteMode;
use crate::gemm::spec::GemmOperand;
use crate::multiversion::Function;

/// What is to be done.
pub(super) enum Arguments<'a> {
    /// Packs panels of the right operand, with all of their terms.
    Pack { layout: &'a Layout, rhs: &'a [u8], panels: Range<usize>, to: &'a mut [u8] },
    /// Multiplies. The scratch memory is for packed rows and for packed columns.
    Multiply {
        layout: &'a Layout,
        operands: [&'a [u8]; 2],
        out: &'a mut [u8],
        scratch: (&'a mut [u8], &'a mut [u8]),
        write: WriteMode,
    },
}

/// A product in tiles of `ROWS` by `COLUMNS` sums, which are two vectors.
pub(super) struct Product<V, const COLUMNS: usize, const ROWS: usize>(PhantomData<V>);

impl<V: Vector, const COLUMNS: usize, const ROWS: usize> Function<Arguments<'_>> for Product<V, COLUMNS, ROWS> {
    #[inline(always)]
    fn call(arguments: Arguments<'_>) {
        const { assert!(COLUMNS == 2 * V::LEN && size_of::<V::Word>() == size_of::<V::Sum>()) }
        match arguments {
            Arguments::Pack { layout, rhs, panels, to } => {
                let word_bytes = COLUMNS * size_of::<V::Word>();
                for words in blocks(0..layout.depth(), PACKED_WORDS) {
                    let terms = words.start * V::Word::TERMS..(words.end * V::Word::TERMS).min(layout.spec.k);
                    for (panel, to) in panels.clone().zip(to.chunks_exact_mut(layout.panel_bytes())) {
                        let lines = columns(layout, 0, panel * COLUMNS, COLUMNS, &terms);
                        let to = &mut to[words.start * word_bytes..words.end * word_bytes];
                        pack_panel::<V::Word, COLUMNS>(rhs, &lines, to);
                    }
                }
            }
            Arguments::Multiply { layout, operands, out, scratch, write } => {
                for batch in 0..layout.spec.batch {
                    for first in (0..layout.spec.n).step_by(BLOCK_COLUMNS) {
                        let block = first..(first + BLOCK_COLUMNS).min(layout.spec.n);
                        Self::multiply(
                            layout,
                            operands,
                            (&mut *out, write),
                            (&mut *scratch.0, &mut *scratch.1),
                            batch,
                            block,
                        );
                    }
                }
            }
        }
    }
}

/// Words of all panels that are packed before the next ones: rows of the right operand that are read in
/// parallel.
const PACKED_WORDS: usize = 8;

/// A range in blocks of some length.
#[inline(always)]
fn blocks(range: Range<usize>, length: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(length).map(move |start| start..(start + length).min(end))
}

/// Columns of the right operand.
#[inline(always)]
fn columns(layout: &Layout, batch: usize, first: usize, count: usize, terms: &Range<usize>) -> Lines {
    let GemmOperand { element, strides: [batch_stride, term, line] } = layout.spec.rhs;
    let count = count.min(layout.spec.n - first);
    Lines { element, start: batch * batch_stride + first * line, line, term, count, terms: terms.clone() }
}

impl<V: Vector, const COLUMNS: usize, const ROWS: usize> Product<V, COLUMNS, ROWS> {
    /// Computes some columns of a matrix of the batch.
    #[inline(always)]
    fn multiply(
        layout: &Layout,
        [lhs, rhs]: [&[u8]; 2],
        (out, write): (&mut [u8], WriteMode),
        (rows, packed): (&mut [u8], &mut [u8]),
        batch: usize,
        block: Range<usize>,
    ) {
        let (spec, word) = (&layout.spec, size_of::<V::Word>());
        let depth = layout.depth();
        // A sum without terms is zero.
        for first in (0..depth.max(1)).step_by(BLOCK_WORDS) {
            let words = first..(first + BLOCK_WORDS).min(depth);
            let terms = words.start * V::Word::TERMS..(words.end * V::Word::TERMS).min(spec.k);
            let write = if first == 0 { write } else { WriteMode::Accumulate };
            let panel_bytes = COLUMNS * words.len() * word;
            if !layout.takes_prepacked {
                for part in blocks(words.clone(), PACKED_WORDS) {
                    let terms = part.start * V::Word::TERMS..(part.end * V::Word::TERMS).min(spec.k);
                    let place = [part.start - words.start, part.end - words.start].map(|at| at * COLUMNS * word);
                    for (i, n) in block.clone().step_by(COLUMNS).enumerate() {
                        let to = &mut packed[i * panel_bytes..(i + 1) * panel_bytes][place[0]..place[1]];
                        pack_panel::<V::Word, COLUMNS>(rhs, &columns(layout, batch, n, COLUMNS, &terms), to);
                    }
                }
            }
            let row_words = words.len() + ROW_GAP_BYTES / word;
            for m in (0..spec.m).step_by(BLOCK_ROWS) {
                let GemmOperand { element, strides: [batch_stride, line, term] } = spec.lhs;
                let (start, count) = (batch * batch_stride + m * line, (spec.m - m).min(BLOCK_ROWS));
                let lines = Lines { element, start, line, term, count, terms: terms.clone() };
                pack_rows::<V::Word>(lhs, &lines, rows, row_words);
                for (i, n) in block.clone().step_by(COLUMNS).enumerate() {
                    let panel = match layout.takes_prepacked {
                        true => {
                            &rhs[n / COLUMNS * layout.panel_bytes() + words.start * COLUMNS * word..][..panel_bytes]
                        }
                        false => &packed[i * panel_bytes..(i + 1) * panel_bytes],
                    };
                    let at = [batch, m, n];
                    Self::tiles(layout, (rows, row_words * word), (panel, words.len()), (out, write), at, count);
                }
            }
        }
    }

    /// Computes the tiles of a panel and of `count` packed rows.
    #[inline(always)]
    fn tiles(
        layout: &Layout,
        (rows, row_bytes): (&[u8], usize),
        (panel, depth): (&[u8], usize),
        (out, write): (&mut [u8], WriteMode),
        [batch, m, n]: [usize; 3],
        count: usize,
    ) {
        let offset = V::Word::right_offset(layout.spec.rhs.element);
        for (tile, rows) in rows.chunks_exact(ROWS * row_bytes).take(count.div_ceil(ROWS)).enumerate() {
            let mut initial = [V::Sum::ZERO; ROWS];
            if offset != 0 {
                for (sum, row) in initial.iter_mut().zip(rows.chunks_exact(row_bytes)) {
                    *sum = V::Sum::of_i32(
                        V::Word::sum_of_terms(&row[..depth * size_of::<V::Word>()]).wrapping_mul(offset),
                    );
                }
            }
            let mut sums = [[V::Sum::ZERO; COLUMNS]; ROWS];
            // SAFETY: the instruction set runs this function. There are `ROWS` rows and a panel of `depth`
            // words, and `ROWS` times `COLUMNS` sums.
            unsafe {
                add_up::<V, ROWS>(
                    (rows.as_ptr(), row_bytes),
                    (panel.as_ptr(), depth),
                    &initial,
                    sums.as_mut_ptr().cast(),
                );
            }
            let sizes = [count - tile * ROWS, layout.spec.n - n];
            store(&sums, &layout.spec.out, out, [batch, m + tile * ROWS, n], sizes, write);
        }
    }
}

/// The sums of a tile over packed rows, `row_bytes` apart, and a panel.
///
/// # Safety
/// The machine has the instruction set. The pointers are valid for `ROWS` rows, for the panel and for the
/// sums of a tile.
#[inline(always)]
unsafe fn add_up<V: Vector, const ROWS: usize>(
    (rows, row_bytes): (*const u8, usize),
    (panel, depth): (*const u8, usize),
    initial: &[V::Sum; ROWS],
    out: *mut u8,
) {
    let word = size_of::<V::Word>();
    // SAFETY: by contract.
    unsafe {
        let mut sums = [[V::splat(initial[0]); 2]; ROWS];
        for (sums, initial) in sums.iter_mut().zip(initial) {
            *sums = [V::splat(*initial); 2];
        }
        for k in 0..depth {
            let at = panel.add(k * 2 * V::LEN * word);
            let (left, right) = (V::columns(at), V::columns(at.add(V::LEN * word)));
            for (i, [a, b]) in sums.iter_mut().enumerate() {
                let row = V::row(rows.add(i * row_bytes + k * word));
                *a = V::add_products(*a, row, left);
                *b = V::add_products(*b, row, right);
            }
        }
        for (i, [a, b]) in sums.into_iter().enumerate() {
            let to = out.add(i * 2 * V::LEN * word);
            V::store(a, to);
            V::store(b, to.add(V::LEN * word));
        }
    }
}

/// Writes the part of a tile that is in the result. `at` is its batch, first row and first column; `left` are
/// the rows and columns of the result from there on.
#[inline(always)]
fn store<S: Sum, const COLUMNS: usize, const ROWS: usize>(
    sums: &[[S; COLUMNS]; ROWS],
    operand: &GemmOperand,
    out: &mut [u8],
    at: [usize; 3],
    left: [usize; 2],
    write: WriteMode,
) {
    let [batch, row, column] = operand.strides;
    let bytes = operand.element.bytes();
    for (i, sums) in sums.iter().enumerate().take(left[0]) {
        let start = at[0] * batch + (at[1] + i) * row + at[2] * column;
        let count = COLUMNS.min(left[1]);
        if column == 1 && bytes == size_of::<S>() {
            let out = &mut out[start * bytes..(start + count) * bytes];
            match write {
                WriteMode::Overwrite => out.copy_from_slice(bytemuck::cast_slice(&sums[..count])),
                WriteMode::Accumulate => {
                    for (to, sum) in out.chunks_exact_mut(size_of::<S>()).zip(sums) {
                        let before: S = bytemuck::pod_read_unaligned(to);
                        to.copy_from_slice(bytemuck::bytes_of(&before.add(*sum)));
                    }
                }
            }
            continue;
        }
        for (n, sum) in sums.iter().enumerate().take(count) {
            let at = (start + n * column) * bytes;
            sum.write(operand.element, &mut out[at..at + bytes], write);
        }
    }
}
