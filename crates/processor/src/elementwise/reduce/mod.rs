//! Reductions: each tile is reduced on its own, and the partial result is merged into the accumulators.
//!
//! Sums of any length are as exact as those of a few numbers. The numbers of a tile are added in pairs; sums
//! of tiles of f32 are accumulated in f64, as products are, and sums of tiles of f64 with their rounding
//! errors.

mod accumulator;
mod kind;
mod tile;

pub(crate) use accumulator::Accumulator;
pub(crate) use kind::{ReduceKind, ReduceShape, RowUpdate, combine, combine_rows};
pub(super) use tile::line_sum;
