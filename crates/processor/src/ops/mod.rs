//! Kernels of StableHLO operations that are not element-wise loops, over dense row-major values.

mod blocks;
pub(crate) mod contraction;
pub(crate) mod copy;
pub(crate) mod gather;
mod index;
pub(crate) mod linear_algebra;
pub(crate) mod reduce;
pub(crate) mod register_loop;
pub(crate) mod rng;
pub(crate) mod scatter;
pub(crate) mod shape;
pub(crate) mod sort;
pub(crate) mod window;
