//! Reductions: each tile is reduced on its own, and the partial result is merged into the accumulators.
//!
//! Sums of f32 are accumulated in f64; rows within a tile are first added in f32.

use std::ops::Range;

use stablehlo::ElementType;
use stablehlo::ops::Binary;

use super::bytecode::Opcode;
use super::dtype::{RegType, with_reg_type};
use super::interpreter::execute;
use super::load_store;
use super::multiversion::multiversion;
use super::number::Number;
use super::operands::Operands;
use kernels::Isa;

/// The reducers with vectorized loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReduceKind {
    Add,
    Multiply,
    Maximum,
    Minimum,
    And,
    Or,
}

impl ReduceKind {
    /// The reduction by an operation; none if it has no vectorized loop.
    pub(crate) fn of(op: Binary) -> Option<Self> {
        Some(match op {
            Binary::Add => Self::Add,
            Binary::Multiply => Self::Multiply,
            Binary::Maximum => Self::Maximum,
            Binary::Minimum => Self::Minimum,
            Binary::And => Self::And,
            Binary::Or => Self::Or,
            _ => return None,
        })
    }
}

/// Combines two tiles element by element.
pub(crate) fn combine(isa: Isa, kind: ReduceKind, reg_type: RegType, a: &[u8], b: &[u8], out: &mut [u8]) {
    let op = match kind {
        ReduceKind::Add => Binary::Add,
        ReduceKind::Multiply => Binary::Multiply,
        ReduceKind::Maximum => Binary::Maximum,
        ReduceKind::Minimum => Binary::Minimum,
        ReduceKind::And => Binary::And,
        ReduceKind::Or => Binary::Or,
    };
    execute(isa, Opcode::Binary(op, reg_type), Operands { a, b, c: &[], out, start: 0 });
}

/// A row of updates, and the row of the target that it is combined with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowUpdate {
    pub(crate) to: usize,
    pub(crate) from: usize,
}

/// Combines rows of `row` elements of `target` with rows of `source`, in place, in the updates' order.
pub(crate) fn combine_rows(
    isa: Isa,
    (kind, reg_type): (ReduceKind, RegType),
    target: &mut [u8],
    source: &[u8],
    updates: &[RowUpdate],
    row: usize,
) {
    if reg_type == RegType::F32 && kind == ReduceKind::Add {
        let (target, source) = (bytemuck::cast_slice_mut(target), bytemuck::cast_slice(source));
        multiversion!(isa, add_rows_f32(target: &mut [f32], source: &[f32], updates: &[RowUpdate], row: usize));
        return;
    }
    with_reg_type!(reg_type, T => {
        let f = scalar_reducer::<T>(kind);
        each_row(bytemuck::cast_slice_mut(target), bytemuck::cast_slice(source), updates, row, f);
    });
}

#[inline(always)]
fn add_rows_f32(target: &mut [f32], source: &[f32], updates: &[RowUpdate], row: usize) {
    each_row(target, source, updates, row, |a, b| a + b);
}

#[inline(always)]
fn each_row<T: Copy>(target: &mut [T], source: &[T], updates: &[RowUpdate], row: usize, f: impl Fn(T, T) -> T + Copy) {
    /// Rows of updates that are on the way while one is combined. Those of one share are apart.
    const AHEAD: usize = 12;
    for (i, RowUpdate { to, from }) in updates.iter().enumerate() {
        if let Some(next) = updates.get(i + AHEAD) {
            kernels::prefetch_slice(&source[next.from * row..(next.from + 1) * row]);
        }
        let target = &mut target[to * row..(to + 1) * row];
        target.iter_mut().zip(&source[from * row..(from + 1) * row]).for_each(|(t, s)| *t = f(*t, *s));
    }
}

/// A tensor as `[kept, reduced, inner]`, reduced over its middle dimension: the result has `kept * inner`
/// elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReduceShape {
    pub(crate) kept: usize,
    pub(crate) reduced: usize,
    pub(crate) inner: usize,
}

impl ReduceShape {
    /// The shape of a reduction of a dense value; none if the reduced dimensions are not adjacent (dimensions
    /// of size one are ignored).
    pub(crate) fn new(dims: &[usize], reduced: &[usize]) -> Option<Self> {
        let is_reduced = |i: usize| dims[i] == 1 || reduced.contains(&i);
        let nontrivial: Vec<usize> = reduced.iter().copied().filter(|i| dims[*i] != 1).collect();
        let (Some(first), Some(last)) = (nontrivial.iter().min(), nontrivial.iter().max()) else {
            return Some(Self { kept: dims.iter().product(), reduced: 1, inner: 1 });
        };
        (*first..=*last).all(is_reduced).then(|| Self {
            kept: dims[..*first].iter().product(),
            reduced: dims[*first..=*last].iter().product(),
            inner: dims[last + 1..].iter().product(),
        })
    }

    /// The kept elements that a range of elements, which is not empty, has elements of.
    pub(crate) fn kept_touched(&self, elements: &Range<usize>) -> Range<usize> {
        let block = self.reduced * self.inner;
        elements.start / block..elements.end.div_ceil(block)
    }

    /// The kept elements that a range of elements has all elements of; empty if there are none.
    pub(crate) fn kept_whole(&self, elements: &Range<usize>) -> Range<usize> {
        let block = self.reduced * self.inner;
        let first = elements.start.div_ceil(block);
        first..(elements.end / block).max(first)
    }
}

/// The state of a reduction: f64 for sums of f32, the register type for all others.
#[derive(Debug, Default)]
pub(crate) struct Accumulator {
    values: Vec<u64>,
    /// The index of the result that `values` begins with, and the number of results in it.
    first: usize,
    len: usize,
    /// A vector of partial results: those of [`rows_per_vector`] rows side by side, not yet merged into
    /// `values`.
    lanes: Vec<u64>,
    pending_rows: PendingRows,
}

/// The rows whose partial results are in the lanes.
#[derive(Clone, Copy, Debug, Default)]
struct PendingRows {
    /// The number of rows that each lane holds the partial result of, at most.
    count: usize,
    /// The index of the kept element that the rows belong to.
    kept: usize,
}

/// Independent partial results of the reduction of a contiguous line, and elements of a line that has these.
const LINE_LANES: usize = 32;
/// Independent partial results of a long line.
const LONG_LINE_LANES: usize = 64;
/// Elements of a long line.
const LONG_LINE: usize = 256;
/// Elements of a vector of rows: shorter rows are taken several at a time. Partial results of this many
/// elements stay in vector registers.
const VECTOR_ELEMENTS: usize = 64;
/// Rows that are summed in f32 before the sum joins the f64 accumulators, besides those of one tile.
const F32_PARTIAL_ROWS: usize = 64;

/// The way in which rows are combined before they are merged into the results.
struct RowPartials<'a, T> {
    lanes: &'a mut [T],
    pending_rows: &'a mut PendingRows,
    /// Rows that may stay pending after a tile.
    max_pending: usize,
}

/// The value that a reduction begins with.
fn identity<T: Number>(kind: ReduceKind) -> T {
    match kind {
        ReduceKind::Add => T::ZERO,
        ReduceKind::Multiply => T::ONE,
        ReduceKind::Maximum => T::LOWEST,
        ReduceKind::Minimum => T::HIGHEST,
        ReduceKind::And => T::ZERO.not(),
        ReduceKind::Or => T::ZERO,
    }
}

impl Accumulator {
    /// Begins a reduction.
    pub(crate) fn reset(&mut self, kind: ReduceKind, reg_type: RegType, shape: ReduceShape) {
        self.reset_part(kind, reg_type, shape, 0..shape.kept);
    }

    /// Begins the part of a reduction that gives the results of some kept elements.
    pub(crate) fn reset_part(&mut self, kind: ReduceKind, reg_type: RegType, shape: ReduceShape, kept: Range<usize>) {
        let n = kept.len() * shape.inner;
        (self.first, self.len) = (kept.start * shape.inner, n);
        if kind == ReduceKind::Add && reg_type == RegType::F32 {
            self.values.clear();
            self.values.resize(n, 0);
        } else {
            self.values.resize((n * reg_type.bytes()).div_ceil(8), 0);
            with_reg_type!(reg_type, T => {
                bytemuck::cast_slice_mut::<u64, T>(&mut self.values).fill(identity::<T>(kind));
            });
        }
        self.lanes.resize((shape.inner.max(VECTOR_ELEMENTS) * 2).next_multiple_of(8), 0);
        self.pending_rows = PendingRows::default();
    }

    /// Merges pending rows into the results.
    pub(crate) fn flush(&mut self, shape: ReduceShape) {
        let Self { values, first, lanes, pending_rows, .. } = self;
        if pending_rows.count > 0 {
            // Only sums of f32 stay pending after a tile.
            let sums: &mut [f64] = bytemuck::cast_slice_mut(values);
            let lanes: &mut [f32] = bytemuck::cast_slice_mut(lanes);
            flush(f32::add, lanes, shape.inner, pending_rows, &mut |at, part| add_widened(sums, at - *first, part));
        }
    }

    /// Reduces a tile whose first element has the row-major index `start`. Tiles come in order.
    pub(crate) fn add_tile(
        &mut self,
        isa: Isa,
        kind: ReduceKind,
        reg_type: RegType,
        shape: ReduceShape,
        tile: &[u8],
        start: usize,
    ) {
        if reg_type == RegType::F32 {
            let acc = self;
            multiversion!(
                isa,
                add_tile_f32(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize)
            );
            return;
        }
        with_reg_type!(reg_type, T => add_tile_of::<T>(self, kind, shape, bytemuck::cast_slice(tile), start));
    }

    /// Merges the results that both have of the accumulator of another part of the same reduction, which has
    /// no pending rows.
    pub(crate) fn merge(&mut self, other: &Self, kind: ReduceKind, reg_type: RegType) {
        let start = self.first.max(other.first);
        let end = (self.first + self.len).min(other.first + other.len);
        if start >= end {
            return;
        }
        let own = start - self.first..end - self.first;
        let others = start - other.first..end - other.first;
        if kind == ReduceKind::Add && reg_type == RegType::F32 {
            let sums: &mut [f64] = &mut bytemuck::cast_slice_mut(&mut self.values)[own];
            let others: &[f64] = &bytemuck::cast_slice(&other.values)[others];
            sums.iter_mut().zip(others).for_each(|(s, o)| *s += o);
            return;
        }
        with_reg_type!(reg_type, T => {
            let values: &mut [T] = &mut bytemuck::cast_slice_mut(&mut self.values)[own];
            let others: &[T] = &bytemuck::cast_slice(&other.values)[others];
            let combine = scalar_reducer::<T>(kind);
            values.iter_mut().zip(others).for_each(|(v, o)| *v = combine(*v, *o));
        });
    }

    /// Writes the results from index `from` on, each combined with the initial value `init`: as many as `out`
    /// has room for.
    ///
    /// `buffer` is memory for the results before they are rounded to their element type.
    pub(crate) fn write_results(
        &self,
        isa: Isa,
        kind: ReduceKind,
        (reg_type, element): (RegType, ElementType),
        init: &[u8],
        buffer: &mut Vec<u64>,
        (from, out): (usize, &mut [u8]),
    ) {
        let n = out.len() / element.bytes();
        let own = from - self.first..from - self.first + n;
        buffer.resize((n * reg_type.bytes()).div_ceil(8), 0);
        let bytes = &mut bytemuck::cast_slice_mut::<u64, u8>(buffer)[..n * reg_type.bytes()];
        if kind == ReduceKind::Add && reg_type == RegType::F32 {
            let init = bytemuck::pod_read_unaligned::<f32>(&init[..4]) as f64;
            let sums: &[f64] = &bytemuck::cast_slice(&self.values)[own];
            bytemuck::cast_slice_mut(bytes).iter_mut().zip(sums).for_each(|(o, s)| *o = (init + s) as f32);
        } else {
            with_reg_type!(reg_type, T => {
                let init = bytemuck::pod_read_unaligned::<T>(&init[..reg_type.bytes()]);
                let values: &[T] = &bytemuck::cast_slice(&self.values)[own];
                let combine = scalar_reducer::<T>(kind);
                bytemuck::cast_slice_mut(bytes).iter_mut().zip(values).for_each(|(o, v)| *o = combine(init, *v));
            });
        }
        load_store::store_accumulator(isa, element, bytes, out);
    }
}

/// The reducer on two scalars.
fn scalar_reducer<T: Number>(kind: ReduceKind) -> fn(T, T) -> T {
    match kind {
        ReduceKind::Add => T::add,
        ReduceKind::Multiply => T::mul,
        ReduceKind::Maximum => T::max,
        ReduceKind::Minimum => T::min,
        ReduceKind::And => T::and,
        ReduceKind::Or => T::or,
    }
}

#[inline(always)]
fn add_tile_f32(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize) {
    let tile: &[f32] = bytemuck::cast_slice(tile);
    let Accumulator { values, first, lanes, pending_rows, .. } = acc;
    let first = *first;
    let lanes: &mut [f32] = bytemuck::cast_slice_mut(lanes);
    if kind == ReduceKind::Add {
        let sums: &mut [f64] = bytemuck::cast_slice_mut(values);
        let rows = RowPartials { lanes, pending_rows, max_pending: F32_PARTIAL_ROWS };
        return reduce(f32::add, 0.0, shape, tile, start, rows, |at, part| add_widened(sums, at - first, part));
    }
    let values: &mut [f32] = bytemuck::cast_slice_mut(values);
    let rows = RowPartials { lanes, pending_rows, max_pending: 0 };
    macro_rules! with {
        ($f:expr) => {
            reduce($f, identity(kind), shape, tile, start, rows, |at, part| {
                let at = at - first;
                values[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s = $f(*s, *p));
            })
        };
    }
    match kind {
        ReduceKind::Maximum => with!(<f32 as Number>::max),
        ReduceKind::Minimum => with!(<f32 as Number>::min),
        _ => with!(<f32 as Number>::mul),
    }
}

#[inline(never)]
fn add_tile_of<T: Number>(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[T], start: usize) {
    let Accumulator { values, first, lanes, pending_rows, .. } = acc;
    let first = *first;
    let values: &mut [T] = bytemuck::cast_slice_mut(values);
    let rows = RowPartials { lanes: bytemuck::cast_slice_mut(lanes), pending_rows, max_pending: 0 };
    let f = scalar_reducer::<T>(kind);
    reduce(f, identity(kind), shape, tile, start, rows, |at, part| {
        let at = at - first;
        values[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s = f(*s, *p));
    });
}

/// Reduces a contiguous line of elements to one.
#[inline(always)]
fn reduce_line<T: Number>(f: impl Fn(T, T) -> T + Copy, identity: T, x: &[T]) -> T {
    if x.len() < LINE_LANES {
        return x.iter().fold(identity, |a, b| f(a, *b));
    }
    // An operation takes several cycles, but several independent ones may begin in each cycle.
    if x.len() < LONG_LINE {
        in_lanes::<T, LINE_LANES>(f, identity, x)
    } else {
        in_lanes::<T, LONG_LINE_LANES>(f, identity, x)
    }
}

#[inline(always)]
fn in_lanes<T: Number, const LANES: usize>(f: impl Fn(T, T) -> T + Copy, identity: T, x: &[T]) -> T {
    // An array that is only indexed by constants, so that it stays in vector registers.
    let mut own = [identity; LANES];
    let (chunks, rest) = x.as_chunks::<LANES>();
    for chunk in chunks {
        for (l, c) in own.iter_mut().zip(chunk) {
            *l = f(*l, *c);
        }
    }
    let mut lanes = [identity; LANES];
    lanes.copy_from_slice(&own);
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = f(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    rest.iter().fold(lanes[0], |a, b| f(a, *b))
}

/// The sum of a contiguous line, as each line of a tile is summed.
#[inline(always)]
pub(super) fn line_sum(x: &[f32]) -> f32 {
    reduce_line(f32::add, 0.0, x)
}

/// Results of short rows that are merged at a time.
const SHORT_ROWS: usize = 64;

/// Reduces rows of `reduced` elements, fewer than [`LINE_LANES`], to one element each: the same operations in
/// the same order as [`reduce_line`] for each row.
#[inline(always)]
fn reduce_short_rows<T: Number>(
    f: impl Fn(T, T) -> T + Copy,
    identity: T,
    (rows, reduced): (&[T], usize),
    mut kept: usize,
    merge: &mut impl FnMut(usize, &[T]),
) {
    let mut results = [identity; SHORT_ROWS];
    for rows in rows.chunks(SHORT_ROWS * reduced) {
        let results = &mut results[..rows.len() / reduced];
        match reduced {
            2 => fold_rows(f, identity, rows.as_chunks::<2>().0, results),
            3 => fold_rows(f, identity, rows.as_chunks::<3>().0, results),
            4 => fold_rows(f, identity, rows.as_chunks::<4>().0, results),
            _ => results
                .iter_mut()
                .zip(rows.chunks_exact(reduced))
                .for_each(|(r, row)| *r = row.iter().fold(identity, |a, b| f(a, *b))),
        }
        merge(kept, results);
        kept += results.len();
    }
}

#[inline(always)]
fn fold_rows<T: Number, const N: usize>(f: impl Fn(T, T) -> T, identity: T, rows: &[[T; N]], results: &mut [T]) {
    for (r, row) in results.iter_mut().zip(rows) {
        *r = row.iter().fold(identity, |a, b| f(a, *b));
    }
}

/// Adds f32 numbers to f64 sums from an index on.
#[inline(always)]
fn add_widened(sums: &mut [f64], at: usize, part: &[f32]) {
    sums[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s += *p as f64);
}

/// Rows of `inner` elements that are taken at a time, so that short rows fill a vector too. `inner` is not
/// zero.
#[inline(always)]
fn rows_per_vector(inner: usize) -> usize {
    if inner >= VECTOR_ELEMENTS { 1 } else { VECTOR_ELEMENTS.div_ceil(inner) }
}

/// Combines the rows that are side by side in the lanes, and merges them into the results.
#[inline(always)]
fn flush<T: Copy>(
    f: impl Fn(T, T) -> T,
    lanes: &mut [T],
    inner: usize,
    pending_rows: &mut PendingRows,
    merge: &mut impl FnMut(usize, &[T]),
) {
    let (sum, others) = lanes[..inner * rows_per_vector(inner)].split_at_mut(inner);
    for other in others.chunks_exact(inner) {
        for (s, o) in sum.iter_mut().zip(other) {
            *s = f(*s, *o);
        }
    }
    merge(pending_rows.kept * inner, sum);
    pending_rows.count = 0;
}

/// Reduces a tile, one kept element after another. `merge` combines partial results with the results from an
/// index on.
#[inline(always)]
fn reduce<T: Number>(
    f: impl Fn(T, T) -> T + Copy,
    identity: T,
    shape: ReduceShape,
    tile: &[T],
    start: usize,
    rows: RowPartials<'_, T>,
    mut merge: impl FnMut(usize, &[T]),
) {
    let ReduceShape { reduced, inner, .. } = shape;
    let RowPartials { lanes, pending_rows, max_pending } = rows;
    let block = reduced * inner;
    let mut i = 0;
    while i < tile.len() {
        let at = start + i;
        let (kept, within) = (at / block, at % block);
        let short_rows = (tile.len() - i) / block;
        if inner == 1 && within == 0 && reduced < LINE_LANES && short_rows > 0 {
            let rows = &tile[i..i + short_rows * block];
            reduce_short_rows(f, identity, (rows, reduced), kept, &mut merge);
            i += rows.len();
            continue;
        }
        let len = (block - within).min(tile.len() - i);
        let x = &tile[i..i + len];
        i += len;
        if inner == 1 {
            merge(kept, &[reduce_line(f, identity, x)]);
            continue;
        }
        let column = within % inner;
        let head = if column == 0 { 0 } else { (inner - column).min(len) };
        merge(kept * inner + column, &x[..head]);
        let body = (len - head) / inner * inner;
        let (rows, tail) = x[head..].split_at(body);
        if body == inner && max_pending == 0 {
            merge(kept * inner, rows);
        } else if body > 0 {
            let width = inner * rows_per_vector(inner);
            let partials = &mut lanes[..width];
            if pending_rows.count == 0 {
                partials.fill(identity);
            }
            let chunks = rows.chunks_exact(width);
            let rest = chunks.remainder();
            *pending_rows = PendingRows { count: pending_rows.count + rows.len().div_ceil(width), kept };
            let whole = width / VECTOR_ELEMENTS * VECTOR_ELEMENTS;
            // The partial results of one vector at a time stay in registers.
            for (first, lanes) in (0..whole).step_by(VECTOR_ELEMENTS).zip(partials.chunks_exact_mut(VECTOR_ELEMENTS)) {
                let mut own = [identity; VECTOR_ELEMENTS];
                own.copy_from_slice(lanes);
                for chunk in chunks.clone() {
                    for (l, c) in own.iter_mut().zip(&chunk[first..first + VECTOR_ELEMENTS]) {
                        *l = f(*l, *c);
                    }
                }
                lanes.copy_from_slice(&own);
            }
            if whole < width {
                for chunk in chunks {
                    for (l, c) in partials[whole..].iter_mut().zip(&chunk[whole..]) {
                        *l = f(*l, *c);
                    }
                }
            }
            for (l, c) in partials.iter_mut().zip(rest) {
                *l = f(*l, *c);
            }
        }
        if pending_rows.count > max_pending || (pending_rows.count > 0 && within + len == block) {
            flush(f, lanes, inner, pending_rows, &mut merge);
        }
        merge(kept * inner, tail);
    }
}
