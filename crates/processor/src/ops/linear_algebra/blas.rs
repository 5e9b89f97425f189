//! The operations that blocked algorithms spend their time in, those of BLAS: `gemm`, `trsm`, `axpy`, `dot`.

use std::ops::{Mul, Neg, Sub};
use std::sync::Mutex;

use bytemuck::Pod;
use kernels::{Element, Function, GemmOperand, GemmPlan, GemmSpec, Isa, MathMode, WriteMode};
use rustfft::num_complex::Complex;
use rustfft::num_traits::Zero;

use super::quotient::quotient;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::step::KernelArgs;
use crate::sync::lock;
use crate::threads::team::Team;

/// Rows that one thread computes at a time.
const ROWS_PER_ITEM: usize = 64;

/// A number, and its element type if it has matrix products of its own.
pub(super) trait Scalar:
    Pod + Send + Sync + Zero + Mul<Output = Self> + Sub<Output = Self> + Neg<Output = Self>
{
    const ELEMENT: Option<Element>;
    /// The quotient, over the whole range of the type: the operator `/` of complex numbers squares the
    /// divisor.
    fn over(self, divisor: Self) -> Self;
}

impl Scalar for f32 {
    const ELEMENT: Option<Element> = Some(Element::F32);
    fn over(self, divisor: Self) -> Self {
        self / divisor
    }
}
impl Scalar for f64 {
    const ELEMENT: Option<Element> = Some(Element::F64);
    fn over(self, divisor: Self) -> Self {
        self / divisor
    }
}
impl Scalar for Complex<f32> {
    const ELEMENT: Option<Element> = None;
    fn over(self, divisor: Self) -> Self {
        // Squares of parts of `f32` neither overflow nor vanish in `f64`.
        let [x, y] = [self, divisor].map(|z| Complex::new(f64::from(z.re), f64::from(z.im)));
        let z = x / y;
        Complex::new(z.re as f32, z.im as f32)
    }
}
impl Scalar for Complex<f64> {
    const ELEMENT: Option<Element> = None;
    fn over(self, divisor: Self) -> Self {
        quotient(self, divisor)
    }
}

/// The instruction set and the threads of a kernel.
#[derive(Clone, Copy)]
pub(super) struct Compute<'a> {
    isa: Isa,
    team: &'a Team<'a>,
}

impl<'a> Compute<'a> {
    pub(super) fn of(args: &KernelArgs<'a>) -> Self {
        Self { isa: args.isa, team: args.team }
    }

    /// `c -= a b` (`gemm`). `c` is row-major, its rows are `stride` apart; `a` is dense and has `k` columns,
    /// `b` is dense and has `b_columns`. The rows of `c` are computed in blocks: of a block that ends before
    /// row `end`, the first `columns(end)` columns.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn subtract_product<T: Scalar>(
        self,
        (c, stride): (&mut [T], usize),
        (a, k): (&[T], usize),
        (b, b_columns): (&[T], usize),
        columns: impl Fn(usize) -> usize + Sync,
    ) -> Result<()> {
        if k == 0 || a.is_empty() {
            return Ok(());
        }
        // The kernels add products.
        let negated: Vec<T> = b.iter().map(|b| -*b).collect();
        let items: Vec<_> = c.chunks_mut(ROWS_PER_ITEM * stride).zip(a.chunks(ROWS_PER_ITEM * k)).enumerate().collect();
        // Memory of the kernels, one for each thread: allocating it takes as long as a small product.
        let pool: Mutex<Vec<Vec<u8>>> = Mutex::default();
        self.team.parallel_for(items, |(i, (c, a))| {
            let m = a.len() / k;
            let n = columns(i * ROWS_PER_ITEM + m);
            match T::ELEMENT {
                Some(element) => {
                    let mut scratch = lock(&pool).pop().unwrap_or_default();
                    let (b, sizes) = ((&negated[..], b_columns), [m, n, k]);
                    add_product(self.isa, element, (c, stride), a, b, sizes, &mut scratch)?;
                    lock(&pool).push(scratch);
                    Ok(())
                }
                None => {
                    for (c, a) in c.chunks_mut(stride).zip(a.chunks_exact(k)) {
                        for (a, b) in a.iter().zip(b.chunks_exact(b_columns)) {
                            c[..n].iter_mut().zip(b).for_each(|(c, b)| *c = *c - *a * *b);
                        }
                    }
                    Ok(())
                }
            }
        })
    }

    /// Solves `x u = row` for each row (`trsm` from the right side). `u` is an upper triangular matrix of `n`
    /// by `n`; `x` replaces the first `n` elements of the row. Rows are `stride` apart.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn solve_rows<T: Scalar>(self, rows: &mut [T], stride: usize, u: &[T], n: usize) -> Result<()> {
        let items: Vec<_> = rows.chunks_mut(ROWS_PER_ITEM * stride).collect();
        self.team.parallel_for(items, |rows| {
            self.isa.run::<SolveRows<T>, _>((rows, stride, u, n));
            Ok(())
        })
    }

    /// Calls `f` with each item and the instruction set, on all threads.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn for_each<I: Send>(self, items: Vec<I>, f: impl Fn(Isa, I) + Sync) -> Result<()> {
        self.team.parallel_for(items, |item| {
            f(self.isa, item);
            Ok(())
        })
    }

    /// Updates the rows of a matrix, and multiplies them by `x`, in one pass over memory. Row `i` becomes
    /// `row - left[0][i] right[0] - left[1][i] right[1]` (`ger` twice), and `y[i] = row x` (`gemv`). Rows
    /// are `stride` apart, and have as many elements as `x`.
    ///
    /// # Errors
    /// An error of a thread.
    pub(super) fn update_and_multiply<T: Scalar>(
        self,
        (rows, stride): (&mut [T], usize),
        (left, right): ([&[T]; 2], [&[T]; 2]),
        x: &[T],
        y: &mut [T],
    ) -> Result<()> {
        let lefts = left[0].chunks(ROWS_PER_ITEM).zip(left[1].chunks(ROWS_PER_ITEM));
        let parts = rows.chunks_mut(ROWS_PER_ITEM * stride).zip(y.chunks_mut(ROWS_PER_ITEM)).zip(lefts);
        self.for_each(parts.collect(), |isa, ((rows, y), (l0, l1))| {
            isa.run::<UpdateAndMultiply<T>, _>(((rows, stride), [l0, l1], right, (x, y)));
        })
    }

    /// `y -= factor * x`, element by element (`axpy`).
    pub(super) fn subtract_multiple<T: Scalar>(self, y: &mut [T], factor: T, x: &[T]) {
        self.isa.run::<SubtractMultiple<T>, _>((y, factor, x));
    }

    /// The dot product of two vectors, without conjugation, in an order that the instruction set fixes.
    pub(super) fn dot<T: Scalar>(self, x: &[T], y: &[T]) -> T {
        let mut sum = [T::zero()];
        self.isa.run::<Dot<T>, _>((x, y, &mut sum));
        sum[0]
    }
}

/// `c += a b` by the kernels.
fn add_product<T: Scalar>(
    isa: Isa,
    element: Element,
    (c, stride): (&mut [T], usize),
    a: &[T],
    (b, b_columns): (&[T], usize),
    [m, n, k]: [usize; 3],
    scratch: &mut Vec<u8>,
) -> Result<()> {
    let operand = |row| GemmOperand { element, strides: [0, row, 1] };
    let (lhs, rhs, out) = (operand(k), operand(b_columns), operand(stride));
    let (batch, math_mode, allow_reassociation) = (1, MathMode::F32, false);
    let spec = GemmSpec { batch, m, n, k, lhs, rhs, out, math_mode, allow_reassociation };
    let failed = |e: kernels::KernelError| Error::new(ErrorKind::Internal, e.to_string());
    let plan = GemmPlan::new(&spec, isa).map_err(failed)?;
    if scratch.len() < plan.scratch_bytes() {
        scratch.resize(plan.scratch_bytes(), 0);
    }
    let (a, b, c) = (bytemuck::cast_slice(a), bytemuck::cast_slice(b), bytemuck::cast_slice_mut(c));
    plan.run(a, b, c, scratch, WriteMode::Accumulate).map_err(failed)
}

struct SolveRows<T>(std::marker::PhantomData<T>);

impl<T: Scalar> Function<(&mut [T], usize, &[T], usize)> for SolveRows<T> {
    #[inline(always)]
    fn call((rows, stride, u, n): (&mut [T], usize, &[T], usize)) {
        // Several rows at a time: the divisions of a row wait for each other.
        const ROWS: usize = 4;
        let mut groups = rows.chunks_exact_mut(ROWS * stride);
        for group in &mut groups {
            let (ab, cd) = group.split_at_mut(2 * stride);
            let ((a, b), (c, d)) = (ab.split_at_mut(stride), cd.split_at_mut(stride));
            solve_together([a, b, c, d].map(|row| &mut row[..n]), u);
        }
        for row in groups.into_remainder().chunks_mut(stride) {
            solve_together([&mut row[..n]], u);
        }
    }
}

/// Solves for some rows of the same length `n`; `u` has `n` rows.
#[inline(always)]
fn solve_together<T: Scalar, const N: usize>(mut rows: [&mut [T]; N], u: &[T]) {
    let n = rows[0].len();
    for (i, u) in u.chunks_exact(n).enumerate() {
        for row in &mut rows {
            let (solved, rest) = row.split_at_mut(i + 1);
            let x = solved[i].over(u[i]);
            solved[i] = x;
            for (r, u) in rest.iter_mut().zip(&u[i + 1..]) {
                *r = *r - x * *u;
            }
        }
    }
}

struct SubtractMultiple<T>(std::marker::PhantomData<T>);

impl<T: Scalar> Function<(&mut [T], T, &[T])> for SubtractMultiple<T> {
    #[inline(always)]
    fn call((y, factor, x): (&mut [T], T, &[T])) {
        y.iter_mut().zip(x).for_each(|(y, x)| *y = *y - factor * *x);
    }
}

struct UpdateAndMultiply<T>(std::marker::PhantomData<T>);

/// Rows and their distance, the left and right factors of the update, and the factor and result of the
/// product.
type UpdateAndMultiplyArgs<'a, T> = ((&'a mut [T], usize), [&'a [T]; 2], [&'a [T]; 2], (&'a [T], &'a mut [T]));

impl<T: Scalar> Function<UpdateAndMultiplyArgs<'_, T>> for UpdateAndMultiply<T> {
    #[inline(always)]
    fn call(((rows, stride), left, right, (x, y)): UpdateAndMultiplyArgs<'_, T>) {
        for (i, (row, y)) in rows.chunks_mut(stride).zip(y).enumerate() {
            let row = &mut row[..x.len()];
            let (a, b) = (left[0][i], left[1][i]);
            for ((r, u), v) in row.iter_mut().zip(right[0]).zip(right[1]) {
                *r = *r - a * *u - b * *v;
            }
            let mut sum = [T::zero()];
            Dot::call((row, x, &mut sum));
            *y = sum[0];
        }
    }
}

struct Dot<T>(std::marker::PhantomData<T>);

impl<T: Scalar> Function<(&[T], &[T], &mut [T; 1])> for Dot<T> {
    #[inline(always)]
    fn call((x, y, sum): (&[T], &[T], &mut [T; 1])) {
        const LANES: usize = 16;
        let mut lanes = [T::zero(); LANES];
        let ((x, x_rest), (y, y_rest)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
        for (x, y) in x.iter().zip(y) {
            for ((lane, x), y) in lanes.iter_mut().zip(x).zip(y) {
                *lane = *lane + *x * *y;
            }
        }
        let rest = x_rest.iter().zip(y_rest).fold(T::zero(), |sum, (x, y)| sum + *x * *y);
        sum[0] = lanes.into_iter().fold(rest, |sum, lane| sum + lane);
    }
}
