use super::regularizer::{Regularizer, check_factor};
use crate::error::{Error, Result};
use crate::ops::{self, Axes, Tensor};

crate::choices! {
    /// The vectors of a matrix that become orthogonal.
    OrthogonalMode {
        /// The rows.
        Rows = "rows",
        /// The columns.
        Columns = "columns",
    }
}

crate::object! {
    /// `factor` times the mean magnitude of the cosines between the rows of a matrix, or its columns.
    OrthogonalRegularizer(): dyn Regularizer {
        /// The factor. Default: 0.01.
        factor: [f64] = 0.01;
        /// The vectors. Default: the rows.
        mode: [OrthogonalMode] = OrthogonalMode::Rows;
    }
    check |penalty| { check_factor("OrthogonalRegularizer", "factor", penalty.factor) }
}

impl Regularizer for OrthogonalRegularizer {
    fn call(&self, weight: &Tensor) -> Result<Tensor> {
        if weight.ndim() != 2 {
            let shape = weight.shape();
            return Err(Error::shape(format!("OrthogonalRegularizer takes matrices, not a weight of shape {shape:?}")));
        }
        let rows = self.mode == OrthogonalMode::Rows;
        let vectors = if rows { weight.clone() } else { ops::transpose(weight, &[1, 0]) };
        let vectors = ops::normalize(&vectors, 1, 2.0);
        let count = vectors.dim(0) as f64;
        let cosines = ops::matmul(&vectors, &ops::transpose(&vectors, &[1, 0]));
        let own = ops::diag(&ops::full_like(&ops::sum(&vectors, 1, false), 1.0));
        let sum = ops::sum(&ops::abs(&(cosines * (1.0 - own))), Axes::All, false);
        Ok(sum * (self.factor * 0.5) / (count * (count - 1.0) / 2.0))
    }
}
