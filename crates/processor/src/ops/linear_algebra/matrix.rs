//! Numbers and matrices of the kernels.

use bytemuck::Pod;
use num_complex::ComplexFloat;
use stablehlo::TensorType;

use super::blas::Scalar;

/// A number: f32, f64, or a complex number of these.
pub(super) trait Number: ComplexFloat<Real: RealNumber> + From<Self::Real> + Scalar {}
impl<T: ComplexFloat<Real: RealNumber> + From<T::Real> + Scalar> Number for T {}

/// A real number.
pub(super) trait RealNumber: rustfft::num_traits::Float + Pod + Send + Sync {}
impl<T: rustfft::num_traits::Float + Pod + Send + Sync> RealNumber for T {}

/// A row-major matrix.
pub(super) struct Matrix<T> {
    pub rows: usize,
    pub columns: usize,
    pub elements: Vec<T>,
}

impl<T: Number> Matrix<T> {
    pub fn new(rows: usize, columns: usize, elements: &[T]) -> Self {
        Self { rows, columns, elements: elements.to_vec() }
    }

    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, elements: vec![T::zero(); rows * columns] }
    }

    pub fn at(&self, row: usize, column: usize) -> T {
        self.elements[row * self.columns + column]
    }

    pub fn at_mut(&mut self, row: usize, column: usize) -> &mut T {
        &mut self.elements[row * self.columns + column]
    }

    /// The transpose, block by block: each block of both is in the cache.
    pub fn transposed(&self) -> Self {
        const BLOCK: usize = 16;
        let (rows, columns) = (self.rows, self.columns);
        let mut out = Self::zeros(columns, rows);
        for first_row in (0..rows).step_by(BLOCK) {
            for first_column in (0..columns).step_by(BLOCK) {
                for i in first_row..rows.min(first_row + BLOCK) {
                    for j in first_column..columns.min(first_column + BLOCK) {
                        *out.at_mut(j, i) = self.at(i, j);
                    }
                }
            }
        }
        out
    }

    /// The conjugate transpose.
    pub fn adjoint(&self) -> Self {
        let mut adjoint = self.transposed();
        adjoint.elements.iter_mut().for_each(|x| *x = x.conj());
        adjoint
    }
}

/// The number that stands for NaN.
pub(super) fn nan<T: Number>() -> T {
    <T as From<T::Real>>::from(rustfft::num_traits::Float::nan())
}

/// The sizes of the matrices of a batch: the rows and columns of each.
pub(super) fn matrix_dims(ty: &TensorType) -> [usize; 2] {
    [ty.dims[ty.rank() - 2], ty.dims[ty.rank() - 1]]
}

/// The matrices of a batch in memory. Without elements there are none.
pub(super) fn matrices<T: Pod>(bytes: &[u8], elements: usize) -> impl Iterator<Item = &[T]> {
    let all: &[T] = if bytes.is_empty() { &[] } else { bytemuck::cast_slice(bytes) };
    all.chunks(elements.max(1))
}

/// The matrices of a batch in memory, to write them.
pub(super) fn matrices_mut<T: Pod>(bytes: &mut [u8], elements: usize) -> impl Iterator<Item = &mut [T]> {
    let all: &mut [T] = if bytes.is_empty() { &mut [] } else { bytemuck::cast_slice_mut(bytes) };
    all.chunks_mut(elements.max(1))
}

/// Runs an expression with the number type of an element type.
///
/// `with_number!(element, T => expression)` is an error for other element types.
macro_rules! with_number {
    ($element:expr, $t:ident => $body:expr) => {{
        use num_complex::Complex;
        macro_rules! arm {
            ($ty:ty) => {{
                type $t = $ty;
                $body
            }};
        }
        match $element {
            stablehlo::ElementType::F32 => arm!(f32),
            stablehlo::ElementType::F64 => arm!(f64),
            stablehlo::ElementType::Complex64 => arm!(Complex<f32>),
            stablehlo::ElementType::Complex128 => arm!(Complex<f64>),
            other => Err($crate::error::Error::unsupported(format!(
                "linear algebra on {other}: f32, f64 and complex numbers of these are supported"
            ))),
        }
    }};
}
pub(super) use with_number;

/// Checks that the kernels compute on an element type.
///
/// # Errors
/// They do not.
pub(super) fn check_element(element: stablehlo::ElementType) -> crate::error::Result<()> {
    with_number!(element, T => {
        let _: Option<T> = None;
        Ok(())
    })
}
