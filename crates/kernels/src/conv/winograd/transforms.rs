//! The transforms of F(4x4, 3x3), of vectors of channels, and the loads and stores around them.

use crate::element::{Element, WriteMode};
use crate::micro::output::store_scalar;
use crate::simd::{MAX_LANES, Simd};

/// Edge of an input tile.
pub(super) const INPUT_TILE: usize = 6;
/// Numbers of an input tile: the matrix products that replace a convolution.
pub(super) const POINTS: usize = INPUT_TILE * INPUT_TILE;
/// Edge of an output tile.
pub(super) const OUTPUT_TILE: usize = 4;
/// Edge of a filter.
pub(super) const FILTER: usize = 3;

/// The points besides 0 and infinity: +-[`P`] and +-[`Q`], of which the squares are 2 and 1/2.
const P: f32 = std::f32::consts::SQRT_2;
const Q: f32 = std::f32::consts::FRAC_1_SQRT_2;

// The transforms have no closures: these would be compiled without the features of the instruction set. Each
// transform applies one of the matrices to rows, then to columns.

/// The input transform, `B' d B`.
#[inline(always)]
pub(super) unsafe fn input_transform<S: Simd>(
    mut d: [[S::V; INPUT_TILE]; INPUT_TILE],
) -> [[S::V; INPUT_TILE]; INPUT_TILE] {
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

/// The output transform, `A' m A`.
#[inline(always)]
pub(super) unsafe fn output_transform<S: Simd>(
    m: [[S::V; INPUT_TILE]; INPUT_TILE],
) -> [[S::V; OUTPUT_TILE]; OUTPUT_TILE] {
    // SAFETY: as `input_transform`.
    unsafe { output_transform_rows::<S, OUTPUT_TILE>(transpose(output_transform_rows::<S, INPUT_TILE>(transpose(m)))) }
}

#[inline(always)]
unsafe fn output_transform_rows<S: Simd, const N: usize>(m: [[S::V; INPUT_TILE]; N]) -> [[S::V; OUTPUT_TILE]; N] {
    // SAFETY: as `input_transform`.
    unsafe {
        let [zero, half, two, p, q] = [S::splat(0.0), S::splat(0.5), S::splat(2.0), S::splat(P), S::splat(Q)];
        let mut lines = [[zero; OUTPUT_TILE]; N];
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

/// The adjoint of the output transform, `A y A'`.
#[inline(always)]
pub(super) unsafe fn output_adjoint<S: Simd>(
    y: [[S::V; OUTPUT_TILE]; OUTPUT_TILE],
) -> [[S::V; INPUT_TILE]; INPUT_TILE] {
    // SAFETY: as `input_transform`.
    unsafe { output_adjoint_rows::<S, INPUT_TILE>(transpose(output_adjoint_rows::<S, OUTPUT_TILE>(transpose(y)))) }
}

#[inline(always)]
unsafe fn output_adjoint_rows<S: Simd, const N: usize>(y: [[S::V; OUTPUT_TILE]; N]) -> [[S::V; INPUT_TILE]; N] {
    // SAFETY: as `input_transform`.
    unsafe {
        let [p, q, negative_p, negative_q] = [S::splat(P), S::splat(Q), S::splat(-P), S::splat(-Q)];
        let [half, two] = [S::splat(0.5), S::splat(2.0)];
        let mut lines = [[half; INPUT_TILE]; N];
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

/// The filter transform, `G g G'`.
#[inline(always)]
pub(super) unsafe fn filter_transform<S: Simd>(g: [[S::V; FILTER]; FILTER]) -> [[S::V; INPUT_TILE]; INPUT_TILE] {
    // SAFETY: as `input_transform`.
    unsafe { filter_transform_rows::<S, INPUT_TILE>(transpose(filter_transform_rows::<S, FILTER>(transpose(g)))) }
}

#[inline(always)]
unsafe fn filter_transform_rows<S: Simd, const N: usize>(g: [[S::V; FILTER]; N]) -> [[S::V; INPUT_TILE]; N] {
    // SAFETY: as `input_transform`.
    unsafe {
        let [zero, sixth, third, two_thirds] =
            [S::splat(0.0), S::splat(1.0 / 6.0), S::splat(1.0 / 3.0), S::splat(2.0 / 3.0)];
        let (p, q) = (S::splat(P / 6.0), S::splat(Q * 2.0 / 3.0));
        let mut lines = [[zero; INPUT_TILE]; N];
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

/// The adjoint of the filter transform, `G' u G`.
#[inline(always)]
pub(super) unsafe fn filter_adjoint<S: Simd>(u: [[S::V; INPUT_TILE]; INPUT_TILE]) -> [[S::V; FILTER]; FILTER] {
    // SAFETY: as `input_transform`.
    unsafe { filter_adjoint_rows::<S, FILTER>(transpose(filter_adjoint_rows::<S, INPUT_TILE>(transpose(u)))) }
}

#[inline(always)]
unsafe fn filter_adjoint_rows<S: Simd, const N: usize>(u: [[S::V; INPUT_TILE]; N]) -> [[S::V; FILTER]; N] {
    // SAFETY: as `input_transform`.
    unsafe {
        let [zero, sixth, third, two_thirds] =
            [S::splat(0.0), S::splat(1.0 / 6.0), S::splat(1.0 / 3.0), S::splat(-2.0 / 3.0)];
        let (p, q) = (S::splat(P / 6.0), S::splat(Q * -2.0 / 3.0));
        let mut lines = [[zero; FILTER]; N];
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
    let mut transposed = [[m[0][0]; M]; N];
    for (i, line) in transposed.iter_mut().enumerate() {
        for (j, number) in line.iter_mut().enumerate() {
            *number = m[j][i];
        }
    }
    transposed
}

/// The addresses of an N x N square of planes, `plane` units from one to the next.
#[inline(always)]
pub(super) fn plane_addresses<const N: usize>(first: *const u32, plane: usize) -> [[*const u32; N]; N] {
    let mut addresses = [[first; N]; N];
    for (i, address) in addresses.as_flattened_mut().iter_mut().enumerate() {
        *address = first.wrapping_add(i * plane);
    }
    addresses
}

/// Loads a vector of f32 numbers from each address.
///
/// # Safety
/// The machine has `S`; the addresses, `offset` numbers further on, are valid for a vector.
#[inline(always)]
pub(super) unsafe fn load<S: Simd, const N: usize>(addresses: &[[*const u32; N]; N], offset: usize) -> [[S::V; N]; N] {
    // SAFETY: by contract.
    unsafe {
        let mut loaded = [[S::splat(0.0); N]; N];
        for (row, addresses) in loaded.iter_mut().zip(addresses) {
            for (v, address) in row.iter_mut().zip(addresses) {
                *v = S::load(address.wrapping_add(offset));
            }
        }
        loaded
    }
}

/// As [`load`], of bf16 numbers if `BF16`.
///
/// # Safety
/// As there.
#[inline(always)]
pub(super) unsafe fn load_as<S: Simd, const N: usize, const BF16: bool>(
    addresses: &[[*const u8; N]; N],
    offset: usize,
) -> [[S::V; N]; N] {
    // SAFETY: by contract.
    unsafe {
        let mut loaded = [[S::splat(0.0); N]; N];
        for (row, addresses) in loaded.iter_mut().zip(addresses) {
            for (v, address) in row.iter_mut().zip(addresses) {
                *v = match BF16 {
                    true => S::load_bf16(address.cast::<u16>().wrapping_add(offset)),
                    false => S::load(address.cast::<u32>().wrapping_add(offset)),
                };
            }
        }
        loaded
    }
}

/// Stores the points, with `plane` units from one to the next.
///
/// # Safety
/// The machine has `S`; `to` is valid for all points.
#[inline(always)]
pub(super) unsafe fn store_points<S: Simd>(to: *mut u32, plane: usize, points: [[S::V; INPUT_TILE]; INPUT_TILE]) {
    for (i, line) in points.iter().enumerate() {
        for (j, &v) in line.iter().enumerate() {
            // SAFETY: by contract.
            unsafe { S::store(to.add((i * INPUT_TILE + j) * plane), v) }
        }
    }
}

/// Stores a vector, or adds it, from element `at` of the result on.
///
/// # Safety
/// The machine has `S`; the elements are valid.
#[inline(always)]
pub(super) unsafe fn store_output<S: Simd>(out: *mut u8, at: usize, element: Element, write: WriteMode, v: S::V) {
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
                (0..S::LANES).for_each(|lane| store_scalar(out, at + lane, element, write, lanes[lane]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::portable::Portable;

    /// One channel: an input tile against a filter, and the gradient of the filter.
    #[test]
    fn transforms_compute_a_convolution_and_its_gradient() {
        let numbers = |scale: i32| move |i: usize, j: usize| ((i as i32 * 7 + j as i32 * 3) * scale % 11 - 5) as f32;
        let d: [[f32; INPUT_TILE]; INPUT_TILE] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(5)(i, j)));
        let g: [[f32; FILTER]; FILTER] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(3)(i, j)));
        let dy: [[f32; OUTPUT_TILE]; OUTPUT_TILE] = std::array::from_fn(|i| std::array::from_fn(|j| numbers(8)(i, j)));
        let direct = |i: usize, j: usize, size: usize, by: &dyn Fn(usize, usize) -> f32| {
            (0..size).flat_map(|a| (0..size).map(move |b| (a, b))).map(|(a, b)| d[i + a][j + b] * by(a, b)).sum::<f32>()
        };
        fn lanes<const N: usize>(m: [[f32; N]; N]) -> [[[f32; Portable::LANES]; N]; N] {
            m.map(|line| line.map(|x| [x; Portable::LANES]))
        }
        let times = |a: [[[f32; Portable::LANES]; INPUT_TILE]; INPUT_TILE],
                     b: [[[f32; Portable::LANES]; INPUT_TILE]; INPUT_TILE]| {
            lanes(std::array::from_fn(|i| std::array::from_fn(|j| a[i][j][0] * b[i][j][0])))
        };
        // SAFETY: plain Rust runs anywhere.
        let (y, dg) = unsafe {
            let d = input_transform::<Portable>(lanes(d));
            let u = filter_transform::<Portable>(lanes(g));
            let z = output_adjoint::<Portable>(lanes(dy));
            (output_transform::<Portable>(times(d, u)), filter_adjoint::<Portable>(times(d, z)))
        };
        // Results are whole numbers of up to some hundreds; the transforms' numbers are not whole.
        let check = |name: &str, (i, j): (usize, usize), got: f32, want: f32| {
            assert!((got - want).abs() < 1e-3, "{name} {i}, {j}: {got}, not {want}");
        };
        for (i, line) in y.iter().enumerate() {
            for (j, got) in line.iter().enumerate() {
                check("result", (i, j), got[0], direct(i, j, FILTER, &|a, b| g[a][b]));
            }
        }
        for (i, line) in dg.iter().enumerate() {
            for (j, got) in line.iter().enumerate() {
                check("filter", (i, j), got[0], direct(i, j, OUTPUT_TILE, &|a, b| dy[a][b]));
            }
        }
    }
}
