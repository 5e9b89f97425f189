//! The windows of `reduce_window` and `select_and_scatter`, and the rows of channels that they cover.

use std::ops::Range;

use stablehlo::TensorType;
use stablehlo::ops::WindowDim;

use crate::ir::row_major::{Indices, advance};

/// The windows over all dimensions but that of the rows.
#[derive(Debug)]
pub(crate) struct Windows {
    /// All window dimensions but the innermost one.
    outer: Vec<Dim>,
    /// The number of windows along each outer dimension.
    outer_counts: Vec<usize>,
    /// The taps of a window along the outer dimensions: all combinations, in row-major order.
    outer_taps: Vec<Vec<usize>>,
    inner: Dim,
    /// The number of windows along the inner dimension.
    inner_count: usize,
    /// The windows along the inner dimension that are inside the input with all their taps.
    inside: Range<usize>,
    /// Elements of a row.
    pub(crate) row: usize,
    /// No two windows share a row.
    pub(crate) are_disjoint: bool,
    /// Every row of the input belongs to a window.
    pub(crate) cover_input: bool,
}

/// A window dimension, and its size in the input.
#[derive(Debug)]
struct Dim {
    window: WindowDim,
    size: usize,
}

impl Dim {
    /// The index of the input's element at a tap of a window; none on padding, and between the elements of a
    /// dilated input.
    #[inline(always)]
    fn index(&self, window: usize, tap: usize) -> Option<usize> {
        let w = &self.window;
        let index = (window * w.stride + tap * w.window_dilation) as i64 - w.pad_low;
        // Most inputs are not dilated, and need no division for each tap.
        let (index, rest) = match w.base_dilation as i64 {
            1 => (index, 0),
            dilation => (index.div_euclid(dilation), index.rem_euclid(dilation)),
        };
        (index >= 0 && rest == 0 && index < self.size as i64).then_some(index as usize)
    }

    /// Those of `count` windows that are inside the input with all their taps.
    fn inside(&self, count: usize) -> Range<usize> {
        let WindowDim { size, stride, pad_low, window_dilation, base_dilation, .. } = self.window;
        let reach = (size.saturating_sub(1) * window_dilation) as i64;
        // The last element at which such a window begins, counted from the start of the padding.
        let last = self.size as i64 - 1 - reach + pad_low;
        if base_dilation != 1 || last < 0 {
            return 0..0;
        }
        let first = (pad_low.max(0) as usize).div_ceil(stride);
        first..(last as usize / stride + 1).min(count)
    }

    /// Returns true if neither the window nor the input is dilated.
    fn is_undilated(&self) -> bool {
        self.window.window_dilation == 1 && self.window.base_dilation == 1
    }

    /// Returns true if `count` windows cover all elements of the input.
    fn is_covered(&self, count: usize) -> bool {
        let WindowDim { size, stride, pad_low, .. } = self.window;
        let end = (count.saturating_sub(1) * stride + size) as i64 - pad_low;
        self.is_undilated() && stride <= size && count > 0 && pad_low >= 0 && end >= self.size as i64
    }
}

impl Windows {
    /// The windows that `window` describes, over an input and with an output of the dimensions `output`.
    pub(crate) fn new(window: &[WindowDim], input: &TensorType, output: &[usize]) -> Self {
        let trivial = WindowDim::new(1);
        let mut row = 1;
        let mut dims: Vec<(Dim, usize)> = window
            .iter()
            .zip(&input.dims)
            .zip(output)
            .map(|((w, size), n)| (Dim { window: *w, size: *size }, *n))
            .collect();
        if let Some((last, _)) = dims.pop_if(|(dim, _)| dim.window == trivial) {
            row = last.size;
        }
        let are_disjoint = dims.iter().all(|(dim, _)| dim.is_undilated() && dim.window.stride >= dim.window.size);
        let cover_input = dims.iter().all(|(dim, count)| dim.is_covered(*count));
        let (inner, inner_count) = dims.pop().unwrap_or((Dim { window: trivial, size: 1 }, 1));
        let (outer, outer_counts): (Vec<Dim>, Vec<usize>) = dims.into_iter().unzip();
        let sizes: Vec<usize> = outer.iter().map(|dim| dim.window.size).collect();
        let mut outer_taps = Vec::new();
        let mut taps = Indices::new(&sizes);
        while let Some(taps) = taps.next() {
            outer_taps.push(taps.to_vec());
        }
        let inside = inner.inside(inner_count);
        Self { outer, outer_counts, outer_taps, inner, inner_count, inside, row, are_disjoint, cover_input }
    }

    /// Elements of a window at most.
    pub(crate) fn taps(&self) -> usize {
        self.outer_taps.len() * self.inner.window.size.min(self.inner.size)
    }

    /// All windows, in the result's row-major order.
    pub(crate) fn iter(&self) -> WindowIter<'_> {
        let is_empty = self.inner_count == 0 || self.outer_counts.contains(&0);
        let outer = (!is_empty).then(|| vec![0; self.outer.len()]);
        let mut iter = WindowIter { windows: self, outer, inner: 0, number: 0, lines: Vec::new(), rows: Vec::new() };
        iter.find_lines();
        iter
    }
}

/// Consecutive windows along the inner dimension that cover equally many rows.
pub(crate) struct WindowRun<'r> {
    /// The number of the first window.
    pub(crate) first: usize,
    pub(crate) windows: usize,
    /// The rows of the input that the first window covers, in the order of its taps.
    rows: &'r [usize],
    /// Rows of the input from one window to the next.
    pub(crate) step: usize,
}

impl<'r> WindowRun<'r> {
    /// The number of window `at` of the run, and the rows of the input that it covers.
    #[inline(always)]
    pub(crate) fn window(&self, at: usize) -> (usize, impl ExactSizeIterator<Item = usize> + Clone + use<'r>) {
        let offset = at * self.step;
        (self.first + at, self.rows.iter().map(move |row| row + offset))
    }

    /// The rows of the first window if each window covers four, as a window of 2x2 does.
    #[inline(always)]
    pub(crate) fn rows_2x2(&self) -> Option<[usize; 4]> {
        self.rows.try_into().ok()
    }
}

/// Iterates over runs of windows.
///
/// It is an iterator and takes no closure, since a large closure would not be inlined into the caller, and
/// would not be compiled for the caller's instruction set.
pub(crate) struct WindowIter<'w> {
    windows: &'w Windows,
    /// The next window along the outer dimensions; none after the last.
    outer: Option<Vec<usize>>,
    /// The next window along the inner dimension.
    inner: usize,
    /// The number of the next window.
    number: usize,
    /// The first row of each line along the inner dimension that the next window covers rows of.
    lines: Vec<usize>,
    rows: Vec<usize>,
}

impl WindowIter<'_> {
    /// Finds the lines that the next window covers rows of.
    fn find_lines(&mut self) {
        let Some(at) = &self.outer else { return };
        let Windows { outer, outer_taps, inner, .. } = self.windows;
        let line = |taps: &Vec<usize>| {
            let append = |line: usize, (dim, (at, tap)): (&Dim, (&usize, &usize))| {
                dim.index(*at, *tap).map(|index| line * dim.size + index)
            };
            outer.iter().zip(at.iter().zip(taps)).try_fold(0, append).map(|line| line * inner.size)
        };
        self.lines.clear();
        self.lines.extend(outer_taps.iter().filter_map(line));
    }

    /// The next run.
    pub(crate) fn next(&mut self) -> Option<WindowRun<'_>> {
        let outer = self.outer.as_mut()?;
        let Windows { inner, inner_count, inside, outer_counts, .. } = self.windows;
        self.rows.clear();
        for line in &self.lines {
            let indices = (0..inner.window.size).filter_map(|tap| inner.index(self.inner, tap));
            self.rows.extend(indices.map(|index| line + index));
        }
        let windows = if inside.contains(&self.inner) { inside.end - self.inner } else { 1 };
        let first = self.number;
        self.number += windows;
        self.inner += windows;
        if self.inner == *inner_count {
            self.inner = 0;
            if advance(outer, outer_counts.iter().map(|count| (*count, [])), &mut []) {
                self.find_lines();
            } else {
                self.outer = None;
            }
        }
        Some(WindowRun { first, windows, rows: &self.rows, step: inner.window.stride })
    }
}
