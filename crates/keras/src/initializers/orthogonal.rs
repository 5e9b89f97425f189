use super::initializer::{Initializer, fill};
use crate::error::{Error, Result};
use crate::utils::Rng;

crate::object! {
    /// A random orthogonal matrix (Saxe et al., 2013). Leading dimensions are rows; if there are fewer rows
    /// than columns, the rows are orthogonal, else the columns.
    Orthogonal(): dyn Initializer {
        /// A factor of all values. Default: 1.
        gain: [f64] = 1.0;
        /// The seed of values that are the same each time. Default: none, values of the model's seed.
        seed: [Option<u64>] = None;
    }
}

impl Initializer for Orthogonal {
    fn values(&self, shape: &[usize], rng: &mut Rng) -> Result<Vec<f32>> {
        let [leading @ .., columns] = shape else { return Err(too_few(shape)) };
        if leading.is_empty() {
            return Err(too_few(shape));
        }
        let (rows, columns) = (leading.iter().product::<usize>(), *columns);
        let (length, count) = (rows.max(columns), rows.min(columns));
        let normal = fill(&[length, count], self.seed, rng, Rng::normal);
        let vectors = orthonormal(&normal, length, count);
        let at = |row: usize, column: usize| if rows >= columns { vectors[column][row] } else { vectors[row][column] };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Ok(all.map(|(row, column)| (self.gain * at(row, column)) as f32).collect())
    }
}

fn too_few(shape: &[usize]) -> Error {
    Error::shape(format!("Orthogonal initializes variables of at least two dimensions, not of shape {shape:?}"))
}

/// The columns of a `[length, count]` matrix, orthonormalized by Gram and Schmidt's method, twice for
/// accuracy: the factor Q of the QR decomposition in which the diagonal of R is positive.
fn orthonormal(matrix: &[f32], length: usize, count: usize) -> Vec<Vec<f64>> {
    let mut vectors: Vec<Vec<f64>> = Vec::with_capacity(count);
    for column in 0..count {
        let mut vector: Vec<f64> = (0..length).map(|row| f64::from(matrix[row * count + column])).collect();
        for _ in 0..2 {
            for other in &vectors {
                let along: f64 = vector.iter().zip(other).map(|(a, b)| a * b).sum();
                vector.iter_mut().zip(other).for_each(|(a, b)| *a -= along * b);
            }
        }
        let norm = vector.iter().map(|a| a * a).sum::<f64>().sqrt();
        vector.iter_mut().for_each(|a| *a /= norm);
        vectors.push(vector);
    }
    vectors
}
