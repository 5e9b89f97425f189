//! Packing of rows of the left operand, and of panels of columns of the right one, as words.

use std::ops::Range;

use bytemuck::Zeroable;

use super::word::{MAX_TERMS, Side, Word};
use crate::element::Element;

/// Rows or columns of an operand: `count` lines of `terms` terms each.
#[derive(Clone)]
pub(super) struct Lines {
    pub(super) element: Element,
    /// The first element of the first line, and the strides to the next line and to the next term.
    pub(super) start: usize,
    pub(super) line: usize,
    pub(super) term: usize,
    pub(super) count: usize,
    /// The terms to pack.
    pub(super) terms: Range<usize>,
}

impl Lines {
    fn at(&self, line: usize, term: usize) -> usize {
        self.start + line * self.line + term * self.term
    }
}

/// Calls a function for the element type of the lines: a loop for each type, and not a choice in the loop.
macro_rules! with_constant_element {
    ($element:expr, $f:ident::<$($generic:ty),*>($($arg:expr),*)) => {
        match $element {
            Element::I8 => $f::<$($generic),*>(Element::I8, $($arg),*),
            Element::U8 => $f::<$($generic),*>(Element::U8, $($arg),*),
            Element::I16 => $f::<$($generic),*>(Element::I16, $($arg),*),
            Element::U16 => $f::<$($generic),*>(Element::U16, $($arg),*),
            Element::I32 => $f::<$($generic),*>(Element::I32, $($arg),*),
            Element::U32 => $f::<$($generic),*>(Element::U32, $($arg),*),
            element => $f::<$($generic),*>(element, $($arg),*),
        }
    };
}

/// Packs rows one after another, each of `row_words` words.
#[inline(always)]
pub(super) fn pack_rows<W: Word>(from: &[u8], lines: &Lines, to: &mut [u8], row_words: usize) {
    with_constant_element!(lines.element, rows_of::<W>(from, lines, to, row_words));
}

#[inline(always)]
fn rows_of<W: Word>(element: Element, from: &[u8], lines: &Lines, to: &mut [u8], row_words: usize) {
    let size = element.bytes();
    for (i, row) in to.chunks_exact_mut(row_words * size_of::<W>()).take(lines.count).enumerate() {
        let whole = lines.terms.len() / W::TERMS;
        let (words, last) = row.split_at_mut(whole * size_of::<W>());
        if lines.term == 1 {
            let start = lines.at(i, lines.terms.start) * size;
            let line = &from[start..start + whole * W::TERMS * size];
            for (to, x) in words.chunks_exact_mut(size_of::<W>()).zip(line.chunks_exact(W::TERMS * size)) {
                let mut terms = [Zeroable::zeroed(); MAX_TERMS];
                for (t, x) in terms.iter_mut().zip(x.chunks_exact(size)) {
                    *t = W::term(Side::Left, element, x);
                }
                to.copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
            }
        } else {
            for (word, to) in words.chunks_exact_mut(size_of::<W>()).enumerate() {
                let mut terms = [Zeroable::zeroed(); MAX_TERMS];
                for (t, term) in terms[..W::TERMS].iter_mut().enumerate() {
                    let at = lines.at(i, lines.terms.start + word * W::TERMS + t) * size;
                    *term = W::term(Side::Left, element, &from[at..at + size]);
                }
                to.copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
            }
        }
        if !last.is_empty() {
            let terms = partial::<W>(Side::Left, element, from, lines, (i, whole));
            last[..size_of::<W>()].copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
        }
    }
}

/// The terms of a word that is not full.
#[inline(always)]
fn partial<W: Word>(
    side: Side,
    element: Element,
    from: &[u8],
    lines: &Lines,
    (line, word): (usize, usize),
) -> [W::Term; MAX_TERMS] {
    let mut terms = [Zeroable::zeroed(); MAX_TERMS];
    let size = element.bytes();
    for (term, k) in terms.iter_mut().zip(lines.terms.start + word * W::TERMS..lines.terms.end) {
        let at = lines.at(line, k) * size;
        *term = W::term(side, element, &from[at..at + size]);
    }
    terms
}

/// Packs a panel of `N` columns, word by word; those behind the operand's are zero.
#[inline(always)]
pub(super) fn pack_panel<W: Word, const N: usize>(from: &[u8], lines: &Lines, to: &mut [u8]) {
    if lines.count < N {
        to.fill(0);
    }
    with_constant_element!(lines.element, panel_of::<W, Panel<N>>(from, lines, to));
}

/// The number of columns of a panel as a type.
struct Panel<const N: usize>;

trait Columns {
    const N: usize;
}

impl<const N: usize> Columns for Panel<N> {
    const N: usize = N;
}

#[inline(always)]
fn panel_of<W: Word, P: Columns>(element: Element, from: &[u8], lines: &Lines, to: &mut [u8]) {
    let (size, word_bytes) = (element.bytes(), size_of::<W>());
    let whole = lines.terms.len() / W::TERMS;
    let is_contiguous = lines.line == 1 && lines.count == P::N;
    for (word, to) in to.chunks_exact_mut(P::N * word_bytes).enumerate() {
        if word >= whole {
            for (i, to) in to.chunks_exact_mut(word_bytes).take(lines.count).enumerate() {
                let terms = partial::<W>(Side::Right, element, from, lines, (i, word));
                to.copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
            }
            continue;
        }
        let first = lines.terms.start + word * W::TERMS;
        if is_contiguous {
            // The rows that the terms are in; those behind repeat the first and are not read.
            let rows: [&[u8]; MAX_TERMS] = std::array::from_fn(|t| {
                let at = lines.at(0, first + if t < W::TERMS { t } else { 0 }) * size;
                &from[at..at + P::N * size]
            });
            for (i, to) in to.chunks_exact_mut(word_bytes).enumerate() {
                let mut terms = [Zeroable::zeroed(); MAX_TERMS];
                for t in 0..W::TERMS {
                    terms[t] = W::term(Side::Right, element, &rows[t][i * size..(i + 1) * size]);
                }
                to.copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
            }
            continue;
        }
        for (i, to) in to.chunks_exact_mut(word_bytes).take(lines.count).enumerate() {
            let mut terms = [Zeroable::zeroed(); MAX_TERMS];
            for (t, term) in terms[..W::TERMS].iter_mut().enumerate() {
                let at = lines.at(i, first + t) * size;
                *term = W::term(Side::Right, element, &from[at..at + size]);
            }
            to.copy_from_slice(bytemuck::bytes_of(&W::of(terms)));
        }
    }
}
