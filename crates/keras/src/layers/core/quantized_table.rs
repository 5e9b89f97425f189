//! The quantization of embeddings (`keras/src/layers/core/embedding.py`, `reversible_embedding.py`).

use super::int4::{self, Matrix};
use super::quantization::{QuantizationConfig, values, weights};
use super::rounding::whole_numbers;
use crate::dtype::Quantization;
use crate::error::{Error, Result};
use crate::graph::{Scope, WeightSpec};
use crate::ops::{self, Tensor};

/// The name of vectors that are only those of scores.
const REVERSE: &str = "reverse_embeddings";

/// Vectors of numbers as whole numbers, with factors of each vector or of its blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuantizedTable {
    pub mode: Quantization,
    /// The number of vectors, and their size.
    pub shape: [usize; 2],
}

impl QuantizedTable {
    fn matrix(self) -> Matrix {
        Matrix { shape: self.shape, packed: 1, inputs: 1 }
    }

    fn reverse_matrix(self) -> Matrix {
        let [count, size] = self.shape;
        Matrix { shape: [size, count], packed: 0, inputs: 0 }
    }

    /// The weights in place of the vectors.
    ///
    /// # Errors
    /// With `float8`, which embeddings do not have.
    pub fn weights(self, embeddings: WeightSpec) -> Result<Vec<WeightSpec>> {
        self.declared(embeddings, self.matrix())
    }

    /// The weights in place of vectors that are only those of scores, which follow the others.
    ///
    /// # Errors
    /// With `float8`.
    pub fn reverse_weights(self, embeddings: WeightSpec) -> Result<Vec<WeightSpec>> {
        let mut all = self.declared(embeddings, self.reverse_matrix())?;
        // Keras has the zero points as floats, and the numbers of blocks once.
        all.truncate(3);
        all.iter_mut().skip(2).for_each(|zero| zero.int8 = false);
        Ok(all)
    }

    fn declared(self, embeddings: WeightSpec, matrix: Matrix) -> Result<Vec<WeightSpec>> {
        if matches!(self.mode, Quantization::Float8 { .. }) {
            return Err(Error::argument("embeddings cannot be quantized to float8; int8 and int4 can"));
        }
        let (first, rest) = weights(embeddings, Some(self.mode), &self.shape[..1], matrix);
        Ok(std::iter::once(first).chain(rest).collect())
    }

    /// The values of these weights for vectors of floats.
    ///
    /// # Errors
    /// If there is no quantization to whole numbers.
    pub fn values(table: Option<Self>, name: &str, floats: &[f32]) -> Result<Vec<(String, Vec<f32>)>> {
        let Some(table) = table else { return Err(Error::argument(format!("weight {name} is not quantized"))) };
        let [count, size] = table.shape;
        match name {
            REVERSE => values(name, floats, Some(table.mode), table.reverse_matrix(), count, |i| i % count),
            _ => values(name, floats, Some(table.mode), table.matrix(), count, |i| i / size),
        }
    }

    /// The vectors of numbers.
    ///
    /// # Errors
    /// If a weight is missing.
    pub fn rows(self, scope: &Scope, numbers: &Tensor) -> Result<Tensor> {
        let of_number = |weight: usize| Ok::<Tensor, Error>(ops::take(&scope.variable(weight)?, numbers, 0));
        let (vectors, scale) = (of_number(0)?, of_number(1)?);
        Ok(match self.mode {
            Quantization::Int4 { block } => {
                let vectors = int4::unpacked(&vectors, self.shape[1], vectors.ndim() - 1)?;
                let blocks = match block {
                    None => None,
                    Some(_) => Some([of_number(2)?, scope.variable(3)?]),
                };
                int4::dequantized(&vectors, &scale, blocks, -1)
            }
            _ => int4::dequantized(&vectors, &scale, None, -1),
        })
    }

    /// The scores of all numbers for vectors.
    ///
    /// # Errors
    /// If a weight is missing.
    pub fn scores(self, scope: &Scope, x: &Tensor, tied: bool, config: Option<QuantizationConfig>) -> Result<Tensor> {
        let blocks = matches!(self.mode, Quantization::Int4 { block: Some(_) });
        // The bytes, the factors, the zero points, and the numbers of blocks.
        let at = match (tied, blocks) {
            (true, _) => [0, 1, 2, 3],
            (false, true) => [4, 5, 6, 3],
            (false, false) => [2, 3, 0, 0],
        };
        let matrix = if tied { self.matrix() } else { self.reverse_matrix() };
        let kernel = match self.mode {
            Quantization::Int4 { block } => matrix.kernel(scope, at, block)?,
            _ => int4::dequantized(&scope.variable(at[0])?, &scope.variable(at[1])?, None, matrix.inputs as i64),
        };
        let kernel = if tied { ops::transpose(&kernel, &[1, 0]) } else { kernel };
        let (x, factor) = match config.is_none_or(|config| config.inputs) {
            true => whole_numbers(x, -1),
            false => (x.clone(), None),
        };
        let scores = ops::matmul(&x.to(kernel.element()), &kernel);
        Ok(match factor {
            Some(factor) => scores / factor,
            None => scores,
        })
    }
}
