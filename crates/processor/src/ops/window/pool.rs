//! Pooling of f32 and bf16: windows that lie wholly inside the input, a row of channels at a time.

use stablehlo::ops::Binary;

use super::{Walk, widen};
use crate::kernels::Isa;
use crate::tile::class::{Number, bf16_bits};

/// The rows of such windows: that of a tap lies at a fixed distance from the window's first.
#[derive(Debug)]
pub(super) struct Plain {
    /// Numbers of windows along the outer dimensions and along the last.
    outer: Vec<usize>,
    inner: usize,
    /// Rows from one window to the next, in each of those dimensions.
    outer_steps: Vec<usize>,
    inner_step: usize,
    /// Rows from a window's first tap to each of its taps, ascending.
    taps: Vec<usize>,
    /// Elements of a row.
    pub(super) row: usize,
    /// Whether no two windows share a row.
    pub(super) apart: bool,
    /// Whether every row of the input belongs to a window.
    pub(super) covering: bool,
}

impl Plain {
    /// Where no window reaches over an edge and nothing is dilated inside the input.
    pub(super) fn new(walk: &Walk) -> Option<Self> {
        let inside = walk.window.iter().zip(&walk.input).zip(&walk.output).all(|((w, input), output)| {
            let reach = output.saturating_sub(1) * w.stride + w.size.saturating_sub(1) * w.window_dilation;
            w.pad_low == 0 && w.base_dilation == 1 && w.size > 0 && reach < *input && *output > 0
        });
        if !inside || walk.row == 0 {
            return None;
        }
        let rank = walk.window.len();
        let mut strides = vec![1; rank];
        for d in (1..rank).rev() {
            strides[d - 1] = strides[d] * walk.input[d];
        }
        let taps = walk
            .taps
            .iter()
            .map(|tap| tap.iter().zip(&walk.window).zip(&strides).map(|((t, w), s)| t * w.window_dilation * s).sum());
        let mut steps: Vec<usize> = walk.window.iter().zip(&strides).map(|(w, s)| w.stride * s).collect();
        let mut outer = walk.output.clone();
        let plain = |w: &stablehlo::ops::WindowDim| w.window_dilation == 1;
        Some(Self {
            inner: outer.pop().unwrap_or(1),
            outer,
            inner_step: steps.pop().unwrap_or(0),
            outer_steps: steps,
            taps: taps.collect(),
            row: walk.row,
            apart: walk.window.iter().all(|w| plain(w) && w.stride >= w.size),
            covering: walk.window.iter().zip(&walk.input).zip(&walk.output).all(|((w, input), output)| {
                plain(w) && w.stride <= w.size && (output - 1) * w.stride + w.size == *input
            }),
        })
    }

    /// The number of each window with that of its first row. An iterator rather than a closure: a large closure would
    /// not be inlined, and so not be compiled for the instruction set.
    #[inline(always)]
    fn windows(&self) -> Windows<'_> {
        Windows { plain: self, at: vec![0; self.outer.len()], within: 0, window: 0, first: 0, done: false }
    }
}

struct Windows<'p> {
    plain: &'p Plain,
    at: Vec<usize>,
    within: usize,
    window: usize,
    /// The first row of the line of windows.
    first: usize,
    done: bool,
}

impl Iterator for Windows<'_> {
    type Item = (usize, usize);

    #[inline(always)]
    fn next(&mut self) -> Option<(usize, usize)> {
        if self.done {
            return None;
        }
        let next = (self.window, self.first + self.within * self.plain.inner_step);
        self.window += 1;
        self.within += 1;
        if self.within == self.plain.inner {
            self.within = 0;
            self.done = !super::advance(&mut self.at, &self.plain.outer);
            self.first = self.at.iter().zip(&self.plain.outer_steps).map(|(i, s)| i * s).sum();
        }
        Some(next)
    }
}

/// Joins each window's rows with `op`, from `init`.
pub(super) fn pool(isa: Isa, plain: &Plain, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8]) {
    crate::tile::multiversion!(
        isa,
        pool_all(plain: &Plain, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8])
    );
}

#[inline(always)]
fn pool_all(plain: &Plain, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8]) {
    macro_rules! with {
        ($f:expr) => {
            if bf16 {
                let (input, out) = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(out));
                pool_rows(plain, init, input, out, $f, widen, bf16_bits)
            } else {
                let (input, out) = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(out));
                pool_rows(plain, init, input, out, $f, |x: f32| x, |x: f32| x)
            }
        };
    }
    match op {
        Binary::Add => with!(<f32 as Number>::add),
        Binary::Maximum => with!(<f32 as Number>::max),
        _ => with!(<f32 as Number>::min),
    }
}

#[inline(always)]
fn pool_rows<T: Copy>(
    plain: &Plain,
    init: f32,
    input: &[T],
    out: &mut [T],
    f: impl Fn(f32, f32) -> f32,
    widen: impl Fn(T) -> f32,
    narrow: impl Fn(f32) -> T,
) {
    let row = plain.row;
    let rows = |first: usize, tap: usize| &input[(first + tap) * row..(first + tap + 1) * row];
    if let [a, b, c, d] = plain.taps[..] {
        for (window, first) in plain.windows() {
            let out = &mut out[window * row..(window + 1) * row];
            let [a, b, c, d] = [rows(first, a), rows(first, b), rows(first, c), rows(first, d)];
            for ((((o, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                *o = narrow(f(f(f(f(init, widen(*a)), widen(*b)), widen(*c)), widen(*d)));
            }
        }
        return;
    }
    let mut acc = vec![0f32; row];
    for (window, first) in plain.windows() {
        acc.fill(init);
        for tap in &plain.taps {
            acc.iter_mut().zip(rows(first, *tap)).for_each(|(a, x)| *a = f(*a, widen(*x)));
        }
        let out = &mut out[window * row..(window + 1) * row];
        out.iter_mut().zip(&acc).for_each(|(o, a)| *o = narrow(*a));
    }
}

/// Gives each window's source row to the first greatest of its rows, element by element. Windows have to be apart, and
/// `out` to be zero wherever no window lies.
pub(super) fn route(isa: Isa, plain: &Plain, bf16: bool, operand: &[u8], source: &[u8], out: &mut [u8]) {
    crate::tile::multiversion!(
        isa,
        route_all(plain: &Plain, bf16: bool, operand: &[u8], source: &[u8], out: &mut [u8])
    );
}

#[inline(always)]
fn route_all(plain: &Plain, bf16: bool, operand: &[u8], source: &[u8], out: &mut [u8]) {
    let (a, b) = (operand, source);
    if bf16 {
        let (a, b, out) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(out));
        route_rows(plain, a, b, out, widen, 0u16);
    } else {
        let (a, b, out) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(out));
        route_rows(plain, a, b, out, |x: f32| x, 0f32);
    }
}

#[inline(always)]
fn route_rows<T: Copy>(
    plain: &Plain,
    operand: &[T],
    source: &[T],
    out: &mut [T],
    widen: impl Fn(T) -> f32 + Copy,
    zero: T,
) {
    let row = plain.row;
    if let [a, b, c, d] = plain.taps[..] {
        for (window, first) in plain.windows() {
            let rows = [a, b, c, d].map(|tap| (first + tap) * row..(first + tap + 1) * row);
            let [x, y, z, w] = rows.clone().map(|row| &operand[row]);
            let source = &source[window * row..(window + 1) * row];
            if let Ok([a, b, c, d]) = out.get_disjoint_mut(rows) {
                four((x, y), (z, w), source, (a, b), (c, d), widen, zero);
            }
        }
        return;
    }
    let (mut best, mut chosen) = (vec![0f32; row], vec![0u32; row]);
    for (window, first) in plain.windows() {
        let of_tap = |tap: usize| (first + tap) * row..(first + tap + 1) * row;
        let start = &operand[of_tap(plain.taps[0])];
        best.iter_mut().zip(start).for_each(|(b, x)| *b = widen(*x));
        chosen.fill(0);
        for (number, tap) in plain.taps.iter().enumerate().skip(1) {
            better(&mut best, &mut chosen, &operand[of_tap(*tap)], number as u32, widen);
        }
        let source = &source[window * row..(window + 1) * row];
        for (number, tap) in plain.taps.iter().enumerate() {
            give(&mut out[of_tap(*tap)], &chosen, source, number as u32, zero);
        }
    }
}

/// Windows of four rows, such as 2x2, in one go. (Parameters of their own tell the compiler that results overlap nothing: else
/// the loop is not vectorised.)
#[inline(always)]
fn four<T: Copy>(
    (x, y): (&[T], &[T]),
    (z, w): (&[T], &[T]),
    source: &[T],
    (a, b): (&mut [T], &mut [T]),
    (c, d): (&mut [T], &mut [T]),
    widen: impl Fn(T) -> f32,
    zero: T,
) {
    let n = source.len();
    let (x, y, z, w) = (&x[..n], &y[..n], &z[..n], &w[..n]);
    let (a, b, c, d) = (&mut a[..n], &mut b[..n], &mut c[..n], &mut d[..n]);
    for i in 0..n {
        let (first, second, third, fourth) = (widen(x[i]), widen(y[i]), widen(z[i]), widen(w[i]));
        // As in `better`: what is not less than the next stays.
        let stays = first >= second;
        let best = if stays { first } else { second };
        let stays_then = best >= third;
        let best = if stays_then { best } else { third };
        let stays_last = best >= fourth;
        let s = source[i];
        a[i] = if stays & stays_then & stays_last { s } else { zero };
        b[i] = if !stays & stays_then & stays_last { s } else { zero };
        c[i] = if !stays_then & stays_last { s } else { zero };
        d[i] = if stays_last { zero } else { s };
    }
}

/// Takes what is greater than the best so far. (With no branch: whole registers go through it.)
#[inline(always)]
fn better<T: Copy>(best: &mut [f32], chosen: &mut [u32], x: &[T], number: u32, widen: impl Fn(T) -> f32) {
    let n = best.len().min(chosen.len()).min(x.len());
    let (best, chosen, x) = (&mut best[..n], &mut chosen[..n], &x[..n]);
    for i in 0..n {
        let (old, new) = (best[i], widen(x[i]));
        let stays = old >= new;
        best[i] = if stays { old } else { new };
        let before = chosen[i];
        chosen[i] = if stays { before } else { number };
    }
}

/// The source where this tap was chosen, zero elsewhere.
#[inline(always)]
fn give<T: Copy>(out: &mut [T], chosen: &[u32], source: &[T], number: u32, zero: T) {
    for ((o, c), s) in out.iter_mut().zip(chosen).zip(source) {
        let s = *s;
        *o = if *c == number { s } else { zero };
    }
}
