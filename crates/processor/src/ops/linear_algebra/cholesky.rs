//! `cholesky`: row by row (the Cholesky-Banachiewicz order), so that every sum is over two contiguous rows.

use rustfft::num_traits::{Float, Zero};
use stablehlo::TensorType;

use super::matrix::{Matrix, Number, check_element, dot, matrices, matrices_mut, matrix_dims, nan, with_number};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `cholesky` of a batch; a matrix that is not positive definite gives NaNs.
#[derive(Debug)]
pub(crate) struct Cholesky {
    ty: TensorType,
    lower: bool,
}

impl Cholesky {
    /// # Errors
    /// An element type that is not computed.
    pub(crate) fn new(ty: &TensorType, lower: bool) -> Result<Self> {
        check_element(ty.element)?;
        Ok(Self { ty: ty.clone(), lower })
    }

    fn run_on<T: Number>(&self, args: &mut KernelArgs<'_>) {
        let [n, _] = matrix_dims(&self.ty);
        for (a, out) in matrices::<T>(args.reads[0], n * n).zip(matrices_mut::<T>(args.writes[0], n * n)) {
            let a = Matrix::new(n, n, a);
            let factor = factor(&if self.lower { a } else { a.adjoint() });
            let factor = if self.lower { factor } else { factor.adjoint() };
            out.copy_from_slice(&factor.elements);
        }
    }
}

impl Kernel for Cholesky {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        with_number!(self.ty.element, T => {
            self.run_on::<T>(&mut args);
            Ok(())
        })
    }
}

/// The lower factor of a matrix, of which the lower triangle is read.
fn factor<T: Number>(a: &Matrix<T>) -> Matrix<T> {
    let n = a.rows;
    let mut l = Matrix::zeros(n, n);
    for i in 0..n {
        for j in 0..i {
            let sum = a.at(i, j) - dot(&l.row(i)[..j], &l.row(j)[..j]);
            *l.at_mut(i, j) = sum / l.at(j, j);
        }
        let pivot = a.at(i, i).re() - dot(&l.row(i)[..i], &l.row(i)[..i]).re();
        let is_positive = pivot > T::Real::zero();
        if !is_positive {
            l.elements.fill(nan());
            return l;
        }
        *l.at_mut(i, i) = <T as From<T::Real>>::from(Float::sqrt(pivot));
    }
    l
}
