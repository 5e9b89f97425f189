//! Under construction.

pub mod kernels;
