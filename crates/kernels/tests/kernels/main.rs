//! The kernels on every instruction set that this machine has, compared with sums in f64 by the definitions.

mod algorithm_choice;
mod convolution;
mod epilogue;
mod f64_gemm;
mod gemm;
mod integer_gemm;
mod layers;
mod support;
