//! Packing: operands rewritten as the units that the micro-kernels read, and accumulators written back.
//!
//! "k" is the index of the reduction. The loops are plain Rust, compiled for each instruction set; the
//! compiler vectorizes them.

mod columns;
mod positions;
mod rows;
mod store_accumulators;
mod transpose;
mod units;

pub(crate) use columns::{PackColumns, PackPanels};
pub(crate) use positions::PackPositions;
pub(crate) use rows::PackRows;
pub(crate) use store_accumulators::StoreAccumulators;
pub(crate) use transpose::PackTransposed;
pub(crate) use units::{pack_across_k, pack_along_k};
