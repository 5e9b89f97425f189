//! Pooling of f32 and bf16, a row of channels at a time.

use std::ops::Range;

use stablehlo::ops::Binary;

use super::walk::Walk;
use crate::elementwise::dtype::{Number, bf16_bits};
use kernels::Isa;

/// Elements of a row that stay in registers while the taps of a window go by.
const PARTITIONS: usize = 32;

#[inline(always)]
pub(crate) fn widen(bits: u16) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

/// Joins each window's rows with `op`, from `init`.
pub(crate) fn pool(isa: Isa, walk: &Walk, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8]) {
    crate::elementwise::multiversion!(
        isa,
        pool_all(walk: &Walk, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8])
    );
}

#[inline(always)]
fn pool_all(walk: &Walk, op: Binary, bf16: bool, init: f32, input: &[u8], out: &mut [u8]) {
    macro_rules! with {
        ($f:expr) => {
            if bf16 {
                let (input, out) = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(out));
                pool_rows(walk, init, input, out, $f, widen, bf16_bits)
            } else {
                let (input, out) = (bytemuck::cast_slice(input), bytemuck::cast_slice_mut(out));
                pool_rows(walk, init, input, out, $f, |x: f32| x, |x: f32| x)
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
    walk: &Walk,
    init: f32,
    input: &[T],
    out: &mut [T],
    f: impl Fn(f32, f32) -> f32,
    widen: impl Fn(T) -> f32,
    narrow: impl Fn(f32) -> T,
) {
    let row = walk.row;
    let mut runs = walk.runs();
    while let Some(run) = runs.next() {
        if let Some(rows) = run.four() {
            for at in 0..run.windows {
                let [a, b, c, d] = rows.map(|from| &input[(from + at * run.step) * row..][..row]);
                let out = &mut out[(run.first + at) * row..][..row];
                for ((((o, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *o = narrow(f(f(f(f(init, widen(*a)), widen(*b)), widen(*c)), widen(*d)));
                }
            }
            continue;
        }
        for at in 0..run.windows {
            let (window, rows) = run.window(at);
            let out = &mut out[window * row..(window + 1) * row];
            for (i, out) in out.chunks_mut(PARTITIONS).enumerate() {
                let (first, n) = (i * PARTITIONS, out.len());
                let taps = rows.clone().map(|from| &input[from * row + first..from * row + first + n]);
                // Of a constant length the sums stay in registers.
                match <&mut [T; PARTITIONS]>::try_from(&mut *out) {
                    Ok(out) => join_taps(taps, init, out, &f, &widen, &narrow),
                    Err(_) => join_taps(taps, init, out, &f, &widen, &narrow),
                }
            }
        }
    }
}

/// Some elements of one window.
#[inline(always)]
fn join_taps<'t, T: Copy + 't>(
    taps: impl Iterator<Item = &'t [T]>,
    init: f32,
    out: &mut [T],
    f: impl Fn(f32, f32) -> f32,
    widen: impl Fn(T) -> f32,
    narrow: impl Fn(f32) -> T,
) {
    let n = out.len();
    let mut acc = [init; PARTITIONS];
    for tap in taps {
        acc[..n].iter_mut().zip(&tap[..n]).for_each(|(a, x)| *a = f(*a, widen(*x)));
    }
    out.iter_mut().zip(&acc).for_each(|(o, a)| *o = narrow(*a));
}

/// Adds each window's source row to the first greatest of its rows, element by element.
///
/// `anew`: windows are apart and what they cover is written anew, zero where nothing is added, whatever `out` holds there.
pub(crate) fn route(isa: Isa, walk: &Walk, bf16: bool, operand: &[u8], source: &[u8], anew: bool, out: &mut [u8]) {
    crate::elementwise::multiversion!(
        isa,
        route_all(walk: &Walk, bf16: bool, operand: &[u8], source: &[u8], anew: bool, out: &mut [u8])
    );
}

#[inline(always)]
fn route_all(walk: &Walk, bf16: bool, operand: &[u8], source: &[u8], anew: bool, out: &mut [u8]) {
    let (a, b) = (operand, source);
    if bf16 {
        let (a, b, out) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(out));
        let add = |old: u16, s: u16, is_chosen: bool| if is_chosen { bf16_bits(widen(old) + widen(s)) } else { old };
        route_rows(walk, a, b, anew, out, widen, add);
    } else {
        let (a, b, out) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(out));
        let add = |old: f32, s: f32, is_chosen: bool| if is_chosen { old + s } else { old };
        route_rows(walk, a, b, anew, out, |x: f32| x, add);
    }
}

/// `add` makes the new element of what was there, the source's, and whether this tap was chosen.
#[inline(always)]
fn route_rows<T: Copy + Default>(
    walk: &Walk,
    operand: &[T],
    source: &[T],
    anew: bool,
    out: &mut [T],
    widen: impl Fn(T) -> f32,
    add: impl Fn(T, T, bool) -> T,
) {
    let (row, zero) = (walk.row, T::default());
    let put = |_: T, s: T, is_chosen: bool| if is_chosen { s } else { zero };
    let mut runs = walk.runs();
    while let Some(run) = runs.next() {
        if let (Some(rows), true) = (run.four(), anew) {
            for at in 0..run.windows {
                let rows = rows.map(|from| (from + at * run.step) * row..(from + at * run.step + 1) * row);
                let [x, y, z, w] = rows.clone().map(|row| &operand[row]);
                let source = &source[(run.first + at) * row..][..row];
                if let Ok([a, b, c, d]) = out.get_disjoint_mut(rows) {
                    four((x, y), (z, w), source, (a, b), (c, d), &widen, zero);
                }
            }
            continue;
        }
        for at in 0..run.windows {
            let (window, rows) = run.window(at);
            let source = &source[window * row..(window + 1) * row];
            for (i, source) in source.chunks(PARTITIONS).enumerate() {
                let (first, n) = (i * PARTITIONS, source.len());
                let taps = rows.clone().map(|from| from * row + first..from * row + first + n);
                // Of a constant length what is best stays in registers.
                match (<&[T; PARTITIONS]>::try_from(source), anew) {
                    (Ok(source), false) => some(taps, operand, source, out, &widen, &add),
                    (Ok(source), true) => some(taps, operand, source, out, &widen, put),
                    (Err(_), false) => some(taps, operand, source, out, &widen, &add),
                    (Err(_), true) => some(taps, operand, source, out, &widen, put),
                }
            }
        }
    }
}

/// Some elements of one window, whose taps lie there.
#[inline(always)]
fn some<T: Copy>(
    taps: impl Iterator<Item = Range<usize>> + Clone,
    operand: &[T],
    source: &[T],
    out: &mut [T],
    widen: impl Fn(T) -> f32,
    give: impl Fn(T, T, bool) -> T,
) {
    let n = source.len();
    let (mut best, mut chosen) = ([0f32; PARTITIONS], [0u32; PARTITIONS]);
    for (number, tap) in taps.clone().enumerate() {
        let x = &operand[tap][..n];
        for i in 0..n {
            let (old, new) = (best[i], widen(x[i]));
            // What is not less than the next stays. By masks: a choice would be compiled to a store of some of the elements, which
            // the next tap would have to wait for.
            let stays = u32::from((old >= new) & (number > 0)).wrapping_neg();
            best[i] = f32::from_bits((old.to_bits() & stays) | (new.to_bits() & !stays));
            chosen[i] = (chosen[i] & stays) | (number as u32 & !stays);
        }
    }
    for (number, tap) in taps.enumerate() {
        for ((o, c), s) in out[tap][..n].iter_mut().zip(&chosen).zip(source) {
            *o = give(*o, *s, *c == number as u32);
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
        // As in `some`: what is not less than the next stays.
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
