//! Pooling of f32, f16 and bf16, and its backward pass of f32 and bf16, a row of channels at a time.

use std::ops::Range;

use half::f16;
use stablehlo::ElementType;
use stablehlo::ops::Binary;

use super::window_iter::Windows;
use crate::elementwise::bf16::Bf16;
use crate::elementwise::multiversion::multiversion;
use crate::elementwise::number::Number;
use bytemuck::{cast_slice as cast, cast_slice_mut as cast_mut};
use kernels::Isa;

/// Channels whose partial results stay in vector registers during the loop over a window's taps.
const CHUNK_CHANNELS: usize = 32;

/// The reducer of a pooling.
#[derive(Clone, Copy)]
pub(crate) struct PoolReducer {
    pub(crate) op: Binary,
    /// The initial value.
    pub(crate) init: f32,
    /// f32, f16 or bf16.
    pub(crate) element: ElementType,
}

/// Elements of a window at most that are summed in f32; others are in f64.
const MAX_F32_TAPS: usize = 32;

/// Reduces the rows of each window: `add`, `maximum`, or else `minimum`.
pub(crate) fn pool(isa: Isa, windows: &Windows, reducer: PoolReducer, input: &[u8], out: &mut [u8]) {
    multiversion!(isa, pool_typed(windows: &Windows, reducer: PoolReducer, input: &[u8], out: &mut [u8]));
}

#[inline(always)]
fn pool_typed(windows: &Windows, reducer: PoolReducer, input: &[u8], out: &mut [u8]) {
    let PoolReducer { op, init, element } = reducer;
    macro_rules! with {
        ($a:ty, $f:expr, $first:expr) => {{
            let init = <$a>::from(init);
            match element {
                ElementType::Bf16 => {
                    let ends = (|x: Bf16| <$a>::from(x.widened()), |a: $a| Bf16::rounded(a as f32));
                    pool_rows(windows, init, (cast(input), cast_mut(out)), ($first, $f), ends);
                }
                ElementType::F16 => {
                    let ends = (|x: f16| <$a>::from(x.to_f32()), |a: $a| f16::from_f64(f64::from(a)));
                    pool_rows(windows, init, (cast(input), cast_mut(out)), ($first, $f), ends);
                }
                _ => {
                    let ends = (|x: f32| <$a>::from(x), |a: $a| a as f32);
                    pool_rows(windows, init, (cast(input), cast_mut(out)), ($first, $f), ends);
                }
            }
        }};
    }
    // The usual initial value of a maximum or minimum changes nothing.
    let keep = |_: f32, x: f32| x;
    match op {
        Binary::Add if windows.taps() > MAX_F32_TAPS => with!(f64, <f64 as Number>::add, <f64 as Number>::add),
        Binary::Add => with!(f32, <f32 as Number>::add, <f32 as Number>::add),
        Binary::Maximum if init == f32::LOWEST => with!(f32, <f32 as Number>::max, keep),
        Binary::Maximum => with!(f32, <f32 as Number>::max, <f32 as Number>::max),
        _ if init == f32::HIGHEST => with!(f32, <f32 as Number>::min, keep),
        _ => with!(f32, <f32 as Number>::min, <f32 as Number>::min),
    }
}

/// `first` combines the initial value with the first element of a window, and `f` the result so far with
/// another.
#[inline(always)]
fn pool_rows<T: Copy, A: Copy>(
    windows: &Windows,
    init: A,
    (input, out): (&[T], &mut [T]),
    (first, f): (impl Fn(A, A) -> A, impl Fn(A, A) -> A),
    (widen, narrow): (impl Fn(T) -> A, impl Fn(A) -> T),
) {
    let row = windows.row;
    let mut runs = windows.iter();
    while let Some(run) = runs.next() {
        if let Some(rows) = run.rows_2x2() {
            for at in 0..run.windows {
                let [a, b, c, d] = rows.map(|from| &input[(from + at * run.step) * row..][..row]);
                let out = &mut out[(run.first + at) * row..][..row];
                for ((((o, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *o = narrow(f(f(f(first(init, widen(*a)), widen(*b)), widen(*c)), widen(*d)));
                }
            }
            continue;
        }
        for at in 0..run.windows {
            let (window, rows) = run.window(at);
            let out = &mut out[window * row..(window + 1) * row];
            for (i, out) in out.chunks_mut(CHUNK_CHANNELS).enumerate() {
                let (channel, n) = (i * CHUNK_CHANNELS, out.len());
                let taps = rows.clone().map(|from| &input[from * row + channel..from * row + channel + n]);
                // With a constant length the partial results stay in registers.
                match <&mut [T; CHUNK_CHANNELS]>::try_from(&mut *out) {
                    Ok(out) => reduce_taps(taps, init, out, &f, &widen, &narrow),
                    Err(_) => reduce_taps(taps, init, out, &f, &widen, &narrow),
                }
            }
        }
    }
}

/// Reduces one chunk of channels over the taps of a window.
#[inline(always)]
fn reduce_taps<'t, T: Copy + 't, A: Copy>(
    taps: impl Iterator<Item = &'t [T]>,
    init: A,
    out: &mut [T],
    f: impl Fn(A, A) -> A,
    widen: impl Fn(T) -> A,
    narrow: impl Fn(A) -> T,
) {
    let n = out.len();
    let mut acc = [init; CHUNK_CHANNELS];
    for tap in taps {
        acc[..n].iter_mut().zip(&tap[..n]).for_each(|(a, x)| *a = f(*a, widen(*x)));
    }
    out.iter_mut().zip(&acc).for_each(|(o, a)| *o = narrow(*a));
}

/// The way in which the backward pass of a max pooling writes its result.
#[derive(Clone, Copy)]
pub(crate) struct PoolBackward {
    /// The elements are bf16 rather than f32.
    pub(crate) is_bf16: bool,
    /// Overwrites all that the windows cover, with zero where no source element goes, instead of adding to
    /// it. The windows must be disjoint.
    pub(crate) overwrites: bool,
}

/// The backward pass of a max pooling: adds each element of a window's source row to the window's first
/// greatest element in that channel.
pub(crate) fn pool_backward(
    isa: Isa,
    windows: &Windows,
    mode: PoolBackward,
    (operand, source): (&[u8], &[u8]),
    out: &mut [u8],
) {
    multiversion!(
        isa,
        pool_backward_typed(windows: &Windows, mode: PoolBackward, operand: &[u8], source: &[u8], out: &mut [u8])
    );
}

#[inline(always)]
fn pool_backward_typed(windows: &Windows, mode: PoolBackward, operand: &[u8], source: &[u8], out: &mut [u8]) {
    let (a, b) = (operand, source);
    if mode.is_bf16 {
        let inputs: (&[Bf16], &[Bf16]) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b));
        let add = |old: Bf16, s: Bf16, is_selected: bool| {
            if is_selected { Bf16::rounded(old.widened() + s.widened()) } else { old }
        };
        pool_backward_rows(windows, mode, inputs, bytemuck::cast_slice_mut(out), Bf16::widened, add);
    } else {
        let inputs: (&[f32], &[f32]) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b));
        let add = |old: f32, s: f32, is_selected: bool| if is_selected { old + s } else { old };
        pool_backward_rows(windows, mode, inputs, bytemuck::cast_slice_mut(out), |x: f32| x, add);
    }
}

/// `add` computes an element of the result from its former value, the source element, and whether the tap is
/// selected.
#[inline(always)]
fn pool_backward_rows<T: Number>(
    windows: &Windows,
    mode: PoolBackward,
    (operand, source): (&[T], &[T]),
    out: &mut [T],
    widen: impl Fn(T) -> f32,
    add: impl Fn(T, T, bool) -> T,
) {
    let (row, zero, overwrites) = (windows.row, T::ZERO, mode.overwrites);
    let overwrite = |_: T, s: T, is_selected: bool| if is_selected { s } else { zero };
    let mut runs = windows.iter();
    while let Some(run) = runs.next() {
        if let (Some(rows), true) = (run.rows_2x2(), overwrites) {
            for at in 0..run.windows {
                let rows = rows.map(|from| (from + at * run.step) * row..(from + at * run.step + 1) * row);
                let [x, y, z, w] = rows.clone().map(|row| &operand[row]);
                let source = &source[(run.first + at) * row..][..row];
                if let Ok([a, b, c, d]) = out.get_disjoint_mut(rows) {
                    pool_backward_2x2([x, y, z, w], source, (a, b), (c, d), &widen, zero);
                }
            }
            continue;
        }
        for at in 0..run.windows {
            let (window, rows) = run.window(at);
            let source = &source[window * row..(window + 1) * row];
            for (i, source) in source.chunks(CHUNK_CHANNELS).enumerate() {
                let (first, n) = (i * CHUNK_CHANNELS, source.len());
                let taps = rows.clone().map(|from| from * row + first..from * row + first + n);
                // With a constant length the greatest elements stay in registers.
                match (<&[T; CHUNK_CHANNELS]>::try_from(source), overwrites) {
                    (Ok(source), false) => pool_backward_chunk(taps, operand, source, out, &widen, &add),
                    (Ok(source), true) => pool_backward_chunk(taps, operand, source, out, &widen, overwrite),
                    (Err(_), false) => pool_backward_chunk(taps, operand, source, out, &widen, &add),
                    (Err(_), true) => pool_backward_chunk(taps, operand, source, out, &widen, overwrite),
                }
            }
        }
    }
}

/// The backward pass of one chunk of channels of a window. `taps` are the chunk's elements of the operand and
/// of the result.
#[inline(always)]
fn pool_backward_chunk<T: Copy>(
    taps: impl Iterator<Item = Range<usize>> + Clone,
    operand: &[T],
    source: &[T],
    out: &mut [T],
    widen: impl Fn(T) -> f32,
    update: impl Fn(T, T, bool) -> T,
) {
    let n = source.len();
    let (mut best, mut selected) = ([0f32; CHUNK_CHANNELS], [0u32; CHUNK_CHANNELS]);
    for (number, tap) in taps.clone().enumerate() {
        let x = &operand[tap][..n];
        for i in 0..n {
            let (old, new) = (best[i], widen(x[i]));
            // An element stays selected unless it is less than the next. This is written with masks: a
            // conditional would be compiled to a masked store, which the next tap's load would have to wait
            // for.
            let stays = u32::from((old >= new) & (number > 0)).wrapping_neg();
            best[i] = f32::from_bits((old.to_bits() & stays) | (new.to_bits() & !stays));
            selected[i] = (selected[i] & stays) | (number as u32 & !stays);
        }
    }
    for (number, tap) in taps.enumerate() {
        for ((o, c), s) in out[tap][..n].iter_mut().zip(&selected).zip(source) {
            *o = update(*o, *s, *c == number as u32);
        }
    }
}

/// The backward pass of a window of four rows, such as 2x2, in one loop.
///
/// The results are parameters of their own so that the compiler knows that they do not overlap the operands;
/// otherwise it does not vectorize the loop.
#[inline(always)]
fn pool_backward_2x2<T: Copy>(
    [x, y, z, w]: [&[T]; 4],
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
        // As in `pool_backward_chunk`: an element stays selected unless it is less than the next.
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
