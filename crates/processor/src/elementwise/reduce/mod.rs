//! Reductions: each tile is reduced on its own, and the partial result is merged into the accumulators.
//!
//! Sums and products of any length are as exact as those of a few numbers: those of f32 are accumulated in
//! f64, those of f64 with their rounding errors.

mod accumulator;
mod kind;
mod tile;

pub(crate) use accumulator::Accumulator;
pub(crate) use kind::{ReduceKind, ReduceShape, RowUpdate, combine, combine_rows};
pub(super) use tile::line_sum;
