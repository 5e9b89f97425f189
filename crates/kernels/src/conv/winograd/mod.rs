//! Winograd's algorithm for windows of 3x3 that move by one: F(4x4, 3x3) of Lavin and Gray, "Fast Algorithms for
//! Convolutional Neural Networks" (arXiv 1509.09308), at other points.
//!
//! The result is cut into tiles of 4x4, each of which sees a patch of 6x6 of the input. Both are brought into a form in
//! which a tile is an element-wise product of 6x6 numbers, summed over the channels: 36 matrix products, which multiply 36
//! times where the window itself would 144 times.
//!
//! ```text
//! Y = A' [ (G g G') * (B' d B) ] A      result tile Y, window g, patch d
//! ```
//!
//! Patch and window are taken for polynomials, which are multiplied by their values at six points (Toom and Cook): 0, +-p,
//! +-q and infinity. A row of G evaluates a window there, divided by what the row of B', a product of the other points'
//! linear factors, comes to at the point; A' has the powers of the points.
//!
//! ```text
//!      1    0      -5/2  0      1  0         1     0      0          1 1   1   1   1   0
//!      0   -p/2    -1/2  p      1  0        1/6   p/6    1/3    A' = 0 p  -p   q  -q   0
//! B' = 0    p/2    -1/2 -p      1  0    G = 1/6  -p/6    1/3         0 2   2  1/2 1/2  0
//!      0   -2q     -2    q      1  0       -2/3 -2q/3   -1/3         0 2p -2p q/2 -q/2 1
//!      0    2q     -2   -q      1  0       -2/3  2q/3   -1/3
//!      0    1       0   -5/2    0  1         0     0      1
//! ```
//!
//! The usual points are +-1 and +-2. With p = sqrt 2 and q = sqrt 1/2 the matrices' numbers are closer to one another, and
//! less is lost: rounding errors are about twice those of the window itself, for filters' gradients three times (root mean
//! squares; a test of the kernels prints them).
//!
//! The gradient of the window is the same the other way round, `G' [ (A dY A') * (B' d B) ] G`, summed over the tiles.
//!
//! An infinity makes NaN of the whole tile. So, and as it rounds a little more, the algorithm is only for where the program
//! leaves the precision open. It computes in f32, also on operands that bf16 multiplication has rounded.

mod filter;
mod forward;
mod images;
mod tiles;

pub(super) use filter::WinogradFilter;
pub(super) use forward::WinogradForward;

use super::spec::ConvSpec;
use crate::element::{Element, MathMode, WriteMode};
use crate::isa::Isa;
use crate::panel::{MAX_LANES, store_one};
use crate::simd::Simd;

/// Edge of a patch.
const PATCH: usize = 6;
/// Numbers of a patch: matrix products that take a window's place.
const POINTS: usize = PATCH * PATCH;
/// Edge of a tile of the result.
const TILE: usize = 4;
/// Edge of a window.
const WINDOW: usize = 3;
/// Units of patches and products that are under way at a time: a part of the second-level cache.
const UNDER_WAY: usize = 1 << 17;
/// Tiles that are under way at a time, at least and at most, whatever the number of channels.
const TILES: std::ops::RangeInclusive<usize> = 24..=192;
/// Numbers of transformed filters that lie in a third-level cache: 16 MiB.
const FILTERS_IN_CACHE: usize = 1 << 22;
/// Between the planes of one point and the next, lest all of them lie in one set of the cache.
const GAP: usize = 16;

/// Whether the algorithm may be used, and saves multiplications: windows (or, for their gradient, the result) of 3x3.
fn applies(spec: &ConvSpec, isa: Isa, channels: usize, features: usize) -> bool {
    let moves = spec.spatial.iter().all(|dim| dim.stride == 1 && dim.lhs_dilation == 1 && dim.rhs_dilation == 1);
    let whole = |n: usize| n >= 2 * isa.lanes() && n.is_multiple_of(isa.lanes());
    spec.allow_reassociation
        && (spec.math_mode == MathMode::F32 || pays_for_bf16(isa, channels * features))
        && spec.elements().into_iter().all(Element::is_fast)
        && spec.groups() == 1
        && spec.spatial.len() == 2
        && moves
        && whole(channels)
        && whole(features)
}

/// Whether it is faster on rounded operands than bf16 multiplication of the window itself: where that has tile registers it never
/// is; where it has an instruction for pairs, at twice the rate of f32 products, as long as the filters lie in a cache.
fn pays_for_bf16(isa: Isa, filters: usize) -> bool {
    isa != Isa::Amx && (!isa.has_bf16_dot() || filters * POINTS <= FILTERS_IN_CACHE)
}

/// Whether tiles over these sizes save something although those at the edge reach past it.
fn fits(sizes: [usize; 2]) -> bool {
    let tiles: usize = sizes.iter().map(|size| size.div_ceil(TILE)).product();
    tiles * POINTS * 4 <= sizes.iter().product::<usize>() * WINDOW * WINDOW * 3
}

/// Tiles to take at a time of so many, at most `most`: in equal parts that are whole register tiles.
fn at_a_time(tiles: usize, most: usize) -> usize {
    const ROWS: usize = 12;
    tiles.div_ceil(tiles.div_ceil(most).max(1)).next_multiple_of(ROWS)
}

/// Tiles that may be under way at a time.
fn under_way(channels: usize, features: usize) -> usize {
    (UNDER_WAY / (POINTS * (channels + features))).clamp(*TILES.start(), *TILES.end())
}

/// The points besides 0 and infinity: +-[`P`] and +-[`Q`], of which the squares are 2 and 1/2.
const P: f32 = std::f32::consts::SQRT_2;
const Q: f32 = std::f32::consts::FRAC_1_SQRT_2;

// The transforms are written without closures, which the compiler would not give the instruction set of their caller. Each is
// one of the matrices applied to lines, then to columns.

/// `B' d B`.
#[inline(always)]
unsafe fn patch<S: Simd>(mut d: [[S::V; PATCH]; PATCH]) -> [[S::V; PATCH]; PATCH] {
    // SAFETY: the machine has `S`, as the caller says; so in the other transforms.
    unsafe {
        let [p, q, negative_p, negative_q] = [S::splat(P), S::splat(Q), S::splat(-P), S::splat(-Q)];
        let [half, two, middle] = [S::splat(-0.5), S::splat(-2.0), S::splat(-2.5)];
        for _ in 0..2 {
            d = transpose(d);
            for line in &mut d {
                let [a, b, c, d, e, f] = *line;
                let (even_p, odd_p) = (S::fma(half, c, e), S::fma(half, b, d));
                let (even_q, odd_q) = (S::fma(two, c, e), S::fma(two, b, d));
                *line = [
                    S::fma(middle, c, S::add(a, e)),
                    S::fma(p, odd_p, even_p),
                    S::fma(negative_p, odd_p, even_p),
                    S::fma(q, odd_q, even_q),
                    S::fma(negative_q, odd_q, even_q),
                    S::fma(middle, d, S::add(b, f)),
                ];
            }
        }
        d
    }
}

/// `A' m A`.
#[inline(always)]
unsafe fn tile<S: Simd>(m: [[S::V; PATCH]; PATCH]) -> [[S::V; TILE]; TILE] {
    // SAFETY: as `patch`.
    unsafe { tile_lines::<S, TILE>(transpose(tile_lines::<S, PATCH>(transpose(m)))) }
}

#[inline(always)]
unsafe fn tile_lines<S: Simd, const N: usize>(m: [[S::V; PATCH]; N]) -> [[S::V; TILE]; N] {
    // SAFETY: as `patch`.
    unsafe {
        let [zero, half, two, p, q] = [S::splat(0.0), S::splat(0.5), S::splat(2.0), S::splat(P), S::splat(Q)];
        let mut lines = [[zero; TILE]; N];
        for (line, [a, b, c, d, e, f]) in lines.iter_mut().zip(m) {
            let (even_p, odd_p) = (S::add(b, c), S::fma(p, S::sub(b, c), zero));
            let (even_q, odd_q) = (S::add(d, e), S::fma(q, S::sub(d, e), zero));
            *line = [
                S::add(a, S::add(even_p, even_q)),
                S::add(odd_p, odd_q),
                S::fma(two, even_p, S::fma(half, even_q, zero)),
                S::fma(two, odd_p, S::fma(half, odd_q, f)),
            ];
        }
        lines
    }
}

/// `A y A'`.
#[inline(always)]
unsafe fn tile_gradient<S: Simd>(y: [[S::V; TILE]; TILE]) -> [[S::V; PATCH]; PATCH] {
    // SAFETY: as `patch`.
    unsafe { spread_lines::<S, PATCH>(transpose(spread_lines::<S, TILE>(transpose(y)))) }
}

#[inline(always)]
unsafe fn spread_lines<S: Simd, const N: usize>(y: [[S::V; TILE]; N]) -> [[S::V; PATCH]; N] {
    // SAFETY: as `patch`.
    unsafe {
        let [p, q, negative_p, negative_q] = [S::splat(P), S::splat(Q), S::splat(-P), S::splat(-Q)];
        let [half, two] = [S::splat(0.5), S::splat(2.0)];
        let mut lines = [[half; PATCH]; N];
        for (line, [a, b, c, d]) in lines.iter_mut().zip(y) {
            let (even_p, odd_p) = (S::fma(two, c, a), S::fma(two, d, b));
            let (even_q, odd_q) = (S::fma(half, c, a), S::fma(half, d, b));
            *line = [
                a,
                S::fma(p, odd_p, even_p),
                S::fma(negative_p, odd_p, even_p),
                S::fma(q, odd_q, even_q),
                S::fma(negative_q, odd_q, even_q),
                d,
            ];
        }
        lines
    }
}

/// `G g G'`.
#[inline(always)]
unsafe fn window<S: Simd>(g: [[S::V; WINDOW]; WINDOW]) -> [[S::V; PATCH]; PATCH] {
    // SAFETY: as `patch`.
    unsafe { window_lines::<S, PATCH>(transpose(window_lines::<S, WINDOW>(transpose(g)))) }
}

#[inline(always)]
unsafe fn window_lines<S: Simd, const N: usize>(g: [[S::V; WINDOW]; N]) -> [[S::V; PATCH]; N] {
    // SAFETY: as `patch`.
    unsafe {
        let [zero, sixth, third, two_thirds] =
            [S::splat(0.0), S::splat(1.0 / 6.0), S::splat(1.0 / 3.0), S::splat(2.0 / 3.0)];
        let (p, q) = (S::splat(P / 6.0), S::splat(Q * 2.0 / 3.0));
        let mut lines = [[zero; PATCH]; N];
        for (line, [a, b, c]) in lines.iter_mut().zip(g) {
            let (even_p, odd_p) = (S::fma(sixth, a, S::fma(third, c, zero)), S::fma(p, b, zero));
            let (even_q, odd_q) = (S::fma(two_thirds, a, S::fma(third, c, zero)), S::fma(q, b, zero));
            *line = [
                a,
                S::add(even_p, odd_p),
                S::sub(even_p, odd_p),
                S::sub(zero, S::add(even_q, odd_q)),
                S::sub(odd_q, even_q),
                c,
            ];
        }
        lines
    }
}

/// `G' u G`.
#[inline(always)]
unsafe fn window_gradient<S: Simd>(u: [[S::V; PATCH]; PATCH]) -> [[S::V; WINDOW]; WINDOW] {
    // SAFETY: as `patch`.
    unsafe { gather_lines::<S, WINDOW>(transpose(gather_lines::<S, PATCH>(transpose(u)))) }
}

#[inline(always)]
unsafe fn gather_lines<S: Simd, const N: usize>(u: [[S::V; PATCH]; N]) -> [[S::V; WINDOW]; N] {
    // SAFETY: as `patch`.
    unsafe {
        let [zero, sixth, third, two_thirds] =
            [S::splat(0.0), S::splat(1.0 / 6.0), S::splat(1.0 / 3.0), S::splat(-2.0 / 3.0)];
        let (p, q) = (S::splat(P / 6.0), S::splat(Q * -2.0 / 3.0));
        let mut lines = [[zero; WINDOW]; N];
        for (line, [a, b, c, d, e, f]) in lines.iter_mut().zip(u) {
            let (even_p, odd_p, even_q, odd_q) = (S::add(b, c), S::sub(b, c), S::add(d, e), S::sub(d, e));
            *line = [
                S::fma(sixth, even_p, S::fma(two_thirds, even_q, a)),
                S::fma(p, odd_p, S::fma(q, odd_q, zero)),
                S::fma(third, S::sub(even_p, even_q), f),
            ];
        }
        lines
    }
}

#[inline(always)]
fn transpose<T: Copy, const N: usize, const M: usize>(m: [[T; N]; M]) -> [[T; M]; N] {
    let mut turned = [[m[0][0]; M]; N];
    for (i, line) in turned.iter_mut().enumerate() {
        for (j, number) in line.iter_mut().enumerate() {
            *number = m[j][i];
        }
    }
    turned
}

/// Loads a vector from each place: f32 numbers.
///
/// # Safety
/// The machine has `S`; the places, moved by `offset` numbers, are valid for a vector.
#[inline(always)]
unsafe fn load<S: Simd, const N: usize>(places: &[[*const u32; N]; N], offset: usize) -> [[S::V; N]; N] {
    // SAFETY: by contract.
    unsafe {
        let mut loaded = [[S::splat(0.0); N]; N];
        for (line, places) in loaded.iter_mut().zip(places) {
            for (v, place) in line.iter_mut().zip(places) {
                *v = S::load(place.wrapping_add(offset));
            }
        }
        loaded
    }
}

/// As [`load`], of f32 or, if `HALVES`, of bf16 numbers.
///
/// # Safety
/// As there.
#[inline(always)]
unsafe fn load_of<S: Simd, const N: usize, const HALVES: bool>(
    places: &[[*const u8; N]; N],
    offset: usize,
) -> [[S::V; N]; N] {
    // SAFETY: by contract.
    unsafe {
        let mut loaded = [[S::splat(0.0); N]; N];
        for (line, places) in loaded.iter_mut().zip(places) {
            for (v, place) in line.iter_mut().zip(places) {
                *v = match HALVES {
                    true => S::load_bf16(place.cast::<u16>().wrapping_add(offset)),
                    false => S::load(place.cast::<u32>().wrapping_add(offset)),
                };
            }
        }
        loaded
    }
}

/// Stores the points, `plane` units apart.
///
/// # Safety
/// The machine has `S`; `to` is valid for all points.
#[inline(always)]
unsafe fn store<S: Simd>(to: *mut u32, plane: usize, points: [[S::V; PATCH]; PATCH]) {
    for (i, line) in points.iter().enumerate() {
        for (j, &v) in line.iter().enumerate() {
            // SAFETY: by contract.
            unsafe { S::store(to.add((i * PATCH + j) * plane), v) }
        }
    }
}

/// Stores a vector, or adds it, from the result's element `at` on.
///
/// # Safety
/// The machine has `S`; the elements are valid.
#[inline(always)]
unsafe fn put<S: Simd>(out: *mut u8, at: usize, element: Element, write: WriteMode, v: S::V) {
    // SAFETY: by contract.
    unsafe {
        let to = out.wrapping_add(at * element.bytes());
        match (element, write) {
            (Element::F32, WriteMode::Overwrite) => S::store(to.cast(), v),
            (Element::F32, WriteMode::Accumulate) => S::store(to.cast(), S::add(S::load(to.cast()), v)),
            (_, WriteMode::Overwrite) => S::store_bf16(to.cast(), v),
            (_, WriteMode::Accumulate) => {
                let mut lanes = [0f32; MAX_LANES];
                S::store(lanes.as_mut_ptr().cast(), v);
                (0..S::LANES).for_each(|lane| store_one(out, at + lane, element, write, lanes[lane]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::portable::Portable;

    /// One channel: a patch against a window, and back.
    #[test]
    fn transforms_make_a_convolution_and_its_gradient() {
        let numbers = |scale: i32| move |i: usize, j: usize| ((i as i32 * 7 + j as i32 * 3) * scale % 11 - 5) as f32;
        let d: [[f32; PATCH]; PATCH] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(5)(i, j)));
        let g: [[f32; WINDOW]; WINDOW] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(3)(i, j)));
        let dy: [[f32; TILE]; TILE] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(8)(i, j)));
        let direct = |i: usize, j: usize, size: usize, by: &dyn Fn(usize, usize) -> f32| {
            (0..size).flat_map(|a| (0..size).map(move |b| (a, b))).map(|(a, b)| d[i + a][j + b] * by(a, b)).sum::<f32>()
        };
        fn lanes<const N: usize>(m: [[f32; N]; N]) -> [[[f32; Portable::LANES]; N]; N] {
            m.map(|line| line.map(|x| [x; Portable::LANES]))
        }
        let times = |a: [[[f32; Portable::LANES]; PATCH]; PATCH], b: [[[f32; Portable::LANES]; PATCH]; PATCH]| {
            lanes(std::array::from_fn(|i| std::array::from_fn(|j| a[i][j][0] * b[i][j][0])))
        };
        // SAFETY: plain Rust runs anywhere.
        let (y, dg) = unsafe {
            let d = patch::<Portable>(lanes(d));
            let u = window::<Portable>(lanes(g));
            let z = tile_gradient::<Portable>(lanes(dy));
            (tile::<Portable>(times(d, u)), window_gradient::<Portable>(times(d, z)))
        };
        // Results are whole numbers of up to some hundreds; the points are not.
        let check = |what: &str, (i, j): (usize, usize), got: f32, want: f32| {
            assert!((got - want).abs() < 1e-3, "{what} {i}, {j}: {got}, not {want}");
        };
        for (i, line) in y.iter().enumerate() {
            for (j, got) in line.iter().enumerate() {
                check("result", (i, j), got[0], direct(i, j, WINDOW, &|a, b| g[a][b]));
            }
        }
        for (i, line) in dg.iter().enumerate() {
            for (j, got) in line.iter().enumerate() {
                check("window", (i, j), got[0], direct(i, j, TILE, &|a, b| dy[a][b]));
            }
        }
    }
}
