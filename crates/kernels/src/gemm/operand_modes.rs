//! Modes of the operands of blocked GEMM (in place, packed, prepacked), the sizes of its blocks, and which
//! operand is the left one.

use super::spec::{GemmOperand, GemmSpec};
use crate::element::Element;
use crate::isa::Isa;
use crate::machine::Machine;
use crate::micro::output::MAX_PANEL_WIDTH;
use crate::unit::Unit;

/// Units of the reduction in a block: a packed panel of the right operand takes two thirds of the first-level
/// cache, which leaves the rest to rows of the left one and to results.
pub(super) const KC: usize = Machine::REFERENCE.l1d_bytes * 2 / 3 / (MAX_PANEL_WIDTH * size_of::<u32>());
/// Rows of a packed left block, which takes a quarter of the second-level cache: whole register tiles of 6, 8
/// or 12 rows.
pub(super) const MC: usize = (Machine::REFERENCE.l2_bytes / 4 / (KC * size_of::<u32>())).next_multiple_of(24);
/// Columns of a packed right block, which takes half of the second-level cache. A multiple of every panel's
/// width.
pub(super) const NC: usize = Machine::REFERENCE.l2_bytes / 2 / (KC * size_of::<u32>());
/// Rows for which a packed right block is used before the next one is packed.
pub(super) const OUTER_ROWS: usize = 4 * MC;
/// Elements from one line of a right operand that is read in place to the next, at most: a page. Lines that
/// are further apart compete for the same sets of the caches.
const IN_PLACE_MAX_ROW_STEP: usize = Machine::REFERENCE.page_bytes / size_of::<f32>();

/// The form in which the micro-kernel gets the left operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LhsMode {
    /// In place: rows of units.
    InPlace,
    /// Packed into rows of units.
    Rows,
    /// Packed with rows adjacent, from memory in which they are.
    Columns,
    /// Packed into rows of units, from memory in which rows are adjacent: tile registers take no others.
    Transpose,
}

/// The form in which the micro-kernel gets the right operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RhsMode {
    /// In place: columns are adjacent, and there are too few rows for packing to pay.
    InPlace,
    /// Packed block by block.
    Packed,
    /// Packed as a whole beforehand.
    Prepacked,
}

/// The mode of the left operand. bf16 pairs that are read in place must not straddle rows, blocks or batches.
pub(super) fn lhs_mode(a: GemmOperand, k: usize, unit: Unit, isa: Isa) -> LhsMode {
    let [batch, row, depth] = a.strides;
    let whole = [batch, row, k].into_iter().all(|elements| elements.is_multiple_of(unit.len()));
    if depth == 1 && unit.is_stored_as(a.element) && whole {
        LhsMode::InPlace
    } else if row == 1 && depth != 1 {
        if unit.uses_tiles(isa) { LhsMode::Transpose } else { LhsMode::Columns }
    } else {
        LhsMode::Rows
    }
}

/// Returns true if the right operand is read in place: whole vectors of columns that are units already. Its
/// lines then come from the second-level cache for each register tile, so that for many rows it is packed for
/// the first-level one.
pub(super) fn is_read_in_place(spec: &GemmSpec, unit: Unit, isa: Isa) -> bool {
    let GemmSpec { m, n, rhs, .. } = spec;
    let [_, row, column] = rhs.strides;
    let is_ready = column == 1 && unit == Unit::F32 && rhs.element == Element::F32 && n.is_multiple_of(isa.lanes());
    is_ready && *m <= MC && row <= IN_PLACE_MAX_ROW_STEP
}

/// A rough cost of packing and storing, to decide which operand is the left one.
pub(super) fn estimate_cost(spec: &GemmSpec, unit: Unit, isa: Isa) -> usize {
    const STREAMED: usize = 1;
    const STRIDED: usize = 4;
    let cost = |stride: usize| if stride == 1 { STREAMED } else { STRIDED };
    let GemmSpec { m, n, k, lhs, rhs, out, .. } = spec;
    let right = if is_read_in_place(spec, unit, isa) { 0 } else { cost(rhs.strides[2]) };
    let left = match lhs_mode(*lhs, *k, unit, isa) {
        LhsMode::InPlace => 0,
        LhsMode::Columns | LhsMode::Transpose => STREAMED,
        LhsMode::Rows => cost(lhs.strides[2]),
    };
    let blocks = k.div_ceil(KC * unit.len()).max(1);
    // Padding columns of a vector are multiplied for nothing.
    let wasted = (n.next_multiple_of(16) - n) * m * k / 32;
    m * k * left * n.div_ceil(NC)
        + k * n * right * m.div_ceil(OUTER_ROWS)
        + m * n * (cost(out.strides[2]) + blocks - 1)
        + wasted
}
