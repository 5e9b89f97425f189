//! Reductions of a tile: lines of contiguous elements, and rows of elements side by side.

use super::super::number::Number;
use super::kind::ReduceShape;

/// Independent partial results of the reduction of a contiguous line, and elements of a line that has these.
const LINE_LANES: usize = 32;
/// Independent partial results of a long line.
const LONG_LINE_LANES: usize = 64;
/// Elements of a long line.
const LONG_LINE: usize = 256;
/// Elements of a vector of rows: shorter rows are taken several at a time. Partial results of this many
/// elements stay in vector registers.
pub(super) const VECTOR_ELEMENTS: usize = 64;

/// The rows whose partial results are in the lanes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PendingRows {
    /// The number of rows that each lane holds the partial result of, at most.
    pub(super) count: usize,
    /// The index of the kept element that the rows belong to.
    pub(super) kept: usize,
}

/// The way in which rows are combined before they are merged into the results.
pub(super) struct RowPartials<'a, T> {
    pub(super) lanes: &'a mut [T],
    pub(super) pending_rows: &'a mut PendingRows,
    /// Rows that may stay pending after a tile.
    pub(super) max_pending: usize,
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
    let (chunks, rest) = x.as_chunks::<LANES>();
    let mut lanes = in_pairs(f, identity, chunks.len(), |i| &chunks[i]);
    for (l, x) in lanes.iter_mut().zip(rest) {
        *l = f(*l, *x);
    }
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = f(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

#[inline(always)]
fn four<T>(f: impl Fn(T, T) -> T, [a, b, c, d]: [T; 4]) -> T {
    f(f(a, b), f(c, d))
}

#[inline(always)]
fn eight<T>(f: impl Fn(T, T) -> T + Copy, [a, b, c, d, e, g, h, i]: [T; 8]) -> T {
    f(four(f, [a, b, c, d]), four(f, [e, g, h, i]))
}

/// Vectors that are combined in pairs, and these in pairs, before their result joins others.
const PAIRED: usize = 8;
/// Results of these, of pairs of these, and so on, of a tile of the greatest size.
const LEVELS: usize = 4;

/// Combines vectors in pairs, the results in pairs again, and so on: rounding errors grow with the logarithm
/// of the number of vectors, not with the number.
#[inline(always)]
fn in_pairs<'x, T: Number, const N: usize>(
    f: impl Fn(T, T) -> T + Copy,
    identity: T,
    count: usize,
    vector: impl Fn(usize) -> &'x [T; N],
) -> [T; N] {
    // An array that is only indexed by constants, so that it stays in vector registers.
    let mut own = [identity; N];
    // Adds a number of vectors that the compiler knows.
    macro_rules! add {
        ($first:expr, $count:literal, |$x:ident| $all:expr) => {{
            let vectors: [&[T; N]; $count] = std::array::from_fn(|i| vector($first + i));
            for l in 0..N {
                let $x = vectors.map(|v| v[l]);
                own[l] = f(own[l], $all);
            }
        }};
    }
    let (blocks, rest) = (count / PAIRED, count % PAIRED);
    let first = blocks * PAIRED;
    if rest & 4 != 0 {
        add!(first, 4, |x| four(f, x));
    }
    if rest & 2 != 0 {
        add!(first + (rest & 4), 2, |x| f(x[0], x[1]));
    }
    if rest & 1 != 0 {
        add!(count - 1, 1, |x| x[0]);
    }
    match blocks {
        0 => {}
        1 => add!(0, 8, |x| eight(f, x)),
        2 => add!(0, 16, |x| {
            let (a, b) = (std::array::from_fn(|i| x[i]), std::array::from_fn(|i| x[8 + i]));
            f(eight(f, a), eight(f, b))
        }),
        _ => {
            let mut levels = [[identity; N]; LEVELS];
            for block in 0..blocks {
                let vectors: [&[T; N]; PAIRED] = std::array::from_fn(|i| vector(block * PAIRED + i));
                let mut result = [identity; N];
                for l in 0..N {
                    result[l] = eight(f, vectors.map(|v| v[l]));
                }
                let level = (block.trailing_ones() as usize).min(LEVELS - 1);
                for before in &mut levels[..level] {
                    for (r, b) in result.iter_mut().zip(before) {
                        *r = f(*b, *r);
                        *b = identity;
                    }
                }
                for (l, r) in levels[level].iter_mut().zip(&result) {
                    *l = f(*l, *r);
                }
            }
            for level in &levels {
                for (o, l) in own.iter_mut().zip(level) {
                    *o = f(*o, *l);
                }
            }
        }
    }
    own
}

/// The sum of a contiguous line, as each line of a tile is summed.
#[inline(always)]
pub(in crate::elementwise) fn line_sum(x: &[f32]) -> f32 {
    reduce_line(<f32 as Number>::add, 0.0, x)
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

/// Rows of `inner` elements that are taken at a time, so that short rows fill a vector too. `inner` is not
/// zero.
#[inline(always)]
fn rows_per_vector(inner: usize) -> usize {
    if inner >= VECTOR_ELEMENTS { 1 } else { VECTOR_ELEMENTS.div_ceil(inner) }
}

/// Combines the rows that are side by side in the lanes, and merges them into the results.
#[inline(always)]
pub(super) fn flush<T: Copy>(
    f: impl Fn(T, T) -> T,
    lanes: &mut [T],
    inner: usize,
    pending_rows: &mut PendingRows,
    merge: &mut impl FnMut(usize, &[T]),
) {
    let mut rows = rows_per_vector(inner);
    while rows > 1 {
        let half = rows.div_ceil(2);
        let (first, second) = lanes[..inner * rows].split_at_mut(inner * half);
        for (a, b) in first.iter_mut().zip(second) {
            *a = f(*a, *b);
        }
        rows = half;
    }
    merge(pending_rows.kept * inner, &lanes[..inner]);
    pending_rows.count = 0;
}

/// Reduces a tile, one kept element after another. `merge` combines partial results with the results from an
/// index on.
#[inline(always)]
pub(super) fn reduce<T: Number>(
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
            // The partial results of one vector at a time stay in registers. The last one may begin in the
            // one before it, unless there is too little to add.
            let whole = if chunks.len() < PAIRED { width / VECTOR_ELEMENTS * VECTOR_ELEMENTS } else { width };
            for column in (0..whole).step_by(VECTOR_ELEMENTS) {
                let first = column.min(width - VECTOR_ELEMENTS);
                let vector = |i: usize| &rows[i * width + first..].as_chunks::<VECTOR_ELEMENTS>().0[0];
                let own = in_pairs(f, identity, chunks.len(), vector);
                for (l, o) in partials[column..].iter_mut().zip(&own[column - first..]) {
                    *l = f(*l, *o);
                }
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
