//! `triangular_solve`: substitution, a block of rows of all right sides at a time.

use std::ops::Range;

use stablehlo::TensorType;
use stablehlo::ops::{Transpose, TriangularSolve};

use super::blas::Compute;
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

    fn run_on<T: Number>(&self, args: &mut KernelArgs<'_>) -> Result<()> {
        let compute = Compute::of(args);
        let TriangularSolve { left_side, lower, unit_diagonal, transpose_a } = self.attrs;
        let ([n, _], [rows, columns]) = (matrix_dims(&self.a), matrix_dims(&self.b));
        // `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`.
        let transposes = (transpose_a != Transpose::NoTranspose) == left_side;
        let conjugates = transpose_a == Transpose::Adjoint;
        let is_lower = lower != transposes;
        let operands = matrices::<T>(args.reads[0], n * n).zip(matrices::<T>(args.reads[1], rows * columns));
        for ((a, b), out) in operands.zip(matrices_mut::<T>(args.writes[0], rows * columns)) {
            if rows * columns == n {
                out.copy_from_slice(b);
                solve_vector((a, conjugates), out, (transposes, is_lower, unit_diagonal), compute);
                continue;
            }
            let mut matrix = Matrix::new(n, n, a);
            if transposes {
                matrix = matrix.transposed();
            }
            if conjugates {
                matrix.elements.iter_mut().for_each(|z| *z = z.conj());
            }
            let mut x = Matrix::new(rows, columns, b);
            if !left_side {
                x = x.transposed();
            }
            solve(&matrix, &mut x, (is_lower, unit_diagonal), compute)?;
            if !left_side {
                x = x.transposed();
            }
            out.copy_from_slice(&x.elements);
        }
        Ok(())
    }
}

impl Kernel for TriangularSolveKernel {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        with_number!(self.a.element, T => self.run_on::<T>(&mut args))
    }
}

/// Rows that are solved at a time.
const BLOCK: usize = 32;

/// Solves `a x = b` in place of `b`, block by block: each block that is solved is subtracted from the rows
/// that remain.
fn solve<T: Number>(
    a: &Matrix<T>,
    x: &mut Matrix<T>,
    (is_lower, unit_diagonal): (bool, bool),
    compute: Compute<'_>,
) -> Result<()> {
    let (n, columns) = (x.rows, x.columns);
    let blocks = n.div_ceil(BLOCK);
    for step in 0..blocks {
        let block = if is_lower { step } else { blocks - 1 - step };
        let block = block * BLOCK..n.min((block + 1) * BLOCK);
        substitute(a, x, block.clone(), (is_lower, unit_diagonal), compute);
        let solved = x.elements[block.start * columns..block.end * columns].to_vec();
        let rest = if is_lower { block.end..n } else { 0..block.start };
        let factors: Vec<T> = rest.clone().flat_map(|i| &a.elements[i * n..][block.clone()]).copied().collect();
        let rest = &mut x.elements[rest.start * columns..rest.end * columns];
        compute.subtract_product((rest, columns), (&factors, block.len()), (&solved, columns), |_| columns)?;
    }
    Ok(())
}

/// Solves the equations of a block on the diagonal.
fn substitute<T: Number>(
    a: &Matrix<T>,
    x: &mut Matrix<T>,
    block: Range<usize>,
    (is_lower, unit_diagonal): (bool, bool),
    compute: Compute<'_>,
) {
    let columns = x.columns;
    for step in 0..block.len() {
        let i = if is_lower { block.start + step } else { block.end - 1 - step };
        let known = if is_lower { block.start..i } else { i + 1..block.end };
        for j in known {
            let (before, after) = x.elements.split_at_mut(i.max(j) * columns);
            let (row, other) = match j < i {
                true => (&mut after[..columns], &before[j * columns..(j + 1) * columns]),
                false => (&mut before[i * columns..(i + 1) * columns], &after[..columns]),
            };
            compute.subtract_multiple(row, a.at(i, j), other);
        }
        if !unit_diagonal {
            let diagonal = a.at(i, i);
            x.elements[i * columns..(i + 1) * columns].iter_mut().for_each(|x| *x = x.over(diagonal));
        }
    }
}

/// Solves `op(a) x = b` for a vector in place of `b`. `a` is read row by row, whether it is transposed or
/// not.
fn solve_vector<T: Number>(
    (a, conjugates): (&[T], bool),
    x: &mut [T],
    (transposes, is_lower, unit_diagonal): (bool, bool, bool),
    compute: Compute<'_>,
) {
    let n = x.len();
    let conj = |z: T| if conjugates { z.conj() } else { z };
    let mut conjugated = Vec::new();
    for step in 0..n {
        let i = if is_lower { step } else { n - 1 - step };
        let mut row = &a[i * n..(i + 1) * n];
        if conjugates {
            conjugated.clear();
            conjugated.extend(row.iter().map(|z| z.conj()));
            row = &conjugated;
        }
        let (known, rest) = if is_lower { (0..i, i + 1..n) } else { (i + 1..n, 0..i) };
        if !transposes {
            x[i] = x[i] - compute.dot(&row[known.clone()], &x[known]);
        }
        if !unit_diagonal {
            x[i] = x[i].over(conj(a[i * n + i]));
        }
        if transposes {
            let solved = x[i];
            compute.subtract_multiple(&mut x[rest.clone()], solved, &row[rest]);
        }
    }
}
