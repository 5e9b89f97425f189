//! `cholesky`, block by block.

use std::ops::Range;

use rustfft::num_traits::{Float, Zero};
use stablehlo::TensorType;

use super::blas::Compute;
use super::matrix::{Matrix, Number, check_element, matrices, matrices_mut, matrix_dims, nan, with_number};
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

    fn run_on<T: Number>(&self, args: &mut KernelArgs<'_>) -> Result<()> {
        let compute = Compute::of(args);
        let [n, _] = matrix_dims(&self.ty);
        for (a, out) in matrices::<T>(args.reads[0], n * n).zip(matrices_mut::<T>(args.writes[0], n * n)) {
            let a = Matrix::new(n, n, a);
            let factor = factor(if self.lower { a } else { a.adjoint() }, compute)?;
            let factor = if self.lower { factor } else { factor.adjoint() };
            out.copy_from_slice(&factor.elements);
        }
        Ok(())
    }
}

impl Kernel for Cholesky {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        with_number!(self.ty.element, T => self.run_on::<T>(&mut args))
    }
}

/// Columns that are factored at a time.
const BLOCK: usize = 64;

/// The lower factor of a matrix, of which the lower triangle is read: the right-looking blocked algorithm
/// (LAPACK's `potrf`). A matrix that is not positive definite gives NaNs.
fn factor<T: Number>(mut a: Matrix<T>, compute: Compute<'_>) -> Result<Matrix<T>> {
    let n = a.rows;
    for first in (0..n).step_by(BLOCK) {
        let end = n.min(first + BLOCK);
        let width = end - first;
        if !factor_diagonal(&mut a, first..end) {
            a.elements.fill(nan());
            return Ok(a);
        }
        if end == n {
            break;
        }
        // Below the block: `l = a u^-1` for the adjoint `u` of the block's factor.
        let mut u = Matrix::zeros(width, width);
        for i in 0..width {
            for j in 0..=i {
                *u.at_mut(j, i) = a.at(first + i, first + j).conj();
            }
        }
        let below = &mut a.elements[end * n..];
        compute.solve_rows(&mut below[first..], n, &u.elements, width)?;
        let l = below.chunks_exact(n).flat_map(|row| &row[first..end]).copied().collect();
        let l = Matrix { rows: n - end, columns: width, elements: l };
        let adjoint = l.adjoint();
        compute.subtract_product(
            (&mut below[end..], n),
            (&l.elements, width),
            (&adjoint.elements, adjoint.columns),
            |end| end,
        )?;
    }
    for i in 0..n {
        a.elements[i * n + i + 1..(i + 1) * n].fill(T::zero());
    }
    Ok(a)
}

/// Factors a block on the diagonal in its place. Returns false if it is not positive definite.
fn factor_diagonal<T: Number>(a: &mut Matrix<T>, block: Range<usize>) -> bool {
    let mut conjugates = [T::zero(); BLOCK];
    for c in block.clone() {
        let pivot = a.at(c, c).re();
        let is_positive = pivot > T::Real::zero();
        if !is_positive {
            return false;
        }
        let root = <T as From<T::Real>>::from(Float::sqrt(pivot));
        *a.at_mut(c, c) = root;
        for i in c + 1..block.end {
            let l = a.at(i, c).over(root);
            *a.at_mut(i, c) = l;
            conjugates[i - block.start] = l.conj();
            let row = &mut a.elements[i * a.columns..];
            let rest = row[c + 1..=i].iter_mut().zip(&conjugates[c + 1 - block.start..]);
            rest.for_each(|(x, y)| *x = *x - l * *y);
        }
    }
    true
}
