//! What is reduced, and how two elements or rows of them are combined.

use std::ops::Range;

use stablehlo::ops::Binary;

use crate::elementwise::bytecode::Opcode;
use crate::elementwise::dtype::{RegType, with_reg_type};
use crate::elementwise::interpreter::execute;
use crate::elementwise::multiversion::multiversion;
use crate::elementwise::number::Number;
use crate::elementwise::operands::Operands;
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

/// The value that a reduction begins with.
pub(super) fn identity<T: Number>(kind: ReduceKind) -> T {
    match kind {
        ReduceKind::Add => T::ZERO,
        ReduceKind::Multiply => T::ONE,
        ReduceKind::Maximum => T::LOWEST,
        ReduceKind::Minimum => T::HIGHEST,
        ReduceKind::And => T::ZERO.not(),
        ReduceKind::Or => T::ZERO,
    }
}

/// The reducer on two scalars.
pub(super) fn scalar_reducer<T: Number>(kind: ReduceKind) -> fn(T, T) -> T {
    match kind {
        ReduceKind::Add => T::add,
        ReduceKind::Multiply => T::mul,
        ReduceKind::Maximum => T::max,
        ReduceKind::Minimum => T::min,
        ReduceKind::And => T::and,
        ReduceKind::Or => T::or,
    }
}
