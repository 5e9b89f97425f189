//! Fourier transforms, factorizations and triangular systems, batched over the leading dimensions.
//!
//! Matrices are row-major. Fourier transforms, `cholesky`, `triangular_solve`, LU and QR compute in the
//! precision of their operands, as do the eigenvalues of real symmetric matrices; the decompositions of other
//! custom calls in f64. An operand with a NaN gives
//! a result of NaNs.

mod blas;
mod cholesky;
mod compact_wy;
mod custom_call;
mod divide_and_conquer;
mod eig;
mod eigh;
mod fft;
mod field;
mod givens;
mod hessenberg;
mod householder;
mod implicit_ql;
mod lu;
mod matrix;
mod pivoted_qr;
mod quotient;
mod range;
mod schur;
mod secular;
mod svd;
mod triangular_solve;

pub(crate) use cholesky::Cholesky;
pub(crate) use custom_call::{custom_call, is_decomposition, without_first_result};
pub(crate) use fft::FftKernel;
pub(crate) use triangular_solve::TriangularSolveKernel;
