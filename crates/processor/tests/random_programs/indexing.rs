//! Gathers and scatters of a random loop's body, with start indices inside and outside of the operand.

use stablehlo::ops::{Binary, Gather, Scatter};
use stablehlo::{ElementType, Result, TensorType, Value};

use super::loops::Body;

/// Random attributes that a gather and a scatter have in common.
struct Indexing {
    /// The sizes of the dimensions of the start indices without the index vectors.
    batch: Vec<usize>,
    /// Dimensions of the operand that are indexed.
    indexed: Vec<usize>,
    /// True if dimension 0 of the operand is a batching dimension, paired with that of the start indices.
    has_batching: bool,
    /// The place of the dimension of the index vectors.
    index_vector_dim: usize,
}

impl Indexing {
    /// The dimensions of the start indices that a batching dimension is paired with.
    fn paired(&self) -> Vec<usize> {
        // The dimension of the index vectors may come before it.
        if self.has_batching { vec![usize::from(self.index_vector_dim == 0)] } else { vec![] }
    }
}

impl Body<'_> {
    fn indexing(&mut self, dims: &[usize]) -> Indexing {
        let has_batching = dims.len() > 1 && self.random.below(3) == 0;
        let mut indexed: Vec<usize> =
            (usize::from(has_batching)..dims.len()).filter(|_| self.random.below(2) == 0).collect();
        if indexed.is_empty() {
            indexed.push(dims.len() - 1);
        }
        if self.random.below(2) == 0 {
            indexed.reverse();
        }
        let mut batch: Vec<usize> = (0..self.random.below(3)).map(|_| 1 + self.random.below(3)).collect();
        if has_batching {
            batch.insert(0, dims[0]);
        }
        let index_vector_dim = self.random.below(batch.len() + 1);
        Indexing { batch, indexed, has_batching, index_vector_dim }
    }

    /// Start indices that depend on the counter and on their place.
    fn start_indices(&mut self, of: &Indexing) -> Result<Value> {
        let mut dims = of.batch.clone();
        dims.insert(of.index_vector_dim, of.indexed.len());
        let ty = TensorType::new(ElementType::I64, &dims[..]);
        let counter = self.b.broadcast_in_dim(self.integers[0], &[], &dims)?;
        let (along, by) = (self.random.below(dims.len()), self.random.below(3) as f64);
        let (place, by) = (self.b.iota(ty.clone(), along)?, self.b.full(ty.clone(), by)?);
        let place = self.b.multiply(place, by)?;
        let less = self.b.full(ty, self.random.below(4) as f64)?;
        let sum = self.b.add(counter, place)?;
        self.b.binary(Binary::Subtract, sum, less)
    }

    pub(super) fn gathered(&mut self, x: Value) -> Result<Value> {
        let dims = self.b.dims(x).to_vec();
        let of = self.indexing(&dims);
        let slice_sizes: Vec<usize> = dims
            .iter()
            .enumerate()
            .map(|(d, size)| if of.has_batching && d == 0 { 1 } else { 1 + self.random.below(*size) })
            .collect();
        let is_batching = |d: &usize| of.has_batching && *d == 0;
        let mut collapsed: Vec<usize> = (0..dims.len()).filter(|d| slice_sizes[*d] == 1 && !is_batching(d)).collect();
        collapsed.retain(|_| self.random.below(2) == 0);
        let window = dims.len() - collapsed.len() - usize::from(of.has_batching);
        let first = if self.random.below(2) == 0 { 0 } else { of.batch.len() };
        let attrs = Gather {
            offset_dims: (first..first + window).collect(),
            collapsed_slice_dims: collapsed,
            operand_batching_dims: if of.has_batching { vec![0] } else { vec![] },
            start_indices_batching_dims: of.paired(),
            start_index_map: of.indexed.clone(),
            index_vector_dim: of.index_vector_dim,
            slice_sizes,
            ..Gather::default()
        };
        let indices = self.start_indices(&of)?;
        self.b.gather(x, indices, attrs)
    }

    pub(super) fn scattered(&mut self, x: Value) -> Result<Value> {
        let dims = self.b.dims(x).to_vec();
        let of = self.indexing(&dims);
        let is_batching = |d: &usize| of.has_batching && *d == 0;
        let sizes = dims.iter().enumerate().map(|(d, size)| if of.indexed.contains(&d) { 1 } else { *size });
        let mut inserted = of.indexed.clone();
        inserted.sort_unstable();
        inserted.retain(|_| self.random.below(2) == 0);
        let window: Vec<usize> =
            sizes.enumerate().filter(|(d, _)| !inserted.contains(d) && !is_batching(d)).map(|(_, size)| size).collect();
        let first = if self.random.below(2) == 0 { 0 } else { of.batch.len() };
        let mut update = of.batch.clone();
        update.splice(first..first, window.iter().copied());
        let attrs = Scatter {
            update_window_dims: (first..first + window.len()).collect(),
            inserted_window_dims: inserted,
            input_batching_dims: if of.has_batching { vec![0] } else { vec![] },
            scatter_indices_batching_dims: of.paired(),
            scatter_dims_to_operand_dims: of.indexed.clone(),
            index_vector_dim: of.index_vector_dim,
            ..Scatter::default()
        };
        let (indices, updates) = (self.start_indices(&of)?, self.of_shape(&update)?);
        let op = self.random.choose(&[None, Some(Binary::Add), Some(Binary::Maximum), Some(Binary::Multiply)]);
        self.b.scatter(op, x, indices, updates, attrs)
    }

    /// The array with a row at the counter, if it is inside. Adds that row, of the array before or after.
    pub(super) fn with_row(&mut self, before: Value, row: Value) -> Result<Value> {
        let columns = self.b.dims(before)[1];
        let attrs = Scatter {
            update_window_dims: vec![0],
            inserted_window_dims: vec![0],
            scatter_dims_to_operand_dims: vec![0],
            ..Scatter::default()
        };
        let index = self.b.reshape(self.integers[0], &[1])?;
        let row = self.b.reshape(row, &[columns])?;
        let op = self.random.choose(&[None, Some(Binary::Add)]);
        let array = self.b.scatter(op, before, index, row, attrs)?;
        let read_from = if self.random.below(4) == 0 { before } else { array };
        let read = self.b.take_rows(read_from, index)?;
        self.floats.push(read);
        Ok(array)
    }
}
