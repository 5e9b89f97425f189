//! `triangular_solve`: substitution, a row of all right sides at a time.

use stablehlo::TensorType;
use stablehlo::ops::{Transpose, TriangularSolve};

use super::matrix::{Matrix, Number, check_element, matrices, matrices_mut, matrix_dims, with_number};
use crate::error::Result;
use crate::plan::step::{Kernel, KernelArgs};

/// `triangular_solve` of a batch.
#[derive(Debug)]
pub(crate) struct TriangularSolveKernel {
    attrs: TriangularSolve,
    a: TensorType,
    b: TensorType,
}

impl TriangularSolveKernel {
    /// # Errors
    /// An element type that is not computed.
    pub(crate) fn new(attrs: TriangularSolve, a: &TensorType, b: &TensorType) -> Result<Self> {
        check_element(a.element)?;
        Ok(Self { attrs, a: a.clone(), b: b.clone() })
    }

    fn run_on<T: Number>(&self, args: &mut KernelArgs<'_>) {
        let ([n, _], [rows, columns]) = (matrix_dims(&self.a), matrix_dims(&self.b));
        let operands = matrices::<T>(args.reads[0], n * n).zip(matrices::<T>(args.reads[1], rows * columns));
        for ((a, b), out) in operands.zip(matrices_mut::<T>(args.writes[0], rows * columns)) {
            // `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`.
            let transposes = (self.attrs.transpose_a != Transpose::NoTranspose) == self.attrs.left_side;
            let conjugates = self.attrs.transpose_a == Transpose::Adjoint;
            let mut matrix = Matrix::<T>::zeros(n, n);
            for i in 0..n {
                for j in 0..n {
                    let z = if transposes { a[j * n + i] } else { a[i * n + j] };
                    *matrix.at_mut(i, j) = if conjugates { z.conj() } else { z };
                }
            }
            let mut x = Matrix::new(rows, columns, b);
            if !self.attrs.left_side {
                x = transposed(&x);
            }
            substitute(&matrix, &mut x, self.attrs.lower != transposes, self.attrs.unit_diagonal);
            if !self.attrs.left_side {
                x = transposed(&x);
            }
            out.copy_from_slice(&x.elements);
        }
    }
}

impl Kernel for TriangularSolveKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        with_number!(self.a.element, T => {
            self.run_on::<T>(&mut args);
            Ok(())
        })
    }
}

fn transposed<T: Number>(x: &Matrix<T>) -> Matrix<T> {
    let mut out = Matrix::zeros(x.columns, x.rows);
    for i in 0..x.rows {
        for j in 0..x.columns {
            *out.at_mut(j, i) = x.at(i, j);
        }
    }
    out
}

/// Solves `a x = b` in place of `b`.
fn substitute<T: Number>(a: &Matrix<T>, x: &mut Matrix<T>, is_lower: bool, unit_diagonal: bool) {
    let (n, columns) = (x.rows, x.columns);
    for step in 0..n {
        let i = if is_lower { step } else { n - 1 - step };
        let known = if is_lower { 0..i } else { i + 1..n };
        for j in known {
            let factor = a.at(i, j);
            let (before, after) = x.elements.split_at_mut(i.max(j) * columns);
            let (row, other) = match j < i {
                true => (&mut after[..columns], &before[j * columns..(j + 1) * columns]),
                false => (&mut before[i * columns..(i + 1) * columns], &after[..columns]),
            };
            row.iter_mut().zip(other).for_each(|(x, y)| *x = *x - factor * *y);
        }
        if !unit_diagonal {
            let diagonal = a.at(i, i);
            x.elements[i * columns..(i + 1) * columns].iter_mut().for_each(|x| *x = *x / diagonal);
        }
    }
}
