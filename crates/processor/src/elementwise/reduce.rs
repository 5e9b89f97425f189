//! Reductions of tiles: each tile is reduced by itself, and what remains joins the accumulators.

use stablehlo::ElementType;
use stablehlo::ops::Binary;

use super::dtype::{Number, RegType, with_reg_type};
use super::interpreter::{Opcode, Operands, execute};
use super::load_store;
use kernels::Isa;

/// The reductions with loops of their own.
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

/// Joins two tiles element by element.
pub(crate) fn combine(isa: Isa, kind: ReduceKind, class: RegType, a: &[u8], b: &[u8], out: &mut [u8]) {
    let op = match kind {
        ReduceKind::Add => Binary::Add,
        ReduceKind::Multiply => Binary::Multiply,
        ReduceKind::Maximum => Binary::Maximum,
        ReduceKind::Minimum => Binary::Minimum,
        ReduceKind::And => Binary::And,
        ReduceKind::Or => Binary::Or,
    };
    execute(isa, Opcode::Binary(op, class), Operands { a, b, c: &[], out, start: 0 });
}

/// A tensor seen as `[kept, reduced, inner]`: the result has `kept * inner` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ReduceShape {
    pub(crate) kept: usize,
    pub(crate) reduced: usize,
    pub(crate) inner: usize,
}

impl ReduceShape {
    /// Of a row-major shape, where the reduced dimensions stand together.
    pub(crate) fn new(dims: &[usize], reduced: &[usize]) -> Option<Self> {
        let is_reduced = |i: usize| dims[i] == 1 || reduced.contains(&i);
        let real: Vec<usize> = reduced.iter().copied().filter(|i| dims[*i] != 1).collect();
        let (Some(first), Some(last)) = (real.iter().min(), real.iter().max()) else {
            return Some(Self { kept: dims.iter().product(), reduced: 1, inner: 1 });
        };
        (*first..=*last).all(is_reduced).then(|| Self {
            kept: dims[..*first].iter().product(),
            reduced: dims[*first..=*last].iter().product(),
            inner: dims[last + 1..].iter().product(),
        })
    }

    fn results(&self) -> usize {
        self.kept * self.inner
    }
}

/// What a reduction has come to: sums of f32 in double precision, everything else in its own class.
#[derive(Debug, Default)]
pub(crate) struct Accumulator {
    values: Vec<u64>,
    /// Rows joined side by side, which go to the results together.
    lanes: Vec<u64>,
    pending: Pending,
}

/// What lies in the lanes.
#[derive(Clone, Copy, Debug, Default)]
struct Pending {
    /// How many rows at most one above the other.
    rows: usize,
    /// Which of the kept elements they belong to.
    kept: usize,
}

/// Lanes that a run of elements is reduced in.
const PARTITIONS: usize = 32;
/// Rows shorter than this are taken several at a time.
const WIDE: usize = 64;
/// So many rows, and those of a tile, are added up in single precision before they go to the sums.
const SINGLE: usize = 64;

fn identity<T: Number>(kind: ReduceKind) -> T {
    match kind {
        ReduceKind::Add => T::ZERO,
        ReduceKind::Multiply => T::ONE,
        ReduceKind::Maximum => T::LEAST,
        ReduceKind::Minimum => T::GREATEST,
        ReduceKind::And => T::ZERO.not(),
        ReduceKind::Or => T::ZERO,
    }
}

impl Accumulator {
    pub(crate) fn reset(&mut self, kind: ReduceKind, class: RegType, shape: ReduceShape) {
        let n = shape.results();
        if kind == ReduceKind::Add && class == RegType::F32 {
            self.values.clear();
            self.values.resize(n, 0);
        } else {
            self.values.resize((n * class.bytes()).div_ceil(8), 0);
            with_reg_type!(class, T => {
                bytemuck::cast_slice_mut::<u64, T>(&mut self.values).fill(identity::<T>(kind));
            });
        }
        self.lanes.resize((shape.inner.max(WIDE) * 2).next_multiple_of(8), 0);
        self.pending = Pending::default();
    }

    /// Brings what is yet in the lanes to the results.
    pub(crate) fn settle(&mut self, shape: ReduceShape) {
        let Self { values, lanes, pending } = self;
        if pending.rows > 0 {
            // Only sums of f32 stay there.
            let sums: &mut [f64] = bytemuck::cast_slice_mut(values);
            let lanes: &mut [f32] = bytemuck::cast_slice_mut(lanes);
            settle(f32::add, lanes, shape.inner, pending, &mut |at, part| add_wide(sums, at, part));
        }
    }

    /// Takes in a tile whose first element has the linear index `start`.
    pub(crate) fn tile(
        &mut self,
        isa: Isa,
        kind: ReduceKind,
        class: RegType,
        shape: ReduceShape,
        tile: &[u8],
        start: usize,
    ) {
        if class == RegType::F32 {
            let acc = self;
            super::multiversion!(
                isa,
                tile_f32(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize)
            );
            return;
        }
        with_reg_type!(class, T => tile_of::<T>(self, kind, shape, bytemuck::cast_slice(tile), start));
    }

    /// Takes in what another has come to of the same reduction.
    pub(crate) fn join(&mut self, other: &Self, kind: ReduceKind, class: RegType) {
        if kind == ReduceKind::Add && class == RegType::F32 {
            let sums: &mut [f64] = bytemuck::cast_slice_mut(&mut self.values);
            sums.iter_mut().zip(bytemuck::cast_slice::<u64, f64>(&other.values)).for_each(|(s, o)| *s += o);
            return;
        }
        with_reg_type!(class, T => {
            let values: &mut [T] = bytemuck::cast_slice_mut(&mut self.values);
            let join = join::<T>(kind);
            values.iter_mut().zip(bytemuck::cast_slice::<u64, T>(&other.values)).for_each(|(v, o)| *v = join(*v, *o));
        });
    }

    /// Writes the results, each joined with the initial value.
    pub(crate) fn finish(
        &self,
        isa: Isa,
        kind: ReduceKind,
        (class, element): (RegType, ElementType),
        init: &[u8],
        register: &mut Vec<u64>,
        out: &mut [u8],
    ) {
        let n = out.len() / element.bytes();
        register.resize((n * class.bytes()).div_ceil(8), 0);
        let bytes = &mut bytemuck::cast_slice_mut::<u64, u8>(register)[..n * class.bytes()];
        if kind == ReduceKind::Add && class == RegType::F32 {
            let init = bytemuck::pod_read_unaligned::<f32>(&init[..4]) as f64;
            let sums: &[f64] = bytemuck::cast_slice(&self.values);
            bytemuck::cast_slice_mut(bytes).iter_mut().zip(sums).for_each(|(o, s)| *o = (init + s) as f32);
        } else {
            with_reg_type!(class, T => {
                let init = bytemuck::pod_read_unaligned::<T>(&init[..class.bytes()]);
                let values: &[T] = bytemuck::cast_slice(&self.values);
                let join = join::<T>(kind);
                bytemuck::cast_slice_mut(bytes).iter_mut().zip(values).for_each(|(o, v)| *o = join(init, *v));
            });
        }
        load_store::store_accumulator(isa, element, bytes, out);
    }
}

fn join<T: Number>(kind: ReduceKind) -> fn(T, T) -> T {
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
fn tile_f32(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[u8], start: usize) {
    let tile: &[f32] = bytemuck::cast_slice(tile);
    let Accumulator { values, lanes, pending } = acc;
    let lanes: &mut [f32] = bytemuck::cast_slice_mut(lanes);
    if kind == ReduceKind::Add {
        let sums: &mut [f64] = bytemuck::cast_slice_mut(values);
        let lanes = Lanes { lanes, pending, most: SINGLE };
        return reduce(f32::add, 0.0, shape, tile, start, lanes, |at, part| add_wide(sums, at, part));
    }
    let values: &mut [f32] = bytemuck::cast_slice_mut(values);
    macro_rules! with {
        ($f:expr) => {
            reduce($f, identity(kind), shape, tile, start, Lanes { lanes, pending, most: 0 }, |at, part| {
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
fn tile_of<T: Number>(acc: &mut Accumulator, kind: ReduceKind, shape: ReduceShape, tile: &[T], start: usize) {
    let Accumulator { values, lanes, pending } = acc;
    let values: &mut [T] = bytemuck::cast_slice_mut(values);
    let lanes = Lanes { lanes: bytemuck::cast_slice_mut(lanes), pending, most: 0 };
    let f = join::<T>(kind);
    reduce(f, identity(kind), shape, tile, start, lanes, |at, part| {
        values[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s = f(*s, *p));
    });
}

/// Reduces a run of elements to one.
#[inline(always)]
fn run<T: Number>(f: impl Fn(T, T) -> T + Copy, identity: T, x: &[T]) -> T {
    if x.len() < PARTITIONS {
        return x.iter().fold(identity, |a, b| f(a, *b));
    }
    let mut lanes = [identity; PARTITIONS];
    let chunks = x.chunks_exact(PARTITIONS);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (l, c) in lanes.iter_mut().zip(chunk) {
            *l = f(*l, *c);
        }
    }
    let mut half = PARTITIONS / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = f(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    rest.iter().fold(lanes[0], |a, b| f(a, *b))
}

/// Adds a part to the sums from an index on.
#[inline(always)]
fn add_wide(sums: &mut [f64], at: usize, part: &[f32]) {
    sums[at..at + part.len()].iter_mut().zip(part).for_each(|(s, p)| *s += *p as f64);
}

/// Where rows are joined before they go to the results: at once, or once they are so many.
struct Lanes<'a, T> {
    lanes: &'a mut [T],
    pending: &'a mut Pending,
    most: usize,
}

/// Narrow rows are taken several at a time, so that the lanes fill a register.
#[inline(always)]
fn side_by_side(inner: usize) -> usize {
    if inner >= WIDE { inner } else { inner * WIDE.div_ceil(inner) }
}

/// Joins what lies side by side, and brings it to the results.
#[inline(always)]
fn settle<T: Copy>(
    f: impl Fn(T, T) -> T,
    lanes: &mut [T],
    inner: usize,
    pending: &mut Pending,
    merge: &mut impl FnMut(usize, &[T]),
) {
    let (sum, others) = lanes[..side_by_side(inner)].split_at_mut(inner);
    for other in others.chunks_exact(inner) {
        for (s, o) in sum.iter_mut().zip(other) {
            *s = f(*s, *o);
        }
    }
    merge(pending.kept * inner, sum);
    pending.rows = 0;
}

/// Walks a tile segment by segment; `merge` joins a part with the results from an index on.
#[inline(always)]
fn reduce<T: Number>(
    f: impl Fn(T, T) -> T + Copy,
    identity: T,
    shape: ReduceShape,
    tile: &[T],
    start: usize,
    lanes: Lanes<'_, T>,
    mut merge: impl FnMut(usize, &[T]),
) {
    let ReduceShape { reduced, inner, .. } = shape;
    let Lanes { lanes, pending, most } = lanes;
    let block = reduced * inner;
    let mut i = 0;
    while i < tile.len() {
        let at = start + i;
        let (kept, within) = (at / block, at % block);
        let len = (block - within).min(tile.len() - i);
        let x = &tile[i..i + len];
        i += len;
        if inner == 1 {
            merge(kept, &[run(f, identity, x)]);
            continue;
        }
        let column = within % inner;
        let head = if column == 0 { 0 } else { (inner - column).min(len) };
        merge(kept * inner + column, &x[..head]);
        let body = (len - head) / inner * inner;
        let (rows, tail) = x[head..].split_at(body);
        if body == inner && most == 0 {
            merge(kept * inner, rows);
        } else if body > 0 {
            let wide = side_by_side(inner);
            let joined = &mut lanes[..wide];
            if pending.rows == 0 {
                joined.fill(identity);
            }
            let chunks = rows.chunks_exact(wide);
            let rest = chunks.remainder();
            *pending = Pending { rows: pending.rows + rows.len().div_ceil(wide), kept };
            let whole = wide / WIDE * WIDE;
            // So many lanes at a time stay in registers.
            for (first, lanes) in (0..whole).step_by(WIDE).zip(joined.chunks_exact_mut(WIDE)) {
                let mut own = [identity; WIDE];
                own.copy_from_slice(lanes);
                for chunk in chunks.clone() {
                    for (l, c) in own.iter_mut().zip(&chunk[first..first + WIDE]) {
                        *l = f(*l, *c);
                    }
                }
                lanes.copy_from_slice(&own);
            }
            if whole < wide {
                for chunk in chunks {
                    for (l, c) in joined[whole..].iter_mut().zip(&chunk[whole..]) {
                        *l = f(*l, *c);
                    }
                }
            }
            for (l, c) in joined.iter_mut().zip(rest) {
                *l = f(*l, *c);
            }
        }
        if pending.rows > most || (pending.rows > 0 && within + len == block) {
            settle(f, lanes, inner, pending, &mut merge);
        }
        merge(kept * inner, tail);
    }
}
