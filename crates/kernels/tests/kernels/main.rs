//! The kernels on every instruction set this machine has, against sums in f64 written as the definitions are.

mod convolution;
mod epilogue;
mod gemm;
mod support;
