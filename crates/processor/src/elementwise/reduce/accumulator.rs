//! The state of a reduction.

use std::ops::Range;

use stablehlo::ElementType;

use super::super::compensated::Compensated;
use super::super::dtype::{RegType, with_reg_type};
use super::super::load_store;
use super::super::multiversion::multiversion;
use super::super::number::Number;
use super::kind::{ReduceKind, ReduceShape, identity, scalar_reducer};
use super::tile::{PendingRows, RowPartials, VECTOR_ELEMENTS, flush, reduce};

use kernels::Isa;

/// Rows that are combined in the register type before the result joins the accumulators, besides those of one
/// tile.
const PARTIAL_ROWS: usize = 16;
/// Elements of a tile that are widened at a time.
const WIDENED: usize = 512;

/// How results are held until they are complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Precision {
    /// In the register type: their operation rounds nothing, or is bitwise.
    #[default]
    Own,
    /// In f64: sums and products of f32.
    Wide,
    /// As [`Compensated`]: sums and products of f64.
    Compensated,
}

impl Precision {
    fn of(kind: ReduceKind, reg_type: RegType) -> Self {
        match (kind, reg_type) {
            (ReduceKind::Add | ReduceKind::Multiply, RegType::F32) => Self::Wide,
            (ReduceKind::Add | ReduceKind::Multiply, RegType::F64) => Self::Compensated,
            _ => Self::Own,
        }
    }
}

/// The state of a reduction.
#[derive(Debug, Default)]
pub(crate) struct Accumulator {
    values: Vec<u64>,
    precision: Precision,
    /// The index of the result that `values` begins with, and the number of results in it.
    first: usize,
    len: usize,
    /// A vector of partial results: those of several rows side by side, not yet merged into `values`.
    lanes: Vec<u64>,
    pending_rows: PendingRows,
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
        self.precision = Precision::of(kind, reg_type);
        match self.precision {
            Precision::Wide => {
                self.values.clear();
                self.values.resize(n, identity::<f64>(kind).to_bits());
            }
            Precision::Compensated => {
                self.values.resize(2 * n, 0);
                bytemuck::cast_slice_mut(&mut self.values).fill(Compensated::new(identity(kind)));
            }
            Precision::Own => {
                self.values.resize((n * reg_type.bytes()).div_ceil(8), 0);
                with_reg_type!(reg_type, T => {
                    bytemuck::cast_slice_mut::<u64, T>(&mut self.values).fill(identity::<T>(kind));
                });
            }
        }
        self.lanes.resize((shape.inner.max(VECTOR_ELEMENTS) * 2).next_multiple_of(8), 0);
        self.pending_rows = PendingRows::default();
    }

    /// Merges pending rows into the results.
    pub(crate) fn flush(&mut self, kind: ReduceKind, shape: ReduceShape) {
        let Self { values, precision, first, lanes, pending_rows, .. } = self;
        if pending_rows.count == 0 {
            return;
        }
        if *precision == Precision::Wide {
            let sums: &mut [f64] = bytemuck::cast_slice_mut(values);
            let lanes: &mut [f32] = bytemuck::cast_slice_mut(lanes);
            flush(f32::add, lanes, shape.inner, pending_rows, &mut |at, part| add_widened(sums, at - *first, part));
        } else {
            let all: &mut [Compensated] = bytemuck::cast_slice_mut(values);
            let lanes: &mut [f64] = bytemuck::cast_slice_mut(lanes);
            let merge = &mut |at, part: &[f64]| compensate(kind, all, at - *first, part);
            flush(scalar_reducer(kind), lanes, shape.inner, pending_rows, merge);
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
        let acc = self;
        match reg_type {
            RegType::F32 if kind == ReduceKind::Multiply => {
                multiversion!(isa, multiply_tile_f32(acc: &mut Accumulator, shape: ReduceShape, tile: &[u8], start: usize))
            }
            RegType::F32 => multiversion!(
                isa,
                add_tile_f32(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize)
            ),
            RegType::F64 if acc.precision == Precision::Compensated => multiversion!(
                isa,
                add_tile_f64(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize)
            ),
            _ => with_reg_type!(reg_type, T => add_tile_of::<T>(acc, kind, shape, bytemuck::cast_slice(tile), start)),
        }
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
        macro_rules! merge {
            ($t:ty, $f:expr) => {{
                let values: &mut [$t] = &mut bytemuck::cast_slice_mut(&mut self.values)[own];
                let others: &[$t] = &bytemuck::cast_slice(&other.values)[others];
                values.iter_mut().zip(others).for_each(|(v, o)| *v = $f(*v, *o));
            }};
        }
        match (self.precision, kind) {
            (Precision::Wide, ReduceKind::Add) => merge!(f64, <f64 as Number>::add),
            (Precision::Wide, _) => merge!(f64, <f64 as Number>::mul),
            (Precision::Compensated, ReduceKind::Add) => merge!(Compensated, Compensated::add_all),
            (Precision::Compensated, _) => merge!(Compensated, Compensated::mul_all),
            (Precision::Own, _) => with_reg_type!(reg_type, T => merge!(T, scalar_reducer::<T>(kind))),
        }
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
        macro_rules! write {
            ($t:ty, $out:ty, |$v:ident| $result:expr) => {{
                let values: &[$t] = &bytemuck::cast_slice(&self.values)[own];
                let out: &mut [$out] = bytemuck::cast_slice_mut(bytes);
                out.iter_mut().zip(values).for_each(|(o, $v)| *o = $result);
            }};
        }
        let wide_init = || f64::from(bytemuck::pod_read_unaligned::<f32>(&init[..4]));
        let init_f64 = || bytemuck::pod_read_unaligned::<f64>(&init[..8]);
        // Few operations have many results: each loop has its operation in it, not a call of it.
        match (self.precision, kind) {
            (Precision::Wide, ReduceKind::Add) => {
                let init = wide_init();
                write!(f64, f32, |v| (init + *v) as f32);
            }
            (Precision::Wide, _) => {
                let init = wide_init();
                write!(f64, f32, |v| (init * *v) as f32);
            }
            (Precision::Compensated, ReduceKind::Add) => {
                let init = init_f64();
                write!(Compensated, f64, |v| v.add(init).rounded());
            }
            (Precision::Compensated, _) => {
                let init = init_f64();
                write!(Compensated, f64, |v| v.mul(init).rounded());
            }
            (Precision::Own, _) => with_reg_type!(reg_type, T => {
                let init = bytemuck::pod_read_unaligned::<T>(&init[..reg_type.bytes()]);
                let combine = scalar_reducer::<T>(kind);
                write!(T, T, |v| combine(init, *v));
            }),
        }
        load_store::store_accumulator(isa, element, bytes, out);
    }
}

/// Adds f32 numbers to f64 sums from an index on.
#[inline(always)]
fn add_widened(sums: &mut [f64], at: usize, part: &[f32]) {
    sums[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s += *p as f64);
}

/// Merges numbers into sums or products from an index on.
#[inline(always)]
fn compensate(kind: ReduceKind, all: &mut [Compensated], at: usize, part: &[f64]) {
    let all = all[at..at + part.len()].iter_mut().zip(part);
    match kind {
        ReduceKind::Add => all.for_each(|(s, p)| *s = s.add(*p)),
        _ => all.for_each(|(s, p)| *s = s.mul(*p)),
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
        let rows = RowPartials { lanes, pending_rows, max_pending: PARTIAL_ROWS };
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
        _ => with!(<f32 as Number>::min),
    }
}

/// Multiplies the numbers of a tile in f64, whose range the products of few f32 do not leave.
#[inline(always)]
fn multiply_tile_f32(acc: &mut Accumulator, shape: ReduceShape, tile: &[u8], start: usize) {
    let tile: &[f32] = bytemuck::cast_slice(tile);
    let Accumulator { values, first, lanes, pending_rows, .. } = acc;
    let first = *first;
    let products: &mut [f64] = bytemuck::cast_slice_mut(values);
    let lanes: &mut [f64] = bytemuck::cast_slice_mut(lanes);
    let mut widened = [0.0; WIDENED];
    for (i, part) in tile.chunks(WIDENED).enumerate() {
        widened.iter_mut().zip(part).for_each(|(w, x)| *w = f64::from(*x));
        let rows = RowPartials { lanes, pending_rows, max_pending: 0 };
        reduce(<f64 as Number>::mul, 1.0, shape, &widened[..part.len()], start + i * WIDENED, rows, |at, part| {
            let at = at - first;
            products[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s *= *p);
        });
    }
}

#[inline(always)]
fn add_tile_f64(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize) {
    let Accumulator { values, first, lanes, pending_rows, .. } = acc;
    let first = *first;
    let all: &mut [Compensated] = bytemuck::cast_slice_mut(values);
    let rows = RowPartials { lanes: bytemuck::cast_slice_mut(lanes), pending_rows, max_pending: PARTIAL_ROWS };
    let tile: &[f64] = bytemuck::cast_slice(tile);
    macro_rules! with {
        ($f:expr) => {
            reduce($f, identity(kind), shape, tile, start, rows, |at, part| compensate(kind, all, at - first, part))
        };
    }
    match kind {
        ReduceKind::Add => with!(<f64 as Number>::add),
        _ => with!(<f64 as Number>::mul),
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
