//! Custom calls: those of JAX for any device, and this processor's own, which docs/custom_calls.md describes.

use stablehlo::{ElementType, TensorType};

use super::eigh::eigh;
use super::lu::getrf;
use super::matrix::{Matrix, Number, check_element, matrices, matrices_mut, matrix_dims, with_number};
use super::qr::{geqrf, householder_product};
use super::svd::svd;
use crate::error::{Error, Result};
use crate::plan::step::{Kernel, KernelArgs};

/// The custom calls, by their targets.
const CALLS: &[(&str, Call)] = &[
    ("Qr", Call::Qr),
    ("ProductOfElementaryHouseholderReflectors", Call::HouseholderProduct),
    ("labora.lu", Call::Lu),
    ("labora.eigh", Call::Eigh),
    ("labora.svd", Call::Svd),
];

/// A computation on each matrix of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    /// A matrix, to its packed QR factorization and the factors of the reflections.
    Qr,
    /// A packed factorization and the factors, to the first columns of Q.
    HouseholderProduct,
    /// A matrix, to its LU factors, pivots and permutation.
    Lu,
    /// A Hermitian matrix, to its eigenvectors and eigenvalues. Option `lower`: the triangle that is read.
    Eigh,
    /// A matrix, to its singular values and, with the option `compute_uv`, vectors. Option `full_matrices`.
    Svd,
}

/// The kernel of a custom call; `None` for a target that is not known.
///
/// # Errors
/// Operands or results of other types than the call has.
pub(crate) fn custom_call(
    target: &str,
    config: &str,
    operands: &[TensorType],
    results: &[TensorType],
) -> Option<Result<Box<dyn Kernel>>> {
    let (_, call) = CALLS.iter().find(|(name, _)| *name == target)?;
    Some(LinearAlgebraCall::new(*call, config, operands, results).map(|kernel| Box::new(kernel) as Box<dyn Kernel>))
}

#[derive(Debug)]
struct LinearAlgebraCall {
    call: Call,
    operand: TensorType,
    lower: bool,
    full_matrices: bool,
    compute_uv: bool,
}

impl LinearAlgebraCall {
    fn new(call: Call, config: &str, operands: &[TensorType], results: &[TensorType]) -> Result<Self> {
        let operand = operands.first().filter(|ty| ty.rank() >= 2);
        let operand = operand.ok_or_else(|| Error::program("the first operand has to be a batch of matrices"))?.clone();
        let kernel = Self {
            call,
            lower: flag(config, "lower").unwrap_or(true),
            full_matrices: flag(config, "full_matrices").unwrap_or(false),
            compute_uv: flag(config, "compute_uv").unwrap_or(true),
            operand,
        };
        let expected = kernel.results()?;
        if results != expected {
            let list = |types: &[TensorType]| types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return Err(Error::program(format!("its results are {}, not {}", list(&expected), list(results))));
        }
        let [m, n] = matrix_dims(&kernel.operand);
        if call == Call::Eigh && m != n {
            return Err(Error::program(format!("eigh takes square matrices, not {}", kernel.operand)));
        }
        let taus = operands.get(1).map(|ty| ty.dims.last().copied().unwrap_or(0));
        if call == Call::HouseholderProduct && taus.is_none_or(|taus| taus > m.min(n)) {
            return Err(Error::program("the second operand has to be the factors of the reflections"));
        }
        Ok(kernel)
    }

    /// The types of the results.
    fn results(&self) -> Result<Vec<TensorType>> {
        let ty = &self.operand;
        check_element(ty.element)?;
        let [m, n] = matrix_dims(ty);
        let of =
            |element: ElementType, dims: &[usize]| TensorType::new(element, [&ty.dims[..ty.rank() - 2], dims].concat());
        let (element, k) = (ty.element, m.min(n));
        let real = if element.is_complex() { element.part() } else { element };
        Ok(match self.call {
            Call::Qr => vec![ty.clone(), of(element, &[k])],
            Call::HouseholderProduct => vec![ty.clone()],
            Call::Lu => vec![ty.clone(), of(ElementType::I32, &[k]), of(ElementType::I32, &[m])],
            Call::Eigh => vec![ty.clone(), of(real, &[n])],
            Call::Svd if !self.compute_uv => vec![of(real, &[k])],
            Call::Svd => {
                let (left, right) = if self.full_matrices { (m, n) } else { (k, k) };
                vec![of(real, &[k]), of(element, &[m, left]), of(element, &[right, n])]
            }
        })
    }

    fn run_on<T: Number>(&self, args: &mut KernelArgs<'_>) {
        let [m, n] = matrix_dims(&self.operand);
        let batch: usize = self.operand.dims[..self.operand.rank() - 2].iter().product();
        let mut writer = Writer { outs: &mut args.writes, batch };
        for i in 0..batch {
            let elements = matrices::<T>(args.reads[0], m * n).nth(i).unwrap_or_default();
            let a = Matrix::new(m, n, elements);
            match self.call {
                Call::Qr => {
                    let (packed, taus) = geqrf(a);
                    writer.put(0, i, &packed.elements);
                    writer.put(1, i, &taus);
                }
                Call::HouseholderProduct => {
                    let count = args.reads[1].len() / size_of::<T>() / batch;
                    let taus = matrices::<T>(args.reads[1], count).nth(i).unwrap_or_default();
                    writer.put(0, i, &householder_product(&a, taus).elements);
                }
                Call::Lu => {
                    let (factors, pivots, permutation) = getrf(a);
                    writer.put(0, i, &factors.elements);
                    writer.put(1, i, &pivots);
                    writer.put(2, i, &permutation);
                }
                Call::Eigh => {
                    let (vectors, values) = eigh(hermitian(a, self.lower));
                    writer.put(0, i, &vectors.elements);
                    writer.put(1, i, &values);
                }
                Call::Svd => {
                    let (values, left, right) = svd(a, self.full_matrices);
                    writer.put(0, i, &values);
                    if self.compute_uv {
                        writer.put(1, i, &left.elements);
                        writer.put(2, i, &right.elements);
                    }
                }
            }
        }
    }
}

impl Kernel for LinearAlgebraCall {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        with_number!(self.operand.element, T => {
            self.run_on::<T>(&mut args);
            Ok(())
        })
    }
}

/// The results of a batch.
struct Writer<'a, 'b> {
    outs: &'a mut [&'b mut [u8]],
    batch: usize,
}

impl Writer<'_, '_> {
    /// Writes the elements of one matrix of a result.
    fn put<T: bytemuck::Pod>(&mut self, result: usize, matrix: usize, elements: &[T]) {
        let out = &mut self.outs[result];
        let count = out.len() / size_of::<T>() / self.batch;
        if let Some(out) = matrices_mut::<T>(out, count).nth(matrix) {
            out.copy_from_slice(elements);
        }
    }
}

/// The Hermitian matrix of one triangle.
fn hermitian<T: Number>(mut a: Matrix<T>, lower: bool) -> Matrix<T> {
    for i in 0..a.rows {
        *a.at_mut(i, i) = <T as From<T::Real>>::from(a.at(i, i).re());
        for j in 0..i {
            match lower {
                true => *a.at_mut(j, i) = a.at(i, j).conj(),
                false => *a.at_mut(i, j) = a.at(j, i).conj(),
            }
        }
    }
    a
}

/// The value of a flag in a JSON object, such as `{"lower": true}`.
fn flag(config: &str, name: &str) -> Option<bool> {
    let (_, rest) = config.split_once(&format!("\"{name}\""))?;
    let value = rest.trim_start().strip_prefix(':')?.trim_start();
    match () {
        () if value.starts_with("true") => Some(true),
        () if value.starts_with("false") => Some(false),
        () => None,
    }
}
