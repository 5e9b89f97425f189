//! Fourier transforms, factorizations and triangular systems, batched over the leading dimensions.
//!
//! Matrices are row-major. Fourier transforms, `cholesky`, `triangular_solve`, LU and QR compute in the
//! precision of their operands, the decompositions of other custom calls in f64. An operand with a NaN gives
//! a result of NaNs.

mod blas;
mod cholesky;
mod compact_wy;
mod custom_call;
mod eig;
mod eigh;
mod fft;
mod field;
mod givens;
mod hessenberg;
mod householder;
mod lu;
mod matrix;
mod pivoted_qr;
mod schur;
mod svd;
mod triangular_solve;

pub(crate) use cholesky::Cholesky;
pub(crate) use custom_call::custom_call;
pub(crate) use fft::FftKernel;
pub(crate) use triangular_solve::TriangularSolveKernel;
