//! Custom calls: the table of names, and the check of their types. `docs/custom_calls.md` describes them.

use rustfft::num_complex::Complex;
use stablehlo::{ElementType, TensorType};

use super::blas::Compute;
use super::compact_wy::transposed;
use super::eig::{Eig, eig};
use super::eigh::{Tridiagonal, eigenvalues, eigh, real_eigh, tridiagonalize};
use super::field::{Field, load_as, store_as};
use super::matrix::check_element;
use super::pivoted_qr::pivoted_qr;
use super::range::{guard_scale, largest_part, rescale};
use super::schur::{Schur, SchurField, schur};
use super::{compact_wy, hessenberg, lu, svd};
use crate::error::{Error, Result};
use crate::plan::step::{Kernel, KernelArgs};

/// A decomposition that a custom call computes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Call {
    Qr,
    PivotedQr,
    HouseholderProduct,
    Eigh { lower: bool, vectors: bool },
    Eig { left: bool, right: bool },
    Schur { vectors: bool },
    Svd { full: bool, vectors: bool },
    Lu,
    Hessenberg,
    Tridiagonal { lower: bool },
}

/// The call of a target with its configuration, `None` for unknown targets.
fn find(target: &str, config: &str) -> Option<Call> {
    Some(match target {
        "Qr" => Call::Qr,
        "ProductOfElementaryHouseholderReflectors" => Call::HouseholderProduct,
        // As JAX lowers for TPUs: the configuration is `lower,sort,sweeps,tolerance`; sorted is always right.
        "Eigh" if config.starts_with(['0', '1']) => Call::Eigh { lower: config.starts_with('1'), vectors: true },
        "labora.eigh" | "Eigh" => {
            Call::Eigh { lower: option(config, "lower", true), vectors: option(config, "vectors", true) }
        }
        "labora.svd" => {
            Call::Svd { full: option(config, "full_matrices", true), vectors: option(config, "compute_uv", true) }
        }
        "labora.lu" | "LuDecomposition" => Call::Lu,
        "labora.hessenberg" => Call::Hessenberg,
        "labora.tridiagonal" => Call::Tridiagonal { lower: option(config, "lower", true) },
        "labora.eig" => Call::Eig { left: option(config, "left", true), right: option(config, "right", true) },
        "labora.schur" if !option(config, "sort", false) => {
            Call::Schur { vectors: option(config, "compute_vectors", true) }
        }
        "labora.geqp3" => Call::PivotedQr,
        _ => return None,
    })
}

/// Returns true for the target of a decomposition.
pub(crate) fn is_decomposition(target: &str, config: &str) -> bool {
    find(target, config).is_some()
}

/// The configuration of the call without its first result, if it can leave that out: the eigenvectors of
/// `eigh`.
pub(crate) fn without_first_result(target: &str, config: &str) -> Option<String> {
    match find(target, config)? {
        Call::Eigh { lower, vectors: true } => Some(format!("{{\"lower\": {lower}, \"vectors\": false}}")),
        _ => None,
    }
}

/// A boolean of a configuration such as `{"lower": true}`.
fn option(config: &str, name: &str, default: bool) -> bool {
    let Some((_, after)) = config.split_once(&format!("\"{name}\"")) else { return default };
    after.trim_start_matches([' ', ':']).starts_with("true")
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
    let call = find(target, config)?;
    let kernel = CustomCall::new(call, &format!("{target:?} {config}"), operands.to_vec(), results.to_vec());
    Some(kernel.map(|kernel| Box::new(kernel) as Box<dyn Kernel>))
}

/// A custom call; reads and writes the operands and results of the program.
#[derive(Debug)]
struct CustomCall {
    call: Call,
    element: ElementType,
    rows: usize,
    columns: usize,
    operands: Vec<TensorType>,
    results: Vec<TensorType>,
}

impl CustomCall {
    /// # Errors
    /// Types that are not the call's.
    fn new(call: Call, call_text: &str, operands: Vec<TensorType>, results: Vec<TensorType>) -> Result<Self> {
        let Some((a, [.., rows, columns])) = operands.first().map(|a| (a, &a.dims[..])) else {
            return Err(Error::program(format!("custom call {call_text} takes a matrix as its first operand")));
        };
        let (a, rows, columns) = (a.clone(), *rows, *columns);
        check_element(a.element)?;
        let (expected_operands, expected_results) = types(call, &a, &operands);
        let list = |types: &[TensorType]| types.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(", ");
        if operands != expected_operands || results != expected_results {
            return Err(Error::program(format!(
                "custom call {call_text} is ({}) -> ({}), not ({}) -> ({})",
                list(&expected_operands),
                list(&expected_results),
                list(&operands),
                list(&results)
            )));
        }
        let must_be_square = matches!(
            call,
            Call::Eigh { .. } | Call::Eig { .. } | Call::Schur { .. } | Call::Hessenberg | Call::Tridiagonal { .. }
        );
        if must_be_square && rows != columns || call == Call::HouseholderProduct && rows < columns {
            return Err(Error::program(format!("custom call {call_text} does not take matrices of {a}")));
        }
        Ok(Self { call, element: a.element, rows, columns, operands, results })
    }

    /// Computes each matrix of the batch by `one`.
    fn batch(
        &self,
        args: &mut KernelArgs<'_>,
        one: impl Fn(&Self, &[&[u8]], &mut [&mut [u8]], Compute<'_>) -> Result<()>,
    ) -> Result<()> {
        let compute = Compute::of(args);
        let batch: usize = self.operands[0].dims[..self.operands[0].rank() - 2].iter().product();
        for index in 0..batch {
            let part = |bytes: usize| index * (bytes / batch)..(index + 1) * (bytes / batch);
            let reads: Vec<&[u8]> = args.reads.iter().map(|r| &r[part(r.len())]).collect();
            let mut writes: Vec<&mut [u8]> = Vec::with_capacity(args.writes.len());
            for write in &mut args.writes {
                let range = part(write.len());
                writes.push(&mut write[range]);
            }
            if self.rows == 0 || self.columns == 0 {
                self.empty(&mut writes);
            } else {
                one(self, &reads, &mut writes, compute)?;
            }
        }
        Ok(())
    }

    /// Returns true if [`factor`](Self::factor) computes the call, in the precision of the operand.
    fn is_factorization(&self) -> bool {
        match self.call {
            Call::Qr | Call::HouseholderProduct | Call::Lu => true,
            Call::Eigh { vectors, .. } => !(vectors && self.element.is_complex()),
            _ => false,
        }
    }

    /// Factors one matrix, or computes the eigenvalues of a Hermitian one, with the eigenvectors if it is
    /// real; in the precision of `T`.
    fn factor<T: Field>(&self, reads: &[&[u8]], writes: &mut [&mut [u8]], compute: Compute<'_>) -> Result<()> {
        let (m, n, element) = (self.rows, self.columns, self.element);
        let mut a: Vec<T> = load_as(element, reads[0]);
        let put = |at: &mut [u8], values: &[T]| store_as(values, element, at);
        match self.call {
            Call::Qr => {
                let taus = compact_wy::qr(&mut a, m, n, compute)?;
                put(writes[0], &a);
                put(writes[1], &taus);
            }
            Call::HouseholderProduct => {
                let taus: Vec<T> = load_as(element, reads[1]);
                let columns = compact_wy::product_transposed(&a, &taus, m, n, compute)?;
                put(writes[0], &transposed(&columns, n, m));
            }
            Call::Eigh { lower, vectors: false } => {
                let values = eigenvalues(&a, n, lower, compute)?;
                store_as(&values, element.part(), writes[0]);
            }
            Call::Eigh { lower, .. } => {
                let (vectors, values) = real_eigh(&a, n, lower, compute)?;
                put(writes[0], &vectors);
                store_as(&values, element.part(), writes[1]);
            }
            _ => {
                let (pivots, permutation) = lu::lu(&mut a, m, n, compute)?;
                put(writes[0], &a);
                writes[1].copy_from_slice(bytemuck::cast_slice(&pivots));
                writes[2].copy_from_slice(bytemuck::cast_slice(&permutation));
            }
        }
        Ok(())
    }

    /// Computes the decomposition of one matrix, in the precision of `T`.
    fn decompose<T: SchurField>(&self, reads: &[&[u8]], writes: &mut [&mut [u8]], compute: Compute<'_>) -> Result<()> {
        let (m, n, element) = (self.rows, self.columns, self.element);
        let mut a: Vec<T> = load_as(element, reads[0]);
        let put = |at: &mut [u8], values: &[T]| store_as(values, element, at);
        match self.call {
            Call::Qr | Call::HouseholderProduct | Call::Lu => self.factor::<T>(reads, writes, compute)?,
            Call::Hessenberg => {
                let scale = guard_scale(largest_part(&a));
                rescale(&mut a, scale);
                let taus = hessenberg::reduce(&mut a, n);
                for (i, row) in a.chunks_exact_mut(n).enumerate() {
                    rescale(&mut row[i.saturating_sub(1)..], 1.0 / scale);
                }
                put(writes[0], &a);
                put(writes[1], &taus);
            }
            Call::Tridiagonal { lower } => {
                let scale = guard_scale(largest_part(&a));
                rescale(&mut a, scale);
                let mut t = tridiagonal(a, n, lower, compute)?;
                rescale(&mut t.diagonal, 1.0 / scale);
                rescale(&mut t.subdiagonal, 1.0 / scale);
                let is_reflector = |at: usize| if lower { at / n > at % n + 1 } else { at % n > at / n + 1 };
                (0..n * n).filter(|at| !is_reflector(*at)).for_each(|at| {
                    t.packed[at] = t.packed[at].scale(1.0 / scale);
                });
                put(writes[0], &t.packed);
                put(writes[3], &t.taus);
                store_as(&t.diagonal, element.part(), writes[1]);
                store_as(&t.subdiagonal, element.part(), writes[2]);
            }
            Call::Eig { left, right } => {
                let Eig { values, left, right } = eig(&a, n, (left, right));
                let results = [Some(values), left, right].into_iter().flatten();
                let complex = element.part().complex().unwrap_or(element);
                writes.iter_mut().zip(results).for_each(|(at, values)| store_as(&values, complex, at));
            }
            Call::Schur { vectors } => {
                let (t, q) = match schur(&a, n) {
                    Some(Schur { scale, t, q }) => (t.iter().map(|x| x.scale(scale)).collect(), q),
                    None => (vec![T::nan(); n * n], vec![T::nan(); n * n]),
                };
                put(writes[0], &t);
                if vectors {
                    put(writes[1], &q);
                }
            }
            Call::PivotedQr => {
                let mut jpvt: Vec<i32> = bytemuck::pod_collect_to_vec(reads[1]);
                let scale = guard_scale(largest_part(&a));
                rescale(&mut a, scale);
                let taus = pivoted_qr(&mut a, &mut jpvt, m, n);
                for (i, row) in a.chunks_exact_mut(n).enumerate() {
                    rescale(&mut row[i.min(n)..], 1.0 / scale);
                }
                put(writes[0], &a);
                writes[1].copy_from_slice(bytemuck::cast_slice(&jpvt));
                put(writes[2], &taus);
            }
            Call::Eigh { lower, .. } => {
                let (vectors, values) = eigh(&a, n, lower, compute)?;
                put(writes[0], &vectors);
                store_as(&values, element.part(), writes[1]);
            }
            Call::Svd { full, vectors } => {
                let svd::Svd { u, s, v } = svd::svd(&a, m, n, full);
                if vectors {
                    let rows = u.len() / m;
                    let columns: Vec<T> = (0..m * rows).map(|at| u[at % rows * m + at / rows]).collect();
                    put(writes[1], &columns);
                    put(writes[2], &v.iter().map(|x| x.conj()).collect::<Vec<T>>());
                }
                store_as(&s, element.part(), writes[0]);
            }
        }
        Ok(())
    }

    /// The results for a matrix without elements: identities, which are all that has elements then.
    fn empty(&self, writes: &mut [&mut [u8]]) {
        for (write, ty) in writes.iter_mut().zip(&self.results) {
            write.fill(0);
            match (self.call, &ty.dims[..]) {
                (Call::Lu, [.., _]) if ty.element == ElementType::I32 => {
                    let counted: Vec<i32> = (0..(write.len() / 4) as i32).collect();
                    write.copy_from_slice(bytemuck::cast_slice(&counted));
                }
                (Call::Svd { .. }, [.., rows, columns]) if rows == columns => {
                    let mut identity = vec![Complex::new(0.0, 0.0); rows * columns];
                    (0..*rows).for_each(|i| identity[i * rows + i] = Complex::new(1.0, 0.0));
                    store_as::<Complex<f64>>(&identity, ty.element, write);
                }
                _ => {}
            }
        }
    }
}

impl Kernel for CustomCall {
    fn run(&self, mut args: KernelArgs<'_>) -> Result<()> {
        type C<T> = Complex<T>;
        let factors = self.is_factorization();
        match (factors, self.element) {
            (true, ElementType::F32) => self.batch(&mut args, Self::factor::<f32>),
            (true, ElementType::F64) => self.batch(&mut args, Self::factor::<f64>),
            (true, ElementType::Complex64) => self.batch(&mut args, Self::factor::<C<f32>>),
            (true, _) => self.batch(&mut args, Self::factor::<C<f64>>),
            (false, element) if element.is_complex() => self.batch(&mut args, Self::decompose::<C<f64>>),
            (false, _) => self.batch(&mut args, Self::decompose::<f64>),
        }
    }
}

/// Reduces the Hermitian matrix of which one triangle is given, with the conventions of LAPACK's `sytrd`.
fn tridiagonal<T: Field>(mut a: Vec<T>, n: usize, lower: bool, compute: Compute<'_>) -> Result<Tridiagonal<T>> {
    // The upper triangle is the lower one of the matrix with rows and columns reversed.
    if !lower {
        a.reverse();
    }
    (0..n * n).filter(|at| at / n < at % n).for_each(|at| a[at] = a[at % n * n + at / n].conj());
    (0..n).for_each(|i| a[i * n + i] = T::from_real(a[i * n + i].re()));
    let mut t = tridiagonalize(a, n, compute)?;
    if !lower {
        t.packed.reverse();
        t.diagonal.reverse();
        t.subdiagonal.reverse();
        t.taus.reverse();
    }
    Ok(t)
}

/// The types that a call takes and returns for a first operand of type `a`.
fn types(call: Call, a: &TensorType, operands: &[TensorType]) -> (Vec<TensorType>, Vec<TensorType>) {
    let (batch, [m, n]) = (&a.dims[..a.rank() - 2], [a.dims[a.rank() - 2], a.dims[a.rank() - 1]]);
    let k = m.min(n);
    let ty = |element: ElementType, dims: &[usize]| TensorType::new(element, [batch, dims].concat());
    let (same, part) = (a.element, a.element.part());
    let (one, below) = (vec![a.clone()], n.saturating_sub(1));
    match call {
        Call::Qr => (one, vec![a.clone(), ty(same, &[k])]),
        Call::HouseholderProduct => {
            let count = operands.get(1).and_then(|t| t.dims.last()).map_or(n, |c| (*c).min(n));
            (vec![a.clone(), ty(same, &[count])], one)
        }
        Call::PivotedQr => {
            let jpvt = ty(ElementType::I32, &[n]);
            (vec![a.clone(), jpvt.clone()], vec![a.clone(), jpvt, ty(same, &[k])])
        }
        Call::Eig { left, right } => {
            let complex = part.complex().unwrap_or(same);
            let vectors = [left, right].into_iter().filter(|is_asked_for| *is_asked_for).map(|_| ty(complex, &[n, n]));
            (one, [ty(complex, &[n])].into_iter().chain(vectors).collect())
        }
        Call::Schur { vectors } => (one, vec![a.clone(); 1 + usize::from(vectors)]),
        Call::Eigh { vectors: false, .. } => (one, vec![ty(part, &[n])]),
        Call::Eigh { .. } => (one, vec![a.clone(), ty(part, &[n])]),
        Call::Svd { vectors: false, .. } => (one, vec![ty(part, &[k])]),
        Call::Svd { full, .. } => {
            let (rows, columns) = if full { (m, n) } else { (k, k) };
            (one, vec![ty(part, &[k]), ty(same, &[m, rows]), ty(same, &[columns, n])])
        }
        Call::Lu => (one, vec![a.clone(), ty(ElementType::I32, &[k]), ty(ElementType::I32, &[m])]),
        Call::Hessenberg => (one, vec![a.clone(), ty(same, &[below])]),
        Call::Tridiagonal { .. } => (one, vec![a.clone(), ty(part, &[n]), ty(part, &[below]), ty(same, &[below])]),
    }
}
