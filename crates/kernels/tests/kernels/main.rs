//! The kernels on every instruction set this machine has, against sums in f64 written as the definitions are.

mod convolution;
mod finish;
mod gemm;
mod support;
