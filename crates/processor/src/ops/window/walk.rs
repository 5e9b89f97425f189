//! Windows, and the rows of channels that they cover.

use std::ops::Range;

use stablehlo::TensorType;
use stablehlo::ops::WindowDim;

use crate::ops::advance;

/// The windows over all dimensions but the row.
#[derive(Debug)]
pub(crate) struct Walk {
    /// Dimensions but the last, which is gone through for each of their places.
    outer: Vec<Dim>,
    /// Places of windows along those.
    outer_places: Vec<usize>,
    /// Which of its elements a window takes along those: all combinations, in row-major order.
    outer_taps: Vec<Vec<usize>>,
    inner: Dim,
    inner_places: usize,
    /// Those places along it where windows lie inside the input.
    inside: Range<usize>,
    /// Elements of a row.
    pub(crate) row: usize,
    /// Whether no two windows share a row.
    pub(crate) apart: bool,
    /// Whether every row of the input belongs to a window.
    pub(crate) covering: bool,
}

/// A dimension of the windows, and its size in the input.
#[derive(Debug)]
struct Dim {
    window: WindowDim,
    size: usize,
}

impl Dim {
    /// The input's element under a window's tap; none on padding, and between the elements of a dilated input.
    #[inline(always)]
    fn place(&self, at: usize, tap: usize) -> Option<usize> {
        let w = &self.window;
        let place = (at * w.stride + tap * w.window_dilation) as i64 - w.pad_low;
        // Most are not dilated, and need no division for each tap.
        let (place, rest) = match w.base_dilation as i64 {
            1 => (place, 0),
            dilation => (place.div_euclid(dilation), place.rem_euclid(dilation)),
        };
        (place >= 0 && rest == 0 && place < self.size as i64).then_some(place as usize)
    }

    /// Which windows of so many lie inside the input with all their taps.
    fn inside(&self, places: usize) -> Range<usize> {
        let WindowDim { size, stride, pad_low, window_dilation, base_dilation, .. } = self.window;
        let reach = (size.saturating_sub(1) * window_dilation) as i64;
        // The last place where a window may begin.
        let last = self.size as i64 - 1 - reach + pad_low;
        if base_dilation != 1 || last < 0 {
            return 0..0;
        }
        let first = (pad_low.max(0) as usize).div_ceil(stride);
        first..(last as usize / stride + 1).min(places)
    }

    fn is_plain(&self) -> bool {
        self.window.window_dilation == 1 && self.window.base_dilation == 1
    }

    fn is_covered(&self, places: usize) -> bool {
        let WindowDim { size, stride, pad_low, .. } = self.window;
        let end = (places.saturating_sub(1) * stride + size) as i64 - pad_low;
        self.is_plain() && stride <= size && places > 0 && pad_low >= 0 && end >= self.size as i64
    }
}

impl Walk {
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
        let apart = dims.iter().all(|(dim, _)| dim.is_plain() && dim.window.stride >= dim.window.size);
        let covering = dims.iter().all(|(dim, places)| dim.is_covered(*places));
        let (inner, inner_places) = dims.pop().unwrap_or((Dim { window: trivial, size: 1 }, 1));
        let (outer, outer_places): (Vec<Dim>, Vec<usize>) = dims.into_iter().unzip();
        let sizes: Vec<usize> = outer.iter().map(|dim| dim.window.size).collect();
        let mut outer_taps = Vec::new();
        let mut tap = vec![0; sizes.len()];
        let mut more = !sizes.contains(&0);
        while more {
            outer_taps.push(tap.clone());
            more = advance(&mut tap, &sizes);
        }
        let inside = inner.inside(inner_places);
        Self { outer, outer_places, outer_taps, inner, inner_places, inside, row, apart, covering }
    }

    /// All windows, in the result's order.
    pub(crate) fn runs(&self) -> Runs<'_> {
        let none = self.inner_places == 0 || self.outer_places.contains(&0);
        let at = (!none).then(|| vec![0; self.outer.len()]);
        let mut runs = Runs { walk: self, at, within: 0, number: 0, lines: Vec::new(), rows: Vec::new() };
        runs.enter();
        runs
    }
}

/// Windows one after the other along the inner dimension, with as many rows each.
pub(crate) struct Run<'r> {
    /// The number of the first.
    pub(crate) first: usize,
    pub(crate) windows: usize,
    /// The numbers of the rows of the input that the first covers, in the order of its taps.
    rows: &'r [usize],
    /// Rows from one window to the next.
    pub(crate) step: usize,
}

impl<'r> Run<'r> {
    /// The number of a window of the run, and the rows that it covers.
    #[inline(always)]
    pub(crate) fn window(&self, at: usize) -> (usize, impl ExactSizeIterator<Item = usize> + Clone + use<'r>) {
        let ahead = at * self.step;
        (self.first + at, self.rows.iter().map(move |row| row + ahead))
    }

    /// The rows of the first, where each covers four.
    #[inline(always)]
    pub(crate) fn four(&self) -> Option<[usize; 4]> {
        self.rows.try_into().ok()
    }
}

/// Goes from run to run. (Loops over it and over a run's windows are compiled for the instruction set of whoever loops; a large
/// closure would not be inlined there.)
pub(crate) struct Runs<'w> {
    walk: &'w Walk,
    /// Where along the outer dimensions; none after the last.
    at: Option<Vec<usize>>,
    within: usize,
    number: usize,
    /// The first rows of the lines along the inner dimension that windows there take from.
    lines: Vec<usize>,
    rows: Vec<usize>,
}

impl Runs<'_> {
    /// Finds the lines of these outer places.
    fn enter(&mut self) {
        let Some(at) = &self.at else { return };
        let Walk { outer, outer_taps, inner, .. } = self.walk;
        let line = |taps: &Vec<usize>| {
            let place = |line: usize, (dim, (at, tap)): (&Dim, (&usize, &usize))| {
                dim.place(*at, *tap).map(|place| line * dim.size + place)
            };
            outer.iter().zip(at.iter().zip(taps)).try_fold(0, place).map(|line| line * inner.size)
        };
        self.lines.clear();
        self.lines.extend(outer_taps.iter().filter_map(line));
    }

    pub(crate) fn next(&mut self) -> Option<Run<'_>> {
        let at = self.at.as_mut()?;
        let Walk { inner, inner_places, inside, outer_places, .. } = self.walk;
        self.rows.clear();
        for line in &self.lines {
            let places = (0..inner.window.size).filter_map(|tap| inner.place(self.within, tap));
            self.rows.extend(places.map(|place| line + place));
        }
        let windows = if inside.contains(&self.within) { inside.end - self.within } else { 1 };
        let first = self.number;
        self.number += windows;
        self.within += windows;
        if self.within == *inner_places {
            self.within = 0;
            if advance(at, outer_places) {
                self.enter();
            } else {
                self.at = None;
            }
        }
        Some(Run { first, windows, rows: &self.rows, step: inner.window.stride })
    }
}
