//! The types of the data of a program.

use stablehlo::TensorType;

use super::data::rows_type;

/// The types of a data set, whose arrays have the same number of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataTypes {
    /// One for each input of the model, with rows in its shape.
    pub x: Vec<TensorType>,
    /// The targets, one for each output that has a loss or a metric.
    pub y: Vec<TensorType>,
    /// The weights of the samples: none, one for all targets, or one for each.
    pub weights: Vec<TensorType>,
}

impl DataTypes {
    /// Those of a model with one input and one output, without weights.
    pub fn single(x: TensorType, y: TensorType) -> Self {
        Self { x: vec![x], y: vec![y], weights: Vec::new() }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.x.first().and_then(|ty| ty.dims.first()).copied().unwrap_or(0)
    }

    /// The same types with this number of rows.
    #[must_use]
    pub fn with_rows(&self, rows: usize) -> Self {
        let with_rows = |types: &Vec<TensorType>| {
            let resized = |ty: &TensorType| {
                let mut ty = ty.clone();
                ty.dims[0] = rows;
                ty
            };
            types.iter().map(resized).collect()
        };
        Self { x: with_rows(&self.x), y: with_rows(&self.y), weights: with_rows(&self.weights) }
    }

    /// A name of these types of blocks of batches with this number of rows, for caches of programs.
    pub(crate) fn key(&self, rows: usize) -> String {
        let types: Vec<String> = self.iter().map(ToString::to_string).collect();
        format!("batches of {rows} rows, {}", types.join(", "))
    }

    /// All types, in the order of a program's parameters.
    pub fn iter(&self) -> impl Iterator<Item = &TensorType> {
        self.x.iter().chain(&self.y).chain(&self.weights)
    }

    /// The types of a program's parameters: [flat rows](rows_type).
    pub(super) fn parameters(&self) -> Vec<TensorType> {
        self.iter().map(rows_type).collect()
    }

    /// Cuts values in the order of [`iter`](Self::iter) into x, y and weights.
    pub(super) fn split<'v, T>(&self, values: &'v [T]) -> [&'v [T]; 3] {
        let (x, rest) = values.split_at(self.x.len());
        let (y, weights) = rest.split_at(self.y.len());
        [x, y, weights]
    }
}
