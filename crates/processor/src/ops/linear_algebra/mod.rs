//! Fourier transforms, factorizations and triangular systems, batched over the leading dimensions.
//!
//! Matrices are row-major. Every kernel is generic over f32, f64 and complex numbers of both, and computes in
//! the precision of its operands. An operand with a NaN gives a result of NaNs.

mod cholesky;
mod custom_call;
mod eigh;
mod fft;
mod lu;
mod matrix;
mod qr;
mod svd;
mod triangular_solve;

pub(crate) use cholesky::Cholesky;
pub(crate) use custom_call::custom_call;
pub(crate) use fft::FftKernel;
pub(crate) use triangular_solve::TriangularSolveKernel;
